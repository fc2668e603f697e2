"""Tests whether a bot got stronger: it plays the bot of another install until the answer is clear.

python bench/strength.py GAME --against PYTHON [--bot NAME] [--old-bot NAME] [--players N] [--games N]
                         [--stop LOW,HIGH] [--keep FILE]

PYTHON is the interpreter of an environment with the last release. Its bot sits in all other seats and gets
each position as a dict, so both must have the same version of the rules. The exit code is 0 if the bot here
was found to be at least HIGH Elo stronger, 1 if at most LOW, and 2 if that is open after all games.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.arena.run import arena
from quincunx.lab.arena.sequential import Hypotheses
from quincunx.lab.progress import with_bar

OTHER_SIDE = Path(__file__).with_name("strength_bot.py")
EXIT = {"high": 0, "low": 1, "": 2}
_processes: dict[int, "subprocess.Popen[str]"] = {}
"""The other install's process for each process of the arena."""
_made = 0


def other_install() -> "subprocess.Popen[str]":
    if os.getpid() not in _processes:
        command = [os.environ["STRENGTH_PYTHON"], str(OTHER_SIDE), *os.environ["STRENGTH_ASKS"].split()]
        # Without PYTHONPATH, which would hide the package that is installed there.
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        _processes[os.getpid()] = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clean
        )
    return _processes[os.getpid()]


class Released(Bot):
    """A bot that asks the bot of the other install."""

    def __init__(self) -> None:
        global _made
        _made += 1
        self._number = _made
        self._game = games.load(os.environ["STRENGTH_ASKS"].split()[0])

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        process = other_install()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = [self._number, seat, str(rng.word()), self._game.to_dict(state)]
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        return int(process.stdout.readline())


def main() -> None:
    arguments = argparse.ArgumentParser(description="A bot here against that of another install.")
    arguments.add_argument("game", help="a game by its name")
    arguments.add_argument("--against", required=True, metavar="PYTHON", help="the other install's Python")
    arguments.add_argument("--bot", default="greedy", help="the bot here")
    arguments.add_argument("--old-bot", help="the bot there, if it has another name")
    arguments.add_argument("--players", type=int, help="how many sit at a table")
    arguments.add_argument("--games", type=int, default=20_000, help="the most games to play")
    arguments.add_argument("--stop", default="-5,25", help="Elo: not stronger, and clearly stronger")
    arguments.add_argument("--keep", type=Path, help="add every game to this file, to go on from it")
    chosen = arguments.parse_args()
    os.environ["STRENGTH_PYTHON"] = chosen.against
    os.environ["STRENGTH_ASKS"] = f"{chosen.game} {chosen.old_bot or chosen.bot}"
    from rich.console import Console

    played = with_bar(
        Console(stderr=True),
        chosen.game,
        lambda progress: arena(
            chosen.game,
            [chosen.bot],
            chosen.games,
            Released,
            chosen.players,
            stop=Hypotheses.read(chosen.stop),
            keep=chosen.keep,
            progress=progress,
        ),
    )
    Console().print(played.summary())
    sys.exit(EXIT[played.results.tests[0].accepted])


if __name__ == "__main__":
    main()
