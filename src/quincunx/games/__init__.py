"""The games. To register one, add its line."""

from importlib import import_module
from typing import Any

from quincunx.core.game import Game
from quincunx.core.mistake import Mistake, nearest

GAMES = {
    "bitcoin-mining": "quincunx.games.bitcoin_mining.game",
    "idle-six": "quincunx.games.idle_six.game",
    "king-of-tokyo": "quincunx.games.king_of_tokyo.game",
    "nomenklatura": "quincunx.games.nomenklatura.game",
    "total-eclips": "quincunx.games.total_eclips.game",
}


def load(name: str) -> Game[Any]:
    """The game of that name."""
    if name not in GAMES:
        raise Mistake(f"There is no game `{name}`{nearest(name, GAMES)}")
    game: Game[Any] = import_module(GAMES[name]).GAME
    return game
