"""A bot in ten lines, for any game: it plays every move out at random and takes the best.

quincunx simulate bitcoin-mining --seats examples/ten_lines.py:Lookahead,random --games 20
"""

import quincunx as qx


class Lookahead(qx.Bot):
    def choose(self, state: qx.State, seat: int, rng: qx.Rng) -> int:
        return max(state.legal_actions(seat), key=lambda move: self.worth(state, seat, move, rng))

    def worth(self, state: qx.State, seat: int, move: int, rng: qx.Rng, times: int = 8) -> float:
        ends = [state.clone() for _ in range(times)]
        for end in ends:
            end.move(seat, move)
            qx.playout(end, rng)
        return sum(end.returns()[seat] for end in ends)
