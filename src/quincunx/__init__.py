"""Five games, and one engine to play, prove and tune them.

import quincunx as qx

match = qx.Match(qx.load("idle-six"), [qx.Player("Ann")], qx.SeedDice("7"))
match.play(0, "gain a")
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if os.environ.get("QUINCUNX_PLAIN"):
    from quincunx import compiled

    compiled.prefer_source()

if TYPE_CHECKING:
    from quincunx.chance import FairDice as FairDice
    from quincunx.chance import SeedDice as SeedDice
    from quincunx.core.bot import Bot as Bot
    from quincunx.core.mistake import Mistake as Mistake
    from quincunx.core.state import CHANCE as CHANCE
    from quincunx.core.state import IllegalMove as IllegalMove
    from quincunx.games import load as load
    from quincunx.lab.simulate import simulate as simulate
    from quincunx.match import Match as Match
    from quincunx.record import Player as Player

__version__ = "0.2.0"

_HOMES = {
    "Bot": "core.bot",
    "CHANCE": "core.state",
    "FairDice": "chance",
    "IllegalMove": "core.state",
    "Match": "match",
    "Mistake": "core.mistake",
    "Player": "record",
    "SeedDice": "chance",
    "load": "games",
    "simulate": "lab.simulate",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for: `import quincunx` stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'quincunx' has no attribute '{name}'")
    return getattr(import_module(f"quincunx.{_HOMES[name]}"), name)
