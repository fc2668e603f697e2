"""Batches of simulated games: columns while they are played, rows for those who read them."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import Any, NamedTuple

Table = dict[str, Sequence[Any]]
"""Columns by their names in a file, all equally long."""


# Names of columns, made once: simulations write them for every game.
SEATS = range(1, 33)
WON = [f"won {seat}" for seat in SEATS]
SCORE = [f"score {seat}" for seat in SEATS]


class GameRow(NamedTuple):
    """How one game went. The lists have an entry for each seat."""

    game: int
    """From 0: the number that is part of the game's seed."""
    seed: str
    bots: list[str]
    scores: list[float]
    wins: list[float]
    """1 for a win alone, a part for a shared one, 0 for none."""
    turns: int
    decisions: int
    reason: str

    def cells(self) -> dict[str, int | float | str]:
        """The row as a file has it; seats count from 1."""
        cells: dict[str, int | float | str] = {
            "game": self.game,
            "seed": self.seed,
            "turns": self.turns,
            "decisions": self.decisions,
            "reason": self.reason,
        }
        for seat, (bot, score, win) in enumerate(zip(self.bots, self.scores, self.wins, strict=True), 1):
            cells |= {f"bot_{seat}": bot, f"score_{seat}": float(score), f"won_{seat}": win}
        return cells


def rotate_seats(bots: list[str], number: int) -> list[str]:
    """Return who sits where in that game. Bots change seats from game to game, so that none owes anything
    to its seat.

    >>> rotate_seats(["a", "b", "c"], 4)
    ['b', 'c', 'a']
    """
    shift = number % len(bots)
    return bots[shift:] + bots[:shift]


class PieceOffers:
    """How pieces met players: an entry for each seat and piece of a game that was on offer to it.

    Columns, because there are many: to send and keep a million of them takes little.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = list(pieces)
        self.game = array("q")
        """The number of the game."""
        self.seat = array("i")
        self.piece = array("i")
        """Its place in `pieces`."""
        self.offers = array("i")
        """In how many turns the seat could have taken it."""
        self.taken = array("i")
        """In how many it did."""
        self.when = array("d")
        """When it was first taken, or else first on offer, as a share of the game's turns."""
        self.margin = array("d")
        """How far ahead of the best other the seat was at that time, or behind if below 0."""
        self.won = array("d")
        """The seat's share of the win; alone, what the game returns: the more the better."""

    def __len__(self) -> int:
        return len(self.game)

    def extend(self, more: "PieceOffers") -> None:
        """Append those of the games that come after these."""
        for name in ("game", "seat", "piece", "offers", "taken", "when", "margin", "won"):
            getattr(self, name).extend(getattr(more, name))


class GameBatch:
    """Consecutive games, a column for each thing counted: small to send, quick to add up."""

    def __init__(self, bots: list[str], seed: str, first: int = 0, pieces: Sequence[str] = ()) -> None:
        self.bots = bots
        self.seed = seed
        self.first = first
        """The number of the first game."""
        self.games = 0
        self.columns: dict[str, MutableSequence[Any]] = {}
        """A column ends with its last value: missing entries behind it are None."""
        self.offers = PieceOffers(pieces)
        self.lost: Counter[str] = Counter()
        """How many decisions each bot has lost in all of them."""
        self.faults: dict[str, str] = {}
        """What each bot did when it first lost one, as a sentence."""

    def __len__(self) -> int:
        return self.games

    def add(self, row: Mapping[str, Any]) -> None:
        """Add one game, with whatever was counted in it."""
        columns = self.columns
        for name, value in row.items():
            column = columns.get(name)
            if column is None:
                columns[name] = column = []
            if len(column) < self.games:
                column.extend([None] * (self.games - len(column)))
            column.append(value)
        self.games += 1

    def add_result(
        self, scores: Iterable[float], winners: list[int], turns: int, decisions: int, reason: str
    ) -> None:
        """Add one game of which only the result is kept, in arrays of numbers."""
        columns = self.columns
        if not columns:
            names = [name for seat in range(len(self.bots)) for name in (SCORE[seat], WON[seat])]
            columns.update({name: array("d") for name in names})
            columns.update(turns=array("q"), decisions=array("q"), reason=[])
        for seat, score in enumerate(scores):
            columns[SCORE[seat]].append(score)
            columns[WON[seat]].append(1 / len(winners) if seat in winners else 0.0)
        columns["turns"].append(turns)
        columns["decisions"].append(decisions)
        # Equal texts become one object, and pickle sends an object once.
        columns["reason"].append(sys.intern(reason))
        self.games += 1

    def add_lost(self, number: int, lost: Counter[str], sentences: list[str]) -> None:
        """Add the decisions that bots lost in the game of that number, with a sentence for each bot."""
        for bot, sentence in zip(lost, sentences, strict=True):
            self.faults.setdefault(bot, f"Game {number}: {sentence}")
        self.lost += lost

    def extend(self, following: "GameBatch") -> None:
        """Append the games that come right after these."""
        for name, values in following.columns.items():
            column = self.columns.setdefault(name, values[:0])
            if len(column) < self.games:
                column.extend([None] * (self.games - len(column)))
            column.extend(values)
        self.games += following.games
        self.offers.extend(following.offers)
        self.lost += following.lost
        self.faults = following.faults | self.faults

    def cut(self, count: int) -> "GameBatch":
        """Take away the first games, as a batch of their own; what bots lost stays."""
        head = GameBatch(self.bots, self.seed, self.first)
        head.columns = {name: column[:count] for name, column in self.columns.items()}
        self.columns = {name: column[count:] for name, column in self.columns.items()}
        head.games, self.games = count, self.games - count
        self.first += count
        return head

    def filled(self) -> dict[str, list[Any]]:
        """Return the columns, all of one length."""
        return {
            name: [*column, *[None] * (self.games - len(column))] for name, column in self.columns.items()
        }

    def table(self) -> Table:
        """Return the games as files have them; seats count from 1."""
        players = len(self.bots)
        numbers = range(self.first, self.first + self.games)
        table: Table = {
            "game": numbers,
            "seed": [f"{self.seed}:{number}" for number in numbers],
            **{name: self.columns[name] for name in ("turns", "decisions", "reason")},
        }
        for seat in range(players):
            # Who sits there repeats after as many games as there are players.
            turn = [rotate_seats(self.bots, self.first + game)[seat] for game in range(players)]
            table |= {
                f"bot_{seat + 1}": (turn * (self.games // players + 1))[: self.games],
                f"score_{seat + 1}": self.columns[SCORE[seat]],
                f"won_{seat + 1}": self.columns[WON[seat]],
            }
        return table

    def rows(self) -> list[GameRow]:
        """Return one row for each game, in order."""
        return [self._row(index) for index in range(self.games)]

    def _row(self, index: int) -> GameRow:
        number, seats = self.first + index, range(len(self.bots))
        return GameRow(
            number,
            f"{self.seed}:{number}",
            rotate_seats(self.bots, number),
            [self.columns[SCORE[seat]][index] for seat in seats],
            [self.columns[WON[seat]][index] for seat in seats],
            *[self.columns[name][index] for name in ("turns", "decisions", "reason")],
        )


def join(batches: Iterable[GameBatch]) -> GameBatch:
    """Put batches that came in any order together."""
    ordered = sorted(batches, key=lambda batch: batch.first)
    first = ordered[0]
    whole = GameBatch(first.bots, first.seed, first.first, first.offers.pieces)
    for batch in ordered:
        whole.extend(batch)
    return whole
