"""King of Tokyo: the game that ties its parts together."""

from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from quincunx.games.king_of_tokyo import events, moves, playtest
from quincunx.games.king_of_tokyo import numbers as shape
from quincunx.games.king_of_tokyo.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.snapshot import Snapshot, problem, restore, snapshot, view
from quincunx.games.king_of_tokyo.state import NOTHING
from quincunx.games.king_of_tokyo.tables import Tables

if TYPE_CHECKING:
    from rich.console import RenderableType


class KingOfTokyoGame(Game[KingOfTokyo]):
    name = "king-of-tokyo"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
    toggles = {
        "texts": "what the cards in play do; switch it off for a shorter screen",
        "pleased": "the question whether you are pleased with a roll, before `keep` ends the rolling",
    }

    def components(self) -> list[str]:
        return list(self.toml["cards"])

    def prepare(self, numbers: shape.Numbers) -> Tables:
        return shape.prepare(numbers)

    def seat_names(self, numbers: Tables, players: int) -> list[str]:
        return numbers.names[:players]

    def new(self, players: int, numbers: Tables) -> KingOfTokyo:
        return KingOfTokyo(numbers, players)

    def bot(self) -> Bot:
        return KingOfTokyoBot()

    def draw(self, state: KingOfTokyo, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.king_of_tokyo.terminal import draw  # only a terminal needs it

        return draw(state, seat, voice)

    def board(self, state: KingOfTokyo, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.king_of_tokyo.web import board  # only a browser needs it

        return board(state, seat, voice)

    def result(self, state: KingOfTokyo) -> Result:
        points = [float(monster.points) for monster in state.monsters]
        if state.winner == NOTHING:
            return Result([], points, Event("ended-with-nobody"))
        if state.living() == 1:
            return Result([state.winner], points, Event("ended-with-one", state.winner))
        goal = {"points": state.tables.goal}
        return Result([state.winner], points, Event("ended-by-points", state.winner, goal))

    def snapshot(self, state: KingOfTokyo) -> Snapshot:
        return snapshot(state)

    def restore(self, data: Snapshot, numbers: Tables) -> KingOfTokyo:
        return restore(data, numbers)

    def problem(self, state: KingOfTokyo) -> str:
        return problem(state)

    def view(self, state: KingOfTokyo, seat: int) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(view(state, seat), str_keys=True)
        return data

    def tell(self, event: Event, voice: Voice, numbers: Tables) -> str:
        return events.tell(event, voice, numbers)

    def decode(self, state: KingOfTokyo, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def encode(self, state: KingOfTokyo, seat: int, move: Move) -> int:
        return moves.encode(state, seat, move)

    def explain(self, state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def confirm(self, state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
        return moves.confirm(state, seat, move, voice)

    def why_not(self, state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
        return moves.why_not(state, seat, move, voice)

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        return playtest.report(rows)


GAME = KingOfTokyoGame()
