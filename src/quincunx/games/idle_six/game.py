"""The game object of Idle Six, which ties its parts together."""

import math
from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.encoding import ActionSpace
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.games.idle_six import chances, events, moves, numbers, reasons, snapshot
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.money import gain
from quincunx.games.idle_six.plan import IdleSixPlanner
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import BASE, short
from quincunx.games.idle_six.state import PLAYER
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType


class IdleSixGame(Game[IdleSix]):
    name = "idle-six"
    observe_every = 2
    numbers_type = numbers.Numbers
    snapshot_type = snapshot.Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
    curve_label = "money"
    toggles = {"ten": "every amount in base ten too; switch it off to train"}

    prepare = staticmethod(numbers.prepare)
    tell = staticmethod(events.tell)
    narrate = staticmethod(events.narrate)
    decode = staticmethod(moves.decode)
    encode = staticmethod(moves.encode)
    words = staticmethod(moves.words)
    explain = staticmethod(moves.explain)
    chances = staticmethod(chances.chances)
    reason = staticmethod(reasons.reason)
    confirm = staticmethod(moves.confirm)
    why_not = staticmethod(moves.why_not)
    restore = staticmethod(snapshot.restore)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)

    def goal(self, numbers: Cards) -> str:
        return (
            f"Get ${short(numbers.win.cost)} and buy the win in as few turns as you can. "
            "Dollars count in base six."
        )

    def components(self) -> list[str]:
        """Return the cards, both sides of those that have two."""
        names = list(self.toml["cards"])
        return [*names, *(f"{name} flipped" for name in names), "win"]

    def new(self, players: int, numbers: Cards) -> IdleSix:
        state = IdleSix(numbers)
        gain(state, numbers.start_money, "start")
        return state

    def scores(self, state: IdleSix) -> list[float]:
        return [float(state.turns_taken)]

    def progress(self, state: IdleSix) -> list[float]:
        """Return the number of digits of the money. Money grows by a share of itself, so a curve of the
        amounts would be flat until the last turns. The price of the win is added back once it is paid."""
        money = state.money + (state.cards.win.cost if not state.players_to_move() else 0)
        return [math.log(max(money, 1), BASE)]

    def progress_words(self, height: float) -> str:
        return f"${short(round(BASE**height))}"

    def result(self, state: IdleSix) -> Result:
        """Return the result: buying the win is the only end; the scoring band says how good it was."""
        turns = state.turns_taken
        band = {"turns": turns, "band": state.cards.rank(turns) + 1}
        return Result([PLAYER], [turns], Event("rated", PLAYER, band))

    def bot(self) -> Bot:
        return IdleSixBot()

    def search_config(self) -> SearchConfig:
        """Return a config with a larger loss for `easy`: returns are turns here, not shares of a win."""
        return SearchConfig(easy_loss=0.3)

    def level(self, name: str) -> Bot | None:
        """Return the planner for `hard` and `expert`, which needs no search with rollouts."""
        return IdleSixPlanner(name == "expert") if name in ("hard", "expert") else None

    def draw(self, state: IdleSix, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.idle_six.terminal import draw

        return draw(state, voice)

    def legend(self) -> dict[str, str]:
        from quincunx.games.idle_six.terminal import LEGEND  # only a terminal needs it

        return LEGEND

    def board(self, state: IdleSix, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.idle_six.web import board

        return board(state, voice)

    def space(self, players: int, numbers: Cards) -> ActionSpace:
        from quincunx.games.idle_six.encoding import IdleSixSpace  # only a learner needs it

        return IdleSixSpace(numbers)

    def playtest(self) -> Observer:
        from quincunx.games.idle_six.playtest import Playtest

        return Playtest()

    def pieces(self) -> Pieces:
        from quincunx.games.idle_six.playtest import Upgrades

        return Upgrades()


GAME = IdleSixGame()
