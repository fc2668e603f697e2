"""The tiles and pawns of the loop, as board.html draws them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from quincunx.core.move import Move
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.layout import Spot, loop
from quincunx.games.bitcoin_mining.loop import CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.moves import at_stake, chosen, explain, place_of, words
from quincunx.games.bitcoin_mining.names import short_name, start_face, title
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import BANK, Property
from quincunx.text.grammar import Voice

Drawn = dict[str, Any]

CORNER_RULES = {"start": "BM-6", "inflation": "BM-7", "inspection": "BM-16", "bull": "BM-17", "bear": "BM-17"}
CORNER_KINDS = {START: "start", INSPECTION: "inspection"}
NARROW = {"Fiat Inflation": "Infl.", "Inspection": "Insp."}
"""The names of corners where there is little room."""
FEE = Move("pay")


@dataclass(slots=True)
class Tile:
    """A property on the board."""

    spot: Spot
    name: str
    long: str
    short: str
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
    """The move that pressing a tile makes: its name, its words, its cost or effect, and that on the tile."""

    name: str
    label: str
    hint: str
    chip: str = ""

    @property
    def words(self) -> str:
        return f"{self.label}: {self.hint}"


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
    name = state.board.names[place.number]
    return Tile(
        spot=loop(state.board.side)[at],
        name=name,
        long=title(name).replace("Ciudad", "C."),
        short=short_name(state.board, place.number),
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
            found[place.number] = TileMove(str(move), label, hint, chip(state, seat, move, place))
    return found


def chip(state: BitcoinMining, seat: int, move: Move, place: Property) -> str:
    """Return the effect of a move on a property in as little room as possible."""
    if move.verb == "buy":
        return "buy"
    if move.verb != "choose":
        batches = place.batches + place.ordered
        more = state.payout_of(place, batches + 1) - state.payout_of(place, batches)
        return f"+{more / 2:g}"
    fiat, batches, room = chosen(state, seat, move, place)
    if fiat:
        return f"+{thousands(fiat, 3)}"
    return f"{batches or room:+d}" if batches or room else "stop"


def corners(state: BitcoinMining, seat: int, moves: list[Move], voice: Voice) -> list[Drawn]:
    here = state.miners[state.active].tile
    found = []
    for corner in range(len(CORNERS)):
        tile = corner * (state.board.side + 1)
        kind = CORNER_KINDS.get(corner, "bull" if state.is_bull(corner) else "bear")
        name = start_face(state.cycle) if corner == START else kind.title()
        leaves = corner == INSPECTION and here == tile and FEE in moves
        shown = "inflation" if name == "Fiat Inflation" else kind
        pays = TileMove("pay", "Pay to leave", explain(state, seat, FEE, voice)) if leaves else None
        found.append(
            {
                "spot": loop(state.board.side)[tile],
                "number": corner,
                "tile": tile,
                "kind": shown,
                "rule": CORNER_RULES[shown],
                "name": name,
                "long": "Inflation" if shown == "inflation" else name,
                "short": NARROW.get(name, name),
                "here": tile == here,
                "move": pays,
            }
        )
    return found


def pawns(state: BitcoinMining) -> list[Drawn]:
    """Return the pawns by the tile that they stand on."""
    found: dict[int, list[int]] = {}
    for seat, miner in enumerate(state.miners):
        found.setdefault(miner.tile, []).append(seat)
    moving = state.active if state.phase != codes.ENDED else -1
    return [
        {
            "spot": loop(state.board.side)[tile],
            "name": state.board.tile_name(tile),
            "tile": tile,
            "seats": seats,
            "moving": moving,
        }
        for tile, seats in sorted(found.items())
    ]


def thousands(fiat: int, digits: int = 6) -> str:
    """Return a sum that fits on a tile, rounded to that many digits.

    >>> thousands(133_100), thousands(20_000), thousands(950), thousands(12_375, 3)
    ('133.1k', '20k', '950', '12.4k')
    """
    return f"{fiat / 1000:,.{digits}g}k" if fiat >= 1000 else str(fiat)
