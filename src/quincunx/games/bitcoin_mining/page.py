"""Bitcoin Mining in a browser: what board.html draws."""

from typing import Any

from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.board import CITIES, INSPECTION, START
from quincunx.games.bitcoin_mining.explain import at_stake, explain, inflated, start_face
from quincunx.games.bitcoin_mining.loop import Spot, loop, pawn_places
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
    }


def outline(state: BitcoinMining) -> Drawn:
    its = loop(state.board.side)
    return {
        "size": its.size,
        "inside": " ".join(f"{x:.1f},{y:.1f}" for x, y in its.inside),
        "top": its.inside[0][1],
    }


def tiles(state: BitcoinMining, seat: int, actions: list[int]) -> list[Drawn]:
    its = loop(state.board.side)
    moves = property_moves(state, seat, actions)
    here = state.miners[state.active].tile
    found = []
    for place in state.places:
        at = state.board.tile_of(place.number)
        tile = {
            "spot": its.spots[at],
            "name": state.board.name(place.number),
            "number": place.number % state.board.side + 1,
            "city": state.board.city(place.number),
            "owner": None if place.owner == BANK else place.owner,
            "here": at == here,
            "move": moves.get(place.number),
        }
        found.append(tile | (for_sale(state, place) if place.owner == BANK else deed(state, place)))
    return found


def property_moves(state: BitcoinMining, seat: int, actions: list[int]) -> dict[int, Drawn]:
    """What pressing a property does, by its number."""
    found: dict[int, Drawn] = {}
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
        found[number] = {"name": GAME.say(state, seat, action), "words": words, "adds": "order" in words.lower()}
    return found


def for_sale(state: BitcoinMining, place: Property) -> Drawn:
    price = state.price(place)
    return {"says": f"nobody's, {price:,} fiat", "price": thousands(price), "slots": []}


def deed(state: BitcoinMining, place: Property) -> Drawn:
    """A property that somebody owns: a slot for each batch it holds or could hold."""
    on_order = f", {place.ordered} on order" if place.ordered else ""
    cards = "".join(f", {card.name}" for card in place.effects)
    full = place.batches + place.ordered
    kinds = ["batch"] * place.batches + ["ordered"] * place.ordered
    return {
        "says": at_stake(state, place) + on_order + cards,
        "toll": f"{state.toll(place):,}",
        "btc": f"{state.payout(place) / 2:g}" if place.batches else "",
        "slots": kinds + ["empty"] * (state.limit(place) - full),
        "batches": place.batches,
        "stopped": any(card.payout(1) == 0 for card in place.effects),
        "upgraded": any(card.extra_room() for card in place.effects),
    }


def corners(state: BitcoinMining, seat: int, actions: list[int]) -> list[Drawn]:
    its = loop(state.board.side)
    here = state.miners[state.active].tile
    found = []
    for corner, inside in enumerate(its.inside):
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
                "inside": inside,
                "here": tile == here,
                "move": {"name": NAMES[PAY], "words": f"Pay: {explain(state, seat, PAY)}"} if leaves else None,
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
        spot: Spot = loop(state.board.side).spots[tile]
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


def lines(city: str) -> list[str]:
    """A long name on two lines."""
    first, _, rest = city.partition(" ")
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


def thousands(fiat: int) -> str:
    """A price that fits on a tile.

    >>> thousands(133_100), thousands(20_000), thousands(950)
    ('133.1k', '20k', '950')
    """
    return f"{fiat / 1000:,g}k" if fiat >= 1000 else str(fiat)
