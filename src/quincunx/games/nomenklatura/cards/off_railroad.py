"""The agenda cards of the regions off the railroad (Central Russia, Moscow, Southern Russia) and the
Consolidation Card, each with its parts and its whole effect. Amounts and words are in game.toml, by the name
of the class."""

from typing import ClassVar, Final, final

from quincunx.core.state import CHANCE
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.rules.pieces import (
    causes,
    earn,
    pay_bank,
    place,
    receive,
    remove,
    shift,
    spend,
    take_off,
)
from quincunx.games.nomenklatura.state import Board, Card, CardAmounts, act, at, choice_of, kind_of

NOTHING_TO_DECIDE: Final[list[int]] = [act(s.CARRY_ON)]
"""The choices of a part that has only one."""


class AgendaCard(Card):
    """A card of the deck, which belongs to a region."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.region = amounts.region("region")


class PlaceOr(AgendaCard):
    """A card with a choice: place in its own region, or do something else that changes something (NK-6)."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.place = amounts.take("place")

    def placing(self, board: Board) -> list[int]:
        return [act(s.PLACE, self.region)] if self.place and board.seats[board.taker()].supply else []

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == s.PLACE:
            place(board, board.taker(), self.region, self.place)
        else:
            self.do_other(board, choice_of(action))
        return 1

    def do_other(self, board: Board, choice: int) -> None:
        raise NotImplementedError


def sources(board: Board, seat: int, target: int) -> list[int]:
    """Return the ways to bring a marker from a neighbouring region, or not to."""
    found = [act(s.STOP)]
    for region in board.setup.neighbours[target]:
        if board.here(seat, region):
            found.append(act(s.BRING, region))
    return found


class Purge(AgendaCard):
    """Removes up to 2 influence, of any players, from western regions."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = amounts.take("remove", 1)

    def choices(self, board: Board) -> list[int]:
        found = [act(s.STOP)]
        for region in board.setup.western:
            for seat in range(board.players):
                if board.here(seat, region):
                    found.append(act(s.REMOVE, at(seat, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == s.STOP:
            return self.parts
        choice = choice_of(action)
        remove(board, choice % s.SEATS, choice // s.SEATS, 1)
        return board.part + 1


class Redistribution(PlaceOr):
    """Removes one influence of every player in one western region, or places 2 (NK-17)."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.remove = amounts.take("remove", 1)

    def choices(self, board: Board) -> list[int]:
        found: list[int] = []
        for region in board.setup.western:
            if board.total(region):
                found.append(act(s.REDUCE, region))
        return found + self.placing(board)

    def do_other(self, board: Board, choice: int) -> None:
        for seat in range(board.players):
            remove(board, seat, choice, self.remove)


class CentralCommittee(AgendaCard):
    """Removes 1 of the player's own influence from any other region; places 3."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = amounts.take("remove")
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found: list[int] = []
        for region in range(board.setup.regions):
            if region != self.region and board.here(seat, region):
                found.append(act(s.REMOVE, at(seat, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        remove(board, board.taker(), choice_of(action) // s.SEATS, 1)
        return board.part + 1


@final
class Archive(AgendaCard):
    """Lets the player look at the top three cards of the deck and discard any of them; places 2 (NK-7)."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = 2
        self.look = amounts.take("look", 1, 5)
        self.then_place = amounts.take("place")

    def looks(self) -> bool:
        return True

    def asks(self, board: Board) -> int:
        if board.part == 1 and len(board.top) < self.look and board.deck:
            return CHANCE
        return board.taker()

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE if board.deck or board.top else []
        return [act(s.DISCARD, cards) for cards in range(1 << len(board.top))]

    def do(self, board: Board, action: int) -> int:
        if board.part == 0:
            self.open(board, board.taker())
        else:
            self.sort_out(board, choice_of(action))
        return board.part + 1

    def open(self, board: Board, seat: int) -> None:
        """Show the number of cards looked at to all, and the cards to the player who looks."""
        board.looker = seat
        if board.log is not None:
            count = min(max(self.look, len(board.top)), len(board.top) + len(board.deck))
            board.log_event("deck-looked-at", seat, {"cards": count}, causes=causes(board))
            for card in board.top:
                board.log_event("card-seen", seat, pieces=[board.setup.card_ids[card]], to=seat)

    def sort_out(self, board: Board, discarded: int) -> None:
        """Discard cards openly; those kept go back in the same order."""
        kept: list[int] = []
        discard = board.discard[:]
        for index, card in enumerate(board.top):
            if discarded >> index & 1:
                discard.append(card)
                if board.log is not None:
                    pieces = [board.setup.card_ids[card]]
                    board.log_event("card-discarded", board.taker(), pieces=pieces, causes=causes(board))
            else:
                kept.append(card)
        board.top = kept
        board.discard = discard
        if board.log is not None and kept:
            names = [board.setup.card_ids[card] for card in kept]
            board.log_event("cards-kept", board.looker, pieces=names, to=board.looker)
        if not kept:
            board.looker = s.NO_SEAT


