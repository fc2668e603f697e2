"""Idle Six: the game that ties its parts together."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from quincunx.games.idle_six import events, moves
from quincunx.games.idle_six import numbers as shape
from quincunx.games.idle_six import snapshot as dicts
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER

if TYPE_CHECKING:
    from rich.console import RenderableType


class IdleSixGame(Game[IdleSix]):
    name = "idle-six"
    numbers_type = shape.Numbers
    snapshot_type = dicts.Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
    toggles = {"ten": "every amount in base ten too; switch it off to train"}

    def components(self) -> list[str]:
        """The cards, both sides of those that have two."""
        names = list(self.toml["cards"])
        return [*names, *(f"{name} flipped" for name in names), "win"]

    def prepare(self, numbers: shape.Numbers) -> Cards:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Cards) -> IdleSix:
        return IdleSix(numbers)

    def snapshot(self, state: IdleSix) -> dicts.Snapshot:
        return dicts.snapshot(state)

    def restore(self, snapshot: dicts.Snapshot, numbers: Cards) -> IdleSix:
        return dicts.restore(snapshot, numbers)

    def problem(self, state: IdleSix) -> str:
        return dicts.problem(state)

    def decode(self, state: IdleSix, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def encode(self, state: IdleSix, seat: int, move: Move) -> int:
        return moves.encode(state, seat, move)

    def explain(self, state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def confirm(self, state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
        return moves.confirm(state, seat, move, voice)

    def why_not(self, state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
        return moves.why_not(state, seat, move, voice)

    def tell(self, event: Event, voice: Voice, numbers: Cards) -> str:
        return events.tell(event, voice, numbers)

    def result(self, state: IdleSix) -> Result:
        """Buying the win is the only end; the scoring band says how good it was."""
        turns = state.turns_taken
        band = {"turns": turns, "band": state.cards.rank(turns) + 1}
        return Result([PLAYER], [turns], Event("rated", PLAYER, band))

    def draw(self, state: IdleSix, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.idle_six.terminal import draw

        return draw(state, voice)

    def board(self, state: IdleSix, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.idle_six.web import board

        return board(state, voice)

    def bot(self) -> Bot:
        return IdleSixBot()

    def playtest(self) -> Observer:
        from quincunx.games.idle_six.playtest import Playtest

        return Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        from quincunx.games.idle_six.playtest import report

        return report(rows)


GAME = IdleSixGame()
