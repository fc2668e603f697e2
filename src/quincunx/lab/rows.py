"""What is kept of simulated games: columns while they are played, rows for those who read them."""

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Table = dict[str, Sequence[Any]]
"""Columns by their names in a file, all equally long."""


class Row(NamedTuple):
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


def seated(bots: list[str], number: int) -> list[str]:
    """Who sits where. The bots change seats from game to game, so that none owes anything to its seat.

    >>> seated(["a", "b", "c"], 4)
    ['b', 'c', 'a']
    """
    shift = number % len(bots)
    return bots[shift:] + bots[:shift]


class Columns:
    """How consecutive games went, a column for each thing: small to send, quick to add up."""

    def __init__(self, bots: list[str], seed: str, first: int = 0) -> None:
        self.bots = bots
        self.seed = seed
        self.first = first
        """The number of the first game."""
        self.scores = array("d")
        """For each game an entry for each seat, as in `wins`."""
        self.wins = array("d")
        self.turns = array("q")
        self.decisions = array("q")
        self.reasons: list[str] = []
        self.lost: Counter[str] = Counter()
        """How many decisions each bot has lost in all of them."""
        self.faults: dict[str, str] = {}
        """What each bot did when it first lost one, as a sentence."""

    def __len__(self) -> int:
        return len(self.reasons)

    def add(
        self, scores: Iterable[float], winners: list[int], turns: int, decisions: int, reason: str
    ) -> None:
        """One more game."""
        self.scores.extend(scores)
        for seat in range(len(self.bots)):
            self.wins.append(1 / len(winners) if seat in winners else 0.0)
        self.turns.append(turns)
        self.decisions.append(decisions)
        # Equal texts become one object, and pickle sends an object once.
        self.reasons.append(sys.intern(reason))

    def add_lost(self, number: int, lost: Counter[str], sentences: list[str]) -> None:
        """The decisions that bots lost in the game of that number, and a sentence for each bot."""
        for bot, sentence in zip(lost, sentences, strict=True):
            self.faults.setdefault(bot, f"Game {number}: {sentence}")
        self.lost += lost

    def extend(self, following: "Columns") -> None:
        """Append the games that come right after these."""
        self.scores += following.scores
        self.wins += following.wins
        self.turns += following.turns
        self.decisions += following.decisions
        self.reasons += following.reasons
        self.lost += following.lost
        self.faults = following.faults | self.faults

    def cut(self, count: int) -> "Columns":
        """Take away the first games, as columns of their own; what bots lost stays."""
        head = Columns(self.bots, self.seed, self.first)
        seats = count * len(self.bots)
        head.scores, self.scores = self.scores[:seats], self.scores[seats:]
        head.wins, self.wins = self.wins[:seats], self.wins[seats:]
        head.turns, self.turns = self.turns[:count], self.turns[count:]
        head.decisions, self.decisions = self.decisions[:count], self.decisions[count:]
        head.reasons, self.reasons = self.reasons[:count], self.reasons[count:]
        self.first += count
        return head

    def table(self) -> Table:
        """The games as files have them; seats count from 1."""
        players = len(self.bots)
        numbers = range(self.first, self.first + len(self))
        table: Table = {
            "game": numbers,
            "seed": [f"{self.seed}:{number}" for number in numbers],
            "turns": self.turns,
            "decisions": self.decisions,
            "reason": self.reasons,
        }
        for seat in range(players):
            # Who sits there repeats after as many games as there are players.
            turn = [seated(self.bots, self.first + game)[seat] for game in range(players)]
            table |= {
                f"bot_{seat + 1}": (turn * (len(self) // players + 1))[: len(self)],
                f"score_{seat + 1}": self.scores[seat::players],
                f"won_{seat + 1}": self.wins[seat::players],
            }
        return table

    def rows(self) -> list[Row]:
        return [self._row(index) for index in range(len(self))]

    def _row(self, index: int) -> Row:
        number = self.first + index
        seats = slice(index * len(self.bots), (index + 1) * len(self.bots))
        return Row(
            number,
            f"{self.seed}:{number}",
            seated(self.bots, number),
            self.scores[seats].tolist(),
            self.wins[seats].tolist(),
            self.turns[index],
            self.decisions[index],
            self.reasons[index],
        )
