"""Computer players for any game, by name."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from quincunx.bots import levels
from quincunx.bots.external import Missing, OwnBot, find, installed
from quincunx.bots.sandbox import Guarded, Referee
from quincunx.core.bot import Bot, RandomBot
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game


def _random(game: Game[Any]) -> Bot:
    return RandomBot()


def _greedy(game: Game[Any]) -> Bot:
    return game.bots.policy()


BOTS: dict[str, Callable[[Game[Any]], Bot]] = {
    **{level: partial(levels.make, level=level) for level in levels.LEVELS},
    "random": _random,
    "greedy": _greedy,
}
"""The levels that people choose. `random` plays any legal move; `greedy` is the old name of `normal`."""

LONGEST_NAME = 28
"""The longest name of a bot. A table keeps 32 characters, and some names get a number."""

ADDED: dict[str, OwnBot] = {}
"""The bots that a command named by their code, by name."""


def names() -> list[str]:
    """Return the names of all bots: ours, those that a command named, and those of installed packages."""
    return list(dict.fromkeys([*BOTS, *ADDED, *installed()]))


def is_known(name: str) -> bool:
    # Installed packages are searched last, since that takes a while.
    return name in BOTS or name in ADDED or name in installed()


def add(code: str) -> str:
    """Register a bot by its code, e.g. `mybot.py:Careful`, and return the name it has from now on.

    This runs the code: it is for those at the keyboard, never for what comes over a network or in a file.
    """
    find(code)
    name = kind = code.rpartition(":")[2]
    if len(kind) > LONGEST_NAME:
        raise UserError(f"`{kind}` is too long for the name of a bot: {LONGEST_NAME} characters at most.")
    number = 2
    while name in BOTS or ADDED.get(name, OwnBot(name, code)).code != code:
        name, number = f"{kind} {number}", number + 1
    ADDED[name] = OwnBot(name, code)
    return name


def named(name: str) -> OwnBot:
    """Return the registered bot of that name, one that is not ours; a UserError if there is none."""
    if name in ADDED:
        return ADDED[name]
    if name not in installed():
        raise UserError(f"There is no bot `{name}`{nearest(name, names())}")
    return installed()[name]


def in_record(name: str) -> str | OwnBot:
    """Return the bot that a record names. It may be unknown here, since no file may say which code is run."""
    return name if is_known(name) else OwnBot(name, Missing())


def seat(bot: str | OwnBot, game: Game[Any], referee: Referee | None = None) -> Bot:
    """Return a new player for one seat of one match. A bot that is not ours is made when it is first asked,
    and a referee watches it."""
    if isinstance(bot, str):
        if bot in BOTS:
            return BOTS[bot](game)
        bot = named(bot)
    return Guarded(bot, game, referee or Referee())


def table(
    names: Sequence[str],
    game: Game[Any],
    referee: Referee | None = None,
    own: Mapping[str, OwnBot] | None = None,
) -> list[Bot]:
    """Return new players for all seats of one match, introduced to each other. Some may be people's own
    bots."""
    known = own or {}
    players = [seat(known.get(name, name), game, referee) for name in names]
    introduce(players, list(names))
    return players


def introduce(players: Sequence[Bot | None], names: list[str]) -> None:
    """Tell each bot of a match who sits where; a person has neither a bot nor its name."""
    for player in players:
        if player is not None:
            player.on_seating(names)


def make(bot: str | OwnBot, game: Game[Any], referee: Referee | None = None) -> Bot:
    """Return a new player as `seat` does, but make it at once; a UserError if that fails."""
    made = seat(bot, game, referee)
    if isinstance(made, Guarded):
        made.ready()
    return made
