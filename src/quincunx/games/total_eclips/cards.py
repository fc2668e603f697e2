"""Project cards and their bonuses: one class for each kind of bonus.

A project is an entry of game.toml. A new kind of bonus is a class here and its texts under `bonuses` in
game.toml; projects write it by the name of its class. If its winner decides something, it also needs a number
for `state.due` and a field in the snapshot; a new `term` needs a reader in `numbers.py`, and moves that no
other bonus offers need their names in `moves.py`.
"""

from typing import ClassVar

from quincunx.games.total_eclips.codes import DONE, GAIN, free, freed_slot, lifted
from quincunx.games.total_eclips.cores import FACES, LEVELS, M3
from quincunx.games.total_eclips.parts import NOTHING, Worths
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, UNLOCK
from quincunx.games.total_eclips.rules.algorithms import free_core, raise_core, raises
from quincunx.games.total_eclips.rules.rewards import gain_core, pay
from quincunx.games.total_eclips.state import FROM_PROJECTS, GAINS, RAISES, UNLOCKS, Position, Side, replaced


class Bonus:
    """One part of the bonus for the highest FLOPS on a project, and its amount."""

    term: ClassVar[str] = ""
    """The extra key that a card must give: its `level`, `tier` or `token`."""
    most_level: ClassVar[int] = 4
    which: ClassVar[int] = NOTHING
    """The index in `state.due` of the decisions its winner has still to make, if it asks for any."""
    trust: ClassVar[int] = 0
    clips: ClassVar[int] = 0
    """The Trust or clips that one of it pays; cards print them as amounts, after everything else."""

    def __init__(self, name: str, count: int, of: int) -> None:
        self.name = name
        self.count = count
        self.of = of
        """The level or the token, counted from 0, or the tier."""
        self.text = ""
        self.asks = ""

    def give(self, state: Position, seat: int) -> None:
        """Give the winner everything that needs no decision."""
        state.due = replaced(state.due, self.which, self.count)

    def due(self, state: Position) -> int:
        """Return how many decisions of the winner are left."""
        return 0 if self.which == NOTHING else state.due[self.which]

    def ask(self, state: Position, seat: int) -> bool:
        """Whether the winner has a decision to make now; a bonus without any choice is lost."""
        if self.due(state) and not self.offers(state.sides[seat]):
            self.lose(state, seat, "bonus-lost")
        return self.due(state) > 0

    def offers(self, side: Side) -> list[int]:
        """Return the winner's choices, as moves."""
        return []

    def choices(self, state: Position, seat: int) -> list[int]:
        """Return the winner's moves while decisions are due."""
        return [*self.offers(state.sides[seat]), DONE]

    def take(self, state: Position, seat: int, action: int) -> None:
        """Carry out the winner's decision."""
        if action == DONE:
            self.lose(state, seat, "bonus-declined")
        else:
            state.due = replaced(state.due, self.which, self.due(state) - 1)
            self.use(state, seat, action)

    def use(self, state: Position, seat: int, action: int) -> None:
        """Carry out one of the offers."""

    def lose(self, state: Position, seat: int, kind: str) -> None:
        """Drop the rest of a bonus that the winner cannot use or does not want."""
        if state.log is not None:
            state.log_event(kind, seat, {self.name: self.due(state)}, [self.name], [state.project().slug])
        state.due = replaced(state.due, self.which, 0)

    def worth(self, side: Side, worths: Worths) -> float:
        """Return its value to a bot, in clips."""
        return 0.0

    def choice_worth(self, side: Side, worths: Worths, action: int) -> float:
        """Return the value of one of the offers to a bot; stopping is worth 0."""
        return 0.0


class Trust(Bonus):
    trust: ClassVar[int] = 1

    def give(self, state: Position, seat: int) -> None:
        pay(state, seat, self.count, 0, FROM_PROJECTS, state.project().slug, "bonus")

    def worth(self, side: Side, worths: Worths) -> float:
        return self.count * worths.trust


class Clips(Bonus):
    clips: ClassVar[int] = 1

    def give(self, state: Position, seat: int) -> None:
        pay(state, seat, 0, self.count, FROM_PROJECTS, state.project().slug, "bonus")

    def worth(self, side: Side, worths: Worths) -> float:
        return float(self.count)


class Tokens(Bonus):
    """Bonus tokens, which work from the next round on (EC-12)."""

    term: ClassVar[str] = "token"

    def give(self, state: Position, seat: int) -> None:
        state.sides[seat].tokens[self.of] += self.count
        if state.log is not None:
            token = state.parts.tokens[self.of].slug
            state.log_event("tokens-gained", seat, {"tokens": self.count}, [token], [state.project().slug])

    def worth(self, side: Side, worths: Worths) -> float:
        token = side.parts.tokens[self.of]
        flops = token.flops + worths.reroll * token.rerolls + (worths.ties if token.wins_ties else 0.0)
        return self.count * flops * worths.tokens * worths.flops


