"""The agenda cards of the regions along the railroad (Northwestern Russia, Volga, Ural, Siberia, Russian
Far East): each has its parts and its whole effect."""

from quincunx.games.nomenklatura.board import (
    PARTNER,
    PLACE,
    REGIONS,
    REMOVE,
    RIDE,
    SEATS,
    SET_ASIDE,
    STOP,
    SWAP,
    Board,
    Card,
    act,
    at,
    choice_of,
    kind_of,
)
from quincunx.games.nomenklatura.cards import NOTHING_TO_DECIDE, sources


def western_places(board: Board) -> list[int]:
    """The ways to place one of the taker's markers in a western region, or not to."""
    found = [act(STOP)]
    if board.supply[board.taker()]:
        for region in board.setup.western:
            found.append(act(PLACE, region))
    return found


class Exchange(Card):
    """Swap one of your markers with an opponent's in a region next to it; place 2."""

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        found: list[int] = []
        for mine in range(board.setup.regions):
            if board.here(seat, mine):
                for theirs in board.setup.neighbours[mine]:
                    for other in range(board.players):
                        if other != seat and board.here(other, theirs):
                            found.append(act(SWAP, (mine * REGIONS + theirs) * SEATS + other))
        return found

    def do(self, board: Board, action: int) -> int:
        choice = choice_of(action)
        mine = choice // SEATS // REGIONS
        theirs = choice // SEATS % REGIONS
        board.shift(board.taker(), mine, theirs, 1)
        board.shift(choice % SEATS, theirs, mine, 1)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        return "Swap one of your markers with an opponent's in a neighbouring region."

    def special(self) -> str:
        swaps = "Swap" if self.parts == 1 else f"{self.parts} times: swap"
        return f"{swaps} one of your markers with an opponent's in a neighbouring region."


class Railroad(Card):
    """Two of your markers in one region, or your only one there, go one or two stops east; place 2."""

    def __init__(self, region: int, markers: int, stops: int, place: int) -> None:
        super().__init__(region, 1, place)
        self.markers = markers
        self.stops = stops

    def choices(self, board: Board) -> list[int]:
        found = [act(STOP)]
        for source in range(board.setup.regions):
            if board.here(board.taker(), source) == 0:
                continue
            target = source
            for _ in range(self.stops):
                target = board.setup.next_stop[target]
                if target < 0:
                    break
                found.append(act(RIDE, source * REGIONS + target))
        return found

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == RIDE:
            source = choice_of(action) // REGIONS
            riders = min(self.markers, board.here(board.taker(), source))
            board.shift(board.taker(), source, choice_of(action) % REGIONS, riders)
        return 1

    def refusal(self, board: Board, action: int) -> str:
        return (
            f"Your markers ride up to {self.stops} stops east along the railroad, from where you have some."
        )

    def special(self) -> str:
        return (
            f"{self.markers} of your markers in one region (or all you have there, if fewer) ride together "
            f"up to {self.stops} stops east along the railroad, or none do."
        )


class Expedition(Card):
    """Place up to 1 in any western region; place 1."""

    def choices(self, board: Board) -> list[int]:
        return western_places(board)

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == STOP:
            return self.parts
        board.place(board.taker(), choice_of(action), 1)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        return "The card lets you place in western regions only."

    def special(self) -> str:
        return f"Place up to {self.parts} in any western region."


class FarEastExpedition(Expedition):
    """Place up to 1 in any western region; place 1 in the Russian Far East."""


class SiberiaExpedition(Expedition):
    """Place up to 1 in any western region; place 1 in Siberia."""


class Network(Expedition):
    """Place up to 3, each in any western region."""

    def special(self) -> str:
        return f"Place up to {self.parts}, each in any western region."


