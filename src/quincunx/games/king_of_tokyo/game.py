"""The game object of King of Tokyo, which ties its parts together."""

from quincunx.core.bot import Bot
from quincunx.core.event import NOBODY, Event
from quincunx.core.game import Game, Result
from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
from quincunx.games.king_of_tokyo import events, moves, numbers, playtest, snapshot
from quincunx.games.king_of_tokyo.ai import evaluator, policy
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.ai.levels import LOOKS, Reckoner
from quincunx.games.king_of_tokyo.help import chances, reasons, words
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import NOTHING, ROLL
from quincunx.games.king_of_tokyo.tables import Tables


def goal(numbers: Tables) -> str:
    return f"Be the first with {numbers.goal} points, or the last monster alive."


def seat_names(numbers: Tables, players: int) -> list[str]:
    return numbers.names[:players]


def is_about(event: Event, seat: int) -> bool:
    return event.kind not in events.QUIET and seat in (event.seat, event.by)


def roller(state: KingOfTokyo) -> int:
    begins = state.phase == ROLL and state.rolls_used == 1 and not state.changing
    return state.active if begins else NOBODY


def level(name: str) -> Bot | None:
    """Return the solver for `hard` and `expert`: it beats a search with rollouts."""
    return Reckoner(name) if name in LOOKS else None


class KingOfTokyoGame(Game[KingOfTokyo]):
    name = "king-of-tokyo"
    numbers_type = numbers.Numbers
    prepare = staticmethod(numbers.prepare)

    codec = Codec(moves, default_verbs=("reroll",))
    snapshots = Snapshots(snapshot)
    phrases = Phrases(events, moves, words, goal=goal, seat_names=seat_names, is_about=is_about)
    coach = Coach(chances, reasons)
    screens = Screens(
        terminal=Later(".screens.terminal:draw"),
        legend=Later(".screens.terminal:LEGEND"),
        web=Later(".screens.web:board"),
        roller=roller,
        toggles={
            "texts": "what the cards in play do; switch it off for a shorter screen",
            "pleased": "the question before you keep a roll, whether you are pleased with it",
        },
    )
    bots = Bots(
        policy=KingOfTokyoBot,
        evaluator=lambda: evaluator.KingOfTokyoValue(evaluator.WEIGHTS, evaluator.BY_PLAYERS),
        analysis_evaluator=Later(".ai.turn_evaluator:KingOfTokyoForesight"),
        candidate_policies=evaluator.minds,
        own_policy=evaluator.adept,
        trained_policy=policy.trained,
        level=level,
        search_config=evaluator.THINKING,
    )
    lab = Lab(observer=playtest.Playtest, pieces=playtest.Cards, observe_every=2)
    encoding = Encoding(space=Later(".encoding.actions:KingOfTokyoSpace"))

    def components(self) -> list[str]:
        return list(self.toml["cards"])

    def new_initial_state(self, players: int, numbers: Tables) -> KingOfTokyo:
        return KingOfTokyo(numbers, players)

    def scores(self, state: KingOfTokyo) -> list[float]:
        return [float(monster.points) for monster in state.monsters]

    def result(self, state: KingOfTokyo) -> Result:
        points = self.scores(state)
        if state.winner == NOTHING:
            return Result([], points, Event("ended-with-nobody"))
        if state.living() == 1:
            return Result([state.winner], points, Event("ended-with-one", state.winner), by_score=False)
        goal = {"points": state.tables.goal}
        return Result([state.winner], points, Event("ended-by-points", state.winner, goal))

    def best_of(self, state: KingOfTokyo, seats: list[int]) -> list[int]:
        """Rank the living before the dead."""
        return super().best_of(state, [seat for seat in seats if state.monsters[seat].alive] or seats)


GAME = KingOfTokyoGame()
