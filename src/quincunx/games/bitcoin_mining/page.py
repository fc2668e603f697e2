"""Bitcoin Mining in a browser: what board.html draws."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.board import CITIES, CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.explain import at_stake, explain, inflated, start_face
from quincunx.games.bitcoin_mining.loop import Spot, loop, pawn_places, slots
from quincunx.games.bitcoin_mining.position import (
    BANK,
    BUY,
    CHOOSE,
    DECK,
    NOT_ASKED,
    ORDER,
    PAY,
    ROLL,
    SELL,
    USE,
    WAITING,
    Card,
    Property,
    coins,
)
from quincunx.games.bitcoin_mining.question import asked_of, waited_for
from quincunx.games.bitcoin_mining.rules import ENDED, NO_CARD, NO_ROLL, WINDOW, BitcoinMining
from quincunx.games.bitcoin_mining.show import GAME, NAMES

Drawn = dict[str, Any]

WATCHER = -1
LABELS = {ROLL: "Roll the dice", USE: "Use the card"}
TAKING = (ROLL, BUY, SELL, USE)
"""Answers that do something; the others let it be."""
CORNER_KINDS = {START: "start", INSPECTION: "inspection"}


def board(state: BitcoinMining, seat: int) -> Drawn:
    actions = state.actions(seat) if seat != WATCHER else []
    asked = seat != WATCHER and state.waits_for(seat)
    return {
        "hexagon": outline(state),
        "tiles": tiles(state, seat, actions),
        "corners": corners(state, seat, actions),
        "pawns": pawns(state),
        "market": market(state),
        "dice": [] if state.rolled == NO_ROLL else [state.rolled // 6 + 1, state.rolled % 6 + 1],
        "ask": ask(state, seat, asked, actions),
        "players": [player(state, number, seat) for number in range(len(state.miners))],
        "decks": [deck(state, "Bull", 0), deck(state, "Bear", DECK)],
        "drawn": None if state.drawn == NO_CARD else card(state, state.edition.cards[state.drawn]),
        "deeds": deeds(state),
        "legend": legend(state),
    }


def outline(state: BitcoinMining) -> Drawn:
    its = loop(state.board.side)
    return {
        "size": its.size,
        "inside": " ".join(f"{x:.1f},{y:.1f}" for x, y in its.inside),
        "top": round(its.inside[0][1], 1),
        "wide": round(its.inside[2][0], 1),
    }


@dataclass(slots=True)
class Tile:
    """A property on the board."""

    spot: Spot
    name: str
    city: int
    owner: int | None
    marks: str
    """What is special about it, as class names."""
    says: str
    sum: str
    """The price, or the toll if somebody owns it."""
    btc: str
    slots: list[tuple[float, str]]
    slot_width: float
    taken: bool
    """Whether a pawn stands there."""
    move: "TileMove | None"


class TileMove(NamedTuple):
    """What pressing a tile does: the move, in words, and whether it adds a batch."""

    name: str
    words: str
    adds: bool


def tiles(state: BitcoinMining, seat: int, actions: list[int]) -> list[Tile]:
    moves = property_moves(state, seat, actions)
    asked = seat != WATCHER and state.waits_for(seat)
    taken = {miner.tile for miner in state.miners}
    return [tile(state, place, moves.get(place.number), asked, taken) for place in state.places]


def tile(state: BitcoinMining, place: Property, move: TileMove | None, asked: bool, taken: set[int]) -> Tile:
    at = state.board.tile_of(place.number)
    its = loop(state.board.side)
    owned = place.owner != BANK
    marks = ["bm-here"] if at == state.miners[state.active].tile else []
    if move is not None and not asked:
        marks.append("bm-unasked")
    if any(card.payout(1) == 0 for card in place.effects):
        marks.append("bm-stopped")
    kinds = slot_kinds(state, place) if owned else []
    width, starts = slots(its.size, len(kinds)) if kinds else (0.0, [])
    return Tile(
        spot=its.spots[at],
        name=state.board.name(place.number),
        city=state.board.city(place.number),
        owner=place.owner if owned else None,
        marks=" ".join(marks),
        says=deed(state, place) if owned else f"nobody's, {state.price(place):,} fiat",
        sum=thousands(state.toll(place), 3) if owned else thousands(state.price(place)),
        btc=f"{state.payout(place) / 2:g} BTC" if place.batches else "",
        slots=list(zip(starts, kinds, strict=True)),
        slot_width=width,
        taken=at in taken,
        move=move,
    )


def slot_kinds(state: BitcoinMining, place: Property) -> list[str]:
    """A slot for each batch a property holds, is to get, or has room for."""
    free = max(0, state.limit(place) - place.batches - place.ordered)
    return ["batch"] * place.batches + ["ordered"] * place.ordered + ["empty"] * free


def deed(state: BitcoinMining, place: Property) -> str:
    on_order = f", {place.ordered} on order" if place.ordered else ""
    return at_stake(state, place) + on_order + "".join(f", {card.name}" for card in place.effects)


def property_moves(state: BitcoinMining, seat: int, actions: list[int]) -> dict[int, TileMove]:
    """What pressing a property does, by its number."""
    found: dict[int, TileMove] = {}
    for action in actions:
        if action >= CHOOSE:
            number, verb = action - CHOOSE, "Choose"
        elif action >= ORDER:
            number, verb = action - ORDER, "Order a batch for"
        elif action in (BUY, USE):
            number, verb = state.landed_on().number, "Buy" if action == BUY else "Use Logistics Win on"
        else:
            continue
        words = f"{verb} {state.board.name(number)}: {explain(state, seat, action)}"
        adds = action == USE or ORDER <= action < CHOOSE
        found[number] = TileMove(GAME.say(state, seat, action), words, adds)
    return found


def corners(state: BitcoinMining, seat: int, actions: list[int]) -> list[Drawn]:
    its = loop(state.board.side)
    here = state.miners[state.active].tile
    found = []
    for corner in range(CORNERS):
        tile = corner * (state.board.side + 1)
        kind = CORNER_KINDS.get(corner, "bull" if state.bull[corner] else "bear")
        name = start_face(state) if corner == START else kind.title()
        leaves = corner == INSPECTION and here == tile and PAY in actions
        found.append(
            {
                "spot": its.spots[tile],
                "number": corner,
                "kind": "inflation" if name == "Fiat Inflation" else kind,
                "name": name,
                "lines": lines(name),
                "here": tile == here,
                "move": TileMove(NAMES[PAY], f"Pay: {explain(state, seat, PAY)}", False) if leaves else None,
            }
        )
    return found


def pawns(state: BitcoinMining) -> list[Drawn]:
    """Everyone's pawn; those on one tile stand beside each other."""
    spots: dict[int, list[int]] = {}
    for seat, miner in enumerate(state.miners):
        spots.setdefault(miner.tile, []).append(seat)
    found = []
    for tile, seats in spots.items():
        spot = loop(state.board.side).spots[tile]
        for seat, (x, y, scale) in zip(seats, pawn_places(spot, len(seats)), strict=True):
            turn = state.active == seat and state.phase != ENDED
            found.append({"seat": seat, "x": x, "y": y, "scale": scale, "turn": turn})
    return sorted(found, key=lambda pawn: (pawn["y"], pawn["seat"]))


