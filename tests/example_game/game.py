"""The game of Pig, which ties its parts together."""

from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.parts import Bots, Codec, Lab, Phrases, Screens, Snapshots
from tests.example_game import events, moves, playtest, snapshot, terminal, web
from tests.example_game.bot import PigBot
from tests.example_game.numbers import Numbers
from tests.example_game.rules import Pig


class PigGame(Game[Pig]):
    name = "pig"
    numbers_type = Numbers

    codec = Codec(moves)
    snapshots = Snapshots(snapshot)
    phrases = Phrases(events, moves)
    screens = Screens(terminal=terminal.draw, web=web.board)
    bots = Bots(policy=PigBot)
    lab = Lab(observer=playtest.Playtest)

    def new_initial_state(self, players: int, numbers: Numbers) -> Pig:
        return Pig([0, 0], 0, 0, False, numbers.goal)

    def result(self, state: Pig) -> Result:
        winner = state.returns().index(1.0)
        return Result([winner], [float(n) for n in state.points], Event("won", winner, {"goal": state.goal}))


GAME = PigGame()
