"""The levels of computer players, with a description of each."""

from typing import Any, NamedTuple

from quincunx.bots.easy import Easy
from quincunx.bots.search import Search
from quincunx.core.bot import Bot
from quincunx.core.game import Game


class Level(NamedTuple):
    """A level: its name, and a sentence on how it plays."""

    name: str
    words: str


LEVELS = {
    level.name: level
    for level in (
        Level(
            "easy",
            "Plays sensibly, but often makes a beginner's mistake; answers at once. "
            "Loses to one normal six times in seven or more, unless luck decides.",
        ),
        Level(
            "normal",
            "Plays by rules of thumb, like somebody in their fifth game; answers at once. "
            "Beats random moves nearly always, unless luck decides.",
        ),
        Level(
            "hard",
            "Tries out or reckons what may come of each move, for about a second at most. "
            "Beats one normal five times in six or more, unless luck decides.",
        ),
        Level(
            "expert",
            "Looks further than hard, for about five seconds at most. "
            "Beats it more often than not, unless luck decides.",
        ),
    )
}


def make(game: Game[Any], level: str) -> Bot:
    """Return a player of that level for one seat of one match."""
    own = game.bots.level(level)
    if own is not None:
        return own
    if level == "easy":
        return Easy(
            game.bots.policy(),
            game.bots.evaluator(),
            game.bots.candidate_policies(),
            game.bots.search_config(),
        )
    return game.bots.policy() if level == "normal" else search(game, level)


def search(game: Game[Any], level: str = "hard") -> Search:
    """Return a search as deep as that of the level; for `easy` and `normal`, which do not search, that of
    `hard`. A game's own player of the level takes its place."""
    more = game.bots.search_config()
    parts = game.bots.evaluator(), game.bots.candidate_policies(), more
    if level == "expert":
        return Search(
            game.bots.opponent_policy(),
            *parts,
            rollout_factor=more.expert_rollout_factor,
            plan_factor=more.expert_plan_factor,
            own_policy=game.bots.trained_policy(),
            replan_each_move=more.replan_each_move,
            horizon_turns=more.expert_horizon_turns,
        )
    return Search(game.bots.policy(), *parts, own_policy=game.bots.own_policy())
