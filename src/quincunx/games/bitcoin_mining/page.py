"""Bitcoin Mining in a browser: what board.html draws."""

from quincunx.core.game import WATCHER
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.board import CITIES
from quincunx.games.bitcoin_mining.explain import explain, inflated, start_face
from quincunx.games.bitcoin_mining.position import (
    BUY,
    DECK,
    NOT_ASKED,
    ORDER,
    ROLL,
    SELL,
    USE,
    WAITING,
    Card,
    coins,
)
from quincunx.games.bitcoin_mining.question import asked_of, waited_for
from quincunx.games.bitcoin_mining.rules import DICE, DRAW, ENDED, NO_CARD, NO_ROLL, WINDOW, BitcoinMining
from quincunx.games.bitcoin_mining.show import GAME, NAMES
from quincunx.games.bitcoin_mining.tiles import Drawn, corners, lines, outline, pawns, tiles

LABELS = {ROLL: "Roll the dice", USE: "Use the card"}
TAKING = (ROLL, BUY, SELL, USE)
"""Answers that do something; the others let it be."""
FATE = {DICE: "Your dice are rolling.", DRAW: "You draw a card."}


def board(state: BitcoinMining, seat: int) -> Drawn:
    actions = state.actions(seat) if seat != WATCHER else []
    asked = seat != WATCHER and state.waits_for(seat)
    return {
        "hexagon": outline(state),
        "tiles": tiles(state, seat, actions, asked),
        "corners": corners(state, seat, actions),
        "pawns": pawns(state),
        "market": market(state),
        "dice": [] if state.rolled == NO_ROLL else [state.rolled // 6 + 1, state.rolled % 6 + 1],
        "ask": ask(state, seat, asked, actions),
        "players": [player(state, number) for number in range(len(state.miners))],
        "decks": [deck(state, "Bull", 0), deck(state, "Bear", DECK)],
        "drawn": None if state.drawn == NO_CARD else card(state, state.edition.cards[state.drawn]),
        "deeds": deeds(state),
        "legend": legend(state),
    }


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


def ask(state: BitcoinMining, seat: int, asked: bool, actions: list[int]) -> Drawn:
    """Who is waited for and why; and, if it is this seat, what it may answer without a property."""
    deciders = [state.active if actor == CHANCE else actor for actor in state.actors()]
    return {
        "deciders": deciders,
        "waited": waited_for(state),
        "words": asked_of(state, seat) if asked else "",
        "fate": FATE.get(state.phase, "") if state.active == seat else "",
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


def player(state: BitcoinMining, number: int) -> Drawn:
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
