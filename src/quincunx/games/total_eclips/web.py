"""Total eClips in a browser: what board.html draws."""

from dataclasses import dataclass
from typing import Any

from quincunx.games.total_eclips.board import ROLLED, source_kind
from quincunx.games.total_eclips.cards import (
    KINDS,
    LEVEL,
    MANUFACTURE,
    MOST_TOKENS,
    PLACES,
    PROJECTS,
    UNLOCK,
)
from quincunx.games.total_eclips.hints import SURE, chances, explain, faces, percent
from quincunx.games.total_eclips.page_projects import coming, guide, project, ranks
from quincunx.games.total_eclips.page_side import (
    FREE,
    Core,
    TokenShown,
    prices,
    resting,
    showing,
    side,
    tokens_shown,
)
from quincunx.games.total_eclips.position import (
    AGAIN,
    BONUS,
    BUY,
    DONE,
    ENDED,
    GAIN,
    LAY,
    LOCK,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    REVEAL,
    ROLL,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.show import GAME, seen_by
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    LEVEL_NAMES,
    PLACE_NAMES,
    counted,
    place_title,
)


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


def board(state: TotalEClips, seat: int) -> dict[str, Any]:
    seen = seen_by(state, seat)
    actions = seen.actions(seat)
    seats = range(len(seen.boards))
    return {
        "round": seen.round,
        "stage": seen.stage + 1,
        "stages": seen.parts.stages,
        "steps": steps(seen),
        "prompt": prompt(seen, seat, bool(actions)),
        "placing": seen.phase == PLACE and bool(actions),
        "over": seen.phase == ENDED,
        "done_means": explain(seen, seat, DONE) if DONE in actions else "",
        "hand": hand(seen, seat, actions) if seen.phase == PLACE else [],
        "raises": raises(seen, seat, actions),
        "gains": gains(seen, actions),
        "projects": [project(seen, slot, seat) for slot in range(PROJECTS)],
        "coming": coming(seen),
        "odds": own_odds(seen, seat) if seen.phase == PLACE and seat >= 0 else {},
        "ranks": ranks(seen),
        "sides": [side(seen, other, seat) for other in seats],
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


def prompt(state: TotalEClips, seat: int, is_asked: bool) -> str:
    if state.phase == ENDED:
        return "The game is over."
    if state.phase == REVEAL:
        return "New projects come up."
    where = place_title(state.place)
    where = where[0].upper() + where[1:]
    if state.phase == ROLL:
        return f"{where}: the cores roll{' again to break the tie' if state.contest else ''}."
    if state.phase == BONUS:
        return _asks_bonus(state) if is_asked else f"The winner of {state.project().name} takes the bonus."
    if not is_asked:
        doing = {PLACE: "Cores and tokens are placed in secret", REROLL: f"{where}: re-roll tokens are used"}
        done = " You are done." if seat >= 0 else ""
        return f"{doing.get(state.phase, f'{where}: players buy and lock')}.{done}"
    if state.phase == PLACE:
        return "Place in secret: pick a core or token, then press where it works."
    if state.phase == REROLL:
        again = counted(state.boards[seat].rerolls, "re-roll")
        return f"{where}: you have {again}. Press the core to roll again, or keep them all."
    return _asks_buying(state, seat)


def _asks_buying(state: TotalEClips, seat: int) -> str:
    side = state.boards[seat]
    where = place_title(state.place)
    if side.locking:
        return f"{where}: press a rolled core to lock it."
    if not any(DONE < action < LOCK for action in state.actions(seat)):
        return f"{where}: {side.flops} FLOPS buy nothing. Press a rolled core to lock it."
    buy = {
        UNLOCK: "press a locked core to free it",
        MANUFACTURE: "choose one reward",
    }.get(state.place, "raise cores")
    lock = " Locking a rolled core ends your buying." if side.rolled else ""
    return f"{where} with {side.flops} FLOPS and {side.trust} Trust: {buy}.{lock}"


def _asks_bonus(state: TotalEClips) -> str:
    won = f"You won {state.project().name}:"
    bonus = state.project().bonus
    if state.gains:
        return f"{won} choose a core of level {LEVEL_NAMES[bonus.core_level]}."
    if state.unlocks:
        return f"{won} free {counted(state.unlocks, 'core')} from T{bonus.unlock_tier} slots."
    return f"{won} raise {counted(state.raises, 'core')} of level {LEVEL_NAMES[bonus.raise_level]}."


# What can be picked and chosen.


def hand(state: TotalEClips, seat: int, actions: list[int]) -> list[Piece]:
    """Cores and tokens that can be placed, each with the places it fits; the first that fits is picked."""
    fits: dict[str, list[str]] = {}
    for action in actions:
        if PUT <= action < LAY:
            place, kind = divmod(action - PUT, KINDS)
            fits.setdefault(KIND_NAMES[kind], []).append(PLACE_NAMES[place])
        elif LAY <= action < AGAIN:
            place, token = divmod(action - LAY, MOST_TOKENS)
            fits.setdefault(state.parts.tokens[token].slug, []).append(PLACE_NAMES[place])
    if seat < 0:
        return []
    side = state.boards[seat]
    pieces = [
        Piece(KIND_NAMES[kind], state.parts.cores[kind].name, count, resting(state.parts, kind), None)
        for kind, count in enumerate(side.spent)
        if count
    ]
    for held in tokens_shown(state.parts, side.tokens):
        pieces.append(Piece(held.slug, held.name, held.count, None, held))
    for piece in pieces:
        piece.fits = " ".join(fits.get(piece.word, []))
    first = next((piece for piece in pieces if piece.fits), None)
    if first is not None:
        first.picked = True
    return pieces


def raises(state: TotalEClips, seat: int, actions: list[int]) -> list[Raise]:
    """The cores that can be raised: from what, where it lies, to what."""
    found = []
    for action in actions:
        if RAISE <= action < LOCK:
            source, kind = divmod(action - RAISE, KINDS)
            price = state.parts.upgrade_prices[LEVEL[source_kind(source)]] if state.phase == BUY else FREE
            name, new = GAME.say(state, seat, action), resting(state.parts, kind)
            found.append(Raise(name, _source(state, source), _lies(source), new, price.flops, price.trust))
    return found


def _source(state: TotalEClips, source: int) -> Core:
    if source >= ROLLED:
        return showing(state.parts, source - ROLLED)
    return resting(state.parts, source_kind(source))


def _lies(source: int) -> str:
    if source >= ROLLED:
        return "rolled"
    return "free" if source < KINDS else f"on {PLACE_NAMES[source // KINDS - 1].capitalize()}"


def gains(state: TotalEClips, actions: list[int]) -> list[Gain]:
    kinds = [action - GAIN for action in actions if action >= GAIN]
    cores = state.parts.cores
    return [
        Gain(f"gain {KIND_NAMES[kind]}", resting(state.parts, kind), faces(cores[kind])) for kind in kinds
    ]


def own_odds(state: TotalEClips, seat: int) -> dict[str, list[Odds]]:
    """The chance to reach what matters on each place where something of yours lies."""
    side = state.boards[seat]
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
