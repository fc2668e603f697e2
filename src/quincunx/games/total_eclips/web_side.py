"""One player's side of the table in a browser: cores, tokens, slots, and what may be done with them."""

from dataclasses import dataclass

from quincunx.games.total_eclips.board import FROM_MANUFACTURE, FROM_PROJECTS, FROM_TRACK, FROM_X2, Board
from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    FACES,
    NOTHING,
    PLACES,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    Parts,
    Price,
    Token,
)
from quincunx.games.total_eclips.hints import core_name
from quincunx.games.total_eclips.position import BONUS, BUY, ENDED, PLACE, REROLL, ROLL
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    LEVEL_NAMES,
    PLACE_NAMES,
    cores_on,
    face_name,
    goods,
    place_title,
    tokens_on,
)

MARKS = ["I", "II", "III", "MC", "AI", "Q"]
"""What stands on a core that shows no face."""
EARNED = {
    "projects": FROM_PROJECTS,
    "Manufacture": FROM_MANUFACTURE,
    "x2": FROM_X2,
    "the track": FROM_TRACK,
}


@dataclass(slots=True)
class Core:
    """A core as it lies there: the text on it, in its corner its kind if that text is a face, and the move
    that pressing it makes."""

    kind: str
    text: str
    corner: str
    label: str
    move: str = ""


@dataclass(slots=True)
class Held:
    """So many cores of a kind."""

    core: Core
    count: int


@dataclass(slots=True)
class TokenShown:
    slug: str
    name: str
    does: str
    only: str
    count: int = 0


@dataclass(slots=True)
class OpenSlot:
    tier: int
    core: Core | None


@dataclass(slots=True)
class LockedSlot:
    """`flops` and `trust` are what it takes to free the core."""

    tier: int
    core: Core
    flops: int
    trust: int


@dataclass(slots=True)
class Row:
    """An algorithm, its slots from the left: the open ones, each with the core that lies there this round,
    then the locked ones."""

    name: str
    title: str
    now: bool
    flops: int
    lying: int
    open: list[OpenSlot]
    locked: list[LockedSlot]
    tokens: list[TokenShown]


@dataclass(slots=True)
class Side:
    index: int
    company: str
    trust: int
    position: int
    label: str
    is_done: bool
    won: bool
    cores: list[Held]
    tokens: list[TokenShown]
    algorithms: list[Row]
    earned: str


@dataclass(slots=True)
class PriceShown:
    """What something costs, and what for: a name, or clips or cores to be made by a move."""

    flops: int
    trust: int
    label: str
    gets: str = ""
    clips: int = 0
    cores: int = 0
    move: str = ""


def side(state: TotalEClips, seat: int, viewer: int) -> Side:
    board = state.boards[seat]
    parts = state.parts
    return Side(
        index=seat,
        company=parts.companies[seat],
        trust=board.trust,
        position=board.position,
        label=parts.track.label(board.position),
        is_done=board.done and state.phase in (PLACE, REROLL, BUY),
        won=state.phase == ENDED and seat in state.winners(),
        cores=[Held(resting(parts, kind), count) for kind, count in enumerate(board.spent) if count],
        tokens=tokens_shown(parts, board.tokens),
        algorithms=[row(state, seat, viewer, number) for number in range(ALGORITHMS)],
        earned=earned(board) if state.phase == ENDED else "",
    )


def earned(board: Board) -> str:
    """Where the clips came from, at the end."""
    return ", ".join(
        f"{board.tally[source]} {name}" for name, source in EARNED.items() if board.tally[source]
    )


def row(state: TotalEClips, seat: int, viewer: int, number: int) -> Row:
    board = state.boards[seat]
    place = UNLOCK + number
    lying = cores_at(state, seat, place, viewer)
    tiers = state.parts.slots[number][len(board.locked[number]) :][::-1]
    locked = range(len(board.locked[number]) - 1, -1, -1)
    return Row(
        name=PLACE_NAMES[place],
        title=place_title(place),
        now=is_now(state, place),
        flops=flops(state, board, place),
        lying=len(lying),
        open=[
            OpenSlot(tier, lying[index] if index < len(lying) else None) for index, tier in enumerate(tiers)
        ],
        locked=[locked_slot(state, board, number, slot, seat == viewer) for slot in locked],
        tokens=tokens_shown(state.parts, tokens_on(board, place)),
    )


def is_now(state: TotalEClips, place: int) -> bool:
    return place == state.place and state.phase not in (PLACE, ENDED)


