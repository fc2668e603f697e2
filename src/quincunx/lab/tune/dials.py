"""The numbers that a search may change (dials): their keys in game.toml, and the values each may take."""

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from quincunx.core.convert import convert
from quincunx.core.errors import UserError, nearest
from quincunx.match.variant import Variant

Path = tuple[str | int, ...]
"""The keys, and indices in lists, that lead to a value of game.toml."""

STEPS = 20
"""The number of steps in a range of fractions for which the file gives no step."""

MOST_VALUES = 10_000


class Range(msgspec.Struct, forbid_unknown_fields=True):
    """A goals file's entry for a number: `from`, `to` and `step`, or `among` a list of values."""

    from_: float | None = msgspec.field(default=None, name="from")
    to: float | None = None
    step: float | None = None
    among: list[Any] | None = None
    times: bool = False
    """Whether the values are factors by which all numbers of that key are multiplied."""


RANGE_KEYS = {field.encode_name for field in msgspec.structs.fields(Range)}


@dataclass(frozen=True)
class Dial:
    """One number that may change, or several that change together, such as the steps of a scale."""

    key: str
    values: list[Any]
    """The values it may take, in order, including the original one."""
    original: int
    """The index of the original value in `values`."""
    targets: tuple[tuple[Path, Any], ...]
    """The paths in game.toml that it sets, each with its present value."""
    times: bool = False
    ordered: bool = True
    """Whether the values form a scale, as opposed to words to choose from."""

    def change(self, place: int) -> float:
        """Return the size of a change from 0 to 1: half for any other value, half for how far away it is.

        >>> Dial("goal", [10, 20, 30], 1, ()).change(0), Dial("goal", [10, 20, 30], 1, ()).change(1)
        (0.75, 0.0)
        """
        if place == self.original:
            return 0.0
        far = abs(place - self.original) / (len(self.values) - 1) if self.ordered else 1.0
        return 0.5 + far / 2

    def settings(self, place: int) -> Iterator[tuple[Path, Any]]:
        """Yield each path in game.toml with the value to set there."""
        value = self.values[place]
        for path, now in self.targets:
            yield path, _scaled(now, value) if self.times else value

    def say(self, place: int) -> str:
        """Return the value at an index as text for people."""
        value = self.values[place]
        return f"x {value:g}" if self.times else say(value)


def say(value: Any) -> str:
    """Return a value of game.toml as text for people.

    >>> say(120000), say(0.5), say("single-use")
    ('120,000', '0.5', 'single-use')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def _scaled(now: float, factor: float) -> float:
    """Return the product; whole numbers stay whole, with halves rounded up."""
    return math.floor(now * factor + 0.5) if isinstance(now, int) else round(now * factor, 6)


def ranges(table: dict[str, Any], source: str, at: str = "") -> dict[str, Range]:
    """Return the ranges of a table by dotted key, however the file nests them."""
    found: dict[str, Range] = {}
    for key, value in table.items():
        where = f"{at}{key}"
        if not isinstance(value, dict) or not value:
            raise UserError(f"{source}: `numbers.{where}` needs a range such as `{{ from = 1, to = 9 }}`.")
        if {"from", "to", "among"} & value.keys() and not any(isinstance(v, dict) for v in value.values()):
            unknown = [name for name in value if name not in RANGE_KEYS]
            if unknown:
                raise UserError(
                    f"{source}: `numbers.{where}` has no `{unknown[0]}`{nearest(unknown[0], RANGE_KEYS)}"
                )
            found[where] = convert(value, Range, f"{source}: `numbers.{where}`")
        else:
            found |= ranges(value, source, f"{where}.")
    return found


def dials(table: dict[str, Any], toml: dict[str, Any], source: str) -> list[Dial]:
    """Return the dials of a file's table. A key with a range of its own is left out of every `*`."""
    asked = ranges(table, source)
    own = {path for key in asked if "*" not in key for path in find(toml, key, source)}
    return [dial(key, one, toml, source, own if "*" in key else set()) for key, one in asked.items()]


