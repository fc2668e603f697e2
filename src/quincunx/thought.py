"""A decision that is thought over: the task as it is sent to another process, and what comes back.

A position goes there as a dict, and only one that the thinker could be in: where something is hidden from
a seat, not even the process that thinks for it has the true position.
"""

import threading
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx import games, variant
from quincunx.bots import levels
from quincunx.bots.search import ROLLOUTS, Search
from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State

if TYPE_CHECKING:
    from quincunx.match import Match


ADVICE = ""
"""The level of what is thought over for advice: a search like that of `hard`, about a second long."""
LONGEST = 2.0
"""How many seconds `hard` thinks at most, where a computer is slow or Quincunx is not compiled."""
EXPERT = 5
"""How many times as long `expert` does at most."""
MOST_WEIGHED = 8
"""How many of the moves that a player weighed are kept: there may be a hundred at every step of a match."""


class Task(msgspec.Struct):
    """What a seat has to decide."""

    game: str
    variant: dict[str, Any]
    position: dict[str, Any]
    seat: int
    level: str
    """Whose decision it is, or ADVICE."""
    seed: str
    share: float = 1.0
    """How much of the level's usual time there is to think."""
    players: list[str] = []
    """Who sits where, as the bots of a match are told."""


class Considered(msgspec.Struct):
    """One of the plans that were compared: a move, or all of them until chance or another seat moves."""

    moves: list[int]
    visits: int = 0
    """In how many worlds it was tried; 0 if what it brings was reckoned, or if nothing was compared."""
    expects: list[float] = []
    """What each seat can expect of it, in the unit of the game's `returns`; empty if nothing was compared."""


class Thought(msgspec.Struct):
    """What came of it. The first plan is the one to follow."""

    considered: list[Considered]
    anew: bool = False
    """Whether only the first move of the plan is made, and the next one is thought over again."""
    compared: int = 0
    """How many plans there were, if that is more than are told of."""

    @property
    def plan(self) -> list[int]:
        """The moves to make before it is thought over again."""
        moves = self.considered[0].moves
        return moves[:1] if self.anew else moves


class Thoughts:
    """What the bots of one match have thought. It is not in the record: it can be thought over again."""

    def __init__(self) -> None:
        self._by_step: dict[int, tuple[int, Thought]] = {}

    def keep(self, step: int, thought: Thought, begun: int | None = None) -> None:
        """The move of that number comes from a thought, which was begun when there were so many steps."""
        self._by_step[step] = step if begun is None else begun, thought

    def of(self, step: int) -> tuple[int, Thought] | None:
        """What a move comes from: the number of steps when it was thought over, and the thought."""
        return self._by_step.get(step)

    def forget(self, length: int) -> None:
        """Only the first `length` steps are left."""
        self._by_step = {step: kept for step, kept in self._by_step.items() if step < length}

    def planned(self, match: "Match", seat: int) -> int | None:
        """The next move of the plan that a seat follows; None if it has none, or dice have come up since."""
        last = len(match.steps) - 1
        while last >= 0 and match.steps[last].seat != seat:
            last -= 1
        if last not in self._by_step:
            return None
        begun, thought = self._by_step[last]
        since = match.steps[begun:]
        made = sum(step.seat == seat for step in since)
        if made >= len(thought.plan) or any(step.seat == CHANCE for step in since):
            return None
        move = thought.plan[made]
        if not match.state.legal(seat, move):
            return None
        self.keep(len(match.steps), thought, begun)
        return move


def is_slow(match: "Match", seat: int) -> bool:
    """Whether the bot of a seat thinks long enough to need a process of its own."""
    return isinstance(match.bots[seat], Search) or match.game.level(match.seats[seat].bot) is not None


def task(match: "Match", seat: int, level: str, seed: str) -> Task:
    """The decision of a seat in the position now."""
    position = match.game.to_dict(believed(match, match.state, seat, seed))
    players = [player.bot for player in match.seats]
    return Task(match.game.name, match.variant, position, seat, level, seed, players=players)


def believed(match: "Match", state: State, seat: int, seed: str) -> State:
    """The position as far as the seat may know it; what is hidden is made up."""
    if match.game.header.secrets and state.hides(seat):
        return state.determinize(seat, Rng(seed))
    return state


def think(wanted: Task) -> Thought:
    """Carry out a task, here and now."""
    game = games.load(wanted.game)
    state = game.from_dict(wanted.position, variant.numbers(game, wanted.variant))
    bot = levels.make(game, wanted.level) if wanted.level != ADVICE else levels.search(game)
    bot.meet(wanted.players)
    longest = LONGEST * (EXPERT if wanted.level == "expert" else 1)
    enough = threading.Timer(longest * wanted.share, bot.stop)
    enough.start()
    try:
        return _search(bot, state, wanted) if isinstance(bot, Search) else _ask(bot, state, wanted)
    finally:
        enough.cancel()


def _ask(bot: Bot, state: State, wanted: Task) -> Thought:
    """A move of a player that does not search, if it was weighed; or else all it does until it weighs one or
    others move."""
    seat, rng = wanted.seat, Rng(wanted.seed)
    moves: list[int] = []
    while not moves or state.actors() == [seat]:
        move = bot.choose(state, seat, rng)
        options = bot.weighed()
        if options and not moves:
            best = [Considered([option.move], expects=option.expects) for option in options[:MOST_WEIGHED]]
            return Thought(best, anew=True, compared=len(options))
        if options:
            break
        moves.append(move)
        state.move(seat, move)
    return Thought([Considered(moves)])


def _search(searcher: Search, state: State, wanted: Task) -> Thought:
    if wanted.share < 1:
        usual = searcher.thinking.rollouts.get(state.players, ROLLOUTS)
        searcher.rollouts = max(1, int(wanted.share * searcher.times * usual))
    plans = searcher.think(state, wanted.seat, Rng(wanted.seed))
    considered = [Considered(plan.moves, plan.visits, plan.expects if plan.visits else []) for plan in plans]
    return Thought(considered, searcher.anew)
