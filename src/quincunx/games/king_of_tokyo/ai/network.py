"""An evaluator with a small network that was trained on games. The weights are not here."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from quincunx.core.evaluator import OUT, Evaluator, softmax
from quincunx.core.state import TERMINAL, State

WIDTH: Final = 8


@final
@mypyc_attr(acyclic=True)
class Eight:
    """Eight numbers side by side. Compiled, they lie in memory as plain numbers, unlike a list of floats."""

    def __init__(
        self, a: float, b: float, c: float, d: float, e: float, f: float, g: float, h: float
    ) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
        self.g = g
        self.h = h

    def copy(self) -> "Eight":
        return Eight(self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h)

    def add(self, other: "Eight") -> None:
        self.a += other.a
        self.b += other.b
        self.c += other.c
        self.d += other.d
        self.e += other.e
        self.f += other.f
        self.g += other.g
        self.h += other.h

    def add_times(self, other: "Eight", times: float) -> None:
        self.a += times * other.a
        self.b += times * other.b
        self.c += times * other.c
        self.d += times * other.d
        self.e += times * other.e
        self.f += times * other.f
        self.g += times * other.g
        self.h += times * other.h

    def clip(self) -> None:
        """Set all negative numbers to zero."""
        if self.a < 0.0:
            self.a = 0.0
        if self.b < 0.0:
            self.b = 0.0
        if self.c < 0.0:
            self.c = 0.0
        if self.d < 0.0:
            self.d = 0.0
        if self.e < 0.0:
            self.e = 0.0
        if self.f < 0.0:
            self.f = 0.0
        if self.g < 0.0:
            self.g = 0.0
        if self.h < 0.0:
            self.h = 0.0

    def weigh(self, weights: "Eight") -> float:
        """Return the weighted sum."""
        low = self.a * weights.a + self.b * weights.b + self.c * weights.c + self.d * weights.d
        return low + self.e * weights.e + self.f * weights.f + self.g * weights.g + self.h * weights.h

    def pass_on(self, rows: list["Eight"], place: i64, step: i64, units: "Eight") -> None:
        """Add one row for each of the numbers, times the number; zeros, which are common, are skipped."""
        if self.a > 0.0:
            units.add_times(rows[place], self.a)
        if self.b > 0.0:
            units.add_times(rows[place + step], self.b)
        if self.c > 0.0:
            units.add_times(rows[place + 2 * step], self.c)
        if self.d > 0.0:
            units.add_times(rows[place + 3 * step], self.d)
        if self.e > 0.0:
            units.add_times(rows[place + 4 * step], self.e)
        if self.f > 0.0:
            units.add_times(rows[place + 5 * step], self.f)
        if self.g > 0.0:
            units.add_times(rows[place + 6 * step], self.g)
        if self.h > 0.0:
            units.add_times(rows[place + 7 * step], self.h)


def eights(numbers: list[float]) -> list[Eight]:
    """Return the numbers in groups of eight."""
    return [Eight(*numbers[first : first + WIDTH]) for first in range(0, len(numbers), WIDTH)]


@final
class Network:
    """The weights of a network with two hidden layers, for tables of one size.

    Each seat has some inputs that are on; all others are off. The first layer describes a seat: the rows
    `first` of its inputs are added to `start`. The second compares the seat with all seats: `own` has a row
    for each unit of the seat, `shared` one for the sum of that unit over all seats, and both are added to
    `bias`. Negative units count as zero in both. `out` weighs the second layer.
    """

    def __init__(
        self,
        first: list[float],
        start: list[float],
        own: list[float],
        shared: list[float],
        bias: list[float],
        out: list[float],
    ) -> None:
        self.first = eights(first)
        self.start = eights(start)
        self.own = eights(own)
        self.shared = eights(shared)
        self.bias = eights(bias)
        self.out = eights(out)

    def worths(self, seats: list[list[int]]) -> list[float]:
        """Return the value of each seat beside the others; OUT for a seat without inputs."""
        alike = [self._units(inputs) for inputs in seats]
        everyone = self._sum(alike)
        common = self._pass_on(everyone, self.shared, self.bias)
        return [self._weigh(self._pass_on(units, self.own, common)) if units else OUT for units in alike]

    def _units(self, inputs: list[int]) -> list[Eight]:
        """Return the first layer of a seat; nothing if it has no inputs."""
        units: list[Eight] = []
        if inputs:
            groups: i64 = len(self.start)
            group: i64 = 0
            while group < groups:
                eight = self.start[group].copy()
                for place in inputs:
                    eight.add(self.first[place * groups + group])
                eight.clip()
                units.append(eight)
                group += 1
        return units

    def _sum(self, alike: list[list[Eight]]) -> list[Eight]:
        total = [Eight(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0) for _ in self.start]
        for units in alike:
            for group in range(len(units)):
                total[group].add(units[group])
        return total

    def _pass_on(self, units: list[Eight], rows: list[Eight], before: list[Eight]) -> list[Eight]:
        """Return the next layer: its rows for these units, added to `before`."""
        groups: i64 = len(self.bias)
        group: i64 = 0
        passed: list[Eight] = []
        while group < groups:
            eight = before[group].copy()
            place = group
            for some in units:
                some.pass_on(rows, place, groups, eight)
                place += WIDTH * groups
            passed.append(eight)
            group += 1
        return passed

    def _weigh(self, units: list[Eight]) -> float:
        worth = 0.0
        for group in range(len(units)):
            units[group].clip()
            worth += units[group].weigh(self.out[group])
        return worth


@mypyc_attr(allow_interpreted_subclasses=True)
class NetworkEvaluator(Evaluator):
    """The chance of each seat to win: the softmax of the values that a network gives the seats."""

    def __init__(self, nets: dict[int, Network]) -> None:
        self.nets = nets

    def inputs(self, state: State, seat: int) -> list[int]:
        """Return which inputs of a seat are on; none if it can no longer win."""
        raise NotImplementedError

    def evaluate(self, state: State) -> list[float]:
        if state.current_player() == TERMINAL:
            return state.returns()
        net = self.nets[state.players]
        return softmax(net.worths([self.inputs(state, seat) for seat in range(state.players)]))
