"""A bot that reads what its seat may know: King of Tokyo, but never a hero's death in Tokyo.

quincunx play king-of-tokyo --seats me,examples/reads_the_view.py:Careful
"""

import quincunx as qx


class Careful(qx.Bot):
    """Leaves Tokyo when it is hurt, and plays by the game's own rules of thumb otherwise."""

    def __init__(self, game: qx.Game[qx.State]) -> None:
        self.game = game
        self.usual = game.bots.policy()

    def choose(self, state: qx.State, seat: int, rng: qx.Rng) -> int:
        moves = {self.game.say(state, seat, move): move for move in state.legal_actions(seat)}
        me = self.game.view(state, seat)["seats"][str(seat + 1)]
        if "yield" in moves and me["health"] <= 4:
            return moves["yield"]
        return self.usual.choose(state, seat, rng)
