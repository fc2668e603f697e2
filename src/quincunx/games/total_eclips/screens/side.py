"""One player's side of the table in a browser: cores, tokens, slots, and the moves made on them."""

from dataclasses import dataclass
from functools import lru_cache

from quincunx.games.total_eclips.codes import BONUS, BUY, ENDED, PLACE, REROLL, ROLL
from quincunx.games.total_eclips.cores import FACES, KIND_NAMES, KINDS, LEVEL_NAMES, TOP_LEVEL
from quincunx.games.total_eclips.names import (
    cores_on,
    cost,
    goods,
    listing,
    place_title,
    token_names,
    tokens_on,
)
from quincunx.games.total_eclips.parts import NOTHING, Parts, Token
from quincunx.games.total_eclips.places import ALGORITHMS, PLACE_NAMES, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import FROM_MANUFACTURE, FROM_PROJECTS, FROM_TRACK, FROM_X2, Side

MARKS = ["I", "II", "III", "MC", "AI", "Q"]
"""The text on a core that shows no face."""
EARNED = {
    "projects": FROM_PROJECTS,
    "Manufacture": FROM_MANUFACTURE,
    "x2": FROM_X2,
    "the track": FROM_TRACK,
}


@dataclass(slots=True)
class Core:
    """A core on the page: its text, its kind in the corner if that text is a face, and the move that pressing
    it makes. `piece` is the name by which the page follows it from place to place; `rolled` names the roll
    that its face is from."""

    kind: str
    text: str
    corner: str
    label: str
    move: str = ""
    piece: str = ""
    rolled: str = ""


@dataclass(slots=True)
class Held:
    """A number of cores of one kind."""

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
    """A slot with a locked core; `flops` and `trust` are the price of freeing it."""

    tier: int
    core: Core
    flops: int
    trust: int


@dataclass(slots=True)
class Row:
    """An algorithm with its slots from the left: the open ones, each with the core that lies there this
    round, then the locked ones."""

    name: str
    title: str
    now: bool
    flops: int
    lying: int
    open: list[OpenSlot]
    locked: list[LockedSlot]
    tokens: list[TokenShown]


@dataclass(slots=True)
class SideShown:
    index: int
    company: str
    colour: str
    trust: int
    position: int
    label: str
    is_done: bool
    cores: list[Held]
    tokens: list[TokenShown]
    algorithms: list[Row]
    earned: str


@dataclass(slots=True)
class PriceShown:
    """A price and what it buys: a name, or clips or cores to be made by a move."""

    flops: int
    trust: int
    label: str
    gets: str = ""
    clips: int = 0
    cores: int = 0
    move: str = ""


def side_shown(state: TotalEClips, seat: int, viewer: int) -> SideShown:
    side = state.sides[seat]
    parts = state.parts
    return SideShown(
        index=seat,
        company=parts.companies[seat],
        colour=parts.colours[seat],
        trust=side.trust,
        position=side.position,
        label=parts.track.label(side.position),
        is_done=side.done and state.phase in (PLACE, REROLL, BUY),
        cores=[Held(resting(parts, kind), count) for kind, count in enumerate(side.spent) if count],
        tokens=tokens_held(parts, side),
        algorithms=[row(state, seat, viewer, number) for number in range(ALGORITHMS)],
        earned=earned(side) if state.phase == ENDED else "",
    )


def earned(side: Side) -> str:
    """Return the sources of the clips, at the end."""
    return ", ".join(
        f"{side.tally[source]} from {name}" for name, source in EARNED.items() if side.tally[source]
    )


def row(state: TotalEClips, seat: int, viewer: int, number: int) -> Row:
    side = state.sides[seat]
    place = UNLOCK + number
    lying = cores_at(state, seat, place, viewer)
    tiers = state.parts.slots[number][len(side.locked[number]) :][::-1]
    locked = range(len(side.locked[number]) - 1, -1, -1)
    return Row(
        name=PLACE_NAMES[place],
        title=place_title(PLACE_NAMES[place]),
        now=is_now(state, place),
        flops=flops(state, side, place),
        lying=len(lying),
        open=[
            OpenSlot(tier, lying[index] if index < len(lying) else None) for index, tier in enumerate(tiers)
        ],
        locked=[locked_slot(state, side, number, slot, seat == viewer) for slot in locked],
        tokens=tokens_shown(state.parts, tokens_on(side, place)),
    )


def is_now(state: TotalEClips, place: int) -> bool:
    return place == state.place and state.phase not in (PLACE, ENDED)


def flops(state: TotalEClips, side: Side, place: int) -> int:
    """Return the FLOPS left to spend where players buy; elsewhere the FLOPS of the pieces there now."""
    if not is_now(state, place):
        return side.total(place) - sum(state.parts.values[code] for code in side.rolled)
    if state.phase == BONUS:
        return 0
    return side.flops if state.phase == BUY else side.total(place)


