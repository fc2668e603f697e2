"""The game object of Total eClips, which ties its parts together."""

from itertools import permutations
from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.encoding import ActionSpace
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import Event
from quincunx.core.game import Choice, Game, Result
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.games.total_eclips import events, moves, playtest, shorthand, snapshot
from quincunx.games.total_eclips import numbers as shape
from quincunx.games.total_eclips.ai import evaluator
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.ai.policy import trained
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.help import chances, reasons
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = ["red", "yellow", "blue", "black"]


class TotalEClipsGame(Game[TotalEClips]):
    name = "total-eclips"
    observe_every = 2
    numbers_type = shape.Numbers
    snapshot_type = snapshot.Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
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

    toggles = {"lock": "lock questions; without them you are done as soon as you can only lock"}

    prepare = staticmethod(shape.prepare)
    tell = staticmethod(events.tell)
    narrate = staticmethod(events.narrate)
    decode = staticmethod(moves.decode)
    encode = staticmethod(moves.encode)
    drawn_from = staticmethod(moves.drawn_from)
    explain = staticmethod(moves.explain)
    chances = staticmethod(chances.chances)
    reason = staticmethod(reasons.reason)
    simplify_plan = staticmethod(reasons.straight)
    plan_undoes = staticmethod(reasons.undoes)
    why_not = staticmethod(moves.why_not)
    shorthands = shorthand.WORDS
    shorthand = staticmethod(shorthand.expand)
    restore = staticmethod(snapshot.restore)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)

    def goal(self, numbers: Parts) -> str:
        last = numbers.projects[numbers.ends[-1]]
        return f"Be furthest on the track when {last.name} is completed."

    def components(self) -> list[str]:
        """Return the kinds of core, tokens and projects."""
        return [*KIND_NAMES, *self.toml["tokens"], *self.toml["projects"]]

    def seat_names(self, numbers: Parts, players: int) -> list[str]:
        return [colour.capitalize() for colour in numbers.colours[:players]]

    def new(self, players: int, numbers: Parts) -> TotalEClips:
        state = TotalEClips(numbers, players)
        state.set_up()
        return state

    def bot(self) -> Bot:
        return EClipsBot()

    def trained_policy(self) -> Bot:
        return trained()

    def evaluator(self) -> Evaluator:
        return evaluator.TotalEClipsValue(evaluator.FOR_MORE, {2: evaluator.FOR_TWO})

    def candidate_policies(self) -> list[Bot]:
        return evaluator.minds()

    def search_config(self) -> SearchConfig:
        return evaluator.THINKING

    def view(self, state: TotalEClips, seat: int) -> dict[str, Any]:
        return self.to_dict(snapshot.seen_by(state, seat))

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

    def draw(self, state: TotalEClips, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.total_eclips.screens.terminal import draw  # only a terminal needs it

        return draw(state, seat, voice)

    def legend(self) -> dict[str, str]:
        from quincunx.games.total_eclips.screens.terminal import LEGEND  # only a terminal needs it

        return LEGEND

    def board(self, state: TotalEClips, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.total_eclips.screens.web import board  # only a browser needs it

        return board(state, seat, voice)

    def space(self, players: int, numbers: Parts) -> ActionSpace:
        from quincunx.games.total_eclips.encoding import TotalEClipsSpace  # only a learner needs it

        return TotalEClipsSpace(numbers, players)

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def pieces(self) -> Pieces:
        return playtest.Projects()


GAME = TotalEClipsGame()