class Delegation(AgendaCard):
    """Places 1 in Ural; places 1."""

    words: ClassVar[list[str]] = []

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.to = amounts.region("to")
        self.send = amounts.take("send")
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        return NOTHING_TO_DECIDE

    def do(self, board: Board, action: int) -> int:
        place(board, board.taker(), self.to, self.send)
        return 1


class BuyOut(PlaceOr):
    """Buys all influence of one opponent in one region at $3 each, or places 3 (NK-6)."""

    words: ClassVar[list[str]] = ["ask", "nobody_there", "too_poor", "no_marker"]

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.price = amounts.take("price")

    def sells(self) -> bool:
        return True

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found = self.placing(board)
        for region in range(board.setup.regions):
            for other in range(board.players):
                count = board.here(other, region)
                if (
                    other != seat
                    and 0 < count <= board.seats[seat].supply
                    and self.price * count <= board.seats[seat].rubles
                ):
                    found.append(act(s.BUY, at(other, region)))
        return found

    def do_other(self, board: Board, choice: int) -> None:
        seat = board.taker()
        owner = choice % s.SEATS
        region = choice // s.SEATS
        count = take_off(board, owner, region, board.setup.markers)
        cost = self.price * count
        spend(board, seat, cost)
        receive(board, owner, cost)
        if board.log is not None:
            amounts = {"markers": count, "rubles": cost}
            where = [board.setup.region_ids[region]]
            board.log_event("markers-bought", owner, amounts, where, causes(board), seat)
        place(board, seat, region, count)

    def refusal(self, board: Board, action: int) -> str:
        seat = board.taker()
        owner = choice_of(action) % s.SEATS
        if kind_of(action) != s.BUY:
            return "ask"
        count = board.here(owner, choice_of(action) // s.SEATS)
        if owner == seat or count == 0:
            return "nobody_there"
        return "too_poor" if board.seats[seat].rubles < self.price * count else "no_marker"


class Liquidation(AgendaCard):
    """Sells all the player's influence in one region at $2 each; places 1."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.price = amounts.take("price")
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        found: list[int] = []
        for region in range(board.setup.regions):
            if board.here(board.taker(), region):
                found.append(act(s.SELL, region))
        return found

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        region = choice_of(action)
        sold = take_off(board, seat, region, board.setup.markers)
        earn(board, seat, self.price * sold)
        if board.log is not None:
            amounts = {"markers": sold, "rubles": self.price * sold}
            board.log_event("markers-sold", seat, amounts, [board.setup.region_ids[region]], causes(board))
        return 1


class Subsidy(AgendaCard):
    """Gives $2; places 2."""

    words: ClassVar[list[str]] = []

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.rubles = amounts.take("rubles")
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        return NOTHING_TO_DECIDE

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        earn(board, seat, self.rubles)
        if board.log is not None and self.rubles:
            board.log_event("rubles-received", seat, {"rubles": self.rubles}, causes=causes(board))
        return 1


@final
class Consolidation(Card):
    """Costs $3 unless its player is last; moves the marker to a neighbouring region and places one there; in
    turn order everybody may bring one marker from next to it (NK-8)."""

    words: ClassVar[list[str]] = ["ask", "ask_bring", "taken", "too_poor", "no_neighbour", "no_marker"]

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = 2
        self.fee = amounts.take("fee")
        self.place = amounts.take("place")
        self.move = amounts.take("move")

    def ends(self, board: Board) -> bool:
        return board.part >= self.parts + self.move * board.players

    def obstacle(self, board: Board, seat: int) -> str:
        if board.merger:
            return "taken"
        if not board.is_last(seat) and board.seats[seat].rubles < self.fee:
            return "too_poor"
        if not board.setup.neighbours[board.marker]:
            return "no_neighbour"
        if board.seats[seat].supply < self.place:
            return "no_marker"
        return ""

    def asks(self, board: Board) -> int:
        if board.part < self.parts:
            return board.taker()
        return board.order[(board.part - self.parts) // self.move]

    def question(self, board: Board) -> str:
        return "ask" if board.part < self.parts else "ask_bring"

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE
        if board.part == 1:
            return [act(s.MARK, region) for region in board.setup.neighbours[board.marker]]
        return sources(board, self.asks(board), board.marker)

    def do(self, board: Board, action: int) -> int:
        seat = self.asks(board)
        if board.part == 0:
            board.merger = True
            self.pay(board, seat)
        elif board.part == 1:
            self.mark(board, seat, choice_of(action))
        elif kind_of(action) == s.STOP:
            return ((board.part - self.parts) // self.move + 1) * self.move + self.parts
        else:
            shift(board, seat, choice_of(action), board.marker, 1, seat)
        return board.part + 1

    def pay(self, board: Board, seat: int) -> None:
        if board.is_last(seat) or self.fee == 0:
            return
        pay_bank(board, seat, self.fee)
        if board.log is not None:
            board.log_event("rubles-paid", seat, {"rubles": self.fee}, causes=causes(board))

    def mark(self, board: Board, seat: int, region: int) -> None:
        if board.log is not None:
            way = [board.setup.region_ids[board.marker], board.setup.region_ids[region]]
            board.log_event("marker-moved", seat, pieces=way, causes=causes(board))
        board.marker = region
        place(board, seat, region, self.place)
