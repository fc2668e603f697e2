"""Who plays: players from the words that people type, and what each is called."""

from typing import Any

from quincunx.bots import BOTS
from quincunx.core.game import Game
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.printable import one_line
from quincunx.core.voice import WATCHER
from quincunx.record import Player


def read_players(text: str, game: Game[Any], numbers: Any) -> list[Player]:
    """The players of a match, e.g. of `me:Ann,greedy,random`, each with a name of their own."""
    players = read_seats(text)
    game.seat(len(players))
    for seat, player in enumerate(players):
        player.name = player.name or _default_name(players, seat, game, numbers)
    names = [player.name for player in players]
    for number, player in enumerate(players, 1):
        if names.count(player.name) > 1:
            player.name = f"{player.name} {number}"
    return players


def _default_name(players: list[Player], seat: int, game: Game[Any], numbers: Any) -> str:
    """What a player without a name is called: as the game calls the seat; a bot else after its kind."""
    if seat == only_person(players):
        return "You"
    if players[seat].bot and type(game).seat_names is Game.seat_names:
        return players[seat].bot
    return game.seat_names(numbers, len(players))[seat]


def read_seats(text: str) -> list[Player]:
    """Who sits where. People are written `me` or `me:Name`, bots by their kind or as `kind:Name`.

    Whoever was given no name has none here.

    >>> read_seats("me, greedy:Bob")
    [Player(name='', bot=''), Player(name='Bob', bot='greedy')]
    """
    players: list[Player] = []
    for word in text.split(","):
        kind, _, name = word.strip().partition(":")
        if kind != "me" and kind not in BOTS:
            known = nearest(kind, ["me", *BOTS])
            raise Mistake(f"Nobody called `{kind}` can sit down{known} People sit as `me` or `me:Name`.")
        players.append(Player(one_line(name), "" if kind == "me" else kind))
    return players


def only_person(players: list[Player]) -> int:
    """The seat of the one person among bots; WATCHER if there are several, or none."""
    people = [seat for seat, player in enumerate(players) if not player.bot]
    return people[0] if len(people) == 1 else WATCHER
