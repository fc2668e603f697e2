"""How fast the games are: random decisions and games per second on one core."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx import games, variant
from quincunx.compiled import is_compiled
from quincunx.core import playout
from quincunx.core.rng import Rng

if TYPE_CHECKING:
    from rich.console import RenderableType

PEER = "OpenSpiel backgammon"
SLICES = 5


class Rate(msgspec.Struct):
    """What one core does in a second, with random players."""

    decisions: float
    games: float


class Speed(msgspec.Struct):
    """The speed of a game with that many players, compiled (if this install is) and as plain Python."""

    game: str
    players: int
    compiled: Rate | None
    plain: Rate

    @property
    def best(self) -> Rate:
        return self.compiled or self.plain


class Bench(msgspec.Struct):
    """What was measured in one run, the games beside a peer."""

    speeds: list[Speed]
    peer: Rate | None

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        for speed, line in zip(self.speeds, data["speeds"], strict=True):
            line["times_plain"] = speed.best.decisions / speed.plain.decisions
            line["times_peer"] = speed.best.decisions / self.peer.decisions if self.peer else None
        return data | {"peer_name": PEER}

    def table(self) -> "RenderableType":
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("game", overflow="fold")
        for heading in ("players", "decisions/s", "games/s", "plain/s", "x plain", "x peer"):
            table.add_column(heading, justify="right", overflow="fold")
        for speed in self.speeds:
            best, plain = speed.best, speed.plain
            rates = [f"{rate:,.0f}" for rate in (best.decisions, best.games, plain.decisions)]
            gained = f"{best.decisions / plain.decisions:.1f}" if speed.compiled else ""
            ahead = f"{best.decisions / self.peer.decisions:.1f}" if self.peer else ""
            table.add_row(speed.game, str(speed.players), *rates, gained, ahead)
        if self.peer:
            table.add_row(PEER, "2", f"{self.peer.decisions:,.0f}", f"{self.peer.games:,.0f}", "", "", "")
        return Group(Text("Random players on one core"), table, *[Text(note) for note in self._notes()])

    def _notes(self) -> list[str]:
        notes: list[str] = []
        if not all(speed.compiled for speed in self.speeds):
            notes.append("All of it as plain Python: nothing is compiled here, or QUINCUNX_PLAIN is set.")
        if not self.peer:
            notes.append(f"To measure {PEER} beside it: `pip install 'quincunx[bench]'`.")
        return notes


def bench(names: list[str], seconds: float) -> Bench:
    """Measure these games, each for its fewest and its most players, and the peer."""
    speeds = [speed for name in names for speed in measure(name, seconds)]
    return Bench(speeds, openspiel("backgammon", seconds) if find_spec("pyspiel") else None)


def measure(game_name: str, seconds: float) -> list[Speed]:
    """A game for its fewest and its most players."""
    speeds: list[Speed] = []
    for players in sorted(set(games.load(game_name).header.players)):
        compiled = rate(game_name, players, seconds) if is_compiled() else None
        plain = plain_rate(game_name, players, seconds) if compiled else rate(game_name, players, seconds)
        speeds.append(Speed(game_name, players, compiled, plain))
    return speeds


def rate(game_name: str, players: int, seconds: float) -> Rate:
    """Random players of a game, in this process."""
    game = games.load(game_name)
    numbers = variant.numbers(game, {})
    rng = Rng(game_name)

    def play() -> int:
        return playout.playout(game.new(players, numbers), rng)

    return clock(play, seconds)


def plain_rate(game_name: str, players: int, seconds: float) -> Rate:
    """The same in a process that runs the Python source."""
    command = [sys.executable, "-m", "quincunx.lab.bench", game_name, str(players), str(seconds)]
    done = subprocess.run(
        command, env=os.environ | {"QUINCUNX_PLAIN": "1"}, stdout=subprocess.PIPE, check=True
    )
    return msgspec.json.decode(done.stdout, type=Rate)


def openspiel(name: str, seconds: float) -> Rate:
    """Random players of one of OpenSpiel's games, from Python."""
    game = import_module("pyspiel").load_game(name)
    random = Random(1)

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return clock(play, seconds)


def clock(play: Callable[[], int], seconds: float) -> Rate:
    """Play whole games for so long; `play` says how many decisions a game took.

    The best of a few slices of this process's own time: what else the machine does changes little.
    """
    play()
    return max((_slice(play, seconds / SLICES) for _ in range(SLICES)), key=lambda rate: rate.decisions)


def _slice(play: Callable[[], int], seconds: float) -> Rate:
    decisions = 0
    played = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds or not played:
        decisions += play()
        played += 1
    return Rate(decisions / passed, played / passed)


if __name__ == "__main__":
    name, players, seconds = sys.argv[1:]
    print(msgspec.json.encode(rate(name, int(players), float(seconds))).decode())
