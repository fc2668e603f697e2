"""Hostile bots, whose answers are no moves."""

import random
from typing import Any

from quincunx import games
from quincunx.bots.external import from_python
from quincunx.bots.sandbox import Guarded, Referee
from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from tests.attack.made_up import rubbish

LONGEST_TOLD = 500
"""The most characters in a message about a bot, whose author is told the beginning of what it raised."""


class Broken:
    """A number that raises when it is used."""

    def __index__(self) -> int:
        raise RecursionError

    def __str__(self) -> str:
        raise OSError


class Liar(int):
    """A number that lies about its value."""

    def __index__(self) -> int:
        return 10**4000

    def __repr__(self) -> str:
        return "9" * 5000


class Hostile(Bot):
    """A bot that answers with rubbish, raises rubbish, or damages what it was given."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def on_seating(self, players: list[str]) -> None:
        players.clear()

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        what = self.rng.randrange(6)
        if what == 0:
            raise self.rng.choice(
                [MemoryError, RecursionError, SystemExit, GeneratorExit, UnicodeError, StopIteration]
            )("x" * 5000)
        if what == 1:
            state.log = None
        if what == 2:
            for _ in range(3):
                state.move(seat, state.legal_actions(seat)[0])
        answers: list[Any] = [
            rubbish(self.rng),
            Broken(),
            Liar(),
            1j,
            b"1",
            object,
            self.rng.randrange(-5, 300),
        ]
        answer: int = self.rng.choice(answers)
        return answer


def complaint(rng: random.Random) -> str:
    """Play a few moves with such bots at all seats and return what no bot may bring about, or empty."""
    game = games.load(rng.choice(list(games.GAMES)))
    said: list[str] = []
    match = Match(game, ["random"] * game.header.players[0], SeedDice("7"))
    referee = Referee(None, said.append)
    match.bots = [Guarded(from_python(Hostile(rng)), game, referee) for _ in match.bots]
    match.sit_down(["hostile"] * len(match.bots))
    for _, _step in zip(range(6), match, strict=False):
        pass
    return next((f"tells {line}" for line in said if len(line) > LONGEST_TOLD), "")
