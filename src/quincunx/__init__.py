"""Board games to play, prove and tune: one engine, and everything a program needs of it.

Play a match, alone or against bots of ours and yours:

>>> import quincunx as qx
>>> match = qx.Match("idle-six", [qx.Human("Ann")], qx.SeedDice("7"))
>>> match.play(0, "gain a").sentence
'Ann: +$1 from Gain A, $1 now. The action turn ends: 1 turn so far.'
>>> match
<Match of idle-six: Ann; 1 move, waits for Ann>

Write a bot, and see how it does:

>>> class Last(qx.Bot):
...     def choose(self, state, seat, rng):
...         return state.legal_actions(seat)[-1]
>>> qx.simulate("king-of-tokyo", [Last, "greedy"], games=10, jobs=1)
<Simulation of king-of-tokyo: 10 games; wins per seat: Last 0.0%, greedy 100.0%>

Every name is imported when it is first asked for, so that `import quincunx` is quick.
"""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quincunx import renamed

if os.environ.get("QUINCUNX_PLAIN"):
    from quincunx import compiled

    compiled.prefer_source()
sys.meta_path.append(renamed.OldModules())

if TYPE_CHECKING:
    from quincunx.bots import names as list_bots
    from quincunx.core.bot import Bot
    from quincunx.core.errors import UserError
    from quincunx.core.event import Event
    from quincunx.core.game import Choice, Game, Header, Numbers, Result
    from quincunx.core.move import Move, MoveName
    from quincunx.core.observer import Observer
    from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
    from quincunx.core.playout import playout
    from quincunx.core.rng import Rng
    from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State
    from quincunx.games import load
    from quincunx.lab.report.files import report
    from quincunx.lab.simulate.observed_run import observe
    from quincunx.lab.simulate.simulation import Simulation, simulate
    from quincunx.match.chance import FairDice, RealDice, SeedDice, StatedDice
    from quincunx.match.match import Match, Step, from_record, verify
    from quincunx.match.players import Human
    from quincunx.match.record import Player, Record
    from quincunx.match.record import read as read_record
    from quincunx.match.record import save as save_record
    from quincunx.match.scenario import Scenario, read_scenario
    from quincunx.match.scenario import run as run_scenario
    from quincunx.match.variant import Variant, read_variant

__version__ = "0.4.0"

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Bot",
    "Bots",
    "Choice",
    "Coach",
    "Codec",
    "Encoding",
    "Event",
    "FairDice",
    "Game",
    "Header",
    "Human",
    "IllegalMove",
    "Lab",
    "Later",
    "Match",
    "Move",
    "MoveName",
    "Numbers",
    "Observer",
    "Phrases",
    "Player",
    "RealDice",
    "Record",
    "Result",
    "Rng",
    "Scenario",
    "Screens",
    "SeedDice",
    "Simulation",
    "Snapshots",
    "State",
    "StatedDice",
    "Step",
    "UserError",
    "Variant",
    "from_record",
    "list_bots",
    "list_games",
    "load",
    "observe",
    "playout",
    "read_record",
    "read_scenario",
    "read_variant",
    "report",
    "run_scenario",
    "save_record",
    "simulate",
    "verify",
]

_NAMES = {
    "bots": "list_bots=names",
    "core.bot": "Bot",
    "core.errors": "UserError",
    "core.event": "Event",
    "core.game": "Choice Game Header Numbers Result",
    "core.move": "Move MoveName",
    "core.observer": "Observer",
    "core.parts": "Bots Codec Coach Encoding Lab Later Phrases Screens Snapshots",
    "core.playout": "playout",
    "core.rng": "Rng",
    "core.state": "CHANCE TERMINAL IllegalMove State",
    "games": "load",
    "lab.report.files": "report",
    "lab.simulate": "Simulation simulate",
    "lab.simulate.observed_run": "observe",
    "match.chance": "FairDice RealDice SeedDice StatedDice",
    "match.match": "Match Step from_record verify",
    "match.players": "Human",
    "match.record": "Player Record read_record=read save_record=save",
    "match.scenario": "Scenario read_scenario run_scenario=run",
    "match.variant": "Variant read_variant",
}
"""The names of each module; behind `=` a name there, if that differs."""
_HOMES = {
    name.partition("=")[0]: (home, name.rpartition("=")[2])
    for home, names in _NAMES.items()
    for name in names.split()
}


def list_games() -> list[str]:
    """Return the names of all games: ours, and those of installed packages.

    >>> "idle-six" in list_games()
    True
    """
    from quincunx.games import GAMES

    return list(GAMES)


def __getattr__(name: str) -> Any:
    if name in ("Mistake", "OVER"):
        renamed.warn(f"quincunx.{name}", renamed.NAMES[name])
        name = renamed.NAMES[name]
    if name not in _HOMES:
        raise AttributeError(f"module 'quincunx' has no attribute '{name}'")
    home, called = _HOMES[name]
    return getattr(import_module(f"quincunx.{home}"), called)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
