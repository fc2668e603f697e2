"""The playtest report of King of Tokyo: how games end, from which seat, and what cards do."""

from collections import Counter

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.king_of_tokyo.rules.engine import BUYS, BUYS_FROM, BUYS_TOP, HAND, KingOfTokyo
from quincunx.games.king_of_tokyo.state import BUY, LAB, NOTHING, OPPORTUNIST
from quincunx.games.king_of_tokyo.tables import Tables

ENDS = ["points", "last alive", "nobody"]
SHOPPING = (BUY, OPPORTUNIST, LAB)
"""The phases in which cards can be bought."""
WON_WITH = " by the winner"
"""The suffix of a card's column that counts its purchases by the winner."""


class Playtest(Observer):
    """One row a game: players, turns, how it ended, who won, and each card that was bought."""

    def begins(self, state: State) -> None:
        self.first = NOTHING
        self.bought: Counter[tuple[str, int]] = Counter()

    def event(self, state: State, event: Event) -> None:
        if event.kind == "turn-starts" and self.first == NOTHING:
            self.first = event.seat
        elif event.kind == "buys":
            self.bought[event.pieces[0], event.seat] += 1

    def ends(self, state: State) -> dict[str, Cell]:
        assert isinstance(state, KingOfTokyo)
        nobody = state.winner == NOTHING
        row: dict[str, Cell] = {
            "players": state.players,
            "turns": state.turn,
            "end": ENDS[2 if nobody else int(state.living() == 1)],
            "winner": 0 if nobody else (state.winner - self.first) % state.players + 1,
        }
        for (card, seat), times in sorted(self.bought.items()):
            row[card] = int(row.get(card, 0)) + times
            if seat == state.winner:
                row[card + WON_WITH] = times
        return row


class Cards(Pieces):
    """Cards as pieces to compare: taken by buying them, from the open ones, the pile or another monster."""

    noun = "card"

    def titles(self, numbers: Tables) -> dict[str, str]:
        return dict(numbers.titles)

    def due(self, state: State) -> bool:
        assert isinstance(state, KingOfTokyo)
        return state.phase in SHOPPING

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, KingOfTokyo)
        if BUYS <= action < BUYS_FROM:
            return state.tables.cards[state.display[action - BUYS]].slug
        if BUYS_FROM <= action < BUYS_TOP:
            owner, slot = divmod(action - BUYS_FROM, HAND)
            return state.monsters[owner].hand[slot].card.slug
        return state.tables.cards[state.top].slug if action == BUYS_TOP else ""
