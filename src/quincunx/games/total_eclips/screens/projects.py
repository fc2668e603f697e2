"""The middle of the table in a browser: the project side, its track, and the quick reference."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quincunx.games.total_eclips.cards import Project, Tokens
from quincunx.games.total_eclips.cores import FACES, LEVEL, LEVEL_NAMES
from quincunx.games.total_eclips.names import amount, bonus_reward, bonus_things, bonus_words, tokens_on
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.screens.side import (
    Core,
    TokenShown,
    cores_at,
    flops,
    is_now,
    resting,
    token_shown,
    tokens_shown,
)


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
    has_bonus: bool
    tokens: list[TokenShown]
    things: str
    """The bonus besides tokens, Trust and clips."""
    tip: str


@dataclass(slots=True)
class Entry:
    """A player's pieces on a project, and the room for more cores."""

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
    trust: int
    clips: int
    markers: list[Marker]


def project(state: TotalEClips, slot: int, viewer: int) -> Letter:
    shown = Letter(PLACE_NAMES[slot], is_now(state, slot), None, state.lying[slot], [], None)
    if state.cards[slot] == NO_CARD:
        return shown
    shown.card = card(state.parts, state.cards[slot])
    for seat in range(state.players):
        if seat == viewer:
            shown.own = entry(state, slot, seat, viewer)
        elif cores_at(state, seat, slot, viewer):
            shown.entries.append(entry(state, slot, seat, viewer))
    return shown


@lru_cache(1000)
def card(parts: Parts, index: int) -> Card:
    its = parts.projects[index]
    low, high = Reward(its.low_trust, its.low_clips), Reward(its.high_trust, its.high_clips)
    bonus = Reward(*bonus_reward(its))
    won = [part for part in its.bonus if isinstance(part, Tokens)]
    tokens = [token_shown(parts.tokens[part.of], part.count) for part in won]
    texts = [part.text for part in won]
    things = ", ".join(text for text in bonus_things(its) if text not in texts)
    return Card(
        its.slug,
        its.name,
        its.end,
        its.need,
        low,
        high,
        bonus,
        bool(its.bonus),
        tokens,
        things,
        tip(its, parts),
    )


def tip(its: Project, parts: Parts) -> str:
    """Return the rewards of a card, in words."""
    reach = f"{its.need} FLOPS or more with your cores here: {amount(its.high_trust, its.high_clips)}"
    if its.end:
        return f"{reach}. The end of a stage: it stays until somebody reaches that."
    less = f" Fewer: {amount(its.low_trust, its.low_clips)}."
    bonus = f" The most FLOPS here also win {bonus_words(its, parts)}." if its.bonus else ""
    return f"{reach}.{less}{bonus}"


def entry(state: TotalEClips, slot: int, seat: int, viewer: int) -> Entry:
    side = state.sides[seat]
    cores = cores_at(state, seat, slot, viewer)
    free = state.parts.project_cores - len(cores)
    counted = flops(state, side, slot) if is_now(state, slot) else 0
    return Entry(seat, cores, free, tokens_shown(state.parts, tokens_on(side, slot)), counted)


def coming(state: TotalEClips) -> dict[str, Any]:
    """Return the cards still in the deck of this stage, which everybody may know."""
    end = state.parts.projects[state.parts.ends[state.stage]]
    return {
        "names": sorted(state.parts.projects[card].name for card in state.left),
        "end": end.name,
        "need": end.need,
        "end_lies": state.parts.ends[state.stage] in state.cards,
    }


def ranks(state: TotalEClips) -> list[Rank]:
    track = state.parts.track
    found = [Rank(name, track.trust[rank], track.clips[rank], []) for rank, name in enumerate(track.ranks)]
    for seat, side in enumerate(state.sides):
        step = side.position % len(track.steps)
        marker = Marker(seat, step, track.steps[step], side.position)
        found[track.rank(side.position)].markers.append(marker)
    return found


def faces(parts: Parts, kind: int) -> str:
    return " ".join(parts.face(code) for code in range(kind * FACES, (kind + 1) * FACES))


@lru_cache
def guide(parts: Parts) -> dict[str, Any]:
    """Return the quick reference on cores and tokens."""
    return {
        "cores": [
            {
                "core": resting(parts, kind),
                "level": LEVEL_NAMES[LEVEL[kind]],
                "faces": faces(parts, kind),
                "mean": f"{core.mean():.1f}",
            }
            for kind, core in enumerate(parts.cores)
        ],
        "tokens": [token_shown(token) for token in parts.tokens],
    }
