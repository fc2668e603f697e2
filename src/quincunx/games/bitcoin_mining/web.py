"""Bitcoin Mining in a browser: the data that board.html draws."""

from typing import Any

from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.moves import decode, explain, inflated, words
from quincunx.games.bitcoin_mining.names import coins, says, title
from quincunx.games.bitcoin_mining.question import asked_of, waited_for
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import NO_CARD, NO_ROLL, Card, faces
from quincunx.games.bitcoin_mining.web_tiles import corners, pawns, tiles
from quincunx.text.grammar import WATCHER, Voice

Drawn = dict[str, Any]

TAKING = ("roll", "buy", "use")
"""The verbs of answers that are strongest."""
FATE = {codes.DICE: "Your pawn goes as many tiles as the dice show.", codes.DRAW: "You draw a card."}


def board(state: BitcoinMining, seat: int, voice: Voice) -> Drawn:
    moves = [decode(state, seat, action) for action in state.legal_actions(seat)] if seat != WATCHER else []
    asked = seat != WATCHER and state.waits_for(seat)
    bears = state.edition.bears
    return {
        "names": list(voice.names),
        "side": state.board.side,
        "tiles": tiles(state, seat, moves, asked, voice),
        "corners": corners(state, seat, moves, voice),
        "meanings": meanings(state),
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
    }


def market(state: BitcoinMining) -> Drawn:
    """Return the cycle, the price of a batch and its payout, now and later."""
    return {
        "cycle": state.cycle,
        "cycles": state.edition.cycles,
        "batch": f"{state.miner_price:,}",
        "batch_later": inflated(state, state.board.miner_prices),
        "payout": coins(state.edition.payouts[state.cycle]),
        "goal": coins(state.edition.btc_goal) if state.edition.btc_goal else "",
        "last_turn": state.last_turn,
    }


def ask(state: BitcoinMining, seat: int, asked: bool, moves: list[Move], voice: Voice) -> Drawn:
    """Return who is asked and why; for the viewer, also the possible answers without a property."""
    deciders = [state.active if actor == CHANCE else actor for actor in state.players_to_move()]
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
                "takes": move.verb in TAKING or (move.verb == "pay" and state.card != NO_CARD),
            }
            for move in moves
            if move.verb not in ("order", "choose")
        ],
        "unasked": f"{state.batch_price(state.miners[seat]):,}" if moves and not asked else "",
        "over": state.phase == codes.ENDED,
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
    }


def deck(state: BitcoinMining, name: str, its: list[Card]) -> Drawn:
    left = [title(each.name) for each in its if state.deck[each.number]]
    return {"name": name, "left": sum(state.deck[each.number] for each in its), "cards": ", ".join(left)}


def meanings(state: BitcoinMining) -> dict[str, str]:
    """Return the effect of each face of a corner."""
    fee = state.edition.inspection_fee
    return {
        "start": "Start. The first pawn to pass it begins the next cycle. Landing here does nothing.",
        "inflation": "Fiat Inflation, the other face of Start: properties and batches cost more, for good.",
        "bear": "Bear. Land here and you draw a bad card. A pawn that passes turns it to Bull.",
        "bull": "Bull. Land here and you draw a good card. A pawn that passes turns it to Bear.",
        "inspection": f"Inspection. In here you mine no BTC. Doubles or {fee:,} fiat lead out.",
    }
