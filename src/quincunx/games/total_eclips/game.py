"""The game object of Total eClips, which ties its parts together."""

from itertools import permutations

from quincunx.core.event import Event
from quincunx.core.game import Choice, Game, Result
from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
from quincunx.games.total_eclips import events, moves, numbers, playtest, shorthand, snapshot
from quincunx.games.total_eclips.ai import evaluator, policy
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.help import chances, reasons
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.rules.engine import TotalEClips

COLOURS = ["red", "yellow", "blue", "black"]


def goal(numbers: Parts) -> str:
    last = numbers.projects[numbers.ends[-1]]
    return f"Be furthest on the track when {last.name} is completed."


def seat_names(numbers: Parts, players: int) -> list[str]:
    return [colour.capitalize() for colour in numbers.colours[:players]]


class TotalEClipsGame(Game[TotalEClips]):
    name = "total-eclips"
    numbers_type = numbers.Numbers
    prepare = staticmethod(numbers.prepare)
    choices = {
        "companies": Choice(
            "options.companies",
            {"-".join(order): list(order) for order in permutations(COLOURS)},
            "companies of the seats, in order",
        ),
        "tokens": Choice(
            "options.tokens", {"reusable": "reusable", "single-use": "single-use"}, "rules for bonus tokens"
        ),
    }

    codec = Codec(moves, shorthand)
    snapshots = Snapshots(snapshot)
    phrases = Phrases(events, moves, reasons, goal=goal, seat_names=seat_names)
    coach = Coach(chances, reasons)
    screens = Screens(
        terminal=Later(".screens.terminal:draw"),
        legend=Later(".screens.terminal:LEGEND"),
        web=Later(".screens.web:board"),
        toggles={"lock": "lock questions; without them you are done as soon as you can only lock"},
    )
    bots = Bots(
        policy=EClipsBot,
        evaluator=lambda: evaluator.TotalEClipsValue(evaluator.FOR_MORE, {2: evaluator.FOR_TWO}),
        candidate_policies=evaluator.minds,
        trained_policy=policy.trained,
        search_config=evaluator.THINKING,
    )
    lab = Lab(observer=playtest.Playtest, pieces=playtest.Projects, observe_every=2)
    encoding = Encoding(space=Later(".encoding:TotalEClipsSpace"))

    def components(self) -> list[str]:
        """Return the kinds of core, tokens and projects."""
        return [*KIND_NAMES, *self.toml["tokens"], *self.toml["projects"]]

    def new_initial_state(self, players: int, numbers: Parts) -> TotalEClips:
        state = TotalEClips(numbers, players)
        state.set_up()
        return state

    def scores(self, state: TotalEClips) -> list[float]:
        return [float(side.position) for side in state.sides]

    def result(self, state: TotalEClips) -> Result:
        winners = state.winners()
        best = state.sides[winners[0]]
        stopped = state.round if state.stopped() else 0
        amounts = {"position": best.position, "trust": best.trust, "stopped": stopped}
        second = sorted([side.position for side in state.sides])[-2]
        if len(winners) > 1:
            why = Event("shared-win", amounts=amounts)
        else:
            why = Event("more-trust" if second == best.position else "furthest", winners[0], amounts)
        return Result(winners, self.scores(state), why)

    def best_of(self, state: TotalEClips, seats: list[int]) -> list[int]:
        return state.winners(seats)


GAME = TotalEClipsGame()
