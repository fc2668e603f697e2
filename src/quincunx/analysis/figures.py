"""The format of results and their parts for people: chances to win, or the score of a solo game."""

import math
from collections.abc import Mapping, Sequence

import msgspec

from quincunx.analysis.timeline import EXACT, Moment, Timeline
from quincunx.match.match import Match

SHARE = "%"
"""The unit where the results are shares of one win."""
DECISIVE = 2
"""The least swing of a decisive moment, in percentage points, if there is a larger one."""


class FigureRow(msgspec.Struct):
    """The parts of a seat's result as text. The numbers add up as they are shown."""

    start: str
    luck: str
    own: str
    others: str
    revised: str
    result: str
    without_luck: str


class Figures(msgspec.Struct):
    """The format of the numbers of a match."""

    unit: str
    """`%`, or the unit of a solo game's score, such as `turns`; empty if the game has no word for it."""
    fewer: bool
    """Whether fewer of the unit are better. They are negative in `returns`, and shown as positive."""

    @property
    def note(self) -> str:
        """A note on how to read the numbers; empty if they need none."""
        return f"In {self.unit}: fewer are better." if self.fewer else ""

    def plain(self, value: float) -> str:
        """Return a result or expectation for a table: `52%`, `25.4`."""
        return self._written(value * self._scale, self._digits)

    def told(self, value: float) -> str:
        """Return a result or expectation for a sentence, with its unit: `52%`, `25.4 turns`."""
        named = self.unit and self.unit != SHARE
        return f"{self.plain(value)} {self.unit}" if named else self.plain(value)

    def moments(self, line: Timeline) -> list[Moment]:
        """Return the moments whose written numbers differ, without small swings if there are larger ones."""
        swings = [abs(self.swing(moment)) for moment in line.moments]
        least = min(DECISIVE, max(swings, default=0)) if self.unit == SHARE else 0
        return [moment for moment, size in zip(line.moments, swings, strict=True) if size and size >= least]

    def swing(self, moment: Moment) -> float:
        """Return the change by a moment, from the rounded numbers before and after it; more is better."""
        before, after = (
            round(value * abs(self._scale), self._digits) for value in (moment.before, moment.after)
        )
        return round(after - before, self._digits)

    def loss(self, value: float) -> str:
        """Return the loss of a decision, rounded down, so that it never seems to reach a mark it did not."""
        return self._written(self._down(value), self._digits + 1)

    def thresholds(self, marks: Mapping[str, float], stake: float) -> str:
        """Return the least loss for each mark as text, the mildest mark first."""
        unit = self.unit if self.unit == SHARE else f" {self.unit}".rstrip()
        return ", ".join(
            f"{name} from {self._down(least * stake):g}{unit}"
            for name, least in sorted(marks.items(), key=lambda mark: mark[1])
        )

    def _down(self, loss: float) -> float:
        """Return a loss or threshold in the unit, rounded down one digit finer than results."""
        size = 10.0 ** (self._digits + 1)
        return math.floor(loss * abs(self._scale) * size + EXACT) / size

    def row(self, line: Timeline, seat: int) -> FigureRow:
        """Return the parts of a seat's result."""
        parts = [part[seat] for part in (line.start, line.luck, line.decisions, line.others, line.revised)]
        shown = adding_up([part * self._scale for part in parts], self._digits)
        start, *changes = shown
        luck, own, others, revised = (self._written(change, self._digits, "+") for change in changes)
        return FigureRow(
            start=self._written(start, self._digits),
            luck=luck,
            own=own,
            others=others,
            revised=revised,
            result=self._written(math.fsum(shown), self._digits),
            without_luck=self._written(math.fsum(shown) - shown[1], self._digits),
        )

    @property
    def _scale(self) -> int:
        return 100 if self.unit == SHARE else -1 if self.fewer else 1

    @property
    def _digits(self) -> int:
        return 0 if self.unit == SHARE else 1

    def _written(self, value: float, digits: int, sign: str = "") -> str:
        value = round(value, digits) or 0.0  # Never -0.
        text = f"{value:{sign if value else ''}.{digits}f}"
        return text + (SHARE if self.unit == SHARE else "")


def figures(match: Match) -> Figures:
    """Return the format of the numbers of a finished match."""
    returns = match.state.returns()
    if len(returns) > 1:
        return Figures(SHARE if all(0 <= value <= 1 for value in returns) else "", fewer=False)
    assert match.result is not None
    score = match.result.scores[0]
    unit = match.game.header.score if abs(returns[0]) == abs(score) else ""
    return Figures(unit, fewer=bool(unit) and returns[0] == -score < 0)


def adding_up(parts: Sequence[float], digits: int = 0) -> list[float]:
    """Round numbers so that they still add up to their rounded sum (largest remainder method).

    >>> adding_up([52.3, -51.6, -0.7, 0.4])
    [52.0, -52.0, -1.0, 1.0]
    >>> adding_up([33.33, 33.33, 33.34]), adding_up([0.25, 0.25], digits=1)
    ([33.0, 33.0, 34.0], [0.3, 0.2])
    """
    size = 10**digits
    exact = [part * size for part in parts]
    whole = [math.floor(part + EXACT) for part in exact]
    by_loss = sorted(range(len(parts)), key=lambda number: whole[number] - exact[number])
    for number in by_loss[: round(math.fsum(exact)) - sum(whole)]:
        whole[number] += 1
    return [part / size for part in whole]
