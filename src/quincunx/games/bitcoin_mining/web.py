"""Bitcoin Mining in a browser: the data that board.html draws."""

from typing import Any

from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.events import tell
from quincunx.games.bitcoin_mining.loop import CITIES
from quincunx.games.bitcoin_mining.moves import decode, explain, inflated, words
from quincunx.games.bitcoin_mining.names import coins, says, start_face, title
from quincunx.games.bitcoin_mining.question import asked_of, waited_for
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining, why_over
from quincunx.games.bitcoin_mining.state import NO_CARD, NO_ROLL, Card, faces
from quincunx.games.bitcoin_mining.web_tiles import corners, lines, outline, pawns, tiles
from quincunx.text.grammar import WATCHER, Voice

Drawn = dict[str, Any]

TAKING = ("roll", "buy", "sell", "use")
"""The verbs of answers that do something; the others decline."""
FATE = {codes.DICE: "Your turn: the dice decide where you go.", codes.DRAW: "You draw a card."}


def board(state: BitcoinMining, seat: int, voice: Voice) -> Drawn:
    moves = [decode(state, seat, action) for action in state.legal_actions(seat)] if seat != WATCHER else []
    asked = seat != WATCHER and state.waits_for(seat)
    bears = state.edition.bears
    return {
        "names": list(voice.names),
        "size": outline(state),
        "tiles": tiles(state, seat, moves, asked, voice),
        "corners": corners(state, seat, moves, voice),
        "pawns": pawns(state),
        "market": market(state),
        "dice": [] if state.rolled == NO_ROLL else list(faces(state.rolled)),
        "ask": ask(state, seat, asked, moves, voice),
        "players": [player(state, number) for number in range(state.players)],
        "decks": [
            deck(state, "Bull", state.edition.cards[:bears]),
            deck(state, "Bear", state.edition.cards[bears:]),
        ],
        "drawn": None if state.drawn == NO_CARD else card(state, state.edition.cards[state.drawn]),
        "deeds": deeds(state),
        "legend": legend(state),
    }


def market(state: BitcoinMining) -> Drawn:
    """Return the cycle, the price of a batch and its payout, now and later."""
    return {
        "cycle": state.cycle,
        "cycles": [
            {"number": number, "inflation": number % 2 == 0, "btc": f"{state.edition.payouts[number] / 2:g}"}
            for number in range(1, state.edition.cycles + 1)
        ],
        "face": start_face(state.cycle),
        "batch": f"{state.miner_price:,}",
        "batch_later": inflated(state, state.board.miner_prices),
        "payout": coins(state.edition.payouts[state.cycle]),
        "goal": coins(state.edition.btc_goal) if state.edition.btc_goal else "",
        "last_turn": state.last_turn,
        "cities": [
            {
                "lines": lines(title(name)),
                "price": f"{state.board.prices[city][state.cycle]:,}",
                "tip": f"A property in {title(name)} costs {state.board.prices[city][state.cycle]:,} fiat. "
                f"Its toll is {state.board.tolls[city][0][state.cycle]:,}, and more with batches.",
            }
            for city, name in enumerate(CITIES)
        ],
    }


def ask(state: BitcoinMining, seat: int, asked: bool, moves: list[Move], voice: Voice) -> Drawn:
    """Return who is asked and why; for the viewer, also the possible answers without a property."""
    deciders = [state.active if actor == CHANCE else actor for actor in state.players_to_move()]
    over = tell(why_over(state), voice, state.edition) if state.phase == codes.ENDED else ""
    return {
        "active": state.active,
        "deciders": deciders,
        "waited": " ".join(waited_for(state)),
        "words": asked_of(state, seat) if asked else "",
        "fate": FATE.get(state.phase, "") if state.active == seat else "",
        "answered": seat != WATCHER and state.phase == codes.WINDOW and state.miners[seat].answer >= 0,
        "answers": [
            {
                "move": str(move),
                "label": words(state, seat, move, voice),
                "hint": explain(state, seat, move, voice),
                "takes": move.verb in TAKING,
            }
            for move in moves
            if move.verb not in ("order", "choose")
        ],
        "unasked": f"{state.batch_price(state.miners[seat]):,}" if moves and not asked else "",
        "over": over,
    }


def player(state: BitcoinMining, number: int) -> Drawn:
    miner = state.miners[number]
    owned = state.owned(number)
    answer = {codes.NOT_ASKED: "", codes.WAITING: "choosing"}.get(miner.answer, "has chosen")
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
    }


def card(state: BitcoinMining, its: Card) -> Drawn:
    return {
        "name": title(its.name),
        "text": says(its, state.cycle),
        "kind": "bull" if its.number < state.edition.bears else "bear",
        "left": state.deck[its.number],
    }


def deck(state: BitcoinMining, name: str, its: list[Card]) -> Drawn:
    cards = [card(state, each) for each in its]
    return {"name": name, "left": sum(each["left"] for each in cards), "cards": cards}


def deeds(state: BitcoinMining) -> Drawn:
    """Return the cost and income of a property of each city in this cycle, by the batches on it."""
    batches = range(state.board.batch_limit + 1)
    rows = []
    for city, name in enumerate(CITIES):
        rows.append(
            {
                "city": title(name),
                "price": f"{state.board.prices[city][state.cycle]:,}",
                "later": inflated(state, state.board.prices[city]),
                "tolls": [f"{state.board.tolls[city][count][state.cycle]:,}" for count in batches],
            }
        )
    payouts = [f"{state.edition.payouts[state.cycle] * count / 2:g}" for count in batches]
    return {"rows": rows, "batches": list(batches), "payouts": payouts}


def legend(state: BitcoinMining) -> list[tuple[str, str]]:
    """Return the effect of each face of a corner."""
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
