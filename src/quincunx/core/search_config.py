"""How a game is best searched, as data."""


class SearchConfig:
    """How a game is best searched: found by play against its own bot, not by thought."""

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
        """How many rollouts take about a second, compiled and on one core, by the number of players."""
        self.horizon_turns: dict[int, int] = horizon_turns if horizon_turns is not None else {}
        """After how many turns the evaluator judges a rollout, by the number of players; 0 for never."""
        self.plans = plans
        """How many plans are compared."""
        self.random_percent = random_percent
        """How many percent of the moves of a made-up plan are random."""
        self.easy_loss = easy_loss
        """What a usual mistake of the level `easy` gives away with two players; with more it is less."""
        self.min_z = min_z
        """By how many standard errors a plan must beat the bot's own."""
        self.expert_rollout_factor = expert_rollout_factor
        """How many times as many rollouts the level `expert` makes."""
        self.expert_plan_factor = expert_plan_factor
        """How many times as many plans it compares."""
        self.others_decide_once = others_decide_once
        """Whether those who move at the same time never heed each other: then it is found out once for all
        plans what the others do."""
        self.replan_each_move = replan_each_move
        """Whether `expert` thinks again at every move of a plan, instead of following it to its end."""
        self.expert_horizon_turns: dict[int, int] = (
            expert_horizon_turns if expert_horizon_turns is not None else {}
        )
        """The same for rollouts of `expert`, where `horizon_turns` does not suit it."""
