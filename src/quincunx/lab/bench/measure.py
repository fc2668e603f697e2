"""`bench`: the speed of the games on one core, beside plain Python, another library and another release."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.lab.bench import slices
from quincunx.reporting.screen import table

PEER = "OpenSpiel backgammon"
SLICES = 5


class Rate(msgspec.Struct):
    """Decisions and games per second on one core, with random players."""

    decisions: float
    games: float


class Pace(msgspec.Struct):
    """The rates of one install on one core, per second."""

    decisions: float
    """Decisions of random players; `games` are theirs, too."""
    games: float
    greedy: float
    """Games between the game's own bots."""
    clone: float
    """Copies of positions along random games."""
    determinize: float
    """Copies of positions with everything hidden from the player to move drawn anew."""

    def times(self, other: "Pace") -> dict[str, float]:
        """Return the ratio of each rate to another install's."""
        return {name: getattr(self, name) / getattr(other, name) for name in self.__struct_fields__}


class Speed(msgspec.Struct):
    """The speed of a game with a number of players."""

    game: str
    players: int
    here: Pace
    plain: Rate | None
    """The rate as plain Python, if this install is compiled."""
    against: Pace | None
    """The rates in the other environment, if one was named and it has the game."""


class About(msgspec.Struct):
    """An install's version, whether it is compiled, and its games."""

    version: str
    compiled: bool
    games: list[str]


class Bench(msgspec.Struct):
    """The results of one run."""

    speeds: list[Speed]
    here: About
    against: About | None
    peer: Rate | None

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        for speed, line in zip(self.speeds, data["speeds"], strict=True):
            decisions = speed.here.decisions
            line["times_plain"] = decisions / speed.plain.decisions if speed.plain else None
            line["times_peer"] = decisions / self.peer.decisions if self.peer else None
            line["times_against"] = speed.here.times(speed.against) if speed.against else None
        return data | {"peer_name": PEER}

    def table(self) -> RenderableType:
        parts: list[RenderableType] = [
            Text("Random players on one core"),
            self._random(),
            Text("Greedy bots, and copies of positions, on one core"),
            self._search(),
        ]
        if self.against:
            mode = "compiled" if self.against.compiled else "plain Python"
            parts += [
                Text(f"How many times as fast as Quincunx {self.against.version} ({mode})"),
                self._ratios(),
            ]
        return Group(*parts, *[Text(note) for note in self._notes()])

    def _random(self) -> Table:
        shown = table("game", "players", "decisions/s", "games/s", "plain/s", "x plain", "x peer")
        for speed in self.speeds:
            here, plain = speed.here, speed.plain
            gained = (
                [f"{plain.decisions:,.0f}", f"{here.decisions / plain.decisions:.1f}"] if plain else ["", ""]
            )
            ahead = f"{here.decisions / self.peer.decisions:.1f}" if self.peer else ""
            rates = [f"{here.decisions:,.0f}", f"{here.games:,.0f}"]
            shown.add_row(speed.game, str(speed.players), *rates, *gained, ahead)
        if self.peer:
            shown.add_row(PEER, "2", f"{self.peer.decisions:,.0f}", f"{self.peer.games:,.0f}", "", "", "")
        return shown

    def _search(self) -> Table:
        shown = table("game", "players", "greedy games/s", "clone/s", "determinize/s")
        for speed in self.speeds:
            rates = (speed.here.greedy, speed.here.clone, speed.here.determinize)
            shown.add_row(speed.game, str(speed.players), *[f"{rate:,.0f}" for rate in rates])
        return shown

    def _ratios(self) -> Table:
        shown = table("game", "players", "decisions", "greedy games", "clone", "determinize")
        for speed in self.speeds:
            if speed.against:
                times = speed.here.times(speed.against)
                ratios = [f"{times[name]:.2f}" for name in ("decisions", "greedy", "clone", "determinize")]
                shown.add_row(speed.game, str(speed.players), *ratios)
            else:
                shown.add_row(speed.game, str(speed.players), "not there", "", "", "")
        return shown

    def _notes(self) -> list[str]:
        notes: list[str] = []
        if not self.here.compiled:
            notes.append("All of it as plain Python: nothing is compiled here, or QUINCUNX_PLAIN is set.")
        if not self.peer:
            notes.append(f"To measure {PEER} beside it: `pip install 'quincunx[bench]'`.")
        return notes


