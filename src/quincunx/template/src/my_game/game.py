"""My Game: the class that Quincunx uses, which joins all other modules."""

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.observer import Observer

from my_game import events, moves, playtest, snapshot, terminal, web
from my_game.bot import RaceBot
from my_game.numbers import Numbers
from my_game.rules import Race


class RaceGame(Game[Race]):
    name = "my-game"
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

    def new(self, players: int, numbers: Numbers) -> Race:
        """Return the position before the first move."""
        return Race([0] * players, 0, False, numbers)

    def result(self, state: Race) -> Result:
        """Return the winners, everyone's score, and the reason the game ended."""
        winner = state.returns().index(1.0)
        scores = [float(space) for space in state.spaces]
        return Result([winner], scores, Event("won", winner, {"goal": state.numbers.goal}))

    def bot(self) -> Bot:
        return RaceBot()

    def playtest(self) -> Observer:
        return playtest.Playtest()


GAME = RaceGame()