class Reserves(Card):
    """Place 2, or set three markers of your supply aside for the next consolidation (NK-16)."""

    def __init__(self, region: int, aside: int, place: int) -> None:
        super().__init__(region, 1)
        self.aside = aside
        self.place = place

    def choices(self, board: Board) -> list[int]:
        if board.supply[board.taker()] == 0:
            return []
        return [act(PLACE, self.region), act(SET_ASIDE)]

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        if kind_of(action) == PLACE:
            board.place(seat, self.region, self.place)
            return 1
        count = min(self.aside, board.supply[seat])
        board.supply[seat] -= count
        board.aside[seat] += count
        if board.log is not None:
            board.tell(f"Player {seat + 1} sets {count} aside for the next consolidation.")
        return 1

    def text(self, names: list[str]) -> str:
        return (
            f"Choose: place {self.place} in {names[self.region]}; "
            f"or set {self.aside} markers of your supply aside for the next consolidation."
        )


class Industry(Card):
    """Place 4; up to twice: give up two of your markers here to remove an opponent's in the west."""

    def __init__(self, region: int, place: int, times: int, give_up: int, remove: int) -> None:
        super().__init__(region, times + 1)
        self.place = place
        self.give_up = give_up
        self.remove = remove

    def choices(self, board: Board) -> list[int]:
        if board.part == 0:
            return NOTHING_TO_DECIDE
        seat = board.taker()
        found = [act(STOP)]
        if board.here(seat, self.region) >= self.give_up:
            for region in board.setup.western:
                for other in range(board.players):
                    if other != seat and board.here(other, region):
                        found.append(act(REMOVE, at(other, region)))
        return found

    def do(self, board: Board, action: int) -> int:
        seat = board.taker()
        if board.part == 0:
            board.place(seat, self.region, self.place)
        elif kind_of(action) == STOP:
            return self.parts
        else:
            choice = choice_of(action)
            board.take_off(seat, self.region, self.give_up)
            board.take_off(choice % SEATS, choice // SEATS, self.remove)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        return f"Give up {self.give_up} of your markers here to remove an opponent's in a western region."

    def text(self, names: list[str]) -> str:
        home = names[self.region]
        return (
            f"Place {self.place} in {home}. Then up to {self.parts - 1} times: give up {self.give_up} of "
            f"your {home} markers to remove {self.remove} of an opponent's in a western region."
        )


class Partnership(Card):
    """Place two in a western region other than this, where an opponent you choose places one; place 2."""

    def __init__(self, region: int, western: int, partner: int, place: int) -> None:
        super().__init__(region, 2, place)
        self.western = western
        self.partner = partner

    def choices(self, board: Board) -> list[int]:
        seat = board.taker()
        partners: list[int] = []
        for other in range(board.players):
            if other != seat and board.supply[other]:
                partners.append(act(PARTNER, other))
        if board.part == 1:
            return partners
        if board.supply[seat] == 0 and not partners:
            return []
        return [act(PLACE, region) for region in board.setup.western if region != self.region]

    def do(self, board: Board, action: int) -> int:
        if board.part == 0:
            board.chosen = choice_of(action)
            board.place(board.taker(), board.chosen, self.western)
        else:
            board.place(choice_of(action), board.chosen, self.partner)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        if board.part == 1:
            return "Your partner is an opponent with a marker in the supply."
        return "Choose a western region other than the card's own."

    def text(self, names: list[str]) -> str:
        home = names[self.region]
        return (
            f"Choose a western region other than {home}: place {self.western} there, and an opponent of "
            f"your choice places {self.partner} there. Place {self.then_place} in {home}."
        )


class Migration(Card):
    """In turn order, each player may move up to two markers from neighbouring regions into this one."""

    def __init__(self, region: int, move: int) -> None:
        super().__init__(region, 0)
        self.move = move

    def ends(self, board: Board) -> bool:
        return board.part >= self.move * board.players

    def asks(self, board: Board) -> int:
        return board.order[board.part // self.move]

    def choices(self, board: Board) -> list[int]:
        return sources(board, self.asks(board), self.region)

    def do(self, board: Board, action: int) -> int:
        if kind_of(action) == STOP:
            return (board.part // self.move + 1) * self.move
        board.shift(self.asks(board), choice_of(action), self.region, 1)
        return board.part + 1

    def refusal(self, board: Board, action: int) -> str:
        home = board.setup.region_names[self.region]
        return f"Bring a marker of yours from a region next to {home}, or stop."

    def text(self, names: list[str]) -> str:
        return (
            f"In turn order, each player may move up to {self.move} of their markers from regions next to "
            f"{names[self.region]} into it."
        )
