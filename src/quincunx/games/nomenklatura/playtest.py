"""The playtest report of Nomenklatura: pace, consolidations, cards taken first, the value of the order."""

from collections import Counter

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import winners
from quincunx.games.nomenklatura.state import EXECUTION, TAKE, Setup, choice_of, kind_of

Row = dict[str, Cell]
LISTS = ("turn_bids", "merger_bids", "merger_steps", "merger_paid", "merger_markers")
"""The columns with several numbers a game: a cell has them all, with spaces between."""


class Playtest(Observer):
    """The counts of a game, read from its events. Cards are counted in columns of their own: `offered Purge`,
    `first Purge`, `taken Purge`."""

    def begins(self, state: State) -> None:
        self.decisions = 0
        self.orders: list[list[int]] = []
        self.lists: dict[str, list[int]] = {name: [] for name in LISTS}
        self.cards: Counter[str] = Counter()
        self.mergers = 0
        self.merging = False
        self.first_card = False
        self.highest = 0
        self.steps = 0
        self.paid: Counter[int] = Counter()
        self.merged: Counter[int] = Counter()

    def decides(self, state: State, seat: int, action: int) -> None:
        self.decisions += 1

    def event(self, state: State, event: Event) -> None:
        assert isinstance(state, Nomenklatura)
        match event.kind:
            case "round-begun":
                self.first_card = True
                self.highest = 0
                self._count_cards("offered", state, [*event.pieces, "consolidation"])
            case "turn-order":
                if self.orders:
                    self.lists["turn_bids"].append(self.highest)
                self.orders.append([seat - 1 for seat in event.amounts.values()])
            case "card-taken":
                self._count_cards("taken", state, event.pieces)
                if self.first_card:
                    self._count_cards("first", state, event.pieces)
                self.first_card = False
            case "bid":
                self.highest = event.amounts["total"]
                self.steps += 1
            case "bid-placed":
                self.paid[event.seat] += event.amounts["rubles"]
            case "rubles-collected":
                self.paid[event.seat] -= event.amounts["rubles"]
            case "consolidation-begun":
                self.mergers += 1
                self.steps = 0
                self.paid.clear()
            case "consolidation-won":
                self.winner = event.seat
                self.merging = True
                self.merged[event.seat] += 1
                self.lists["merger_bids"].append(event.amounts["bid"])
                self.lists["merger_steps"].append(self.steps)
                self.lists["merger_markers"].append(state.here(event.seat, state.marker))
            case "income" if self.merging:
                self.merging = False
                self.lists["merger_paid"].append(self.paid[self.winner])

    def _count_cards(self, what: str, state: Nomenklatura, ids: list[str]) -> None:
        for card in ids:
            self.cards[f"{what} {state.setup.card_names[state.setup.card_ids.index(card)]}"] += 1

    def ends(self, state: State) -> Row:
        assert isinstance(state, Nomenklatura)
        ranked = sorted(player.rubles for player in state.seats)
        drawn, bid = self.orders[:2]
        best = winners(state)
        return {
            "players": state.players,
            "rounds": state.round,
            "decisions": self.decisions,
            "rubles": ranked[-1],
            "margin": ranked[-1] - ranked[-2],
            "drawn_places": _text([drawn.index(seat) + 1 for seat in best]),
            "bid_places": _text([bid.index(seat) + 1 for seat in best]),
            "drawn first wins": (drawn[0] in best) / len(best),
            "won the first bid and wins": (bid[0] in best) / len(best),
            "mergers": self.mergers,
            **{name: _text(numbers) for name, numbers in self.lists.items()},
            **self.cards,
            **self._most_mergers(best),
        }

    def _most_mergers(self, best: list[int]) -> Row:
        """Return the share of the win for the player with most consolidations, if there is a single one."""
        if not self.merged:
            return {}
        most = max(self.merged.values())
        seats = [seat for seat, won in self.merged.items() if won == most]
        return {"won most consolidations and wins": (seats[0] in best) / len(best)} if len(seats) == 1 else {}


class Cards(Pieces):
    """Cards as pieces to compare: taken from the agenda, in turn order."""

    noun = "card"

    def titles(self, numbers: Setup) -> dict[str, str]:
        return dict(zip(numbers.card_ids, numbers.card_names, strict=True))

    def due(self, state: State) -> bool:
        assert isinstance(state, Nomenklatura)
        return state.phase == EXECUTION

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, Nomenklatura)
        return state.setup.card_ids[choice_of(action)] if kind_of(action) == TAKE else ""


def _text(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers)
