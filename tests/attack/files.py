"""Files as anybody may send them: records, scenarios, variants, goals."""

import contextlib
import io
import json
import random
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from quincunx import games
from quincunx.cli import entry
from quincunx.core.errors import UserError
from quincunx.core.state import IllegalMove
from quincunx.lab.tune.goals import read_goals
from quincunx.match import record
from quincunx.match.chance import FairDice, SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player, branch_off
from quincunx.match.variant import read_variant
from tests.attack.made_up import as_json, broken, changed, repeats

ROOT = Path(__file__).parents[2]


Complaint = Callable[[Path], str]
"""A function that reads a file and returns what is wrong with the outcome, empty if nothing is. An exception
is wrong, too."""


@cache
def records() -> list[tuple[bytes, Complaint]]:
    """Return short matches: over, under way, with fair dice, words, take-backs, and continued from
    another."""
    found = []
    for name in games.GAMES:
        game = games.load(name)
        players = game.header.players[0]
        for chance in (SeedDice("7"), FairDice(b"\1" * 32, words=["word"] * players)):
            match = Match(game, ["random"] * players, chance)
            for _, _step in zip(range(12), match, strict=False):
                pass
            match.rewind(len(match.steps) - 2)
            found.append(match.record())
    whole = Match("king-of-tokyo", ["greedy", "random"], FairDice(b"\1" * 32))
    list(whole)
    seats = [Player("Ann"), Player("Bob", "greedy")]
    found += [whole.record(), branch_off(whole.record(), 9, seats, SeedDice("1").header())]
    return [(record.encode(each), complaint_of("verify")) for each in found]


@cache
def scenarios() -> list[tuple[bytes, Complaint]]:
    return [
        (path.read_bytes(), complaint_of("check"))
        for game in games.GAMES
        for path in sorted((games.load(game).folder / "scenarios").glob("*.yaml"))[::12]
    ]


@cache
def variants() -> list[tuple[bytes, Complaint]]:
    found: list[tuple[bytes, Complaint]] = []
    for name in games.GAMES:
        read = partial(variant_complaint, game=name)
        found += [(path.read_bytes(), read) for path in sorted((ROOT / "docs/variants").glob(f"{name}*"))]
        found.append((games.load(name).folder.joinpath("game.toml").read_bytes(), read))
        goals = partial(goals_complaint, game=name)
        found.append(((ROOT / f"docs/goals/{name}.toml").read_bytes(), goals))
    return found


DECODED: dict[str, Callable[[bytes], Any]] = {
    "json": msgspec.json.decode,
    "yaml": msgspec.yaml.decode,
    "toml": msgspec.toml.decode,
}


def encoded(kind: str, value: Any) -> bytes:
    """Return the text of a value, as far as its format allows: YAML reads JSON, and so do TOML's values."""
    if kind != "toml" or not isinstance(value, dict):
        return as_json(value)
    lines = [f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()]
    return "\n".join(lines).encode(errors="surrogatepass")


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, float):
        return str(value)
    return "2026-11-19T07:32:00Z" if value is None else as_json(value).decode()


def file(rng: random.Random) -> tuple[bytes, Complaint]:
    """Draw a faulty file, and the function that reads it."""
    kind, known = rng.choice([("json", records), ("json", records), ("yaml", scenarios), ("toml", variants)])
    data, read = rng.choice(known())
    if rng.random() < 0.75:
        data = encoded(kind, changed(rng, DECODED[kind](data)))
        if rng.random() < 0.8:
            return data, read
    return broken(rng, data), read


def complaint_of(command: str) -> Complaint:
    return lambda path: complaint([command, str(path)])


def complaint(words: list[str]) -> str:
    """Run a command in this process and return what no command may do, or empty."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["quincunx", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            entry.main()
    except SystemExit as end:
        if end.code not in (0, 1, 2):
            return f"exit code {end.code}"
    finally:
        sys.argv = before
    said = err.getvalue()
    if "Traceback" in said:
        return said[-300:]
    return f"repeats {again}" if (again := repeats(said)) else ""


def read_only(work: Callable[[], Any]) -> str:
    """Return what is wrong with how a file was read; it may be read, or refused by a UserError. Empty if
    nothing is."""
    try:
        work()
    except (UserError, IllegalMove) as error:
        return f"repeats {again}" if (again := repeats(str(error))) else ""
    return ""


def variant_complaint(path: Path, game: str) -> str:
    def use() -> None:
        chosen = games.load(game)
        changes = read_variant(path, chosen)
        match = Match(chosen, ["random"] * chosen.header.players[0], SeedDice("7"), changes)
        for _, _step in zip(range(30), match, strict=False):
            pass
        json.dumps(chosen.to_dict(match.state))

    return read_only(use)


def goals_complaint(path: Path, game: str) -> str:
    return read_only(lambda: read_goals(path, games.load(game)))
