"""Computer players for any game, by name."""

from collections.abc import Callable
from typing import Any

from quincunx.bots.random import RandomBot
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.mistake import Mistake, nearest


def _random(game: Game[Any]) -> Bot:
    return RandomBot()


def _greedy(game: Game[Any]) -> Bot:
    return game.bot()


BOTS: dict[str, Callable[[Game[Any]], Bot]] = {"random": _random, "greedy": _greedy}
"""`random` plays any legal move; `greedy` plays the game's own rules of thumb."""


def make(name: str, game: Game[Any]) -> Bot:
    """A new player of that name for one seat of one match."""
    if name not in BOTS:
        raise Mistake(f"There is no bot `{name}`{nearest(name, BOTS)}")
    return BOTS[name](game)
