"""The tiles and pawns of the loop, as board.html draws them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from quincunx.core.move import Move
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.layout import Spot, loop, pawn_places
from quincunx.games.bitcoin_mining.loop import CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.moves import at_stake, explain, place_of, words
from quincunx.games.bitcoin_mining.names import start_face, title
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import BANK, Property
from quincunx.text.grammar import Voice

Drawn = dict[str, Any]

CORNER_RULES = {"start": "BM-6", "inflation": "BM-7", "inspection": "BM-16", "bull": "BM-17", "bear": "BM-17"}
CORNER_KINDS = {START: "start", INSPECTION: "inspection"}
FARTHEST = 12
"""The most tiles a pawn goes: two sixes."""
FEE = Move("pay")


def outline(state: BitcoinMining) -> Drawn:
    its = loop(state.board.side)
    return {"width": its.width, "height": its.height}


@dataclass(slots=True)
class Tile:
    """A property on the board."""

    spot: Spot
    name: str
    city: int
    owner: int | None
    marks: str
    """The marks of the tile, as class names."""
    says: str
    """The owner and the income, in words."""
    rule: str
    sum: str
    """The price, or the toll if somebody owns it."""
    btc: str
    """The payout of a landing to the owner."""
    slots: list[str]
    move: "TileMove | None"


class TileMove(NamedTuple):
    """The move that pressing a tile makes: in full and in short words, with its cost or effect, and whether
    it adds a batch."""

    name: str
    words: str
    adds: bool
    label: str = ""
    hint: str = ""


def tiles(state: BitcoinMining, seat: int, moves: list[Move], asked: bool, voice: Voice) -> list[Tile]:
    pressed = property_moves(state, seat, moves, voice)
    return [tile(state, place, pressed.get(place.number), asked, voice) for place in state.places]


def tile(state: BitcoinMining, place: Property, move: TileMove | None, asked: bool, voice: Voice) -> Tile:
    at = state.board.tile_of(place.number)
    owned = place.owner != BANK
    marks = ["bm-here"] if at == state.miners[state.active].tile else []
    if move is not None and not asked:
        marks.append("bm-unasked")
    if any(card.payout(1) == 0 for card in place.effects):
        marks.append("bm-stopped")
    return Tile(
        spot=loop(state.board.side).spots[at],
        name=state.board.names[place.number],
        city=state.board.city(place.number),
        owner=place.owner if owned else None,
        marks=" ".join(marks),
        says=deed(state, place, voice),
        rule="BM-12" if owned else "BM-11",
        sum=thousands(state.toll(place) if owned else state.price(place), 3),
        btc=f"{state.payout(place) / 2:g}" if place.batches else "",
        slots=slot_kinds(state, place) if owned else [],
        move=move,
    )


def slot_kinds(state: BitcoinMining, place: Property) -> list[str]:
    """Return a slot for each batch a property holds, is to get, or has room for."""
    free = max(0, state.limit(place) - place.batches - place.ordered)
    return ["batch"] * place.batches + ["ordered"] * place.ordered + ["empty"] * free


def deed(state: BitcoinMining, place: Property, voice: Voice) -> str:
    name = title(state.board.names[place.number])
    if place.owner == BANK:
        price, toll = state.price(place), state.toll(place)
        return f"{name} is for sale: {price:,} fiat. Its owner gets {toll:,} from others who land there."
    on_order = f", {place.ordered} on order" if place.ordered else ""
    cards = "".join(f", {title(card.name)}" for card in place.effects)
    return f"{voice.whose(place.owner, first=True)} {name}: {at_stake(state, place)}{on_order}{cards}."


def property_moves(state: BitcoinMining, seat: int, moves: list[Move], voice: Voice) -> dict[int, TileMove]:
    """Return the moves that pressing a property makes, by its number."""
    found: dict[int, TileMove] = {}
    for move in moves:
        place = place_of(state, move)
        if place is not None:
            label, hint = words(state, seat, move, voice), explain(state, seat, move, voice)
            adds = move.verb in ("order", "use")
            found[place.number] = TileMove(str(move), f"{label}: {hint}", adds, label, hint)
    return found


def corners(state: BitcoinMining, seat: int, moves: list[Move], voice: Voice) -> list[Drawn]:
    its = loop(state.board.side)
    here = state.miners[state.active].tile
    found = []
    for corner in range(len(CORNERS)):
        tile = corner * (state.board.side + 1)
        kind = CORNER_KINDS.get(corner, "bull" if state.is_bull(corner) else "bear")
        name = start_face(state.cycle) if corner == START else kind.title()
        leaves = corner == INSPECTION and here == tile and FEE in moves
        fee = f"Pay to leave: {explain(state, seat, FEE, voice)}" if leaves else ""
        shown = "inflation" if name == "Fiat Inflation" else kind
        found.append(
            {
                "spot": its.spots[tile],
                "number": corner,
                "kind": shown,
                "rule": CORNER_RULES[shown],
                "name": name,
                "short": "Inflation" if name == "Fiat Inflation" else name,
                "here": tile == here,
                "move": TileMove(str(FEE), fee, False) if leaves else None,
            }
        )
    return found


def pawns(state: BitcoinMining) -> list[Drawn]:
    """Return everyone's pawn; those on one tile stand beside each other."""
    spots: dict[int, list[int]] = {}
    for seat, miner in enumerate(state.miners):
        spots.setdefault(miner.tile, []).append(seat)
    found = []
    for tile, seats in spots.items():
        its = loop(state.board.side)
        places = pawn_places(its.spots[tile], len(seats), its.width, its.height)
        for seat, (x, y, scale) in zip(seats, places, strict=True):
            found.append(
                {
                    "seat": seat,
                    "x": x,
                    "y": y,
                    "scale": scale,
                    "tile": state.board.tile_name(tile),
                    "turn": state.active == seat and state.phase != codes.ENDED,
                    "way": way(its.spots, tile, x, y, scale),
                }
            )
    return sorted(found, key=lambda pawn: (pawn["y"], pawn["seat"]))


def way(spots: list[Spot], tile: int, x: float, y: float, scale: float) -> list[str]:
    """Return the tiles before this one, the farthest first, relative to a pawn that stands at x, y."""
    before = [spots[(tile - back) % len(spots)] for back in range(FARTHEST, 0, -1)]
    return [f"{(spot.x - x) / scale:.0f},{(spot.y - y) / scale + 12:.0f}" for spot in before]


def lines(name: str) -> list[str]:
    """Return a long name on two lines."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest else [first]


def thousands(fiat: int, digits: int = 6) -> str:
    """Return a sum that fits on a tile, rounded to that many digits.

    >>> thousands(133_100), thousands(20_000), thousands(950), thousands(12_375, 3)
    ('133.1k', '20k', '950', '12.4k')
    """
    return f"{fiat / 1000:,.{digits}g}k" if fiat >= 1000 else str(fiat)
