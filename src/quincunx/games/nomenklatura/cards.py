"""The agenda cards of the regions off the railroad (Central Russia, Moscow, Southern Russia) and the
Consolidation Card: each has its parts and its whole effect."""

from typing import Final

from quincunx.core.state import CHANCE
from quincunx.games.nomenklatura.board import (
    BRING,
    BUY,
    CARRY_ON,
    DISCARD,
    MARK,
    NOBODY,
    NOWHERE,
    PLACE,
    REDUCE,
    REMOVE,
    SEATS,
    SELL,
    STOP,
    Board,
    Card,
    act,
    at,
    choice_of,
    kind_of,
)

NOTHING_TO_DECIDE: Final[list[int]] = [act(CARRY_ON)]
"""The choices of a part that leaves none."""


def sources(board: Board, seat: int, target: int) -> list[int]:
    """The ways to bring a marker from a neighbouring region, or not to."""
    found = [act(STOP)]
    for region in board.setup.neighbours[target]:
        if board.here(seat, region):
            found.append(act(BRING, region))
    return found


class Purge(Card):
    """Remove up to 2 influence, of any players, from western regions."""

    def choices(self, board: Board) -> list[int]:
        found = [act(STOP)]
        for region in board.setup.western:
            for seat in range(board.players):
                if board.here(seat, region):
                    found.append(act(REMOVE, at(seat, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == STOP:
            return self.parts
        choice = choice_of(action)
        board.take_off(choice % SEATS, choice // SEATS, 1)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        return "Purge removes influence that is in a western region."

    def special(self) -> str:
        return f"Remove up to {self.parts} influence, of any players, from western regions."


class Redistribution(Card):
    """Remove one influence of every player in one western region, or place 2 (NK-17)."""

    def __init__(self, region: int, remove: int, place: int) -> None:
        super().__init__(region, 1)
        self.remove = remove
        self.place = place

    def choices(self, board: Board) -> list[int]:
        found: list[int] = []
        for region in board.setup.western:
            if board.total(region):
                found.append(act(REDUCE, region))
        if board.supply[board.taker()]:
            found.append(act(PLACE, self.region))
        return found

    def do(self, board: Board, action: int) -> int:
        region = choice_of(action)
        if kind_of(action) == PLACE:
            board.place(board.taker(), region, self.place)
        else:
            for seat in range(board.players):
                board.take_off(seat, region, self.remove)
        return 1

    def refusal(self, board: Board, action: int) -> str:
        return "Reduce a western region with influence, or place markers of your supply in the card's region."

    def text(self, names: list[str]) -> str:
        return (
            f"Choose: remove {self.remove} influence of every player in one western region; "
            f"or place {self.place} in {names[self.region]}."
        )


class CentralCommittee(Card):
    """Remove 1 of your own influence from any other region; place 3."""

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found: list[int] = []
        for region in range(board.setup.regions):
            if region != self.region and board.here(seat, region):
                found.append(act(REMOVE, at(seat, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        board.take_off(board.taker(), choice_of(action) // SEATS, 1)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        return "Central Committee removes your own influence from another region, if you have any."

    def special(self) -> str:
        return f"Remove {self.parts} of your own influence from any other region."


class Archive(Card):
    """Look at the top three cards of the deck and discard any of them; place 2 (NK-7)."""

    def __init__(self, region: int, look: int, place: int) -> None:
        super().__init__(region, 2, place)
        self.look = look

    def asks(self, board: Board) -> int:
        if board.part == 1 and len(board.top) < self.look and board.deck:
            return CHANCE
        return board.taker()

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE if board.deck else []
        return [act(DISCARD, cards) for cards in range(1 << len(board.top))]

    def do(self, board: Board, action: int) -> int:
        if board.part == 0:
            board.looker = board.taker()
        else:
            self.sort_out(board, choice_of(action))
        return board.part + 1

    def sort_out(self, board: Board, discarded: int) -> None:
        """Discarded cards are public; those kept go back in the same order."""
        kept: list[int] = []
        for index, card in enumerate(board.top):
            if discarded >> index & 1:
                board.discard.append(card)
                if board.log is not None:
                    board.tell(f"{board.setup.card_names[card]} is discarded from the deck.")
            else:
                kept.append(card)
        board.top = kept
        if not kept:
            board.looker = NOBODY

    def refusal(self, board: Board, action: int) -> str:
        return "Discard any of the cards you looked at, or none."

    def special(self) -> str:
        return f"Look at the top {self.look} cards of the agenda deck and discard any of them."


class Delegation(Card):
    """Place 1 in Ural; place 1."""

    def __init__(self, region: int, to: int, send: int, place: int) -> None:
        super().__init__(region, 1, place)
        self.to = to
        self.send = send

    def choices(self, board: Board) -> list[int]:
        return NOTHING_TO_DECIDE

    def do(self, board: Board, action: int) -> int:
        board.place(board.taker(), self.to, self.send)
        return 1

    def text(self, names: list[str]) -> str:
        return f"Place {self.send} in {names[self.to]}. Place {self.then_place} in {names[self.region]}."


class BuyOut(Card):
    """Buy all influence of one opponent in one region at $3 each, or place 3 (NK-6)."""

    def __init__(self, region: int, price: int, place: int) -> None:
        super().__init__(region, 1)
        self.price = price
        self.place = place

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found: list[int] = []
        if board.supply[seat]:
            found.append(act(PLACE, self.region))
        for region in range(board.setup.regions):
            for other in range(board.players):
                count = board.here(other, region)
                if (
                    other != seat
                    and 0 < count <= board.supply[seat]
                    and self.price * count <= board.rubles[seat]
                ):
                    found.append(act(BUY, at(other, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        if kind_of(action) == PLACE:
            board.place(seat, self.region, self.place)
            return 1
        owner = choice_of(action) % SEATS
        region = choice_of(action) // SEATS
        count = board.here(owner, region)
        if board.log is not None:
            board.tell(f"Player {seat + 1} pays player {owner + 1} ${self.price * count}.")
        board.spend(seat, self.price * count)
        board.receive(owner, self.price * count)
        board.take_off(owner, region, count)
        board.place(seat, region, count)
        return 1

    def refusal(self, board: Board, action: int) -> str:
        if kind_of(action) != BUY:
            return "Buy out an opponent in one region, or place markers of your supply in the card's region."
        seat = board.taker()
        owner = choice_of(action) % SEATS
        region = choice_of(action) // SEATS
        known = owner < board.players and region < board.setup.regions
        count = board.here(owner, region) if known else 0
        cost = self.price * count
        if owner == seat or count == 0:
            return "There is no influence of an opponent's to buy."
        if board.rubles[seat] < cost:
            return f"You have ${board.rubles[seat]}; buying {count} at ${self.price} each costs ${cost}."
        return f"You have {board.supply[seat]} markers in your supply; you need {count} to replace them."

    def text(self, names: list[str]) -> str:
        return (
            f"Choose: in one region buy all influence of one opponent, at ${self.price} each paid to them, "
            f"and replace it with your own; or place {self.place} in {names[self.region]}."
        )


class Liquidation(Card):
    """Sell all your influence in one region at $2 each; place 1."""

    def __init__(self, region: int, price: int, place: int) -> None:
        super().__init__(region, 1, place)
        self.price = price

    def choices(self, board: Board) -> list[int]:
        found: list[int] = []
        for region in range(board.setup.regions):
            if board.here(board.taker(), region):
                found.append(act(SELL, region))
        return found

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        sold = board.take_off(seat, choice_of(action), board.setup.markers)
        if board.log is not None:
            board.tell(f"Player {seat + 1} receives ${self.price * sold}.")
        board.earn(seat, self.price * sold)
        return 1

    def refusal(self, board: Board, action: int) -> str:
        return "Sell all your influence in a region where you have some."

    def special(self) -> str:
        return f"Sell all your influence in one region at ${self.price} each."


class Subsidy(Card):
    """Receive $2; place 2."""

    def __init__(self, region: int, rubles: int, place: int) -> None:
        super().__init__(region, 1, place)
        self.rubles = rubles

    def choices(self, board: Board) -> list[int]:
        return NOTHING_TO_DECIDE

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        if board.log is not None:
            board.tell(f"Player {seat + 1} receives ${self.rubles}.")
        board.earn(seat, self.rubles)
        return 1

    def special(self) -> str:
        return f"Receive ${self.rubles}."


class Consolidation(Card):
    """Pay $3 unless you are last; move the marker to a neighbouring region and place one there; in turn
    order everybody may bring one marker from next to it (NK-8)."""

    def __init__(self, fee: int, place: int, move: int) -> None:
        super().__init__(NOWHERE, 2)
        self.fee = fee
        self.place = place
        self.move = move

    def ends(self, board: Board) -> bool:
        return board.part >= self.parts + self.move * board.players

    def obstacle(self, board: Board, seat: int) -> str:
        if board.merger:
            return "The Consolidation Card has been taken this round."
        if not board.is_last(seat) and board.rubles[seat] < self.fee:
            return f"You have ${board.rubles[seat]}; the Consolidation Card costs ${self.fee}."
        if not board.setup.neighbours[board.marker]:
            return "There is no neighbouring region to move the Consolidation Marker to."
        if board.supply[seat] < self.place:
            have = board.supply[seat]
            return f"You have {have} markers in your supply; the Consolidation Card places {self.place}."
        return ""

    def asks(self, board: Board) -> int:
        return (
            board.taker() if board.part < self.parts else board.order[(board.part - self.parts) // self.move]
        )

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE
        if board.part == 1:
            return [act(MARK, region) for region in board.setup.neighbours[board.marker]]
        return sources(board, self.asks(board), board.marker)

    def do(self, board: Board, action: int) -> int:
        seat = self.asks(board)
        if board.part == 0:
            board.merger = True
            self.pay(board, seat)
        elif board.part == 1:
            board.marker = choice_of(action)
            if board.log is not None:
                where = board.setup.region_names[board.marker]
                board.tell(f"The Consolidation Marker moves to {where}: its industries will be merged.")
            board.place(seat, board.marker, self.place)
        elif kind_of(action) == STOP:
            return ((board.part - self.parts) // self.move + 1) * self.move + self.parts
        else:
            board.shift(seat, choice_of(action), board.marker, 1)
        return board.part + 1

    def pay(self, board: Board, seat: int) -> None:
        if board.is_last(seat) or self.fee == 0:
            return
        board.pay_bank(seat, self.fee)
        if board.log is not None:
            board.tell(f"Player {seat + 1} pays ${self.fee} to the bank.")

    def refusal(self, board: Board, action: int) -> str:
        where = board.setup.region_names[board.marker]
        if board.part == 1:
            return f"The Consolidation Marker must move to a region next to {where}."
        return f"Bring a marker of yours from a region next to {where}, or stop."

    def text(self, names: list[str]) -> str:
        return (
            f"Pay ${self.fee} to the bank, unless you are last. Move the Consolidation Marker to a "
            f"neighbouring region and place {self.place} there. In turn order, everybody may bring "
            f"{self.move} from a region next to it. Its industries are merged at the end of the round."
        )
