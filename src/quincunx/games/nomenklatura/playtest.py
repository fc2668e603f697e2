"""What is counted in simulated games: pace, consolidations, which cards go first, what the order is worth."""

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from statistics import mean, median

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.nomenklatura.rules import Nomenklatura
from quincunx.games.nomenklatura.rules_scoring import winners
from quincunx.games.nomenklatura.state import EXECUTION, TAKE, Setup, choice_of, kind_of

Row = dict[str, Cell]
LISTS = ("turn_bids", "merger_bids", "merger_steps", "merger_paid", "merger_markers")
"""What there is several of in a game: a cell has them all, with spaces between."""


class Playtest(Observer):
    """Reads the events. Cards are counted in columns of their own: `offered Purge`, `first Purge`,
    `taken Purge`."""

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
        """What share of the win whoever won most consolidations gets, if one did."""
        if not self.merged:
            return {}
        most = max(self.merged.values())
        seats = [seat for seat, won in self.merged.items() if won == most]
        return {"won most consolidations and wins": (seats[0] in best) / len(best)} if len(seats) == 1 else {}


class Cards(Pieces):
    """Cards are taken from the agenda, in turn order."""

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


def report(rows: list[Row]) -> str:
    """The tables of docs/playtests/nomenklatura.md: a column for each number of players."""
    groups: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        groups[int(row["players"])].append(row)
    games = [Games(groups[players]) for players in sorted(groups)]
    return "\n\n".join([pace(games), mergers(games), cards(games), order(games)])


class Games:
    """The games of one number of players."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.players = int(rows[0]["players"])

    def column(self, name: str) -> list[int]:
        return [int(row.get(name, 0)) for row in self.rows]

    def all(self, name: str) -> list[int]:
        """The numbers of a column that has several in a cell."""
        return [int(number) for row in self.rows for number in str(row[name]).split()]

    def total(self, name: str) -> int:
        return sum(self.column(name))


def pace(games: list[Games]) -> str:
    def margin(one: Games) -> str:
        shares = [m / max(r, 1) for m, r in zip(one.column("margin"), one.column("rubles"), strict=True)]
        return f"{100 * mean(shares):.0f}%"

    return _table(
        "Players",
        games,
        {
            "Rounds": lambda one: _spread(one.column("rounds")),
            "Decisions in a game": lambda one: f"{mean(one.column('decisions')):.0f}",
            "Winner's rubles": lambda one: _spread(one.column("rubles")),
            "Winner's margin": lambda one: _spread(one.column("margin")),
            "Margin, of the winner's rubles": margin,
            "Highest bid for the turn order": lambda one: _spread(one.all("turn_bids")),
        },
    )


def mergers(games: list[Games]) -> str:
    taken = "taken Consolidation Card"
    return _table(
        "Players",
        games,
        {
            "Rounds in which the card is taken": lambda one: _percent(one.total(taken), one.total("rounds")),
            "… and a consolidation follows": lambda one: _percent(one.total("mergers"), one.total(taken)),
            "Bids in one": lambda one: _spread(one.all("merger_steps")),
            "Winning bid": lambda one: _spread(one.all("merger_bids")),
            "Rubles the winner is poorer": lambda one: _spread(one.all("merger_paid")),
            "Markers the winner has there": lambda one: _spread(one.all("merger_markers")),
            "Rubles it scores a round, alone": lambda one: _spread(
                [2 * markers for markers in one.all("merger_markers")]
            ),
        },
    )


def cards(games: list[Games]) -> str:
    """How often a card on the agenda is taken by the first in turn order, and by anybody."""

    def share(one: Games, what: str, card: str) -> float:
        return one.total(f"{what} {card}") / max(1, one.total(f"offered {card}"))

    def cell(card: str, one: Games) -> str:
        return f"{100 * share(one, 'first', card):.0f}% / {100 * share(one, 'taken', card):.0f}%"

    columns = {column for one in games for row in one.rows for column in row}
    names = [column.removeprefix("offered ") for column in columns if column.startswith("offered ")]
    ranked = sorted(names, key=lambda card: (-mean(share(one, "first", card) for one in games), card))
    return _table("Card", games, {card: partial(cell, card) for card in ranked})


def order(games: list[Games]) -> str:
    """Wins by the place in the first turn order, which is drawn, and after the first bid."""

    def cell(place: int, one: Games) -> str:
        if place > one.players:
            return ""
        wins = [
            _percent(one.all(name).count(place), len(one.rows)) for name in ("drawn_places", "bid_places")
        ]
        return " / ".join(wins)

    places = range(1, max(one.players for one in games) + 1)
    return _table("Place", games, {str(place): partial(cell, place) for place in places})


def _table(heading: str, games: list[Games], lines: dict[str, Callable[[Games], str]]) -> str:
    shown = [str(one.players) if heading == "Players" else f"{one.players} players" for one in games]
    rows = [_row(heading, shown), _row("---", ["---"] * len(games))]
    rows += [_row(name, [cell(one) for one in games]) for name, cell in lines.items()]
    return "\n".join(rows)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _spread(numbers: list[int]) -> str:
    """The median, and the middle half of all."""
    if not numbers:
        return "none"
    ranked = sorted(numbers)
    return f"{median(ranked):g} ({ranked[len(ranked) // 4]} to {ranked[len(ranked) * 3 // 4]})"


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / max(1, whole):.0f}%"
