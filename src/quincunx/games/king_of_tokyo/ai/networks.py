"""The networks that were trained on games of King of Tokyo, as networks.json has them."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import msgspec

from quincunx.games.king_of_tokyo.ai.network import Network
from quincunx.games.king_of_tokyo.ai.network_inputs import INPUTS, KingOfTokyoInsight

FILE = Path(__file__).with_name("networks.json")
PLAYERS = range(2, 7)
MORE = "more"
"""The key of the network for numbers of players that have none of their own."""


class LayerWeights(msgspec.Struct):
    """The weights of one network: a row for each input, and for each unit of the first layer."""

    first: list[list[float]]
    start: list[float]
    own: list[list[float]]
    shared: list[list[float]]
    bias: list[float]
    out: list[float]

    def net(self) -> Network:
        # Inputs that were added after the training have no effect.
        unknown = [[0.0] * len(self.start)] * (INPUTS - len(self.first))
        first, own, shared = (
            list(chain.from_iterable(rows)) for rows in (self.first + unknown, self.own, self.shared)
        )
        return Network(first, self.start, own, shared, self.bias, self.out)


class TrainedNetworks(msgspec.Struct):
    """The content of the file, by the number of players: networks for tables where all play equally well, and
    for those where somebody plays by rules of thumb."""

    equal: dict[str, LayerWeights]
    simple: dict[str, LayerWeights]


@cache
def nets(simple: bool) -> dict[int, Network]:
    """Return the networks by the number of players."""
    trained = msgspec.json.decode(FILE.read_bytes(), type=TrainedNetworks)
    found = {name: weights.net() for name, weights in (trained.simple if simple else trained.equal).items()}
    return {players: found.get(str(players), found[MORE]) for players in PLAYERS}


def insight(simple: Sequence[bool] = ()) -> KingOfTokyoInsight:
    """Return the evaluator for any number of players, some of whom may be known to play by rules of thumb."""
    return KingOfTokyoInsight(nets(any(simple)), list(simple))
