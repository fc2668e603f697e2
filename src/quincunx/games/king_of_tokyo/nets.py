"""The networks that were trained on games of King of Tokyo, as net.json has them."""

from functools import cache
from itertools import chain
from pathlib import Path

import msgspec

from quincunx.core.net import Net
from quincunx.games.king_of_tokyo.insight import KingOfTokyoInsight

FILE = Path(__file__).with_name("net.json")
DUEL = 2
"""Two players have a network of their own; all larger tables share one."""
CROWD = (3, 4, 5, 6)


class Weights(msgspec.Struct):
    """What training has found: a row for each input, and for each unit of the first layer."""

    first: list[list[float]]
    start: list[float]
    own: list[list[float]]
    shared: list[list[float]]
    bias: list[float]
    out: list[float]

    def net(self) -> Net:
        first, own, shared = (list(chain.from_iterable(rows)) for rows in (self.first, self.own, self.shared))
        return Net(first, self.start, own, shared, self.bias, self.out)


class Trained(msgspec.Struct):
    """What is in the file."""

    duel: Weights
    crowd: Weights


@cache
def insight() -> KingOfTokyoInsight:
    """Judges positions with any number of players."""
    trained = msgspec.json.decode(FILE.read_bytes(), type=Trained)
    crowd = trained.crowd.net()
    return KingOfTokyoInsight({DUEL: trained.duel.net(), **dict.fromkeys(CROWD, crowd)})
