"""The plan of an arena: which bots meet, in which seats and with which dice."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any

from quincunx.bots.external import OwnBot
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.lab.simulate.batch import rotate_seats

MOST_LINE_UPS = 1000


@dataclass(frozen=True)
class ArenaPlan:
    """The game, bots and seed of an arena. A process can start from this alone.

    Games are numbered, and the number says everything about a game: its line-up, its round, and how far
    the line-up is rotated. All games of a round have the same dice, whoever sits where.
    """

    game: str
    bots: list[str]
    against: str
    """The bot in all other seats; empty if the bots meet each other."""
    players: int
    seed: str
    variant: dict[str, Any]
    own: dict[str, OwnBot] = field(default_factory=dict)
    """The custom bots among `bots` and `against`, by name."""
    time_limit: float | None = None
    """The most seconds a custom bot may take for a decision."""

    @cached_property
    def line_ups(self) -> list[list[str]]:
        return line_ups(self.bots, self.players, self.against)

    @property
    def block(self) -> int:
        """The number of games in a round: every line-up, rotated through all seats."""
        return len(self.line_ups) * self.players

    def whole(self, games: int) -> int:
        """Return `games`, rounded up to whole rounds."""
        return -(-games // self.block) * self.block

    def round(self, number: int) -> int:
        return number // self.block

    def line_up(self, number: int) -> int:
        """Return the index of the line-up that plays the game of that number."""
        return number % self.block // self.players

    def seated(self, number: int) -> list[str]:
        """Return the bots by seat in a game. From round to round the order of a line-up is shuffled anew."""
        bots = list(self.line_ups[self.line_up(number)])
        rng = Rng(f"{self.seed}:{self.round(number)}:order")
        for last in range(len(bots) - 1, 0, -1):
            other = rng.below(last + 1)
            bots[last], bots[other] = bots[other], bots[last]
        return rotate_seats(bots, number)

    def dice(self, number: int) -> str:
        """Return the seed of a game's dice, the same for all games of a round."""
        return f"{self.seed}:{self.round(number)}:dice"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that determine the games: a file of games is resumed only if all are the same."""
        return {
            "game": self.game,
            "bots": self.bots,
            "against": self.against,
            "players": self.players,
            "seed": self.seed,
            "variant": self.variant,
        }


def line_ups(bots: Sequence[str], players: int, against: str = "") -> list[list[str]]:
    """Return every line-up of the bots for a table of `players` seats.

    >>> line_ups(["a", "b", "c"], 2)
    [['a', 'b'], ['a', 'c'], ['b', 'c']]
    >>> line_ups(["a", "b"], 3)
    [['a', 'a', 'b'], ['a', 'b', 'b']]
    >>> line_ups(["a", "b"], 4, against="c")
    [['a', 'c', 'c', 'c'], ['b', 'c', 'c', 'c']]
    >>> line_ups(["a", "b"], 1)
    [['a'], ['b']]
    """
    if against:
        alone = [[against]] if players == 1 else []
        return [[bot, *[against] * (players - 1)] for bot in bots] + alone
    if len(bots) >= players:
        return [list(chosen) for chosen in combinations(bots, players)]
    all_of_them = combinations_with_replacement(bots, players)
    return [list(chosen) for chosen in all_of_them if set(chosen) == set(bots)]


def players_at_a_table(game: Game[Any], bots: Sequence[str], against: str, asked: int | None) -> int:
    """Return the number of seats at each table: as asked, or one per bot where the game allows it."""
    if asked is not None:
        game.require_player_count(asked)
        return asked
    if not against and len(bots) in game.player_counts:
        return len(bots)
    return game.player_counts[0]


def check(plan: ArenaPlan, games: int) -> None:
    """Raise UserError if a plan is impossible, before any process starts."""
    if games < 1:
        raise UserError("An arena needs at least one game.")
    if len(set(plan.bots)) < len(plan.bots):
        raise UserError("Name every bot once: an arena seats them as often as needed.")
    if plan.against in plan.bots:
        raise UserError(f"`{plan.against}` cannot play against itself; leave it out of `--bots`.")
    if not plan.against and len(plan.bots) < 2:
        raise UserError("An arena needs two bots: name another in `--bots`, or one with `--against`.")
    if len(plan.line_ups) > MOST_LINE_UPS:
        raise UserError(
            f"These bots can meet in {len(plan.line_ups):,} ways; name fewer, or use `--against` one of them."
        )
