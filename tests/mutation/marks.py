"""The marks of a game: faults that nobody could notice, and what in its files is no rule; each with why."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.faults import Fault

MARKS = Path(__file__).with_name("equivalent")


@dataclass
class Marks:
    equivalent: list[dict[str, str]]
    """`in`, `before` and `after` of a fault, and `why` it changes nothing that a player could notice."""
    not_rules: list[dict[str, str]]
    """`in`, a function or class or `*.` and a method of any class, or `field`, an attribute or key; and
    `why` it is no rule."""

    def keys(self) -> set[tuple[str, str, str]]:
        return {(entry["in"], entry["before"], entry["after"]) for entry in self.equivalent}

    def stale(self, faults: list[Fault], definitions: set[str]) -> list[str]:
        """Return the marks of faults and definitions that are no more."""
        known = {fault.key for fault in faults}
        gone = [f"{key[0]}: {key[1]}  ->  {key[2]}" for key in sorted(self.keys() - known)]
        named = {entry["in"] for entry in self.not_rules if "in" in entry}
        methods = {f"*.{name.rpartition('.')[2]}" for name in definitions}
        return gone + sorted(named - definitions - methods)


def read_marks(game: str) -> Marks:
    path = MARKS / f"{game}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return Marks(data.get("equivalent", []), data.get("not_rules", []))
