"""Batches of simulated games, stored as columns and read as rows."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import Any, NamedTuple

Table = dict[str, Sequence[Any]]
"""Columns by name, all of one length."""


# The names of columns are made once, because simulations use them for every game.
SEATS = range(1, 33)
WON = [f"won {seat}" for seat in SEATS]
SCORE = [f"score {seat}" for seat in SEATS]
OF_THE_GAME = ("turns", "decisions", "reason")
"""The columns that a game has once, not for each seat: the last fields of `GameRow`, in order."""


class GameRow(NamedTuple):
    """The result of one game. The lists have an entry for each seat."""

    game: int
    """The game's number, from 0; part of its seed."""
    seed: str
    bots: list[str]
    scores: list[float]
    wins: list[float]
    """1 for a win, a fraction for a shared win, 0 for a loss."""
    turns: int
    decisions: int
    reason: str

    def cells(self) -> dict[str, int | float | str]:
        """Return the row by the column names of a file; seats count from 1."""
        cells: dict[str, int | float | str] = {
            "game": self.game,
            "seed": self.seed,
            **{name: getattr(self, name) for name in OF_THE_GAME},
        }
        for seat, (bot, score, win) in enumerate(zip(self.bots, self.scores, self.wins, strict=True), 1):
            cells |= {f"bot_{seat}": bot, f"score_{seat}": float(score), f"won_{seat}": win}
        return cells


def rotate_seats(bots: list[str], number: int) -> list[str]:
    """Return the bots by seat in the game of that number: they rotate, so that none gains from its seat.

    >>> rotate_seats(["a", "b", "c"], 4)
    ['b', 'c', 'a']
    """
    shift = number % len(bots)
    return bots[shift:] + bots[:shift]


class PieceOffers:
    """A table of pieces on offer: one entry for each game, seat and piece that the seat could take.

    It is stored as columns, so that a million entries take little memory and are quick to send.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self.pieces = list(pieces)
        self.game = array("q")
        """The number of the game."""
        self.seat = array("i")
        self.piece = array("i")
        """The piece's index in `pieces`."""
        self.offers = array("i")
        """The number of turns in which the seat could have taken it."""
        self.taken = array("i")
        """The number of turns in which the seat took it."""
        self.when = array("d")
        """The share of the game's turns passed when it was first taken, or else first on offer."""
        self.margin = array("d")
        """The seat's lead over the best other seat at that time; negative if it was behind."""
        self.won = array("d")
        """The seat's share of the win; in a solo game, its return."""

    def __len__(self) -> int:
        return len(self.game)

    def extend(self, more: "PieceOffers") -> None:
        """Append the entries of later games."""
        for name in ("game", "seat", "piece", "offers", "taken", "when", "margin", "won"):
            getattr(self, name).extend(getattr(more, name))


class GameBatch:
    """Consecutive games as columns, one for each thing counted: small to send, quick to add up."""

    def __init__(self, bots: list[str], seed: str, first: int = 0, pieces: Sequence[str] = ()) -> None:
        self.bots = bots
        self.seed = seed
        self.first = first
        """The number of the first game."""
        self.games = 0
        self.columns: dict[str, MutableSequence[Any]] = {}
        """Values by column name. Entries missing at the end of a column are None."""
        self.offers = PieceOffers(pieces)
        self.lost: Counter[str] = Counter()
        """The number of decisions each bot has lost (to errors, illegal moves or time) in all these games."""
        self.faults: dict[str, str] = {}
        """A sentence for each bot about the first decision it lost."""

    def __len__(self) -> int:
        return self.games

    def add(self, row: Mapping[str, Any]) -> None:
        """Add one game from its values by column name."""
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
        """Add one game of which only the result is kept."""
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
        # Interned, equal texts are one object, which pickle sends once.
        columns["reason"].append(sys.intern(reason))
        self.games += 1

    def add_lost(self, number: int, lost: Counter[str], sentences: list[str]) -> None:
        """Add the decisions that bots lost in a game, with a sentence for each bot."""
        for bot, sentence in zip(lost, sentences, strict=True):
            self.faults.setdefault(bot, f"Game {number}: {sentence}")
        self.lost += lost

    def extend(self, following: "GameBatch") -> None:
        """Append the games that directly follow these."""
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
        """Remove the first games and return them as a batch; the counts of lost decisions stay here."""
        head = GameBatch(self.bots, self.seed, self.first)
        head.columns = {name: column[:count] for name, column in self.columns.items()}
        self.columns = {name: column[count:] for name, column in self.columns.items()}
        head.games, self.games = count, self.games - count
        self.first += count
        return head

    def filled(self) -> dict[str, list[Any]]:
        """Return the columns padded with None to one length."""
        return {
            name: [*column, *[None] * (self.games - len(column))] for name, column in self.columns.items()
        }

    def table(self) -> Table:
        """Return the games as the columns of a file; seats count from 1."""
        players = len(self.bots)
        numbers = range(self.first, self.first + self.games)
        table: Table = {
            "game": numbers,
            "seed": [f"{self.seed}:{number}" for number in numbers],
            **{name: self.columns[name] for name in OF_THE_GAME},
        }
        for seat in range(players):
            # The seating repeats after as many games as there are players.
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
            *[self.columns[name][index] for name in OF_THE_GAME],
        )


def join(batches: Iterable[GameBatch]) -> GameBatch:
    """Return one batch of consecutive batches given in any order."""
    ordered = sorted(batches, key=lambda batch: batch.first)
    first = ordered[0]
    whole = GameBatch(first.bots, first.seed, first.first, first.offers.pieces)
    for batch in ordered:
        whole.extend(batch)
    return whole
