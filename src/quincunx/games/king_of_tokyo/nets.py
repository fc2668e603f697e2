"""The networks that were trained on games of King of Tokyo, as net.json has them."""

from collections.abc import Sequence
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


class Pair(msgspec.Struct):
    """For two players, and for more."""

    duel: Weights
    crowd: Weights


class Trained(msgspec.Struct):
    """What is in the file: networks for tables where all play equally well, and for those where somebody
    plays by rules of thumb."""

    equal: Pair
    simple: Pair


@cache
def nets(simple: bool) -> dict[int, Net]:
    """By the number of players."""
    trained = msgspec.json.decode(FILE.read_bytes(), type=Trained)
    pair = trained.simple if simple else trained.equal
    return {DUEL: pair.duel.net(), **dict.fromkeys(CROWD, pair.crowd.net())}


def insight(simple: Sequence[bool] = ()) -> KingOfTokyoInsight:
    """Judges positions with any number of players, of whom some are known to play by rules of thumb."""
    return KingOfTokyoInsight(nets(any(simple)), list(simple))
