"""Total eClips in a browser: the data that board.html draws."""

import hashlib
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import msgspec

from quincunx.core.move import Move
from quincunx.games.total_eclips.codes import BUY, ENDED, PLACE, REVEAL
from quincunx.games.total_eclips.cores import KIND_NAMES, LEVEL, LEVELS, TOP_LEVEL
from quincunx.games.total_eclips.help.question import question
from quincunx.games.total_eclips.help.reasons import words
from quincunx.games.total_eclips.moves import code, decode, explain, read_raise, reward_of
from quincunx.games.total_eclips.names import place_title
from quincunx.games.total_eclips.odds import open_questions
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.screens.projects import coming, faces, guide, project, ranks
from quincunx.games.total_eclips.screens.side import (
    Core,
    TokenShown,
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
class Answer:
    """A move that answers the question: its cores, its name and effect, and its price beside what one has."""

    move: str
    label: str
    cores: list[Core]
    title: str
    note: str = ""
    flops: int = 0
    trust: int = 0
    primary: bool = False


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
        "only_locks": only_locks(moves, voice),
        "hand": hand(seen, seat, moves) if seen.phase == PLACE else [],
        "answers": answers(seen, seat, moves, voice),
        "lifts": lifts(seen, moves),
        "has": seen.sides[seat].flops if moves and seen.phase == BUY else 0,
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


def answers(state: TotalEClips, seat: int, moves: list[Move], voice: Voice) -> list[Answer]:
    """Return all answers but those that place or stop, the dearest first; one of them is strongest, if any
    does more than to lock."""
    found = [answer(state, seat, move, voice) for move in moves if move.verb not in ("put", "take", "done")]
    found.sort(key=lambda each: (each.flops, each.trust, len(each.note), each.note), reverse=True)
    if found and not found[0].move.startswith("lock"):
        found[0].primary = True
    return found


def answer(state: TotalEClips, seat: int, move: Move, voice: Voice) -> Answer:
    """Return a move with its picture. Its label says the same in words."""
    side, parts = state.sides[seat], state.parts
    label = f"{words(state, seat, move, voice)}: {explain(state, seat, move, voice)}"
    shown = Answer(str(move), label, [], "")
    price = None
    match (move.verb, *move.words):
        case ("unlock", tier, name):
            algorithm = PLACE_NAMES.index(name) - UNLOCK
            slot = parts.slots[algorithm].index(int(tier[1:]))
            shown.cores = [showing(parts, side.locked[algorithm][slot])]
            shown.title = place_title(name, first=True)
            price = parts.unlock_prices[int(tier[1:])]
        case ("make", number, thing):
            shown.title = f"Make {number} {thing}"
            price = reward_of(parts, move)
        case ("raise", *_):
            raised = read_raise(move)
            old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
            up = showing(parts, code(parts, raised.old, raised.showing)) if raised.showing else None
            shown.cores = [up or resting(parts, old), resting(parts, new)]
            shown.title = place_title(raised.on, first=True) if raised.on else "Rolled" if up else "Free"
            price = parts.upgrade_prices[LEVEL[old]]
        case ("gain", kind):
            shown.cores = [resting(parts, KIND_NAMES.index(kind))]
            shown.title, shown.note = shown.cores[0].label, faces(parts, KIND_NAMES.index(kind))
        case (verb, kind, face):
            rolled = code(parts, kind, face)
            shown.cores = [showing(parts, rolled)]
            shown.title = "Lock" if verb == "lock" else "Re-roll"
            shown.note = f"+{parts.values[rolled]} each round" if verb == "lock" else ""
    if price is not None and state.phase == BUY:
        shown.flops, shown.trust = price.flops, price.trust
    return shown


def lifts(state: TotalEClips, moves: list[Move]) -> list[str]:
    """Return for each level the move that upgrades a core of it, free ones first; empty if there is none, or
    a choice of kinds."""
    found = [""] * TOP_LEVEL
    for move in moves:
        if move.verb == "raise" and state.phase == BUY:
            raised = read_raise(move)
            level = LEVEL[KIND_NAMES.index(raised.old)]
            if len(LEVELS[level + 1]) == 1 and not found[level]:
                found[level] = str(move)
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
