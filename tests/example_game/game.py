"""Pig: the game that ties its parts together."""

from typing import Any

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from tests.example_game import moves, playtest, terminal, web
from tests.example_game.bot import PigBot
from tests.example_game.events import KINDS
from tests.example_game.numbers import Numbers
from tests.example_game.rules import Pig
from tests.example_game.snapshot import Snapshot, problem, restore, snapshot


class PigGame(Game[Pig]):
    name = "pig"
    numbers_type = Numbers
    snapshot_type = Snapshot
    moves = moves.MOVES
    event_kinds = KINDS

    def new(self, players: int, numbers: Numbers) -> Pig:
        return Pig([0, 0], 0, 0, False, numbers.goal)

    def snapshot(self, state: Pig) -> Snapshot:
        return snapshot(state)

    def restore(self, data: Snapshot, numbers: Numbers) -> Pig:
        return restore(data, numbers)

    def problem(self, state: Pig) -> str:
        return problem(state)

    def decode(self, state: Pig, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def explain(self, state: Pig, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def why_not(self, state: Pig, seat: int, move: Move, voice: Voice) -> str:
        return moves.why_not(state, seat, move, voice)

    def tell(self, event: Event, voice: Voice, numbers: Numbers) -> str:
        return KINDS[event.kind](event, voice)

    def result(self, state: Pig) -> Result:
        winner = state.returns().index(1.0)
        return Result([winner], [float(n) for n in state.points], Event("won", winner, {"goal": state.goal}))

    def draw(self, state: Pig, seat: int, voice: Voice) -> str:
        return terminal.draw(state, seat, voice)

    def board(self, state: Pig, seat: int, voice: Voice) -> dict[str, Any]:
        return web.board(state, seat, voice)

    def bot(self) -> Bot:
        return PigBot()

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        return playtest.report(rows)


GAME = PigGame()
