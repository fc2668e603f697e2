"""The goals file of a search: which numbers may change, what is wanted, and how important each goal is."""

import math
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.convert import convert
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.files import read
from quincunx.input_limits import TOML
from quincunx.lab.tune.dials import Dial, changed, dials, say
from quincunx.match.variant import Variant, combined, numbers, overlay, read_variant

TOLERANCE = 0.05
"""The default tolerance of a goal, as a share of its target."""

LEAST_TOLERANCE = 0.01
"""The default tolerance of a goal whose target is 0."""


class Goal(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """The wanted value or range of one metric."""

    metric: str
    about: float | None = None
    below: float | None = None
    above: float | None = None
    within: Annotated[float, Meta(gt=0)] | None = None
    """The tolerance: how far from `about` is near enough, and the unit in which a miss is measured."""
    weight: Annotated[float, Meta(ge=0)] = 1.0
    seats: str = ""
    """The bots that play for this goal, such as `greedy,random`; empty for the file's own line-up."""

    @property
    def target(self) -> float:
        return next(wanted for wanted in (self.about, self.below, self.above, 0.0) if wanted is not None)

    @property
    def tolerance(self) -> float:
        return self.within or abs(self.target) * TOLERANCE or LEAST_TOLERANCE

    def missing(self, value: float) -> float:
        """Return how far a value misses the goal, in tolerances; 0 if the goal is met.

        >>> goal = Goal("turns", about=16, within=1)
        >>> goal.missing(15.5), goal.missing(19)
        (0.0, 2.0)
        >>> Goal("leader-wins:0.5", below=0.6, within=0.1).missing(0.65)
        0.5
        """
        over = 0.0
        if self.about is not None:
            over = abs(value - self.about) - self.tolerance
        if self.below is not None:
            over = max(over, value - self.below)
        if self.above is not None:
            over = max(over, self.above - value)
        return max(0.0, round(over / self.tolerance, 9))

    def bounds(self) -> tuple[float | None, float | None]:
        """Return the lowest and highest values that meet the goal; None where there is no bound.

        >>> Goal("turns", about=16, within=1).bounds(), Goal("turns", below=20).bounds()
        ((15, 17), (None, 20))
        """
        if self.about is not None:
            return self.about - self.tolerance, self.about + self.tolerance
        return self.above, self.below

    def words(self, share: bool = False) -> str:
        """Return the goal as text for people.

        >>> Goal("turns", about=16).words(), Goal("turns", above=10, below=20).words()
        ('about 16 (± 0.8)', 'above 10 and below 20')
        >>> Goal("leader-wins", below=0.6).words(share=True)
        'below 60%'
        """
        shown = _percent if share else say
        if self.about is not None:
            return f"about {shown(self.about)} (± {shown(self.tolerance)})"
        bounds = {"above": self.above, "below": self.below}
        return " and ".join(f"{word} {shown(bound)}" for word, bound in bounds.items() if bound is not None)


def _percent(share: float) -> str:
    return f"{share:.1%}".replace(".0%", "%")


class File(msgspec.Struct, forbid_unknown_fields=True):
    """A goals file as written."""

    numbers: dict[str, Any]
    goals: list[dict[str, Any]]
    players: int | None = None
    seats: str = ""
    variant: str = ""
    games: Annotated[int, Meta(ge=20)] = 200
    budget: Annotated[int, Meta(ge=1)] = 60
    again: Annotated[int, Meta(ge=20)] = 1000
    keep: Annotated[float, Meta(ge=0)] = 0.1


class Goals(msgspec.Struct, frozen=True):
    """The checked goals of a search."""

    game: str
    base: Variant
    """The variant that every candidate starts from."""
    dials: list[Dial]
    goals: list[Goal]
    line_ups: list[str]
    """For each goal, the bots in the seats."""
    games: int
    """The number of games each candidate plays."""
    budget: int
    """The number of candidates tried."""
    again: int
    """The number of games with new seeds that the best candidates play."""
    keep: float
    """The cost of one changed number, in tolerances: the higher, the fewer numbers change."""

    def variant(self, toml: dict[str, Any], places: list[int]) -> Variant:
        """Return the variant of a candidate."""
        based = overlay(toml, self.base, "variant")
        settings = (
            setting
            for dial, place in zip(self.dials, places, strict=True)
            for setting in dial.settings(place)
        )
        return combined(self.base, changed(based, settings))

    def originals(self) -> list[int]:
        return [dial.original for dial in self.dials]

    def change(self, places: list[int]) -> float:
        """Return the size of a candidate's changes: roughly the number of numbers changed."""
        return math.fsum(dial.change(place) for dial, place in zip(self.dials, places, strict=True))


def read_goals(path: Path, game: Game[Any]) -> Goals:
    """Return the goals in a file, checked against the game; raise UserError if a key is wrong."""
    return make_goals(read(path, TOML), game, str(path))


def make_goals(data: dict[str, Any], game: Game[Any], source: str = "goals") -> Goals:
    """Return the goals from the contents of a goals file, checked against the game."""
    file = convert(data, File, source)
    base = read_variant(file.variant, game) if file.variant else {}
    toml = overlay(game.toml, base, source)
    numbers(game, base, source)
    chosen_dials = dials(file.numbers, toml, source)
    if not chosen_dials:
        raise UserError(
            f"{source}: `numbers` is empty; say which may move, as in `goal = {{ from = 1, to = 9 }}`."
        )
    if not file.goals:
        raise UserError(
            f'{source}: there is no goal; say `[[goals]]` with `metric = "turns"` and `about = 16`.'
        )
    if file.players is not None:
        game.require_player_count(file.players)
    default_line_up = file.seats or ",".join(["greedy"] * (file.players or game.header.players[0]))
    goals = [_goal(entry, f"{source}: goal {number}") for number, entry in enumerate(file.goals, 1)]
    return Goals(
        game.name,
        base,
        chosen_dials,
        goals,
        [goal.seats or default_line_up for goal in goals],
        file.games,
        file.budget,
        file.again,
        file.keep,
    )


def _goal(entry: dict[str, Any], source: str) -> Goal:
    goal = convert(entry, Goal, source)
    if goal.about is None and goal.below is None and goal.above is None:
        raise UserError(f"{source}: `{goal.metric}` needs `about`, `below` or `above`.")
    if goal.about is not None and (goal.below is not None or goal.above is not None):
        raise UserError(f"{source}: `{goal.metric}` has `about`, so it needs no `below` or `above`.")
    return goal
