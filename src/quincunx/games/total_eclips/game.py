"""Total eClips: the game that ties its parts together."""

from itertools import permutations
from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Choice, Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from quincunx.games.total_eclips import events, moves, refusals
from quincunx.games.total_eclips import numbers as shape
from quincunx.games.total_eclips import snapshot as positions
from quincunx.games.total_eclips.bot import EClipsBot
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.rules import TotalEClips

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = ["red", "yellow", "blue", "black"]


class TotalEClipsGame(Game[TotalEClips]):
    name = "total-eclips"
    numbers_type = shape.Numbers
    snapshot_type = positions.Snapshot
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

    def prepare(self, numbers: shape.Numbers) -> Parts:
        return shape.prepare(numbers)

    def components(self) -> list[str]:
        """Kinds of core, tokens and projects."""
        return [*KIND_NAMES, *self.toml["tokens"], *self.toml["projects"]]

    def seat_names(self, numbers: Parts, players: int) -> list[str]:
        return [colour.capitalize() for colour in numbers.colours[:players]]

    def new(self, players: int, numbers: Parts) -> TotalEClips:
        state = TotalEClips(numbers, players)
        state.set_up()
        return state

    def bot(self) -> Bot:
        return EClipsBot()

    # Positions.

    def snapshot(self, state: TotalEClips) -> positions.Snapshot:
        return positions.snapshot(state)

    def restore(self, snapshot: positions.Snapshot, numbers: Parts) -> TotalEClips:
        return positions.restore(snapshot, numbers)

    def problem(self, state: TotalEClips) -> str:
        return positions.problem(state)

    def view(self, state: TotalEClips, seat: int) -> dict[str, Any]:
        return self.to_dict(positions.seen_by(state, seat))

    # Moves.

    def decode(self, state: TotalEClips, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def encode(self, state: TotalEClips, seat: int, move: Move) -> int:
        return moves.encode(state, seat, move)

    def explain(self, state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def why_not(self, state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
        return refusals.why_not(state, seat, move, voice)

    # What happened.

    def tell(self, event: Event, voice: Voice, numbers: Parts) -> str:
        return events.tell(event, voice, numbers)

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
        return Result(winners, [float(side.position) for side in state.sides], why)

    # What only a terminal, a browser or a designer needs is loaded when they ask.

    def draw(self, state: TotalEClips, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.total_eclips.terminal import draw

        return draw(state, seat, voice)

    def board(self, state: TotalEClips, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.total_eclips.web import board

        return board(state, seat, voice)

    def playtest(self) -> Observer:
        from quincunx.games.total_eclips.playtest import Playtest

        return Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        from quincunx.games.total_eclips.playtest import report

        return report(rows)


GAME = TotalEClipsGame()
