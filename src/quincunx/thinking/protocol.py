"""Search requests and results, as they are sent to another process and back.

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
"""The level of a search for hints: the game's own player of `expert`, or else a search like that of `hard`,
about a second long."""
COMPARING = frozenset({"hard", "expert"})
"""The levels that compare plans before each move. `easy` does so before some, with few tries."""
LONGEST = 2.0
"""The most seconds of a search by `hard`, where a computer is slow or Quincunx is not compiled."""
EXPERT = 5
"""The factor by which a search by `expert` may take longer."""
ASKED_AGAIN = 10
"""The divisor of the search's rollouts for a move that the search had not considered."""
MOST_WEIGHED = 8
"""The most compared moves that are kept: there may be a hundred at every step of a match."""


class SearchRequest(msgspec.Struct):
    """A decision to be searched: the position, the seat and the level."""

    game: str
    variant: dict[str, Any]
    position: dict[str, Any]
    seat: int
    level: str
    """The level whose decision it is, or ADVICE."""
    seed: str
    share: float = 1.0
    """The share of the level's usual time that the search may take."""
    players: list[str] = []
    """The name of the bot at each seat, empty for a person."""
    made: int | None = None
    """The move that was made, if the asker may know it: it is one of those compared."""


class SearchLine(msgspec.Struct):
    """A plan that was compared: one move, or all moves until chance or another seat moves."""

    moves: list[int]
    visits: int = 0
    """The number of worlds in which it was tried; 0 if its result was computed exactly, or if nothing was
    compared."""
    expects: list[float] = []
    """The result each seat can expect, in the unit of the game's `returns`; empty if nothing was compared."""


class SearchResult(msgspec.Struct):
    """The result of a search. The first plan is the one to follow."""

    considered: list[SearchLine]
    replan_each_move: bool = False
    """Whether only the first move of the plan is made, and the next one is searched again."""
    compared: int = 0
    """The number of plans compared, if more than are listed."""

    @property
    def plan(self) -> list[int]:
        """Return the moves to make before the next search."""
        moves = self.considered[0].moves
        return moves[:1] if self.replan_each_move else moves


class SearchLog:
    """The search results of the bots in one match. They are not in the record, since a search can be
    repeated."""

    def __init__(self) -> None:
        self._by_step: dict[int, tuple[int, SearchResult]] = {}

    def keep(self, step: int, thought: SearchResult, begun: int | None = None) -> None:
        """Note the search behind the move of that number, and the number of steps when it was begun."""
        self._by_step[step] = step if begun is None else begun, thought

    def of(self, step: int) -> tuple[int, SearchResult] | None:
        """Return the number of steps when a move's search was run, and its result."""
        return self._by_step.get(step)

    def forget(self, length: int) -> None:
        """Forget all but the first `length` steps."""
        self._by_step = {step: kept for step, kept in self._by_step.items() if step < length}

    def planned(self, match: "Match", seat: int) -> int | None:
        """Return the next move of the plan that a seat follows; None if it has none, or dice were rolled
        since."""
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
        name in levels.LEVELS and match.game.bots.level(name) is not None
    )


def task(match: "Match", seat: int, level: str, seed: str) -> SearchRequest:
    """Return the request for a seat's decision in the current position."""
    position = match.game.to_dict(believed(match, match.state, seat, seed))
    return SearchRequest(match.game.name, match.variant, position, seat, level, seed, players=match.sitting)


def believed(match: "Match", state: State, seat: int, seed: str) -> State:
    """Return the position as the seat may know it; what is hidden is made up."""
    if match.game.header.secrets and state.has_hidden_info(seat):
        return state.resample_hidden(seat, Rng(seed))
    return state


class _Now:
    """The bot that is thinking in this process, so that another thread can stop it."""

    thinker: Bot | None = None


def enough() -> None:
    """End the search that runs in this process, called from another thread; it answers with the best found so
    far."""
    if _Now.thinker is not None:
        _Now.thinker.stop()


def think(wanted: SearchRequest) -> SearchResult:
    """Run the search of a request in this process and return its result."""
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
    """Return the evaluations of the game's own player of `expert`; those of a search, if there is no such
    player or it compares nothing."""
    own = game.bots.level("expert")
    if own is not None:
        found = _in_time(own, state.clone(), wanted)
        if found.considered[0].expects or len(state.legal_actions(wanted.seat)) == 1:
            return found
        if state.players == 1:
            return _alone(game, state, wanted, found.plan)
    return _in_time(levels.search(game), state, wanted)


def _alone(game: Game[Any], state: State, wanted: SearchRequest, best: list[int]) -> SearchResult:
    """Return the best plan of someone who plays alone beside those of weaker players, and the result of each
    if the game's own player of `hard` goes on. A plan for which there is no time has no result."""
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
    """Return the result of a plan, with the same dice for each."""
    after = state.clone()
    for move in moves:
        after.move(wanted.seat, move)
    contest(after, [levels.make(game, "hard")], Rng(wanted.seed), Rng(wanted.seed), secrets=False)
    return after.returns()


def _ask(bot: Bot, state: State, wanted: SearchRequest) -> SearchResult:
    """Return the decision of a player that does not search: its compared moves, or else all its moves until
    it compares some or others move. Hints cover one turn."""
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
    # The bot's own plan was tried in all worlds, and gains are relative to it.
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
    """Return the result each seat can expect of a plan; empty if it was not tried.

    Plans that were dropped early were tried in fewer worlds than others, perhaps in lucky ones. Their gain
    over the bot's own plan in these worlds does not depend on that luck, so it is added to the `usual`
    result, which is the average over all worlds.
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
