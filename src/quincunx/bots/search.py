"""Search for any game: rollouts of whole plans in paired worlds.

A plan is what a seat does until chance or another seat moves. The first plan is the game's own bot's.
All plans are tried in the same worlds: the same guess of what is hidden, the same dice in each later
turn. So most of the luck cancels out when they are compared. After each round the worse half is dropped.
"""

import math
import time
from typing import Final

from quincunx.bots.rollout import ROLLS, Rollout
from quincunx.core.bot import Bot
from quincunx.core.evaluator import Evaluator
from quincunx.core.gil import yield_gil
from quincunx.core.rng import Rng, scramble
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State

ROLLOUTS: Final = 300
TURNS: Final = 10
"""The settings for a number of players that a game's `SearchConfig` does not name."""

ENDLESS: Final = 1 << 40
"""More turns than any rollout takes, so that it is played to its end."""

LONGEST: Final = 60
"""The most moves in one plan."""

LOOK: Final = 32
"""The number of worlds between two checks for plans without a chance, which are dropped."""
HOPELESS: Final = 4.0
"""The number of standard errors by which a hopeless plan is worse than the bot's own."""


class Plan:
    """A sequence of moves of one seat, with its results in the rollouts."""

    def __init__(self, moves: list[int], players: int) -> None:
        self.moves = moves
        self.visits = 0
        self.wins = 0
        """The number of worlds in which the seat won alone. Only `easy` counts wins and losses."""
        self.losses = 0
        """The number of worlds in which the seat was out of the game, or somebody else won."""
        self._returns = [0.0] * players
        self._gains = 0.0
        self._squares = 0.0

    def __repr__(self) -> str:
        return f"<Plan {self.moves} visits={self.visits} gain={self.gain:.3f}>"

    @property
    def expects(self) -> list[float]:
        """Return the average result of each seat, in the unit of `returns`."""
        return [total / max(1, self.visits) for total in self._returns]

    @property
    def gain(self) -> float:
        """Return by how much the plan was better for the seat than the bot's own plan, on average in the same
        worlds."""
        return self._gains / max(1, self.visits)

    @property
    def error(self) -> float:
        """Return the standard error of the gain."""
        if self.visits < 2:
            return 1.0
        mean = self._gains / self.visits
        return math.sqrt(max(0.0, self._squares / self.visits - mean * mean) / (self.visits - 1))

    def add(self, returns: list[float], gain: float) -> None:
        self.visits += 1
        self._gains += gain
        self._squares += gain * gain
        for seat in range(len(returns)):
            self._returns[seat] += returns[seat]


