"""A decision that is thought over: the task as it is sent to another process, and what comes back.

A position goes there as a dict, and only one that the thinker could be in: where something is hidden from
a seat, not even the process that thinks for it has the true position.
"""

import math
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx import games
from quincunx.bots import levels
from quincunx.bots.search import ROLLOUTS, Plan, Search
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.match import variant

if TYPE_CHECKING:
    from quincunx.match.match import Match


ADVICE = ""
"""The level of what is thought over for advice: by the game's own player of `expert`, or else by a search
like that of `hard`, about a second long."""
COMPARING = frozenset({"hard", "expert"})
"""The levels that compare plans before each move. `easy` does so before some, with few tries."""
LONGEST = 2.0
"""How many seconds `hard` thinks at most, where a computer is slow or Quincunx is not compiled."""
EXPERT = 5
"""How many times as long `expert` does at most."""
ASKED_AGAIN = 10
"""A move that a search has not thought of is tried in one world for so many of its rollouts."""
MOST_WEIGHED = 8
"""How many of the moves that a player weighed are kept: there may be a hundred at every step of a match."""


class SearchRequest(msgspec.Struct):
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
    made: int | None = None
    """The move that was made, if whoever asks may know it: it is among those that are compared."""


class SearchLine(msgspec.Struct):
    """One of the plans that were compared: a move, or all of them until chance or another seat moves."""

    moves: list[int]
    visits: int = 0
    """In how many worlds it was tried; 0 if what it brings was reckoned, or if nothing was compared."""
    expects: list[float] = []
    """What each seat can expect of it, in the unit of the game's `returns`; empty if nothing was compared."""


class SearchResult(msgspec.Struct):
    """What came of it. The first plan is the one to follow."""

    considered: list[SearchLine]
    replan_each_move: bool = False
    """Whether only the first move of the plan is made, and the next one is thought over again."""
    compared: int = 0
    """How many plans there were, if that is more than are told of."""

    @property
    def plan(self) -> list[int]:
        """The moves to make before it is thought over again."""
        moves = self.considered[0].moves
        return moves[:1] if self.replan_each_move else moves


class SearchLog:
    """What the bots of one match have thought. It is not in the record: it can be thought over again."""

    def __init__(self) -> None:
        self._by_step: dict[int, tuple[int, SearchResult]] = {}

    def keep(self, step: int, thought: SearchResult, begun: int | None = None) -> None:
        """The move of that number comes from a thought, which was begun when there were so many steps."""
        self._by_step[step] = step if begun is None else begun, thought

    def of(self, step: int) -> tuple[int, SearchResult] | None:
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
    name = match.seats[seat].bot
    return isinstance(match.bots[seat], Search) or (
        name in levels.LEVELS and match.game.level(name) is not None
    )


def task(match: "Match", seat: int, level: str, seed: str) -> SearchRequest:
    """The decision of a seat in the position now."""
    position = match.game.to_dict(believed(match, match.state, seat, seed))
    return SearchRequest(match.game.name, match.variant, position, seat, level, seed, players=match.sitting)


def believed(match: "Match", state: State, seat: int, seed: str) -> State:
    """The position as far as the seat may know it; what is hidden is made up."""
    if match.game.header.secrets and state.has_hidden_info(seat):
        return state.resample_hidden(seat, Rng(seed))
    return state


class _Now:
    """Who thinks in this process, for one who wants an answer at once."""

    thinker: Bot | None = None


def enough() -> None:
    """From another thread: end the thinking with what was found out so far."""
    if _Now.thinker is not None:
        _Now.thinker.stop()


def think(wanted: SearchRequest) -> SearchResult:
    """Carry out a task, here and now."""
    game = games.load(wanted.game)
    state = game.from_dict(wanted.position, variant.numbers(game, wanted.variant))
    if wanted.level == ADVICE:
        return _advise(game, state, wanted)
    return _in_time(levels.make(game, wanted.level), state, wanted)


def _in_time(bot: Bot, state: State, wanted: SearchRequest) -> SearchResult:
    bot.on_seating(wanted.players)
    longest = LONGEST * (EXPERT if wanted.level == "expert" else 1)
    out_of_time = threading.Timer(longest * wanted.share, bot.stop)
    out_of_time.start()
    _Now.thinker = bot
    try:
        return _search(bot, state, wanted) if isinstance(bot, Search) else _ask(bot, state, wanted)
    finally:
        _Now.thinker = None
        out_of_time.cancel()


