"""The players of a match: read from the words that people type, and named."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx import bots
from quincunx.bots.external import CODE, Factory, OwnBot, from_python
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.core.sanitize import one_line, shown
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER

HOUSE = ("Ada", "Blaise", "Carl", "Dora", "Emil", "Fay")
"""The names of bots in games that have no names for their players, by seat."""


@dataclass(frozen=True)
class Human:
    """A person at a seat of a match.

    >>> Human("Ann")
    Human(name='Ann')
    """

    name: str = "You"


Seat = Human | str | Factory | Bot | Player
"""Anything that can take a seat in a match: a person; a bot by its name, its class or a function that makes
one, or the bot itself; and a Player of a record."""


def resolve_seats(seats: Sequence[Seat]) -> tuple[list[Player], list[str | OwnBot]]:
    """Return the players as a record has them, and the bot at each seat, which is empty for a person."""
    players: list[Player] = []
    kinds: list[str | OwnBot] = []
    taken = [seat.name for seat in seats if isinstance(seat, Human | Player)]
    for number, seat in enumerate(seats, 1):
        kind: str | OwnBot
        if isinstance(seat, Player):
            player, kind = seat, seat.bot
        elif isinstance(seat, Human):
            player, kind = Player(seat.name), ""
        else:
            kind = seat if isinstance(seat, str) else from_python(seat)
            name = kind if isinstance(kind, str) else kind.name
            player = Player(f"{name} {number}" if name in taken else name, name)
            taken.append(name)
        players.append(player)
        kinds.append(kind)
    return players, kinds


def read_players(text: str, game: Game[Any], numbers: Any) -> list[Player]:
    """Return the players of a match, e.g. of `me:Ann,greedy,random`, each with a different name."""
    players = read_seats(text)
    game.require_player_count(len(players))
    for seat, player in enumerate(players):
        player.name = player.name or _default_name(players, seat, game, numbers)
    names = [player.name for player in players]
    for number, player in enumerate(players, 1):
        if names.count(player.name) > 1:
            player.name = f"{player.name} {number}"
    return players


def _default_name(players: list[Player], seat: int, game: Game[Any], numbers: Any) -> str:
    """Return the name of a player who has none: the game's name of the seat; otherwise a name for bots
    for a bot of ours, and the name of its kind for somebody's own."""
    if seat == only_person(players):
        return "You"
    if players[seat].bot and not game.phrases.overrides("seat_names"):
        return HOUSE[seat % len(HOUSE)] if players[seat].bot in bots.BOTS else players[seat].bot
    return game.phrases.seat_names(numbers, len(players))[seat]


def read_seats(text: str, people: bool = True, load: bool = True) -> list[Player]:
    """Return the players of a comma-separated list. People are written `me` or `me:Name`, bots by their kind
    or as `kind:Name`. A bot of yours is `mybot.py:Careful` or `my_package:Careful`, and its code is loaded.
    Without `load`, for text from a file, it must have been loaded before.

    Whoever was given no name has none here. Without `people` only bots are expected, and a mistake says so.

    >>> read_seats("me, greedy:Bob")
    [Player(name='', bot=''), Player(name='Bob', bot='greedy')]
    """
    return [_read_seat(word.strip(), people, load) for word in text.split(",")]


def _read_seat(word: str, people: bool, load: bool) -> Player:
    kind, _, name = word.partition(":")
    if kind == "me":
        return Player(one_line(name))
    if bots.is_known(kind):
        return Player(one_line(name), kind)
    code = CODE.match(word)
    if code is None:
        raise UserError(_nobody(kind, people))
    if not load and code[0] not in [own.code for own in bots.ADDED.values()]:
        raise UserError(
            f"No file may load the code of `{shown(word)}`; allow it with `--bot {shown(code[0])}`."
        )
    return Player(one_line(word[code.end() :].lstrip(": ")), bots.add(code[0]))


def _nobody(kind: str, people: bool) -> str:
    """Return the error for a word that names nobody who can sit down."""
    if not kind:
        return "Between two commas nobody is named: say who sits at each seat."
    if kind.endswith(".py"):
        return f"Which bot of {kind}? Name its class, too, as in `{kind}:Careful`."
    known = nearest(kind, [*["me"] * people, *bots.names()])
    return f"Nobody called `{kind}` can sit down{known}{' People sit as `me` or `me:Name`.' * people}"


def read_bots(text: str, load: bool = True) -> list[str]:
    """Return the bots of `greedy,mybot.py:Careful`, each by the name it has from now on. Without `load`, no
    code is loaded for it."""
    names = [player.bot for player in read_seats(text, people=False, load=load)]
    if not all(names):
        raise UserError("Only bots can sit here: name them, e.g. `greedy,random` or `mybot.py:Careful`.")
    return names


def with_level(player: Player) -> str:
    """Return a player's name, and which bot it is if the name does not say so.

    >>> [with_level(player) for player in read_seats("me:Ann, hard:Richard, greedy:greedy 2")]
    ['Ann', 'Richard (hard)', 'greedy 2']
    """
    known = not player.bot or player.bot in player.name.split()
    return player.name if known else f"{player.name} ({player.bot})"


def only_person(players: list[Player]) -> int:
    """Return the seat of the one person among bots; WATCHER if there are several, or none."""
    people = [seat for seat, player in enumerate(players) if not player.bot]
    return people[0] if len(people) == 1 else WATCHER