def dial(key: str, asked: Range, toml: dict[str, Any], source: str, but: set[Path]) -> Dial:
    """Return the dial for a key, which may contain `*`, with the values that its range allows."""
    where = f"{source}: `numbers.{key}`"
    paths = [path for path in find(toml, key, source) if path not in but]
    targets = tuple((path, value_at(toml, path)) for path in paths)
    if asked.times:
        targets = tuple((path, now) for path, now in targets if now)
    first = targets[0][1] if targets else 0
    if asked.among is not None:
        if asked.from_ is not None or asked.to is not None or asked.step is not None or asked.times:
            raise UserError(f"{where} needs either `among` or `from` and `to`, not both.")
        values = list(asked.among)
        if first not in values:
            values.insert(0, first)
        return Dial(key, values, values.index(first), targets, ordered=False)
    if any(isinstance(now, bool) or not isinstance(now, int | float) for _, now in targets):
        raise UserError(f"{where} is {say(first)}, not a number: say `among = [...]` instead of a range.")
    if len(targets) > 1 and not asked.times and len({now for _, now in targets}) > 1:
        raise UserError(
            f"{where} names {len(targets)} different numbers; `times = true` multiplies them all."
        )
    original = 1.0 if asked.times else first
    values = _scale(asked, original, where)
    return Dial(key, values, values.index(original), targets, asked.times)


def _scale(asked: Range, original: float, where: str) -> list[Any]:
    low, high = asked.from_, asked.to
    if low is None or high is None or not low < high:
        raise UserError(f"{where} needs `from` and a larger `to`.")
    whole = all(float(number).is_integer() for number in (low, high, original, asked.step or 1))
    whole = whole and isinstance(original, int)
    step = asked.step or (1 if whole else (high - low) / STEPS)
    if step <= 0 or (high - low) / step > MOST_VALUES:
        raise UserError(f"{where} needs a `step` above 0 that makes at most {MOST_VALUES:,} values.")
    count = math.floor((high - low) / step + 1e-9)
    found = {round(low + step * at, 9) for at in range(count + 1)} | {high, original}
    return [int(value) if whole else float(value) for value in sorted(found)]


def find(toml: dict[str, Any], key: str, source: str) -> Iterator[Path]:
    """Return the paths that match a dotted key; `*` matches any one part of it.

    >>> list(find({"cards": {"a": {"cost": 1}, "b": {"cost": 2}}}, "cards.*.cost", "test"))
    [('cards', 'a', 'cost'), ('cards', 'b', 'cost')]
    """
    found: list[tuple[Path, Any]] = [((), toml)]
    for part in key.split("."):
        following = [step for path, value in found for step in _step(path, value, part)]
        if not following:
            known = {str(name) for _, value in found for name in _names(value)}
            so_far = ".".join(str(name) for name in found[0][0])
            wanted = f"{so_far}.{part}" if so_far else part
            hint = nearest(part, known) if known else "; it has no parts."
            raise UserError(f"{source}: there is no `{wanted}`{hint}")
        found = following
    return iter([path for path, _ in found])


def _names(value: Any) -> list[str | int]:
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def _step(path: Path, value: Any, part: str) -> Iterator[tuple[Path, Any]]:
    for name in _names(value):
        if part in ("*", str(name)):
            yield (*path, name), value[name]


def value_at(toml: Any, path: Path) -> Any:
    for name in path:
        toml = toml[name]
    return toml


def changed(toml: dict[str, Any], settings: Iterator[tuple[Path, Any]]) -> Variant:
    """Return the variant that sets these values: only the keys that differ, with lists whole.

    >>> changed({"a": 1, "b": {"c": [1, 2]}}, iter([(("b", "c", 0), 9), (("a",), 1)]))
    {'b': {'c': [9, 2]}}
    """
    whole = copy.deepcopy(toml)
    for path, value in settings:
        put(whole, path, value)
    return difference(toml, whole)


def put(table: Any, path: Path, value: Any) -> None:
    """Set the value at a path."""
    for name in path[:-1]:
        table = table[name]
    table[path[-1]] = value


def difference(toml: dict[str, Any], whole: dict[str, Any]) -> Variant:
    """Return the variant that turns `toml` into `whole`; a list that differs is in it whole.

    >>> difference({"a": 1, "b": {"c": [1, 2], "d": 3}}, {"a": 1, "b": {"c": [1, 9], "d": 3}})
    {'b': {'c': [1, 9]}}
    """
    changes: Variant = {}
    for key, value in whole.items():
        if isinstance(value, dict):
            if below := difference(toml[key], value):
                changes[key] = below
        elif value != toml[key]:
            changes[key] = value
    return changes
