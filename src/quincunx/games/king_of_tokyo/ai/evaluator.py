"""The evaluator of King of Tokyo: a few features of each monster, weighted by games that bots played."""

import math
from typing import Final

from quincunx.core.bot import Bot, ByPlayers
from quincunx.core.evaluator import FittedEvaluator
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.ai.dice import Preferences
from quincunx.games.king_of_tokyo.ai.trained import TRAINED
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import OUTSIDE

WEIGHTS: Final = TRAINED.evaluator
"""Fitted on 12,000 games: the loss on games held out is 1.14, against 1.29 for equal chances."""
BY_PLAYERS: Final = {2: TRAINED.evaluator_for_two}
"""Fitted on 8,000 games: the loss on games held out is 0.585; the weights above have 0.606 there."""


class KingOfTokyoValue(FittedEvaluator):
    """The features of each monster: points, hearts, energy, cards, its place, and how soon its turn comes."""

    def can_win(self, state: State, seat: int) -> bool:
        assert isinstance(state, KingOfTokyo)
        return state.monsters[seat].health > 0

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, KingOfTokyo)
        me = state.monsters[seat]
        points = int(me.points) / int(state.tables.goal)
        health = int(me.health) / 10
        energy = int(me.energy) / 10
        cards = 0.0
        for held in me.hand:
            cards += held.power.worth / 10
        inside = 0.0 if me.place == OUTSIDE else 1.0
        # The part of a round that passes until its turn: 0 if it is its turn.
        wait = (seat - int(state.active)) % state.players / state.players
        living = float(int(state.living()) - 1)
        near = 1.0 if me.points + (state.tables.hold if inside else 0) >= state.tables.goal else 0.0
        tokens = int(me.poison + me.shrink) / 3
        square = points * points
        fourth = square * square
        return [
            points,
            square,
            fourth,
            fourth * fourth,
            health,
            math.sqrt(health),
            health / living,
            1.0 if me.health <= 2 else 0.0,
            energy,
            math.sqrt(energy),
            inside,
            inside * health,
            inside * points,
            inside * living / 5,
            cards,
            cards * points,
            wait,
            wait * points,
            wait * health,
            near * (1.0 - wait),
            tokens,
            int(me.max_health) / 10,
        ]


STYLES: Final[list[Preferences]] = [
    Preferences(claws=1.8, caution=-1),
    Preferences(points=1.6),
    Preferences(energy=1.8, cards=1.3),
    Preferences(hearts=2.0, caution=2),
    Preferences(cards=0.5, caution=-2),
]


ADEPTS: Final[dict[int, Preferences]] = {
    2: Preferences(points=0.25, claws=1.95, energy=0.735, hearts=1.5, cards=1.2, caution=3),
    3: Preferences(points=0.8, claws=1.3, energy=0.7, cards=0.8, caution=1),
    6: Preferences(points=1.65, claws=0.8, energy=0.31, cards=0.36),
}
"""The preferences tuned by play against the rules of thumb in all other seats: with two a fight, with six the
points. With four and five, some that won more alone did no better in a search: there the default plays."""


def adept() -> Bot:
    """Return the rules of thumb with the preferences for the number of players."""
    return ByPlayers(
        {players: KingOfTokyoBot(preferences) for players, preferences in ADEPTS.items()}, KingOfTokyoBot()
    )


def minds() -> list[Bot]:
    """Return five styles of play: a fighter, a collector of points, a buyer, a cautious one, and one that
    stays."""
    return [KingOfTokyoBot(preferences) for preferences in STYLES]


THINKING: Final = SearchConfig(
    rollouts={2: 12000, 3: 12000, 4: 9000, 5: 9000, 6: 9000},
    horizon_turns={2: 6, 3: 9, 4: 12, 5: 12, 6: 12},
    plans=20,
    random_percent=0,
    easy_loss=0.1,
)