class Install:
    """A process that runs `slices.py` in some environment."""

    def __init__(self, python: str, options: list[str], environment: dict[str, str]) -> None:
        self._python = python
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        command = [python, *options, str(Path(slices.__file__))]
        try:
            self._process = subprocess.Popen(
                command,
                env=os.environ | environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise UserError(f"`{python}` cannot be run as a Python: {error.strerror}.") from None
        try:
            self.about = msgspec.json.decode(self._answer(), type=About)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> "Install":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        # This also closes its pipes, without failing on a line that was never sent.
        self._process.communicate()
        self._errors.close()

    def measure(self, kind: str, game: str, players: int, seconds: float) -> tuple[float, float]:
        """Measure one slice and return things and steps per second, as `slices.py` counts them."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([kind, game, players, seconds]).encode() + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._answer(), type=tuple[float, float])

    def _answer(self) -> bytes:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            last = self._errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise UserError(f"`{self._python}` could not measure its Quincunx: {last or 'it was ended'}")
        return line


def bench(names: list[str], seconds: float, against: str | None = None) -> Bench:
    """Measure games, each with its fewest and its most players, and OpenSpiel's backgammon if installed.

    `against` is the Python of another environment, whose Quincunx is measured in turn with this one.
    """
    with ExitStack() as stack:
        # Without -P Python would look for modules in the script's folder first.
        here = stack.enter_context(Install(sys.executable, ["-P"], {}))
        plain = other = None
        if here.about.compiled:
            plain = stack.enter_context(Install(sys.executable, ["-P"], {"QUINCUNX_PLAIN": "1"}))
        if against:
            # -E keeps this process's PYTHONPATH out of the other environment.
            other = stack.enter_context(Install(against, ["-E", "-P"], {}))
        speeds = [
            measure(name, players, seconds, here, plain, other)
            for name in names
            for players in sorted(set(games.load(name).header.players))
        ]
        peer = openspiel("backgammon", seconds) if find_spec("pyspiel") else None
        return Bench(speeds, here.about, other.about if other else None, peer)


def measure(
    game: str, players: int, seconds: float, here: Install, plain: Install | None, other: Install | None
) -> Speed:
    """Measure one game. The installs take turns, so that a busy moment slows none more than the others."""
    if other and game not in other.about.games:
        other = None
    asked = [(install, kind) for kind in slices.KINDS for install in (here, other) if install]
    if plain:
        asked.append((plain, "random"))
    best = dict.fromkeys(asked, (0.0, 0.0))
    for _ in range(SLICES):
        for install, kind in asked:
            found = install.measure(kind, game, players, seconds / SLICES)
            best[install, kind] = max(best[install, kind], found)
    return Speed(
        game,
        players,
        _pace(best, here),
        Rate(*best[plain, "random"]) if plain else None,
        _pace(best, other) if other else None,
    )


def _pace(best: dict[tuple[Install, str], tuple[float, float]], install: Install) -> Pace:
    return Pace(
        *best[install, "random"],
        greedy=best[install, "greedy"][1],
        clone=best[install, "clone"][0],
        determinize=best[install, "determinize"][0],
    )


def openspiel(name: str, seconds: float) -> Rate:
    """Measure random players of one of OpenSpiel's games, from Python."""
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
    """Measure whole games in this process; `play` returns the number of decisions of a game."""
    play()
    return Rate(*max(slices.measure(play, seconds / SLICES) for _ in range(SLICES)))
