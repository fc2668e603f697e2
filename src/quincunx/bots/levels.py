"""How strong a computer player is, in words that people understand."""

from typing import Any, NamedTuple

from quincunx.bots.easy import Easy
from quincunx.bots.search import Search
from quincunx.core.bot import Bot
from quincunx.core.game import Game

EXPERT = 5
"""How many times as long as `hard` the level `expert` thinks."""


class Level(NamedTuple):
    """One level: its name, and a sentence on how it plays."""

    name: str
    words: str


LEVELS = {
    level.name: level
    for level in (
        Level("easy", "Plays sensibly, but makes a beginner's mistake now and then; answers at once."),
        Level("normal", "Plays like somebody in their fifth game, by rules of thumb; answers at once."),
        Level(
            "hard",
            "Tries out what may come of each move; beats one normal nine times in ten, unless luck decides.",
        ),
        Level("expert", "Thinks five times as long as hard, and so overlooks less."),
    )
}


def make(game: Game[Any], level: str) -> Bot:
    """A player of that level for one seat of one match."""
    own = game.level(level)
    if own is not None:
        return own
    if level == "easy":
        return Easy(game.bot(), game.value(), game.minds(), game.thinking())
    return game.bot() if level == "normal" else search(game, level)


def search(game: Game[Any], level: str = "hard") -> Search:
    """A search as deep as that level's; `easy` and `normal` get that of `hard`, for they do not search."""
    times = EXPERT if level == "expert" else 1
    return Search(game.bot(), game.value(), game.minds(), game.thinking(), times=times, own=game.adept())
