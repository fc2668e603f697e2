"""The playtest report of Idle Six: turns to win, times of purchases, and rewards."""

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.rules import IdleSix


class Playtest(Observer):
    """One row a game. In a column that holds a turn, 0 means never."""

    def begins(self, state: State) -> None:
        self.turn = 1
        self.order: list[str] = []
        self.first: dict[str, int] = {}
        self.flipped: dict[str, int] = {}
        self.lost = 0

    def event(self, state: State, event: Event) -> None:
        if event.kind == "turn-counted":
            self.turn = event.amounts["turns"] + 1
        elif event.kind == "upgraded":
            self.order.append(event.pieces[0])
            self.first.setdefault(event.pieces[0], self.turn)
        elif event.kind == "card-flipped":
            self.flipped[event.pieces[0]] = self.turn
        elif event.kind == "money-capped":
            self.lost += event.amounts["money"]

    def ends(self, state: State) -> dict[str, Cell]:
        assert isinstance(state, IdleSix)
        row: dict[str, Cell] = {"players": 1, "turns": state.turns_taken, "order": " ".join(self.order)}
        row |= {"band": state.cards.band(state.turns_taken), "claimed": state.claimed, "lost": self.lost}
        for card in state.cards.actions:
            row[f"{card.name} boxes"] = self.order.count(card.name)
            row[f"{card.name} first"] = self.first.get(card.name, 0)
            row[f"{card.name} flipped"] = self.flipped.get(card.name, 0)
        return row


class Upgrades(Pieces):
    """Cards as pieces to compare: taken by buying a box."""

    noun = "card"

    def titles(self, numbers: Cards) -> dict[str, str]:
        return {card.name: card.title for card in numbers.actions}

    def due(self, state: State) -> bool:
        assert isinstance(state, IdleSix)
        return state.phase == codes.UPGRADE

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, IdleSix)
        slot = action - codes.UPGRADES
        actions = state.cards.actions
        return actions[slot].name if 0 <= slot < len(actions) else ""

    def offered(self, state: State, seat: int) -> list[str]:
        assert isinstance(state, IdleSix)
        first, actions = codes.UPGRADES, state.cards.actions
        last = first + len(actions)
        return [actions[move - first].name for move in state.legal_actions(seat) if first <= move < last]
