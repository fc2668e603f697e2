"""Total eClips in a browser: the data that board.html draws."""

import hashlib
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import msgspec

from quincunx.core.move import Move
from quincunx.games.total_eclips.codes import BUY, ENDED, PLACE, REROLL, REVEAL
from quincunx.games.total_eclips.cores import KIND_NAMES, LEVEL
from quincunx.games.total_eclips.help.chances import open_questions
from quincunx.games.total_eclips.help.question import question
from quincunx.games.total_eclips.moves import code, decode, explain, read_raise
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.screens.projects import coming, faces, guide, project, ranks
from quincunx.games.total_eclips.screens.side import (
    Core,
    TokenShown,
    cores_at,
    piece_name,
    prices,
    resting,
    showing,
    side_shown,
    tokens_held,
)
from quincunx.games.total_eclips.snapshot import seen_by
from quincunx.text.grammar import Voice, percent

DONE = Move("done")
SHORT_TITLES = ["A", "B", "C", "D", "Unlock", "Manuf.", "Upgrade"]


@dataclass(slots=True)
class Piece:
    """A core or token in the hand; `word` names it in a move."""

    word: str
    name: str
    count: int
    core: Core | None
    token: TokenShown | None
    fits: str = ""
    picked: bool = False
    followed: str = ""
    """The name by which the page follows a core from the hand to its place."""


@dataclass(slots=True)
class Place:
    """A place for cores, a letter or an algorithm: how many lie there and how many more fit."""

    name: str
    title: str
    cores: int
    room: int


@dataclass(slots=True)
class Raise:
    move: str
    old: Core
    where: str
    new: Core
    flops: int
    trust: int


@dataclass(slots=True)
class Gain:
    move: str
    core: Core
    faces: str


@dataclass(slots=True)
class Odds:
    flops: int
    chance: str


def board(state: TotalEClips, seat: int, voice: Voice) -> dict[str, Any]:
    seen = seen_by(state, seat)
    moves = [decode(seen, seat, action) for action in seen.legal_actions(seat)]
    return {
        "round": seen.round,
        "stage": seen.stage + 1,
        "stages": seen.parts.stages,
        "steps": steps(0 if seen.phase in (PLACE, REVEAL) else seen.place + 1),
        "prompt": question(seen, seat, voice),
        "placing": seen.phase == PLACE and bool(moves),
        "over": seen.phase == ENDED,
        "done_means": explain(seen, seat, DONE, voice) if DONE in moves else "",
        "again": seen.round > 1,
        "places": places(seen, seat) if seen.phase == PLACE and moves else [],
        "only_locks": only_locks(moves, voice),
        "hand": hand(seen, seat, moves) if seen.phase == PLACE else [],
        "rolled": rolled(seen, seat) if moves and seen.phase in (REROLL, BUY) else [],
        "raises": raises(seen, moves),
        "gains": gains(seen, moves),
        "projects": [project(seen, slot, seat) for slot in range(PROJECTS)],
        "coming": coming(seen),
        "odds": own_odds(seen, seat) if seen.phase == PLACE and seat >= 0 else {},
        "ranks": ranks(seen),
        "sides": [side_shown(seen, other, seat) for other in range(seen.players)],
        "prices": prices(seen.parts),
        "guide": guide(seen.parts),
        "edition": edition(seen.parts),
    }


@lru_cache
def edition(parts: Parts) -> str:
    """Return a short hash of prices, cores and tokens, which changes when any of them does."""
    return hashlib.blake2b(msgspec.json.encode([prices(parts), guide(parts)]), digest_size=8).hexdigest()


@cache
def steps(now: int) -> list[dict[str, Any]]:
    """Return the steps of a round, with the current one marked."""
    names = ["Place", *[name.upper() for name in PLACE_NAMES[:PROJECTS]]]
    names += [name.capitalize() for name in PLACE_NAMES[UNLOCK:]]
    tips = ["Everyone places cores and tokens, in secret."]
    tips += [f"Everyone with cores on project {name} rolls them." for name in names[1 : PROJECTS + 1]]
    tips += [f"Everyone rolls their cores on {name}, buys, then locks." for name in names[PROJECTS + 1 :]]
    return [
        {"name": name, "tip": tips[number], "now": number == now, "past": number < now}
        for number, name in enumerate(names)
    ]


