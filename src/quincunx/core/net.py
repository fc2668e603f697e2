"""A value that a small network learned from games."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from quincunx.core.state import OVER, State
from quincunx.core.value import OUT, Value, softmax

WIDTH: Final = 8


@final
@mypyc_attr(acyclic=True)
class Eight:
    """Eight numbers side by side. Compiled, they lie in memory as they are, which no list of floats does."""

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

    def weigh(self, weights: "Eight") -> float:
        """The sum of those above zero, weighed."""
        total = 0.0
        if self.a > 0.0:
            total += self.a * weights.a
        if self.b > 0.0:
            total += self.b * weights.b
        if self.c > 0.0:
            total += self.c * weights.c
        if self.d > 0.0:
            total += self.d * weights.d
        if self.e > 0.0:
            total += self.e * weights.e
        if self.f > 0.0:
            total += self.f * weights.f
        if self.g > 0.0:
            total += self.g * weights.g
        if self.h > 0.0:
            total += self.h * weights.h
        return total


def eights(numbers: list[float]) -> list[Eight]:
    """Numbers in groups of eight."""
    return [Eight(*numbers[first : first + WIDTH]) for first in range(0, len(numbers), WIDTH)]


@final
class Net:
    """The weights of a network with one hidden layer, for tables of one size.

    Each seat has some inputs that are on; all others are off. `own` has the weights of each input for the
    seat itself, and `shared` those for every seat. There is a row of hidden units for each input, one after
    the other.
    """

    def __init__(self, own: list[float], shared: list[float], bias: list[float], out: list[float]) -> None:
        self.own = eights(own)
        self.shared = eights(shared)
        self.bias = eights(bias)
        self.out = eights(out)


@mypyc_attr(allow_interpreted_subclasses=True)
class NetValue(Value):
    """The chance of each seat to win: a network says how good what it has is beside what all have, and the
    softmax of that is its chance."""

    def __init__(self, nets: dict[int, Net]) -> None:
        self.nets = nets

    def inputs(self, state: State, seat: int) -> list[int]:
        """Which inputs of a seat are on; none if it can no longer win."""
        raise NotImplementedError

    def expects(self, state: State) -> list[float]:
        if state.actor() == OVER:
            return state.returns()
        net = self.nets[state.players]
        seats = [self.inputs(state, seat) for seat in range(state.players)]
        worths = [0.0 if inputs else OUT for inputs in seats]
        groups: i64 = len(net.out)
        group: i64 = 0
        while group < groups:
            common = net.bias[group].copy()
            for inputs in seats:
                add_all(common, net.shared, inputs, group, groups)
            for seat, inputs in enumerate(seats):
                if inputs:
                    units = common.copy()
                    add_all(units, net.own, inputs, group, groups)
                    worths[seat] += units.weigh(net.out[group])
            group += 1
        return softmax(worths)


def add_all(units: Eight, weights: list[Eight], inputs: list[int], group: i64, groups: i64) -> None:
    """Add one group of the rows of all inputs."""
    for place in inputs:
        units.add(weights[place * groups + group])
