"""Bitcoin Mining in words: positions as dicts, moves by name."""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.bitcoin_mining import numbers as shape
from quincunx.games.bitcoin_mining.board import Board
from quincunx.games.bitcoin_mining.bot import BitcoinMiningBot
from quincunx.games.bitcoin_mining.explain import explain
from quincunx.games.bitcoin_mining.position import (
    BUY,
    CHOOSE,
    DECK,
    DECLINE,
    LATER,
    NO,
    ORDER,
    PAY,
    ROLL,
    SELL,
    USE,
    WAITING,
    Card,
    Miner,
)
from quincunx.games.bitcoin_mining.problem import problem
from quincunx.games.bitcoin_mining.rules import (
    DICE,
    DRAW,
    DRAWN_CARD,
    ENDED,
    LANDING_CARD,
    NO_CARD,
    PROMPT,
    PURCHASE,
    WINDOW,
    BitcoinMining,
    Edition,
    start,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

WORDS = {
    "roll": ROLL,
    "pay": PAY,
    "buy": BUY,
    "decline": DECLINE,
    "no order": NO,
    "later": LATER,
    "sell": SELL,
    "use": USE,
}
NAMES = {move: word for word, move in WORDS.items()}
PHASES = {
    PROMPT: "prompt",
    DICE: "roll",
    DRAW: "draw",
    PURCHASE: "purchase",
    LANDING_CARD: "landing card",
    DRAWN_CARD: "drawn card",
    WINDOW: "window",
    ENDED: "over",
}
CORNERS = ["start", "incident-1", "incident-2", "inspection", "incident-3", "incident-4"]
INCIDENTS = {name.removeprefix("incident-"): n for n, name in enumerate(CORNERS) if "-" in name}
FACES = ["bear", "bull", "fiat-inflation"]
HIDDEN = "hidden"

Natural = Annotated[int, Meta(ge=0)]


class SeatShot(msgspec.Struct, forbid_unknown_fields=True):
    """A player. `cards` are those that run or are kept; `quiet` is a "no" in the order window."""

    fiat: Natural
    btc: Annotated[float, Meta(ge=0)]
    at: str
    passes: Natural
    inspection: bool
    quiet: bool
    cards: list[str]
    answer: str
    """In the order window: empty if not asked, `waiting`, or the answer given."""


class PropertyShot(msgspec.Struct, forbid_unknown_fields=True):
    """A property; the owner 0 is the bank. `cards` are those that run on it."""

    owner: Natural
    batches: Natural
    ordered: Natural
    cards: list[str]


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. `decks` are the cards not drawn yet, `card` is the one that asks."""

    round: Annotated[int, Meta(ge=1)]
    active: Annotated[int, Meta(ge=1)]
    phase: Literal["prompt", "roll", "draw", "purchase", "landing card", "drawn card", "window", "over"]
    cycle: Annotated[int, Meta(ge=1)]
    last_turn: bool
    incidents: dict[str, Literal["bear", "bull"]]
    card: str
    seats: dict[int, SeatShot]
    properties: dict[str, PropertyShot]
    decks: dict[str, dict[str, Natural]]


class BitcoinMiningGame(Game[BitcoinMining]):
    name = "bitcoin-mining"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    moves = [
        MoveName("roll", "Roll the dice and move. In Inspection: try to roll doubles."),
        MoveName("pay", "Pay the fee and leave Inspection; or pay what a card asks."),
        MoveName("order PROPERTY", "Order a miner batch for one of your properties."),
        MoveName("buy", "Buy the property you landed on."),
        MoveName("decline", "Do not take the offer."),
        MoveName("no order", "Order nothing, and do not ask before my next turn."),
        MoveName("later", "Order nothing now, but ask me again after the next turn."),
        MoveName("choose PROPERTY", "Choose the property that a card acts on."),
        MoveName("sell", "Sell BTC to the Whale Buyer."),
        MoveName("use", "Use Logistics Win on this landing."),
        MoveName("roll DIE DIE", "How the dice fall (chance)."),
        MoveName("draw CARD", "The card that is drawn (chance)."),
    ]

    def components(self) -> list[str]:
        return [*shape.CITIES, *CORNERS, *FACES, *shape.CARDS]

    def prepare(self, numbers: shape.Numbers) -> Edition:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Edition) -> BitcoinMining:
        return start(numbers, players)

    def bot(self) -> Bot:
        return BitcoinMiningBot()

    def draw(self, state: BitcoinMining, seat: int, look: Look) -> "RenderableType":
        from quincunx.games.bitcoin_mining.screen import draw

        return draw(state, look)

    def board(self, state: BitcoinMining, seat: int) -> dict[str, Any]:
        from quincunx.games.bitcoin_mining.page import board

        return board(state, seat)

    def problem(self, state: BitcoinMining) -> str:
        return problem(state)

    def explain(self, state: BitcoinMining, seat: int, action: int) -> str:
        return explain(state, seat, action)

    def result(self, state: BitcoinMining) -> Result:
        """If both endings are met, the end of the last cycle is the one reported (BM-9)."""
        edition = state.edition
        if state.last_turn:
            reason = f"Cycle {edition.cycles} ended"
        elif state.goal_reached():
            reason = f"{edition.btc_goal / 2:g} BTC were reached"
        else:
            reason = f"{edition.max_rounds} rounds were played"
        scores = [miner.btc / 2 for miner in state.miners]
        return Result([seat for seat, btc in enumerate(scores) if btc == max(scores)], scores, reason)

    def snapshot(self, state: BitcoinMining) -> Snapshot:
        players = len(state.miners)
        return Snapshot(
            round=state.turn // players + 1,
            active=state.active + 1,
            phase=PHASES[state.phase],  # type: ignore[arg-type]
            cycle=state.cycle,
            last_turn=state.last_turn,
            incidents={name: "bull" if state.bull[corner] else "bear" for name, corner in INCIDENTS.items()},
            card="" if state.card == NO_CARD else shape.CARDS[state.card],
            seats={seat + 1: self._seat_shot(state, seat) for seat in range(players)},
            properties={
                property_name(state.board, place.number): PropertyShot(
                    place.owner + 1, place.batches, place.ordered, _names(place.effects)
                )
                for place in state.places
            },
            decks={
                "bull": dict(zip(shape.CARDS[:DECK], state.deck[:DECK], strict=True)),
                "bear": dict(zip(shape.CARDS[DECK:], state.deck[DECK:], strict=True)),
            },
        )

    def _seat_shot(self, state: BitcoinMining, seat: int) -> SeatShot:
        miner = state.miners[seat]
        if miner.answer < 0:
            answer = "waiting" if miner.answer == WAITING else ""
        else:
            answer = self.say(state, seat, miner.answer)
        return SeatShot(
            miner.fiat,
            miner.btc / 2,
            tile_name(state.board, miner.tile),
            miner.passes,
            miner.inspected,
            miner.quiet,
            _names(miner.effects),
            answer,
        )

    def restore(self, snapshot: Snapshot, numbers: Edition) -> BitcoinMining:
        try:
            return self._restore(snapshot, numbers)
        except IllegalMove as unknown:
            raise Mistake(str(unknown)) from None

    def _restore(self, snapshot: Snapshot, numbers: Edition) -> BitcoinMining:
        players = len(snapshot.seats)
        if sorted(snapshot.seats) != list(range(1, players + 1)) or players not in self.player_counts:
            raise Mistake("The seats must be 1 and so on, as many as there are players.")
        if snapshot.active > players:
            raise Mistake(f"There is no seat {snapshot.active} to be active.")
        state = start(numbers, players)
        state.turn = (snapshot.round - 1) * players + snapshot.active - 1
        state.active = snapshot.active - 1
        state.phase = next(phase for phase, name in PHASES.items() if name == snapshot.phase)
        state.cycle = snapshot.cycle
        state.last_turn = snapshot.last_turn
        for name, face in snapshot.incidents.items():
            state.bull[_known(name, INCIDENTS, "incident tile")] = face == "bull"
        state.card = _card_number(snapshot.card) if snapshot.card else NO_CARD
        for deck in snapshot.decks.values():
            for name, left in deck.items():
                state.deck[_card_number(name)] = left
        for name, shot in snapshot.properties.items():
            place = state.places[property_number(state.board, name)]
            if shot.owner > players:
                raise Mistake(f"There is no seat {shot.owner} to own {name}.")
            if shot.owner:
                state.acquire(shot.owner - 1, place)
            place.batches, place.ordered = shot.batches, shot.ordered
            place.effects = [numbers.cards[_card_number(card)] for card in shot.cards]
        for seat, seat_shot in snapshot.seats.items():
            self._restore_seat(state, state.miners[seat - 1], seat_shot)
        # What the bank and the network have given and taken follows from what the players have.
        state.bank_fiat = sum(numbers.start_fiat - miner.fiat for miner in state.miners)
        state.network_btc = sum(miner.btc for miner in state.miners)
        state.on_order = sum(place.ordered for place in state.places)
        state.batches_sold = sum(place.batches for place in state.places) + state.on_order
        return state

    def _restore_seat(self, state: BitcoinMining, miner: Miner, shot: SeatShot) -> None:
        if shot.btc * 2 % 1:
            raise Mistake(f"BTC comes in steps of 0.5, not {shot.btc:g}.")
        miner.fiat, miner.btc, miner.passes = shot.fiat, int(shot.btc * 2), shot.passes
        miner.tile = _tile(state.board, shot.at)
        miner.inspected, miner.quiet = shot.inspection, shot.quiet
        miner.effects = [state.edition.cards[_card_number(card)] for card in shot.cards]
        if shot.answer == "waiting":
            miner.answer = WAITING
        elif shot.answer:
            miner.answer = self._parse_move(state, shot.answer)

    def view(self, state: BitcoinMining, seat: int) -> dict[str, Any]:
        """Everything but the others' answers while the order window is open (BM-3)."""
        data = self.to_dict(state)
        for number, shot in data["seats"].items():
            if int(number) != seat + 1 and shot["answer"] not in ("", "waiting"):
                shot["answer"] = HIDDEN
        return data

    def say(self, state: BitcoinMining, seat: int, action: int) -> str:
        if seat == CHANCE:
            if state.phase == DICE:
                return f"roll {action // 6 + 1} {action % 6 + 1}"
            return f"draw {shape.CARDS[action]}"
        if action >= CHOOSE:
            return f"choose {property_name(state.board, action - CHOOSE)}"
        if action >= ORDER:
            return f"order {property_name(state.board, action - ORDER)}"
        return NAMES[action]

    def parse(self, state: BitcoinMining, seat: int, text: str) -> int:
        return _parse_chance(state, text) if seat == CHANCE else self._parse_move(state, text)

    def _parse_move(self, state: BitcoinMining, text: str) -> int:
        verb, *words = text.lower().split() or [""]
        whole = " ".join([verb, *words])
        if whole in WORDS:
            return WORDS[whole]
        if verb in ("order", "choose") and words:
            return (ORDER if verb == "order" else CHOOSE) + property_number(state.board, "-".join(words))
        patterns = [move.pattern for move in self.moves[:-2]]
        raise IllegalMove(f"`{text}` is not a move{nearest(text, patterns)}")


def property_name(board: Board, number: int) -> str:
    """A property as moves and positions name it.

    >>> property_name(Board(4, shape.Rates(4, 0), [0] * 6, 0, 0, 0, 4, 5), 9)
    'ciudad-del-este-2'
    """
    return board.name(number).lower().replace(" ", "-")


def property_number(board: Board, name: str) -> int:
    names = [property_name(board, number) for number in range(board.properties)]
    if name not in names:
        raise IllegalMove(f"There is no property `{name}`{_nearest_property(board, name, names)}")
    return names.index(name)


def _nearest_property(board: Board, name: str, names: list[str]) -> str:
    found = nearest(name, names)
    if found.startswith("; did you mean"):
        return found
    cities = ", ".join(f"`{city}`" for city in shape.CITIES)
    return f"; write one of {cities} and a number from 1 to {board.side}, as in `caracas-2`."


def tile_name(board: Board, tile: int) -> str:
    if board.is_corner(tile):
        return CORNERS[board.corner(tile)]
    return property_name(board, board.property_at(tile))


def _tile(board: Board, name: str) -> int:
    if name in CORNERS:
        return CORNERS.index(name) * (board.side + 1)
    return board.tile_of(property_number(board, name))


def _names(cards: list[Card]) -> list[str]:
    return [shape.CARDS[card.number] for card in cards]


def _known(name: str, known: dict[str, int], kind: str) -> int:
    if name not in known:
        raise IllegalMove(f"There is no {kind} `{name}`{nearest(name, known)}")
    return known[name]


def _card_number(name: str) -> int:
    return _known(name, {card: number for number, card in enumerate(shape.CARDS)}, "card")


def _parse_chance(state: BitcoinMining, text: str) -> int:
    verb, *words = text.lower().split() or [""]
    if state.phase == DRAW:
        if verb == "draw" and words:
            return _card_number("-".join(words))
        raise IllegalMove(f"A card is due: write `draw` and its name, not `{text}`.")
    dice = [int(word) for word in words if re.fullmatch("[1-6]", word)]
    if verb != "roll" or len(dice) != 2 or len(words) != 2:
        raise IllegalMove(f"Two dice are due: write `roll` and two numbers from 1 to 6, not `{text}`.")
    return (dice[0] - 1) * 6 + dice[1] - 1


GAME = BitcoinMiningGame()