class Search(Bot):
    """A player that tries plans in rollouts and follows the one with the best results for its seat.

    `policy` plays the other seats in the rollouts, and `own_policy` the seat itself: a player who knows how
    to beat the policy, or the policy itself. `candidate_policies` propose plans beside them. The budget is
    `rollouts` for each decision, or `milliseconds`; without either, `rollout_factor` times that of `config`.
    `plan_factor` multiplies the number of plans compared. `horizon_turns` says how far it looks with these
    numbers of players, instead of `config`. With `replan_each_move` it makes the first move of its plan, and
    then another plan.
    """

    def __init__(
        self,
        policy: Bot,
        evaluator: Evaluator | None = None,
        candidate_policies: list[Bot] | None = None,
        config: SearchConfig | None = None,
        rollouts: int = 0,
        milliseconds: int = 0,
        rollout_factor: int = 1,
        plan_factor: int = 1,
        own_policy: Bot | None = None,
        replan_each_move: bool = False,
        horizon_turns: dict[int, int] | None = None,
    ) -> None:
        self.policy = policy
        self.own_policy: Bot = own_policy if own_policy is not None else policy
        self.evaluator = evaluator
        self.candidate_policies: list[Bot] = candidate_policies if candidate_policies is not None else []
        self.config: SearchConfig = config if config is not None else SearchConfig()
        self.rollouts = rollouts
        self.milliseconds = milliseconds
        self.rollout_factor = rollout_factor
        self.plan_factor = plan_factor
        self.replan_each_move = replan_each_move
        self.horizon_turns: dict[int, int] = horizon_turns if horizon_turns is not None else {}
        self.considered: list[Plan] = []
        """The plans of the last decision: the chosen one first, then by the number of tries."""
        self.played = 0
        """The number of rollouts of the last decision."""
        self._stopped = False
        self._began = 0.0
        self._turn = -1
        self._due: list[int] = []
        self._options: list[list[int]] = []
        self._rollout = Rollout(self.own_policy, policy, evaluator)
        self._dice_rng = Rng("")
        self._mind_rng = Rng("")

    def stop(self) -> None:
        """End the current decision, called from another thread: the best plan so far is taken."""
        self._stopped = True

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Return the first move of the best plan, or the next move of a plan already begun."""
        if self._due and state.turns() == self._turn and state._legal_actions(seat) == self._options[0]:
            self._options.pop(0)
            return self._due.pop(0)
        plan = self.think(state, seat, rng)[0]
        self._follow(plan, state, seat)
        return plan.moves[0]

    def think(self, state: State, seat: int, rng: Rng) -> list[Plan]:
        """Return all plans that were considered, the best one first."""
        self._stopped = False
        self.played = 0
        self._rollout = Rollout(self.own_policy, self.policy, self.evaluator)
        # Hidden information is drawn anew, so that no plan can use it.
        known = state.resample_hidden(seat, rng)
        plans = self._plans(known, seat, rng)
        self.considered = plans
        if len(plans) > 1:
            self._compare(plans, known, seat, rng)
        return self.considered

    def duel(self, first: Plan, other: Plan, state: State, seat: int, rng: Rng, worlds: int) -> None:
        """Try two plans in that many new worlds. Their results are unbiased: `other` was not picked by its
        luck in them."""
        family: int = rng.word()
        for world in range(worlds):
            self._try_all(first, [other], state, seat, scramble(family + world))

    def _follow(self, plan: Plan, state: State, seat: int) -> None:
        """Remember the rest of the plan, and the seat's legal moves at each step."""
        self._turn = state.turns()
        self._due = []
        self._options = []
        if len(plan.moves) == 1 or self.replan_each_move:
            return
        after = state.clone()
        after.move(seat, plan.moves[0])
        for move in plan.moves[1:]:
            options = after._legal_actions(seat)
            if move not in options:
                break
            self._due.append(move)
            self._options.append(options)
            after.move(seat, move)

    # Plans.

    def _plans(self, state: State, seat: int, rng: Rng) -> list[Plan]:
        """Return the plans to compare: the bot's own, those of the other policies, those with another first
        move, and some made up."""
        moves = state._legal_actions(seat)
        plans: list[Plan] = []
        if len(moves) == 1:
            plans.append(Plan(moves, state.players))
            return plans
        most = self.plan_factor * self.config.plans
        self._propose(plans, state, seat, self.own_policy, -1, 0, rng)
        if self.own_policy is not self.policy:
            self._propose(plans, state, seat, self.policy, -1, 0, rng)
        for mind in self.candidate_policies:
            self._propose(plans, state, seat, mind, -1, 0, rng)
        others = self.own_policy.candidate_moves(state, seat)
        if not others:
            others = moves[:]
            shuffle(others, rng)
        for move in others:
            if len(plans) >= most:
                break
            self._propose(plans, state, seat, self.own_policy, move, 0, rng)
        tries = 2 * most if self.config.random_percent else 0
        while tries and len(plans) < most:
            tries -= 1
            place = rng.below(2 * len(self.candidate_policies) + 1)
            mind = self.candidate_policies[place] if place < len(self.candidate_policies) else self.own_policy
            self._propose(plans, state, seat, mind, -1, self.config.random_percent, rng)
        return plans

    def _propose(
        self, plans: list[Plan], state: State, seat: int, mind: Bot, first: int, noise: int, rng: Rng
    ) -> None:
        """Add the plan of a policy, with a given first move or random moves now and then."""
        after = state.clone()
        moves: list[int] = []
        while len(moves) < LONGEST:
            if first >= 0 and not moves:
                move = first
            elif noise and rng.below(100) < noise:
                move = after.random_action(seat, rng)
            else:
                move = mind.choose(after, seat, rng)
            moves.append(move)
            after.move(seat, move)
            if seat not in after.players_to_move():
                break
        for plan in plans:
            if plan.moves == moves:
                return
        plans.append(Plan(moves, state.players))

    # Rollouts.

    def _compare(self, plans: list[Plan], state: State, seat: int, rng: Rng) -> None:
        """Drop plans by sequential halving: every round has the same budget, and keeps half of the plans."""
        first = plans[0]
        others = plans[1:]
        rounds = 1
        while 1 << rounds < len(plans):
            rounds += 1
        self._began = time.perf_counter()
        family: int = rng.word()
        world = 0
        for number in range(1, rounds + 1):
            while others and not self._is_over(number / rounds, state.players, len(others) + 1):
                self._try_all(first, others, state, seat, scramble(family + world))
                world += 1
                yield_gil()
                if world % LOOK == 0:
                    others = [plan for plan in others if plan.gain + HOPELESS * plan.error > 0.0]
            others.sort(key=gain_of, reverse=True)
            if number < rounds:
                others = others[: (len(others) + 1) // 2]
        best = others[0] if others else first
        if best.gain <= self.config.min_z * best.error:
            best = first
        rest = [plan for plan in plans if plan is not best]
        rest.sort(key=order_of, reverse=True)
        self.considered = [best, *rest]

    def _is_over(self, share: float, players: int, plans: int) -> bool:
        """Whether that share of the budget is too small for another rollout of each plan."""
        if self._stopped:
            return True
        if self.played == 0:
            return False
        if self.milliseconds:
            return (time.perf_counter() - self._began) * 1000.0 >= share * self.milliseconds
        budget = self.rollouts or self.rollout_factor * self.config.rollouts.get(players, ROLLOUTS)
        return self.played + plans > share * budget

    def _try_all(self, first: Plan, others: list[Plan], state: State, seat: int, world: int) -> None:
        """Make one rollout of each plan, all in the same world."""
        self._dice_rng.restart(world, -1)
        start = state.resample_hidden(seat, self._dice_rng)
        start.reopen_secret_choices(seat)
        if self.config.others_decide_once:
            self._let_others(start, seat, world)
        usual = self._try(first, start.clone(), seat, world)
        first.add(usual, 0.0)
        for plan in others:
            returns = self._try(plan, start.clone(), seat, world)
            plan.add(returns, returns[seat] - usual[seat])

    def _let_others(self, state: State, seat: int, world: int) -> None:
        """Make the secret moves of the others, which are the same whatever the seat does."""
        minds = self._mind_rng
        minds.restart(world, state.turns() * ROLLS)
        for other in state.players_to_move():
            while other != seat and other in state.players_to_move():
                state.move(other, self.policy.choose(state, other, minds))

    def _try(self, plan: Plan, state: State, seat: int, world: int) -> list[float]:
        """Return each seat's result if the seat follows the plan and the policy plays on."""
        self.played += 1
        players = state.players
        turns = self.horizon_turns.get(players, self.config.horizon_turns.get(players, TURNS))
        limit = state.turns() + (turns or ENDLESS)
        started = False
        for move in plan.moves:
            # Hidden information may differ in this world, and end the plan early.
            if started and not state.legal(seat, move):
                break
            state.move(seat, move)
            started = True
        return self._rollout.play(state, seat, world, limit)


def shuffle(moves: list[int], rng: Rng) -> None:
    for place in range(len(moves) - 1, 0, -1):
        other = rng.below(place + 1)
        moves[place], moves[other] = moves[other], moves[place]


def gain_of(plan: Plan) -> float:
    return plan.gain


def order_of(plan: Plan) -> tuple[int, float]:
    return (plan.visits, plan.gain)