def _advise(game: Game[Any], state: State, wanted: SearchRequest) -> SearchResult:
    """What the game's own player of `expert` promises; a search, where there is none or it weighs nothing."""
    own = game.level("expert")
    if own is not None:
        found = _in_time(own, state.clone(), wanted)
        if found.considered[0].expects or len(state.legal_actions(wanted.seat)) == 1:
            return found
        if state.players == 1:
            return _alone(game, state, wanted, found.plan)
    return _in_time(levels.search(game), state, wanted)


def _alone(game: Game[Any], state: State, wanted: SearchRequest, best: list[int]) -> SearchResult:
    """The best plan of one who plays alone, those of weaker players beside it, and how each ends if the
    game's own player of `hard` goes on. A plan for which there is no time is left without a number."""
    plans = [best]
    for level in ("hard", "normal"):
        moves = _ask(levels.make(game, level), state.clone(), wanted).plan
        if moves not in plans:
            plans.append(moves)
    begun = time.monotonic()
    considered: list[SearchLine] = []
    for moves in plans:
        in_time = not considered or time.monotonic() - begun < LONGEST * wanted.share
        considered.append(SearchLine(moves, expects=_end(game, state, wanted, moves) if in_time else []))
    return SearchResult(considered)


def _end(game: Game[Any], state: State, wanted: SearchRequest, moves: list[int]) -> list[float]:
    """What comes of a plan, with the same dice for each."""
    after = state.clone()
    for move in moves:
        after.move(wanted.seat, move)
    contest(after, [levels.make(game, "hard")], Rng(wanted.seed), Rng(wanted.seed), secrets=False)
    return after.returns()


def _ask(bot: Bot, state: State, wanted: SearchRequest) -> SearchResult:
    """A move of a player that does not search, if it was weighed; or else all it does until it weighs one or
    others move. Advice is for one turn."""
    seat, rng, turn = wanted.seat, Rng(wanted.seed), state.turns()
    moves: list[int] = []
    while not moves or (
        state.players_to_move() == [seat] and (wanted.level != ADVICE or state.turns() == turn)
    ):
        move = bot.choose(state, seat, rng)
        options = bot.last_evaluations()
        if options and not moves:
            told = options[:MOST_WEIGHED]
            told += [option for option in options[MOST_WEIGHED:] if option.move == wanted.made]
            best = [SearchLine([option.move], expects=option.expects) for option in told]
            return SearchResult(best, replan_each_move=True, compared=len(options))
        if options:
            break
        moves.append(move)
        state.move(seat, move)
    return SearchResult([SearchLine(moves)])


def _search(searcher: Search, state: State, wanted: SearchRequest) -> SearchResult:
    if wanted.share < 1:
        rollouts = searcher.config.rollouts.get(state.players, ROLLOUTS)
        searcher.rollouts = max(1, int(wanted.share * searcher.rollout_factor * rollouts))
    rng = Rng(wanted.seed)
    plans = searcher.think(state, wanted.seat, rng)
    # The bot's own plan was tried in all worlds, and gains are counted from it.
    longest = max(plans, key=lambda plan: plan.visits)
    usual = longest.expects[wanted.seat] - longest.gain
    considered = [SearchLine(plan.moves, plan.visits, _promised(plan, usual, wanted.seat)) for plan in plans]
    made = wanted.made
    if made is not None and plans[0].visits and all(plan.moves[0] != made for plan in plans):
        first, other = Plan(plans[0].moves, state.players), Plan([made], state.players)
        searcher.duel(first, other, state, wanted.seat, rng, 1 + searcher.played // ASKED_AGAIN)
        promised = _promised(other, considered[0].expects[wanted.seat], wanted.seat)
        considered.append(SearchLine(other.moves, other.visits, promised))
    return SearchResult(considered, searcher.replan_each_move)


def _promised(plan: Plan, usual: float, seat: int) -> list[float]:
    """What each seat can expect of a plan; nothing if it was not tried.

    Plans that were dropped early were tried in fewer worlds than others, perhaps in lucky ones. What they
    gained in these owes nothing to that, so it is added to what is `usual` in all worlds.
    """
    if not plan.visits:
        return []
    expects = plan.expects
    if len(expects) == 1:
        return [usual + plan.gain]
    total = math.fsum(expects)
    mine = min(max(usual + plan.gain, 0.0), total)
    left, before = total - mine, total - expects[seat]
    shares = [left * share / before if before else left / (len(expects) - 1) for share in expects]
    shares[seat] = mine
    return shares