def only_locks(moves: list[Move], voice: Voice) -> bool:
    """Whether nothing is asked but which cores to lock, and the player has switched that question off."""
    locks = bool(moves) and all(move.verb in ("done", "lock") for move in moves)
    return locks and "lock" in voice.look.off and any(move.verb == "lock" for move in moves)


# Choices of the player.


def hand(state: TotalEClips, seat: int, moves: list[Move]) -> list[Piece]:
    """Return the cores and tokens to place, each with the places it fits; the first that fits is picked."""
    if seat < 0:
        return []
    fits: dict[str, list[str]] = {}
    for move in moves:
        if move.verb == "put":
            piece, _, place = move.words
            fits.setdefault(piece, []).append(place)
    side, parts = state.sides[seat], state.parts
    pieces = [
        Piece(
            KIND_NAMES[kind],
            parts.cores[kind].name,
            many,
            resting(parts, kind),
            None,
            followed=piece_name(side, KIND_NAMES[kind], PLACES, 0),
        )
        for kind, many in enumerate(side.spent)
        if many
    ]
    for held in tokens_held(parts, side):
        pieces.append(Piece(held.slug, held.name, held.count, None, held))
    for shown in pieces:
        shown.fits = " ".join(fits.get(shown.word, []))
    tokens = [shown for shown in pieces if shown.token and shown.fits]
    if len(tokens) > 1 or any(shown.count > 1 for shown in tokens):
        places = {place for shown in tokens for place in shown.fits.split()}
        pieces.append(Piece("tokens", "all tokens", 1, None, None, " ".join(sorted(places))))
    first = next((shown for shown in pieces if shown.fits), None)
    if first is not None:
        first.picked = True
    return pieces


def places(state: TotalEClips, seat: int) -> list[Place]:
    """Return all places that can take cores, with how many lie there and how many more fit."""
    side = state.sides[seat]
    return [
        Place(name, SHORT_TITLES[place], side.count[place], side.room(place))
        for place, name in enumerate(PLACE_NAMES)
        if place >= PROJECTS or state.cards[place] != NO_CARD
    ]


def rolled(state: TotalEClips, seat: int) -> list[Core]:
    """Return the different cores just rolled that may be locked or rolled again."""
    cores = {core.move: core for core in cores_at(state, seat, state.place, seat) if core.rolled}
    return list(cores.values())


def raises(state: TotalEClips, moves: list[Move]) -> list[Raise]:
    """Return the cores that can be raised: the old kind, its place, the new kind."""
    found = []
    parts = state.parts
    for move in moves:
        if move.verb != "raise":
            continue
        raised = read_raise(move)
        old = KIND_NAMES.index(raised.old)
        price = parts.upgrade_prices[LEVEL[old]]
        flops, trust = (price.flops, price.trust) if state.phase == BUY else (0, 0)
        lies = f"on {raised.on.capitalize()}" if raised.on else "rolled" if raised.showing else "free"
        core = resting(parts, old)
        if raised.showing:
            core = showing(parts, code(parts, raised.old, raised.showing))
        new = resting(parts, KIND_NAMES.index(raised.new))
        found.append(Raise(str(move), core, lies, new, flops, trust))
    return found


def gains(state: TotalEClips, moves: list[Move]) -> list[Gain]:
    found = []
    for move in moves:
        if move.verb == "gain":
            kind = KIND_NAMES.index(move.words[0])
            found.append(Gain(str(move), resting(state.parts, kind), faces(state.parts, kind)))
    return found


def own_odds(state: TotalEClips, seat: int) -> dict[str, list[Odds]]:
    """Return the chances of the thresholds on each place with pieces of the player."""
    side = state.sides[seat]
    return {
        PLACE_NAMES[place]: [
            Odds(target, percent(chance)) for target, chance in open_questions(state, side, place)
        ]
        for place in range(PLACES)
        if side.count[place] or side.laid_on[place]
    }
