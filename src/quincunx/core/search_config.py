"""The settings of a search that suit a game, as data."""


class SearchConfig:
    """The settings of a search that suit a game. They were found by play against the game's own bot."""

    def __init__(
        self,
        rollouts: dict[int, int] | None = None,
        horizon_turns: dict[int, int] | None = None,
        plans: int = 16,
        random_percent: int = 15,
        easy_loss: float = 0.05,
        min_z: float = 0.5,
        expert_rollout_factor: int = 3,
        expert_plan_factor: int = 2,
        others_decide_once: bool = False,
        replan_each_move: bool = False,
        expert_horizon_turns: dict[int, int] | None = None,
    ) -> None:
        self.rollouts: dict[int, int] = rollouts if rollouts is not None else {}
        """The number of rollouts that take about a second, compiled and on one core, by the number of
        players."""
        self.horizon_turns: dict[int, int] = horizon_turns if horizon_turns is not None else {}
        """The number of turns after which the evaluator judges a rollout, by the number of players; 0 for
        never."""
        self.plans = plans
        """The number of plans that are compared."""
        self.random_percent = random_percent
        """The percentage of moves in a made-up plan that are random."""
        self.easy_loss = easy_loss
        """The loss of a typical mistake of the level `easy` with two players; with more players it is
        less."""
        self.min_z = min_z
        """The number of standard errors by which a plan must beat the bot's own."""
        self.expert_rollout_factor = expert_rollout_factor
        """The factor by which the level `expert` makes more rollouts."""
        self.expert_plan_factor = expert_plan_factor
        """The factor by which the level `expert` compares more plans."""
        self.others_decide_once = others_decide_once
        """Whether players who move at the same time decide independently. Then the others' decisions are
        found once for all plans."""
        self.replan_each_move = replan_each_move
        """Whether `expert` searches again before every move of a plan, instead of following the plan to its
        end."""
        self.expert_horizon_turns: dict[int, int] = (
            expert_horizon_turns if expert_horizon_turns is not None else {}
        )
        """The turns after which `expert` judges a rollout, where `horizon_turns` does not suit it."""
