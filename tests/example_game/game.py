"""The game of Pig, which ties its parts together."""

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.observer import Observer
from tests.example_game import events, moves, playtest, snapshot, terminal, web
from tests.example_game.bot import PigBot
from tests.example_game.numbers import Numbers
from tests.example_game.rules import Pig


class PigGame(Game[Pig]):
    name = "pig"
    numbers_type = Numbers
    snapshot_type = snapshot.Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS

    tell = staticmethod(events.tell)
    decode = staticmethod(moves.decode)
    explain = staticmethod(moves.explain)
    why_not = staticmethod(moves.why_not)
    restore = staticmethod(snapshot.restore)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)
    draw = staticmethod(terminal.draw)
    board = staticmethod(web.board)

    def bot(self) -> Bot:
        return PigBot()

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def new(self, players: int, numbers: Numbers) -> Pig:
        return Pig([0, 0], 0, 0, False, numbers.goal)

    def result(self, state: Pig) -> Result:
        winner = state.returns().index(1.0)
        return Result([winner], [float(n) for n in state.points], Event("won", winner, {"goal": state.goal}))


GAME = PigGame()