class Cores(Bonus):
    """Cores from the winner's supply; of level IV the winner chooses. Missing ones are lost (EC-2)."""

    term: ClassVar[str] = "level"
    which: ClassVar[int] = GAINS

    def ask(self, state: Position, seat: int) -> bool:
        """Take a core without asking if there is only one answer."""
        while self.due(state):
            offers = self.offers(state.sides[seat])
            if len(offers) != 1:
                break
            self.take(state, seat, offers[0])
        return super().ask(state, seat)

    def offers(self, side: Side) -> list[int]:
        return [GAIN + kind for kind in side.of_level(self.of)]

    def choices(self, state: Position, seat: int) -> list[int]:
        return self.offers(state.sides[seat])

    def use(self, state: Position, seat: int, action: int) -> None:
        gain_core(state, seat, action - GAIN, state.project().slug)

    def worth(self, side: Side, worths: Worths) -> float:
        kind = LEVELS[self.of][0]
        return self.count * worths.power[kind] * worths.flops if side.has(kind) else 0.0

    def choice_worth(self, side: Side, worths: Worths, action: int) -> float:
        return worths.power[action - GAIN]


class Unlocks(Bonus):
    """Cores unlocked from slots of one tier without cost; the same slot twice if cores slide (EC-15)."""

    term: ClassVar[str] = "tier"
    which: ClassVar[int] = UNLOCKS

    def offers(self, side: Side) -> list[int]:
        return [
            free(algorithm, slot)
            for algorithm in range(ALGORITHMS)
            for slot in range(len(side.locked[algorithm]))
            if side.tier(algorithm, slot) == self.of
        ]

    def use(self, state: Position, seat: int, action: int) -> None:
        algorithm, slot = freed_slot(action)
        free_core(state, seat, algorithm, slot, 0, 0, state.project().slug)

    def worth(self, side: Side, worths: Worths) -> float:
        return self.count * worths.power[M3] * worths.flops

    def choice_worth(self, side: Side, worths: Worths, action: int) -> float:
        algorithm, slot = freed_slot(action)
        return 1 + unlock_worth(side, worths, algorithm, slot)


def unlock_worth(side: Side, worths: Worths, algorithm: int, slot: int) -> float:
    """Return the value of a free core and an open slot, less the Trust and the FLOPS the core counted while
    locked."""
    code = side.locked[algorithm][slot]
    price = side.parts.unlock_prices[side.tier(algorithm, slot)]
    flops = worths.power[code // FACES] - side.parts.values[code] + worths.slot
    if algorithm + UNLOCK == MANUFACTURE:
        flops += worths.make_slot
    return flops * worths.flops - price.trust * worths.trust


class Raises(Bonus):
    """Cores of one level raised to the next without cost (EC-15)."""

    term: ClassVar[str] = "level"
    most_level: ClassVar[int] = 3
    which: ClassVar[int] = RAISES

    def offers(self, side: Side) -> list[int]:
        return raises(side, self.of)

    def use(self, state: Position, seat: int, action: int) -> None:
        source, kind = lifted(action)
        raise_core(state, seat, source, kind, 0, 0, state.project().slug)

    def worth(self, side: Side, worths: Worths) -> float:
        return self.count * worths.flops

    def choice_worth(self, side: Side, worths: Worths, action: int) -> float:
        _, kind = lifted(action)
        return worths.power[kind]


class Project:
    """A project card. `low` and `high` are Trust and clips."""

    def __init__(
        self,
        slug: str,
        name: str,
        stage: int,
        end: bool,
        need: int,
        low: tuple[int, int],
        high: tuple[int, int],
        bonus: list[Bonus],
    ) -> None:
        self.slug = slug
        self.name = name
        self.stage = stage
        self.end = end
        self.need = need
        self.low_trust, self.low_clips = low
        self.high_trust, self.high_clips = high
        self.bonus = bonus
        """The parts of the bonus, in the order in which the winner takes them."""

    def due(self, state: Position) -> Bonus | None:
        """Return the part of the bonus that the winner now decides on."""
        for part in self.bonus:
            if part.due(state):
                return part
        return None

    def worth(self, side: Side, worths: Worths) -> float:
        """Return the value of its bonus to a bot."""
        total = 0.0
        for part in self.bonus:
            total += part.worth(side, worths)
        return total