def locked_slot(state: TotalEClips, side: Side, number: int, slot: int, is_own: bool) -> LockedSlot:
    tier = side.tier(number, slot)
    move = f"unlock t{tier} {PLACE_NAMES[UNLOCK + number]}" if is_own else ""
    return _locked_slot(state.parts, tier, side.locked[number][slot], move)


@lru_cache(2000)
def _locked_slot(parts: Parts, tier: int, code: int, move: str) -> LockedSlot:
    price = parts.unlock_prices[tier]
    return LockedSlot(tier, showing(parts, code, move), price.flops, price.trust)


def cores_at(state: TotalEClips, seat: int, place: int, viewer: int) -> list[Core]:
    """Return the cores of a player on a place: in the air, just rolled, or waiting for their roll."""
    side = state.sides[seat]
    parts = state.parts
    found: list[Core] = []
    if place == state.place and state.phase in (ROLL, REROLL, BUY):
        found += [in_the_air(parts, kind) for kind in side.rolling]
        verb = {REROLL: "reroll", BUY: "lock"}.get(state.phase, "") if seat == viewer else ""
        for code in side.rolled:
            core = showing(parts, code, f"{verb} {parts.core(code)}" if verb else "")
            core.rolled = f"{state.round}-{place}-{len(state.contest)}-{side.rerolls}"
            found.append(core)
    for kind in cores_on(side, place):
        core = resting(parts, KIND_NAMES.index(kind))
        if seat == viewer and state.phase == PLACE:
            core.move = f"take {kind} from {PLACE_NAMES[place]}"
            core.piece = piece_name(side, kind, place, len(found))
        found.append(core)
    return found


def piece_name(side: Side, kind: str, place: int, nth: int) -> str:
    """Return a unique name for a core among those of its kind, counted place by place, then in the hand."""
    index = KIND_NAMES.index(kind)
    before = sum(side.placed[other * KINDS + index] for other in range(place))
    lower = sum(side.placed[place * KINDS : place * KINDS + index]) if place < PLACES else 0
    return f"{kind}-{before + nth - lower + 1}"


def showing(parts: Parts, code: int, move: str = "") -> Core:
    """Return a core with the face that is up."""
    kind = code // FACES
    face = parts.face(code)
    said = {"0": "a blank", "x2": "x2, a clip"}.get(face, face)
    text = "" if face == "0" else face
    return Core(KIND_NAMES[kind], text, MARKS[kind], f"{parts.cores[kind].name} showing {said}", move)


def resting(parts: Parts, kind: int) -> Core:
    """Return a core without a face."""
    return Core(KIND_NAMES[kind], MARKS[kind], "", parts.cores[kind].name)


def in_the_air(parts: Parts, kind: int) -> Core:
    return Core(KIND_NAMES[kind], "?", MARKS[kind], f"{parts.cores[kind].name}, rolling")


def tokens_shown(parts: Parts, slugs: list[str]) -> list[TokenShown]:
    """Return each kind of token with how many there are."""
    return [token_shown(token, slugs.count(token.slug)) for token in parts.tokens if token.slug in slugs]


def tokens_held(parts: Parts, side: Side) -> list[TokenShown]:
    return tokens_shown(parts, listing(side.tokens, token_names(parts)))


@lru_cache(1000)
def token_shown(token: Token, count: int = 0) -> TokenShown:
    does = f"+{token.flops}" if token.flops else "ties" if token.wins_ties else "↻"
    return TokenShown(token.slug, token.name, does, only(token), count)


def only(token: Token) -> str:
    """Return the places where a token fits, if not everywhere, or the core that must be used with it."""
    if token.needs != NOTHING:
        return MARKS[token.needs]
    if len(token.fits) == PLACES:
        return ""
    algorithms = [place_title(PLACE_NAMES[place]) for place in token.fits if place >= PROJECTS]
    letters = ["projects"] if len(token.fits) > len(algorithms) else []
    return ", ".join(letters + algorithms)


@lru_cache
def prices(parts: Parts) -> list[list[PriceShown]]:
    """Return what each algorithm sells: cores out of slots, clips and new cores, better cores."""
    frees, makes, raises = [], [], []
    for tier in sorted({tier for tiers in parts.slots for tier in tiers}):
        price = parts.unlock_prices[tier]
        label = f"Unlock a core in a T{tier} slot for {cost(price.flops, price.trust)}"
        frees.append(PriceShown(price.flops, price.trust, label, f"T{tier}"))
    for price in parts.makes:
        move = f"make {goods(price)}"
        label = f"{move.capitalize()} for {cost(price.flops, price.trust)}"
        makes.append(PriceShown(price.flops, price.trust, label, "", price.clips, price.cores, move))
    for level in range(TOP_LEVEL):
        price, low, high = parts.upgrade_prices[level], LEVEL_NAMES[level], LEVEL_NAMES[level + 1]
        label = f"Upgrade a core of level {low} to level {high} for {cost(price.flops, price.trust)}"
        raises.append(PriceShown(price.flops, price.trust, label, f"{low}→{high}"))
    return [frees, makes, raises]
