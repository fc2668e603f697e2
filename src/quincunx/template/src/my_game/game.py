"""My Game: the class that Quincunx uses, which joins all other modules."""

from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.parts import Bots, Codec, Lab, Phrases, Screens, Snapshots

from my_game import events, moves, playtest, snapshot, terminal, web
from my_game.bot import RaceBot
from my_game.numbers import Numbers
from my_game.rules import Race


class RaceGame(Game[Race]):
    name = "my-game"
    numbers_type = Numbers

    codec = Codec(moves)
    snapshots = Snapshots(snapshot)
    phrases = Phrases(events, moves)
    screens = Screens(terminal=terminal.draw, web=web.board)
    bots = Bots(policy=RaceBot)
    lab = Lab(observer=playtest.Playtest)

    def new_initial_state(self, players: int, numbers: Numbers) -> Race:
        """Return the position before the first move."""
        return Race([0] * players, 0, False, numbers)

    def result(self, state: Race) -> Result:
        """Return the winners, everyone's score, and the reason the game ended."""
        winner = state.returns().index(1.0)
        scores = [float(space) for space in state.spaces]
        return Result([winner], scores, Event("won", winner, {"goal": state.numbers.goal}))


GAME = RaceGame()