def market(state: BitcoinMining) -> Drawn:
    """The cycle, the price of a batch and what it mines, now and later."""
    later = inflated(state, state.board.miner_prices)
    return {
        "cycle": state.cycle,
        "cycles": [
            {"number": number, "inflation": number % 2 == 0, "btc": f"{state.payouts[number] / 2:g}"}
            for number in range(1, state.edition.cycles + 1)
        ],
        "face": start_face(state),
        "batch": f"{state.miner_price():,}",
        "batch_later": "" if later is None else f"{later:,}",
        "payout": coins(state.payouts[state.cycle]),
        "goal": coins(state.edition.btc_goal) if state.edition.btc_goal else "",
        "last_turn": state.last_turn,
        "cities": [
            {"lines": lines(name), "price": f"{state.board.prices[city][state.cycle]:,}"}
            for city, name in enumerate(CITIES)
        ],
    }


def lines(name: str) -> list[str]:
    """A long name on two lines."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest else [first]


def ask(state: BitcoinMining, seat: int, asked: bool, actions: list[int]) -> Drawn:
    """Who is waited for and why; and, if it is this seat, what it may answer without a property."""
    deciders = [state.active if actor == CHANCE else actor for actor in state.actors()]
    return {
        "deciders": deciders,
        "waited": waited_for(state),
        "words": asked_of(state, seat) if asked else "",
        "answered": seat != WATCHER and state.phase == WINDOW and state.miners[seat].answer >= 0,
        "answers": [
            {
                "move": NAMES[action],
                "label": LABELS.get(action, NAMES[action].capitalize()),
                "hint": explain(state, seat, action),
                "takes": action in TAKING,
            }
            for action in actions
            if action < ORDER
        ],
        "unasked": f"{state.batch_price(seat):,}" if actions and not asked else "",
        "over": GAME.result(state).reason if state.phase == ENDED else "",
    }


def player(state: BitcoinMining, number: int, seat: int) -> Drawn:
    miner = state.miners[number]
    owned = state.owned(number)
    most = max(each.btc for each in state.miners)
    answer = {NOT_ASKED: "", WAITING: "to answer"}.get(miner.answer, "has answered")
    return {
        "seat": number,
        "fiat": miner.fiat,
        "btc": f"{miner.btc / 2:g}",
        "laps": miner.passes,
        "land": len(owned),
        "batches": sum(place.batches for place in owned),
        "ordered": sum(place.ordered for place in owned),
        "inspected": miner.inspected,
        "cards": [card(state, each) for each in miner.effects],
        "answer": answer,
        "won": state.phase == ENDED and miner.btc == most,
    }


def card(state: BitcoinMining, its: Card) -> Drawn:
    text = its.text(state.cycle)
    return {
        "name": its.name,
        "text": text[0].upper() + text[1:],
        "kind": "bull" if its.number < DECK else "bear",
        "left": state.deck[its.number],
    }


def deck(state: BitcoinMining, name: str, first: int) -> Drawn:
    cards = [card(state, its) for its in state.edition.cards[first : first + DECK]]
    return {"name": name, "left": sum(each["left"] for each in cards), "cards": cards}


def deeds(state: BitcoinMining) -> Drawn:
    """What a property of each city costs and brings in this cycle, by the batches on it."""
    batches = range(state.board.batch_limit + 1)
    rows = []
    for city, name in enumerate(CITIES):
        later = inflated(state, state.board.prices[city])
        rows.append(
            {
                "city": name,
                "price": f"{state.board.prices[city][state.cycle]:,}",
                "later": "" if later is None else f"{later:,}",
                "tolls": [f"{state.board.tolls[city][count][state.cycle]:,}" for count in batches],
            }
        )
    payouts = [f"{state.payouts[state.cycle] * count / 2:g}" for count in batches]
    return {"rows": rows, "batches": list(batches), "payouts": payouts}


def legend(state: BitcoinMining) -> list[tuple[str, str]]:
    """What each face of a corner does."""
    fee = state.edition.inspection_fee
    return [
        (
            "start",
            "Start. The first pawn to pass over it begins the next cycle and flips it. Landing does nothing.",
        ),
        (
            "inflation",
            "Fiat Inflation, the other face of Start. Properties and batches are dearer, for good.",
        ),
        ("bear", "Bear. Whoever lands here draws a bear card. A pawn that passes flips the tile."),
        ("bull", "Bull. Whoever lands here draws a bull card. A pawn that passes flips the tile."),
        (
            "inspection",
            f"Inspection. Whoever is here mines no BTC. Doubles or {fee:,} fiat lead out.",
        ),
    ]


def thousands(fiat: int, digits: int = 6) -> str:
    """A sum that fits on a tile, rounded to so many digits.

    >>> thousands(133_100), thousands(20_000), thousands(950), thousands(12_375, 3)
    ('133.1k', '20k', '950', '12.4k')
    """
    return f"{fiat / 1000:,.{digits}g}k" if fiat >= 1000 else str(fiat)