def flops(state: TotalEClips, board: Board, place: int) -> int:
    """What is left to spend where players buy; else what counts on a place with what lies there now."""
    if not is_now(state, place):
        return board.total(place) - sum(state.parts.values[code] for code in board.rolled)
    if state.phase == BONUS:
        return 0
    return board.flops if state.phase == BUY else board.total(place)


def locked_slot(state: TotalEClips, board: Board, number: int, slot: int, is_own: bool) -> LockedSlot:
    tier = board.tier(number, slot)
    price = state.parts.unlock_prices[tier] if state.phase == BUY else FREE
    move = f"unlock t{tier} {PLACE_NAMES[UNLOCK + number]}" if is_own else ""
    return LockedSlot(tier, showing(state.parts, board.locked[number][slot], move), price.flops, price.trust)


FREE = Price(0, 0, 0, 0)


def cores_at(state: TotalEClips, seat: int, place: int, viewer: int) -> list[Core]:
    """The cores of a player on a place: in the air, just rolled, or waiting for their roll."""
    board = state.boards[seat]
    parts = state.parts
    found: list[Core] = []
    if place == state.place and state.phase in (ROLL, REROLL, BUY):
        found += [in_the_air(parts, kind) for kind in board.rolling]
        verb = {REROLL: "reroll", BUY: "lock"}.get(state.phase, "") if seat == viewer else ""
        for code in board.rolled:
            found.append(showing(parts, code, f"{verb} {core_name(parts, code)}" if verb else ""))
    for kind, count in enumerate(cores_on(board, place)):
        found += [resting(parts, kind)] * count
    return found


def showing(parts: Parts, code: int, move: str = "") -> Core:
    """A core with the face that is up."""
    kind = code // FACES
    face = face_name(parts, code)
    said = {"0": "a blank", "x2": "x2, a clip"}.get(face, face)
    text = "" if face == "0" else face
    return Core(KIND_NAMES[kind], text, MARKS[kind], f"{parts.cores[kind].name} showing {said}", move)


def resting(parts: Parts, kind: int) -> Core:
    """A core without a face."""
    return Core(KIND_NAMES[kind], MARKS[kind], "", parts.cores[kind].name)


def in_the_air(parts: Parts, kind: int) -> Core:
    return Core(KIND_NAMES[kind], "?", MARKS[kind], f"{parts.cores[kind].name}, rolling")


def tokens_shown(parts: Parts, counts: list[int]) -> list[TokenShown]:
    return [token_shown(parts.tokens[token], count) for token, count in enumerate(counts) if count]


def token_shown(token: Token, count: int = 0) -> TokenShown:
    does = f"+{token.flops}" if token.flops else "ties" if token.wins_ties else "re-roll"
    return TokenShown(token.slug, token.name, does, only(token), count)


def only(token: Token) -> str:
    """Where a token fits if not anywhere, and what must be used with it."""
    if token.needs != NOTHING:
        return f"with {MARKS[token.needs]}"
    if len(token.fits) == PLACES:
        return ""
    algorithms = [place_title(place) for place in token.fits if place >= PROJECTS]
    letters = ["projects"] if len(token.fits) > len(algorithms) else []
    return ", ".join(letters + algorithms)


def prices(parts: Parts) -> list[list[PriceShown]]:
    """What each algorithm sells: cores out of slots, clips and new cores, better cores."""
    frees, makes, raises = [], [], []
    for tier in sorted({tier for tiers in parts.slots for tier in tiers}):
        price = parts.unlock_prices[tier]
        label = f"Free a core from a T{tier} slot for {cost(price)}"
        frees.append(PriceShown(price.flops, price.trust, label, f"T{tier}"))
    for index, price in enumerate(parts.makes):
        move = f"make {goods(parts, index)}"
        label = f"{move.capitalize()} for {cost(price)}"
        makes.append(PriceShown(price.flops, price.trust, label, "", price.clips, price.cores, move))
    for level in range(TOP_LEVEL):
        price, low, high = parts.upgrade_prices[level], LEVEL_NAMES[level], LEVEL_NAMES[level + 1]
        label = f"Raise a core of level {low} to level {high} for {cost(price)}"
        raises.append(PriceShown(price.flops, price.trust, label, f"{low}→{high}"))
    return [frees, makes, raises]


def cost(price: Price) -> str:
    return f"{price.flops} FLOPS" + (f" and {price.trust} Trust" if price.trust else "")
