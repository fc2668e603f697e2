"""The agenda cards of the regions along the railroad (Northwestern Russia, Volga, Ural, Siberia, Russian Far
East), each with its parts and its whole effect."""

from typing import ClassVar

from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.cards.off_railroad import NOTHING_TO_DECIDE, AgendaCard, PlaceOr, sources
from quincunx.games.nomenklatura.rules.pieces import place, remove, set_aside, shift
from quincunx.games.nomenklatura.state import Board, CardAmounts, act, at, choice_of, kind_of


class Exchange(AgendaCard):
    """Swaps one of the player's markers with an opponent's in a region next to it; places 2."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = amounts.take("swaps")
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found: list[int] = []
        for mine in range(board.setup.regions):
            if board.here(seat, mine):
                for theirs in board.setup.neighbours[mine]:
                    for other in range(board.players):
                        if other != seat and board.here(other, theirs):
                            found.append(act(s.SWAP, (mine * s.REGIONS + theirs) * s.SEATS + other))
        return found

    def do(self, board: Board, action: int) -> int:
        choice = choice_of(action)
        mine = choice // s.SEATS // s.REGIONS
        theirs = choice // s.SEATS % s.REGIONS
        shift(board, board.taker(), mine, theirs, 1, board.taker())
        shift(board, choice % s.SEATS, theirs, mine, 1, board.taker())
        return board.part + 1


class Railroad(AgendaCard):
    """Moves two of the player's markers in one region, or a single one there, one or two stops east; places
    2."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.markers = amounts.take("markers", 1)
        self.stops = amounts.take("stops", 1)
        self.then_place = amounts.take("place")

    def choices(self, board: Board) -> list[int]:
        found = [act(s.STOP)]
        for source in range(board.setup.regions):
            if board.here(board.taker(), source) == 0:
                continue
            target = source
            for _ in range(self.stops):
                target = board.setup.next_stop[target]
                if target < 0:
                    break
                found.append(act(s.RIDE, source * s.REGIONS + target))
        return found

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == s.RIDE:
            source = choice_of(action) // s.REGIONS
            riders = min(self.markers, board.here(board.taker(), source))
            shift(board, board.taker(), source, choice_of(action) % s.REGIONS, riders, board.taker())
        return 1


class WesternPlacing(AgendaCard):
    """A card that places up to a number of markers, each in any western region."""

    def choices(self, board: Board) -> list[int]:
        found = [act(s.STOP)]
        if board.seats[board.taker()].supply:
            for region in board.setup.western:
                found.append(act(s.PLACE, region))
        return found

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == s.STOP:
            return self.parts
        place(board, board.taker(), choice_of(action), 1)
        return board.part + 1


class FarEastExpedition(WesternPlacing):
    """Places up to 1 in any western region; places 1 in the Russian Far East."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = amounts.take("western")
        self.then_place = amounts.take("place")


class SiberiaExpedition(FarEastExpedition):
    """Places up to 1 in any western region; places 1 in Siberia."""


class Network(WesternPlacing):
    """Places up to 3, each in any western region."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = amounts.take("western", 1)


class Reserves(PlaceOr):
    """Places 2, or sets three markers of the supply aside for the next consolidation (NK-16)."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.aside = amounts.take("aside", 1)

    def choices(self, board: Board) -> list[int]:
        if board.seats[board.taker()].supply == 0:
            return []
        return [*self.placing(board), act(s.SET_ASIDE)]

    def do_other(self, board: Board, choice: int) -> None:
        set_aside(board, board.taker(), self.aside)


class Industry(AgendaCard):
    """Places 4; up to twice, two of the player's markers here are given up to remove an opponent's in the
    west."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.place = amounts.take("place")
        self.parts = 1 + amounts.take("times")
        self.give_up = amounts.take("give_up", 1)
        self.remove = amounts.take("remove", 1)

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE
        seat = board.taker()
        found = [act(s.STOP)]
        if board.here(seat, self.region) >= self.give_up:
            for region in board.setup.western:
                for other in range(board.players):
                    if other != seat and board.here(other, region):
                        found.append(act(s.REMOVE, at(other, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        if board.part == 0:
            place(board, seat, self.region, self.place)
        elif kind_of(action) == s.STOP:
            return self.parts
        else:
            choice = choice_of(action)
            remove(board, seat, self.region, self.give_up)
            remove(board, choice % s.SEATS, choice // s.SEATS, self.remove)
        return board.part + 1


class Partnership(AgendaCard):
    """Places two in a western region other than this, where a chosen opponent places one; places 2."""

    words: ClassVar[list[str]] = ["ask", "ask_partner"]

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.parts = 2
        self.western = amounts.take("western")
        self.partner = amounts.take("partner")
        self.then_place = amounts.take("place")

    def question(self, board: Board) -> str:
        return "ask" if board.part == 0 else "ask_partner"

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        partners: list[int] = []
        if self.partner and (board.part == 0 or board.chosen != s.NOWHERE):
            for other in range(board.players):
                if other != seat and board.seats[other].supply:
                    partners.append(act(s.PARTNER, other))
        if board.part == 1:
            return partners
        if not partners and (self.western == 0 or board.seats[seat].supply == 0):
            return []
        return [act(s.PLACE, region) for region in board.setup.western if region != self.region]

    def do(self, board: Board, action: int) -> int:
        if board.part == 0:
            board.chosen = choice_of(action)
            place(board, board.taker(), board.chosen, self.western)
        else:
            place(board, choice_of(action), board.chosen, self.partner)
        return board.part + 1


class Migration(AgendaCard):
    """Lets each player, in turn order, move up to two markers from neighbouring regions into this one."""

    def __init__(self, amounts: CardAmounts) -> None:
        super().__init__(amounts)
        self.move = amounts.take("move", 1)

    def ends(self, board: Board) -> bool:
        return board.part >= self.move * board.players

    def asks(self, board: Board) -> int:
        return board.order[board.part // self.move]

    def choices(self, board: Board) -> list[int]:
        return sources(board, self.asks(board), self.region)

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == s.STOP:
            return (board.part // self.move + 1) * self.move
        seat = self.asks(board)
        shift(board, seat, choice_of(action), self.region, 1, seat)
        return board.part + 1
