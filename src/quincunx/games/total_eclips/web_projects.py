"""The middle of the table in a browser: the project board, its track, and the quick reference."""

from dataclasses import dataclass
from typing import Any

from quincunx.games.total_eclips.cards import LEVEL, NO_CARD, Parts
from quincunx.games.total_eclips.hints import bonus_things, faces, mean
from quincunx.games.total_eclips.page_side import (
    Core,
    TokenShown,
    cores_at,
    flops,
    is_now,
    resting,
    token_shown,
    tokens_shown,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import LEVEL_NAMES, PLACE_NAMES, tokens_on

SHORT_RANK = 7
"""A rank with a longer name is cut on a narrow board."""


@dataclass(slots=True)
class Reward:
    trust: int
    clips: int


@dataclass(slots=True)
class Card:
    slug: str
    name: str
    end: bool
    need: int
    low: Reward
    high: Reward
    bonus: Reward
    things: str
    """What the bonus is beside Trust and clips."""


@dataclass(slots=True)
class Entry:
    """What a player has on a project, and for how many more cores there is room."""

    index: int
    cores: list[Core]
    free: int
    tokens: list[TokenShown]
    flops: int


@dataclass(slots=True)
class Letter:
    """A letter of the project board: its card, the Trust on it, and the cores of everybody there."""

    word: str
    now: bool
    card: Card | None
    lying: int
    entries: list[Entry]
    own: Entry | None


@dataclass(slots=True)
class Marker:
    index: int
    step: int
    label: str
    position: int


@dataclass(slots=True)
class Rank:
    name: str
    short: str
    trust: int
    clips: int
    markers: list[Marker]


def project(state: TotalEClips, slot: int, viewer: int) -> Letter:
    shown = Letter(PLACE_NAMES[slot], is_now(state, slot), None, state.lying[slot], [], None)
    if state.cards[slot] == NO_CARD:
        return shown
    shown.card = card(state.parts, state.cards[slot])
    for seat in range(len(state.boards)):
        if seat == viewer:
            shown.own = entry(state, slot, seat, viewer)
        elif cores_at(state, seat, slot, viewer):
            shown.entries.append(entry(state, slot, seat, viewer))
    return shown


def card(parts: Parts, index: int) -> Card:
    its = parts.projects[index]
    low, high = Reward(its.low_trust, its.low_clips), Reward(its.high_trust, its.high_clips)
    bonus = Reward(its.bonus.trust, its.bonus.clips)
    return Card(
        its.slug, its.name, its.end, its.need, low, high, bonus, ", ".join(bonus_things(parts, its.bonus))
    )


def entry(state: TotalEClips, slot: int, seat: int, viewer: int) -> Entry:
    board = state.boards[seat]
    cores = cores_at(state, seat, slot, viewer)
    free = state.parts.project_cores - len(cores)
    counted = flops(state, board, slot) if is_now(state, slot) else 0
    return Entry(seat, cores, free, tokens_shown(state.parts, tokens_on(board, slot)), counted)


def coming(state: TotalEClips) -> dict[str, Any]:
    """What is still in the deck of this stage, as everybody may know."""
    end = state.parts.projects[state.parts.ends[state.stage]]
    return {
        "names": sorted(state.parts.projects[card].name for card in state.left),
        "end": end.name,
        "need": end.need,
        "end_lies": state.parts.ends[state.stage] in state.cards,
    }


def ranks(state: TotalEClips) -> list[Rank]:
    track = state.parts.track
    found = [
        Rank(name, _short(name), track.trust[rank], track.clips[rank], [])
        for rank, name in enumerate(track.ranks)
    ]
    for seat, board in enumerate(state.boards):
        step = board.position % len(track.steps)
        marker = Marker(seat, step, track.steps[step], board.position)
        found[track.rank(board.position)].markers.append(marker)
    return found


def _short(name: str) -> str:
    return name if len(name) <= SHORT_RANK else f"{name[:4]}."


def guide(parts: Parts) -> dict[str, Any]:
    """The quick reference: what cores and tokens are."""
    return {
        "cores": [
            {
                "core": resting(parts, kind),
                "level": LEVEL_NAMES[LEVEL[kind]],
                "faces": faces(core),
                "mean": f"{mean(core):.1f}",
            }
            for kind, core in enumerate(parts.cores)
        ],
        "tokens": [token_shown(token) for token in parts.tokens],
    }
