"""The results of a simulation, summed up as games come in: wins, scores, lengths and endings."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from quincunx.lab.simulate.batch import SCORE, WON, GameBatch, rotate_seats
from quincunx.lab.stats.estimate import Counts, Estimate, Spread, spread, total, wilson


class SeatResult(msgspec.Struct):
    seat: int
    """The seat's number, from 1."""
    share: Estimate


class BotResult(msgspec.Struct):
    bot: str
    seats: int
    share: Estimate
    """The bot's share of the wins, divided by its number of seats."""
    scores: Spread
    lost: int = 0
    """The number of decisions it lost: random moves were made instead."""
    fault: str = ""
    """A sentence about the first decision it lost."""


class EndingShare(msgspec.Struct):
    reason: str
    games: int
    share: Estimate


class Summary(msgspec.Struct):
    """The results of all games. A solo game has no shares by seat: the one player has all wins."""

    games: int
    seats: list[SeatResult]
    by_bot: list[BotResult]
    turns: Spread
    decisions: Spread
    endings: list[EndingShare]
    """The endings, most frequent first."""


class Totals:
    """Running totals, from which the results are made. Games are added in any order, and none is kept."""

    def __init__(self, bots: list[str]) -> None:
        self.games = 0
        self._bots = bots
        self._turns = Counts()
        self._decisions = Counts()
        # The seating repeats after as many games as there are players; each seat of each has a tally.
        self._scores = [Counts() for _ in range(len(bots) ** 2)]
        self._wins = [Counts() for _ in range(len(bots) ** 2)]
        self._endings: Counter[str] = Counter()
        self._first_ending: dict[str, int] = {}
        self._lost: Counter[str] = Counter()
        self._faults: dict[str, tuple[int, str]] = {}

    def add(self, part: GameBatch) -> None:
        self.games += len(part)
        columns, reasons = part.columns, part.columns["reason"]
        self._turns.add(columns["turns"])
        self._decisions.add(columns["decisions"])
        players = len(self._bots)
        for place in range(players * players):
            game, seat = divmod(place, players)
            begin = (game - part.first) % players
            self._scores[place].add(columns[SCORE[seat]][begin::players])
            self._wins[place].add(columns[WON[seat]][begin::players])
        self._endings.update(reasons)
        for reason in set(reasons):
            first = part.first + reasons.index(reason)
            self._first_ending[reason] = min(first, self._first_ending.get(reason, first))
        self._lost += part.lost
        for bot, sentence in part.faults.items():
            self._faults[bot] = min((part.first, sentence), self._faults.get(bot, (part.first, sentence)))

    def summary(self) -> Summary:
        players = range(len(self._bots))
        return Summary(
            games=self.games,
            seats=[self._seat(seat) for seat in players] if len(players) > 1 else [],
            by_bot=[self._bot(bot) for bot in dict.fromkeys(self._bots)],
            turns=spread(self._turns.times),
            decisions=spread(self._decisions.times),
            endings=self._all_endings(),
        )

    def _seat(self, seat: int) -> SeatResult:
        wins = _merged(self._wins[seat :: len(self._bots)])
        return SeatResult(seat + 1, wilson(total(wins), self.games))

    def _bot(self, bot: str) -> BotResult:
        """Return the result of a bot over all its seats; their wins in one game depend on each other."""
        seats = self._bots.count(bot)
        places = [
            game * len(self._bots) + seat
            for game in range(len(self._bots))
            for seat, name in enumerate(rotate_seats(self._bots, game))
            if name == bot
        ]
        wins = _merged([self._wins[place] for place in places])
        scores = _merged([self._scores[place] for place in places])
        _, fault = self._faults.get(bot, (0, ""))
        share = wilson(total(wins), self.games).over(seats)
        return BotResult(bot, seats, share, spread(scores), self._lost[bot], fault)

    def _all_endings(self) -> list[EndingShare]:
        def rank(reason: str) -> tuple[int, int]:
            return -self._endings[reason], self._first_ending[reason]

        return [
            EndingShare(reason, self._endings[reason], wilson(self._endings[reason], self.games))
            for reason in sorted(self._endings, key=rank)
        ]


def _merged(parts: Sequence[Counts]) -> Counter[float]:
    whole: Counter[float] = Counter()
    for part in parts:
        whole.update(part.times)
    return whole
