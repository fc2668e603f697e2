"""Total eClips in a browser: what board.html draws."""

from dataclasses import dataclass
from typing import Any

from quincunx.core.move import Move
from quincunx.core.voice import SURE, Voice, count, percent
from quincunx.games.total_eclips.codes import BONUS, BUY, ENDED, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.cores import KIND_NAMES, LEVEL
from quincunx.games.total_eclips.moves import code, decode, explain, read_raise
from quincunx.games.total_eclips.names import place_title
from quincunx.games.total_eclips.odds import chances
from quincunx.games.total_eclips.places import MANUFACTURE, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.snapshot import seen_by
from quincunx.games.total_eclips.web_projects import coming, faces, guide, project, ranks
from quincunx.games.total_eclips.web_side import (
    Core,
    TokenShown,
    prices,
    resting,
    showing,
    side_shown,
    tokens_held,
)

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
    moves = [decode(seen, seat, action) for action in seen.actions(seat)]
    return {
        "round": seen.round,
        "stage": seen.stage + 1,
        "stages": seen.parts.stages,
        "steps": steps(seen),
        "prompt": prompt(seen, seat, moves, voice),
        "placing": seen.phase == PLACE and bool(moves),
        "over": seen.phase == ENDED,
        "done_means": explain(seen, seat, DONE, voice) if DONE in moves else "",
        "hand": hand(seen, seat, moves) if seen.phase == PLACE else [],
        "raises": raises(seen, moves),
        "gains": gains(seen, moves),
        "projects": [project(seen, slot, seat) for slot in range(PROJECTS)],
        "coming": coming(seen),
        "odds": own_odds(seen, seat) if seen.phase == PLACE and seat >= 0 else {},
        "ranks": ranks(seen),
        "sides": [side_shown(seen, other, seat) for other in range(seen.players)],
        "prices": prices(seen.parts),
        "guide": guide(seen.parts),
    }


def steps(state: TotalEClips) -> list[dict[str, Any]]:
    """The course of a round, and where it is."""
    names = ["Place", *[name.upper() for name in PLACE_NAMES[:PROJECTS]]]
    names += [name.capitalize() for name in PLACE_NAMES[UNLOCK:]]
    now = 0 if state.phase in (PLACE, REVEAL) else state.place + 1
    return [{"name": name, "now": number == now, "past": number < now} for number, name in enumerate(names)]


# What is asked.


def prompt(state: TotalEClips, seat: int, moves: list[Move], voice: Voice) -> str:
    if state.phase == ENDED:
        return "The game is over."
    if state.phase == REVEAL:
        return "New projects come up."
    where = place_title(PLACE_NAMES[state.place])
    where = where[0].upper() + where[1:]
    if state.phase == ROLL:
        return f"{where}: the cores roll{' again to break the tie' if state.contest else ''}."
    if state.phase == BONUS:
        if moves:
            return _asks_bonus(state)
        return f"{voice.does(state.winner, 'takes')} the bonus of {state.project().name}."
    if not moves:
        doing = {PLACE: "Cores and tokens are placed in secret", REROLL: f"{where}: re-roll tokens are used"}
        done = " You are done." if seat >= 0 else ""
        return f"{doing.get(state.phase, f'{where}: players buy and lock')}.{done}"
    if state.phase == PLACE:
        return "Place in secret: pick a core or token, then press where it works."
    if state.phase == REROLL:
        again = count(state.sides[seat].rerolls, "re-roll")
        return f"{where}: you have {again}. Press the core to roll again, or keep them all."
    return _asks_buying(state, seat, moves)


def _asks_buying(state: TotalEClips, seat: int, moves: list[Move]) -> str:
    side = state.sides[seat]
    where = place_title(PLACE_NAMES[state.place])
    if side.locking:
        return f"{where}: press a rolled core to lock it."
    if all(move.verb in ("done", "lock") for move in moves):
        return f"{where}: {side.flops} FLOPS buy nothing. Press a rolled core to lock it."
    buy = {
        UNLOCK: "press a locked core to free it",
        MANUFACTURE: "choose one reward",
    }.get(state.place, "raise cores")
    lock = " Locking a rolled core ends your buying." if side.rolled else ""
    return f"{where} with {side.flops} FLOPS and {side.trust} Trust: {buy}.{lock}"


def _asks_bonus(state: TotalEClips) -> str:
    part = state.project().due(state)
    assert part is not None
    left = part.due(state)
    return f"You won {state.project().name}. {part.asks}{f', {left} in all' if left > 1 else ''}."


# What can be picked and chosen.


def hand(state: TotalEClips, seat: int, moves: list[Move]) -> list[Piece]:
    """Cores and tokens that can be placed, each with the places it fits; the first that fits is picked."""
    if seat < 0:
        return []
    fits: dict[str, list[str]] = {}
    for move in moves:
        if move.verb == "put":
            piece, _, place = move.words
            fits.setdefault(piece, []).append(place)
    side, parts = state.sides[seat], state.parts
    pieces = [
        Piece(KIND_NAMES[kind], parts.cores[kind].name, many, resting(parts, kind), None)
        for kind, many in enumerate(side.spent)
        if many
    ]
    for held in tokens_held(parts, side):
        pieces.append(Piece(held.slug, held.name, held.count, None, held))
    for shown in pieces:
        shown.fits = " ".join(fits.get(shown.word, []))
    first = next((shown for shown in pieces if shown.fits), None)
    if first is not None:
        first.picked = True
    return pieces


def raises(state: TotalEClips, moves: list[Move]) -> list[Raise]:
    """The cores that can be raised: from what, where it lies, to what."""
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
    """The chance to reach what matters on each place where something of yours lies."""
    side = state.sides[seat]
    return {
        PLACE_NAMES[place]: _open_questions(chances(state, side, place))
        for place in range(PLACES)
        if side.count[place] or side.laid_on[place]
    }


def _open_questions(known: list[tuple[int, float]]) -> list[Odds]:
    """Of the sure ones only the last, and none that is out of reach, unless that is all there is."""
    sure = [one for one in known if one[1] >= SURE][-1:]
    unsure = [one for one in known if 0 < one[1] < SURE]
    return [Odds(target, percent(chance)) for target, chance in sure + unsure or known[:1]]
