"""A sandbox for somebody else's bot: whatever the bot does, the match goes on.

A decision is lost if the bot raises, answers with a move that is not legal, or takes too long. Then a
random legal move is made instead: the game's own bot would make a bad bot look good.
"""

import logging
import operator
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from quincunx.bots.external import OwnBot
from quincunx.bots.timeout import BotTimeout, Thinker
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.sanitize import shown
from quincunx.core.state import State

LOG = logging.getLogger("quincunx")
LONGEST_FAULT = 200
OURS = Path(__file__).parents[1]


class Referee:
    """The referee of the bots in a match: it limits their time, counts lost decisions, and reports the first
    of each bot."""

    def __init__(self, time_limit: float | None = None, report: Callable[[str], None] = LOG.warning) -> None:
        self.time_limit = time_limit
        """The seconds for one decision; None for no limit."""
        self.report = report
        self.lost: Counter[str] = Counter()
        """The number of lost decisions of each bot, by name."""

    def note(self, bot: OwnBot, fault: str, where: str) -> None:
        """Note a decision that a bot has lost."""
        self.lost[bot.name] += 1
        if self.lost[bot.name] == 1:
            self.report(
                f"{bot} {fault}, {where}. A random legal move was made instead; "
                "if this happens again, it is only counted."
            )


class Guarded(Bot):
    """A bot that asks another one, and makes a random move if that one fails.

    The other bot gets a copy of the position, a list of the players and random numbers of its own, so that
    it may try out moves and spoil nothing. It is made when it is first asked.
    """

    def __init__(self, own: OwnBot, game: Game[Any], referee: Referee) -> None:
        self._own = own
        self._game = game
        self._referee = referee
        self._bot: Bot | None = None
        self._players: list[str] | None = None
        """The seats' names, until the bot has been told them."""
        self._thinker = Thinker()

    def ready(self) -> Bot:
        """Return the bot itself; a UserError if it cannot be made."""
        if self._bot is None:
            self._bot = self._own.make(self._game)
        return self._bot

    def on_seating(self, players: list[str]) -> None:
        self._players = players[:]

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        try:
            answer = self._answer(state.clone(), seat, Rng(str(rng.word())))
            if not hasattr(answer, "__index__"):
                fault = f"answered with a {type(answer).__name__}, not with the number of a move"
            elif state.legal(seat, number := operator.index(answer)):
                return number
            else:
                fault = f"answered {shown(str(number))}, which is not a legal move"
        except BotTimeout as error:
            fault = str(error)
        except UserError as error:
            fault = f"cannot play ({error})"
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            fault = _raised(error)
        self._referee.note(self._own, fault, f"at seat {seat + 1} in turn {state.turns()}")
        return state.random_action(seat, rng)

    def _answer(self, state: State, seat: int, rng: Rng) -> int:
        think, limit = partial(self._think, state, seat, rng), self._referee.time_limit
        return think() if limit is None else self._thinker.ask(think, limit)

    def _think(self, state: State, seat: int, rng: Rng) -> int:
        bot = self.ready()
        if self._players is not None:
            players, self._players = self._players, None
            bot.on_seating(players)
        return bot.choose(state, seat, rng)


def _raised(error: BaseException) -> str:
    """Return a bot's exception as text, with its place in the bot's code."""
    # `str` is not used, since it may be as broken as the rest of the bot.
    text = " ".join(traceback.format_exception_only(error)[-1].split())[:LONGEST_FAULT]
    lines = [
        line for line in traceback.extract_tb(error.__traceback__) if OURS not in Path(line.filename).parents
    ]
    place = f" at line {lines[-1].lineno} of {Path(lines[-1].filename).name}" if lines else ""
    return f"raised {text}{place}"
