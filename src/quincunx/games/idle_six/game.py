"""The game object of Idle Six, which ties its parts together."""

import math

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
from quincunx.core.search_config import SearchConfig
from quincunx.games.idle_six import chances, events, moves, numbers, reasons, snapshot
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.money import gain
from quincunx.games.idle_six.plan import IdleSixPlanner
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import BASE, short
from quincunx.games.idle_six.state import PLAYER


def goal(numbers: Cards) -> str:
    cost = short(numbers.win.cost)
    return f"Get ${cost} and buy the win in as few turns as you can. Dollars count in base six: $10 is six."


def level(name: str) -> Bot | None:
    """Return the planner for `hard` and `expert`, which needs no search with rollouts."""
    return IdleSixPlanner(name == "expert") if name in ("hard", "expert") else None


def progress(state: IdleSix) -> list[float]:
    """Return the number of digits of the money. Money grows by a share of itself, so a curve of the
    amounts would be flat until the last turns. The price of the win is added back once it is paid."""
    money = state.money + (state.cards.win.cost if not state.players_to_move() else 0)
    return [math.log(max(money, 1), BASE)]


def progress_words(height: float) -> str:
    return f"${short(round(BASE**height))}"


class IdleSixGame(Game[IdleSix]):
    name = "idle-six"
    numbers_type = numbers.Numbers
    prepare = staticmethod(numbers.prepare)

    codec = Codec(moves)
    snapshots = Snapshots(snapshot)
    phrases = Phrases(events, moves, goal=goal)
    coach = Coach(chances, reasons)
    screens = Screens(
        terminal=Later(".terminal:draw"),
        legend=Later(".terminal:LEGEND"),
        web=Later(".web:board"),
        toggles={"ten": "every amount in base ten too; switch it off to train"},
    )
    # Returns are turns here, not shares of a win, so `easy` loses more of them.
    bots = Bots(policy=IdleSixBot, level=level, search_config=SearchConfig(easy_loss=0.3))
    lab = Lab(
        observer=Later(".playtest:Playtest"),
        pieces=Later(".playtest:Upgrades"),
        observe_every=2,
        curve_label="money",
        progress=progress,
        progress_words=progress_words,
    )
    encoding = Encoding(space=Later(".encoding:IdleSixSpace"))

    def components(self) -> list[str]:
        """Return the cards, both sides of those that have two."""
        names = list(self.toml["cards"])
        return [*names, *(f"{name} flipped" for name in names), "win"]

    def new_initial_state(self, players: int, numbers: Cards) -> IdleSix:
        state = IdleSix(numbers)
        gain(state, numbers.start_money, "start")
        return state

    def scores(self, state: IdleSix) -> list[float]:
        return [float(state.turns_taken)]

    def result(self, state: IdleSix) -> Result:
        """Return the result: buying the win is the only end; the scoring band says how good it was."""
        turns = state.turns_taken
        band = {"turns": turns, "band": state.cards.rank(turns) + 1}
        return Result([PLAYER], [turns], Event("rated", PLAYER, band))


GAME = IdleSixGame()
