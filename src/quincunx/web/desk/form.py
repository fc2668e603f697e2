"""The desk's form for all numbers of a game: made from the schema of its game.toml, and read back.

A number is a field; fields are grouped like the tables of game.toml; a card, a project or a core is a piece
of its group, with its printed text. Comments of game.toml explain what names do not.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from quincunx import schema
from quincunx.core.cards import fill
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.lab.tune.dials import Path, difference, put
from quincunx.match import variant
from quincunx.match.variant import Variant

PREFIX = "n."
"""Prefix of the names of fields for numbers."""
SKY = 10**9
"""Upper bounds from here on are not shown."""
AMOUNT = re.compile(r"\d+[KMBT]?")
"""An amount written as text, such as money in base six."""
UNITS = {"percent": "%", "btc": "BTC", "fiat": "fiat", "rubles": "rubles", "rounds": "rounds"}
"""Units, by a word of a number's name."""
BESIDE = re.compile(r"""(?:"[^"]*"|[^"#]+?)\s+#\s+(.*)""")
"""A value of game.toml with a comment on its line."""
PLAIN = {"play", "setup", "options"}
"""Tables whose names are left out of sentences."""
TITLES = {"btc": "BTC", "ai": "AI", "flops": "FLOPS", "i": "I", "ii": "II", "iii": "III"}


@dataclass
class Field:
    """A number in the form."""

    path: Path
    label: str
    kind: str
    """`whole`, `number`, `amount` (text), `choice` or `switch`."""
    value: Any
    original: Any
    """The rulebook's value; None if it has none."""
    low: float | None = None
    high: float | None = None
    options: list[str] = field(default_factory=list)
    unit: str = ""
    words: str = ""
    """The comment of game.toml on it."""

    @property
    def name(self) -> str:
        return PREFIX + ".".join(map(str, self.path))

    @property
    def changed(self) -> bool:
        return bool(self.value != self.original)

    @property
    def shown(self) -> str:
        """The value as the form's field shows it."""
        return say(self.value).replace(",", "")

    @property
    def said(self) -> str:
        """The rulebook's value as text."""
        return say(self.original)

    @property
    def bounds(self) -> str:
        """The allowed values as text."""
        if self.low is None and self.high is None:
            return ""
        if self.high is None or (self.low is not None and self.high >= SKY):
            return f"{say(self.low)} or more"
        return f"{say(self.low)} to {say(self.high)}" if self.low is not None else f"up to {say(self.high)}"


@dataclass
class Piece:
    """A card, core or similar with numbers of its own."""

    title: str
    text: str
    fields: list[Field]

    @property
    def changed(self) -> bool:
        return any(each.changed for each in self.fields)


@dataclass
class Group:
    title: str
    words: str
    fields: list[Field]
    pieces: list[Piece]

    @property
    def changed(self) -> bool:
        return any(each.changed for each in self.fields) or any(each.changed for each in self.pieces)


def groups(game: Game[Any], changes: Variant) -> list[Group]:
    """Return all numbers of a game with a variant applied, grouped; those outside tables come first."""
    laid = variant.overlay(game.toml, changes, "variant")
    said = comments(game)
    found: dict[str, Group] = {"": Group("The game", "", [], [])}
    for each in _fields(game, laid):
        top = str(each.path[0]) if len(each.path) > 1 and isinstance(each.path[1], str) else ""
        if top not in found:
            found[top] = Group(pretty(top), said.get(f"{top}.") or _printed(laid[top]), [], [])
        group = found[top]
        if len(each.path) > 2 and isinstance(each.path[2], str) and isinstance(each.path[1], str):
            _add_to_piece(group, laid[top][each.path[1]], each)
        else:
            group.fields.append(each)
    return [group for group in found.values() if group.fields or group.pieces]


def _add_to_piece(group: Group, table: dict[str, Any], each: Field) -> None:
    title = str(table.get("name") or pretty(str(each.path[1])))
    if not group.pieces or group.pieces[-1].title != title:
        group.pieces.append(Piece(title, _printed(table), []))
    group.pieces[-1].fields.append(each)


def _printed(table: dict[str, Any]) -> str:
    """Return the text of a card, with its amounts filled in."""
    text = str(table.get("text", ""))
    large = {key: f"{value:,}" for key, value in table.items() if type(value) is int and value >= 1000}
    values = {key: value for key, value in table.items() if isinstance(value, int | float | str)} | large
    try:
        return " ".join(fill(text, values, "", ["price"]).replace("{price}", "its price").split())
    except ValueError:
        return ""


def _fields(game: Game[Any], laid: dict[str, Any]) -> Iterator[Field]:
    shape = msgspec.json.schema(game.numbers_type)
    said = comments(game)
    for path, part, value in _leaves(shape, shape, laid, ()):
        kind = _kind(part, value, path)
        if not kind:
            continue
        original = _at(game.toml, path)
        # The comment of a list is shown once, at its first element.
        first = not any(isinstance(key, int) and key > 0 for key in path)
        words = said.get(".".join(str(key) for key in path if isinstance(key, str)), "") if first else ""
        made = Field(path, _label(laid, path), kind, value, original, unit=_unit(path), words=words)
        if kind == "choice":
            made.options = [str(option) for option in part["enum"]]
        elif kind == "switch":
            made.options = ["yes", "no"]
        else:
            made.low = part.get("minimum", part.get("exclusiveMinimum"))
            made.high = part.get("maximum", part.get("exclusiveMaximum"))
        yield made


def _leaves(root: Any, shape: Any, value: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Yield every value that is neither table nor list, with its schema. Lists in lists, such as coordinates
    for drawing, are left out."""
    shape = schema.resolve(root, shape)
    if isinstance(value, dict):
        known = shape.get("properties", {})
        for key, below in value.items():
            yield from _leaves(
                root, known.get(key, shape.get("additionalProperties", {})), below, (*path, key)
            )
    elif isinstance(value, list):
        if not any(isinstance(key, int) for key in path):
            for place, below in enumerate(value):
                yield from _leaves(root, shape.get("items", {}), below, (*path, place))
    else:
        yield path, shape, value


def _kind(shape: Any, value: Any, path: Path) -> str:
    """Return the kind of field for a value, or "" for no field. Switches and choices inside lists, such as
    what is locked or painted, cannot be changed alone."""
    if isinstance(value, bool):
        return "" if len(path) > 3 and isinstance(path[3], int) else "switch"
    if "enum" in shape:
        return "" if isinstance(path[-1], int) else "choice"
    if isinstance(value, str):
        return "amount" if AMOUNT.fullmatch(value) else ""
    # If the schema allows several types, the value decides.
    whole = shape.get("type") == "integer" or (shape.get("type") != "number" and isinstance(value, int))
    return "whole" if whole else "number"


def _label(laid: dict[str, Any], path: Path) -> str:
    """Return the label of a number within its group or piece. Elements of lists are called by name or
    position."""
    shown = path[2:] if len(path) > 2 and isinstance(path[2], str) and isinstance(path[1], str) else path[1:]
    parts: list[str] = []
    for at, key in enumerate(shown or path, len(path) - len(shown or path)):
        if isinstance(key, str):
            parts.append(pretty(key).lower() if parts else pretty(key))
            continue
        element = _at(laid, path[: at + 1])
        name = element.get("name") if isinstance(element, dict) else None
        parts = [str(name)] if name else [*(parts or [pretty(str(path[at - 1]))]), str(key + 1)]
    return " ".join(parts)


def _unit(path: Path) -> str:
    words = [word for key in path[-2:] if isinstance(key, str) for word in re.split("[_-]", key)]
    return next((UNITS[word] for word in reversed(words) if word in UNITS and len(words) > 1), "")


def pretty(key: str) -> str:
    """Return a key in plain words.

    >>> pretty("points_to_win"), pretty("ciudad-del-este"), pretty("btc_goal")
    ('Points to win', 'Ciudad del este', 'BTC goal')
    """
    words = [TITLES.get(word, word) for word in re.split("[_-]", key)]
    whole = " ".join(words)
    return whole[:1].upper() + whole[1:]


def say(value: Any) -> str:
    """Return a value as text for people.

    >>> say(320000), say(2.5), say([2, 1]), say(True), say(None)
    ('320,000', '2.5', '2, 1', 'yes', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,}" if isinstance(value, int) else f"{value:,g}"
    return ", ".join(say(each) for each in value) if isinstance(value, list) else str(value)


def _at(table: Any, path: Path) -> Any:
    """Return the value at a path, or None."""
    for key in path:
        try:
            table = table[key]
        except (KeyError, IndexError, TypeError):
            return None
    return table


def read(game: Game[Any], base: Variant, value_of: Callable[[str], str | None]) -> Variant:
    """Return the variant from a submitted form that showed the numbers of `base`; raise UserError if it is
    invalid."""
    laid = variant.overlay(game.toml, base, "variant")
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(laid))
    for each in _fields(game, laid):
        given = value_of(each.name)
        if given is not None and given.strip():
            put(whole, each.path, _parse(each, given.strip()))
    changes = difference(game.toml, whole)
    variant.numbers(game, changes)
    return changes


def _parse(each: Field, text: str) -> Any:
    if each.kind == "switch":
        return text == "yes"
    if each.kind in ("choice", "amount"):
        return text
    plain = text.replace(",", "").replace("_", "")
    try:
        number = float(plain)
        if each.kind == "whole":
            return int(plain)
    except (ValueError, OverflowError):
        kind = "whole number" if each.kind == "whole" else "number"
        raise UserError(f"{each.label} must be a {kind}, not `{text[:20]}`.") from None
    return int(number) if number.is_integer() else number


def in_words(game: Game[Any], changes: Variant) -> list[str]:
    """Return a variant's changes, a line for each number: "Points to win: 14 instead of 20"."""
    return list(_changed(game.toml, changes, ""))


def _changed(toml: dict[str, Any], changes: dict[str, Any], where: str) -> Iterator[str]:
    for key, value in changes.items():
        before = toml[key]
        if isinstance(value, dict):
            yield from _changed(before, value, _place(before, key, where))
            continue
        label = f"{where}{pretty(key).lower() if where else pretty(key)}"
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            yield from _changed_elements(before, value, label)
        else:
            yield f"{label}: {say(value)} instead of {say(before)}"


def _place(table: dict[str, Any], key: str, where: str) -> str:
    """Return the prefix for the numbers of a table: a card's name alone, other tables with their parents."""
    if "name" in table or "text" in table:
        return f"{table.get('name') or pretty(key)}, "
    return "" if key in PLAIN else f"{where}{pretty(key).lower() if where else pretty(key)}, "


def _changed_elements(before: list[Any], after: list[Any], where: str) -> Iterator[str]:
    if len(before) != len(after):
        yield f"{where}: {len(after)} instead of {len(before)}"
        return
    for place, (old, new) in enumerate(zip(before, after, strict=True), 1):
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                name = new.get("name") if key != "name" else None
                yield (
                    f"{where}, {name or place}, {pretty(key).lower()}: {say(new.get(key))} "
                    f"instead of {say(old.get(key))}"
                )


@cache
def comments(game: Game[Any]) -> dict[str, str]:
    """Return the comments of game.toml: for a number by its path, for a table by its name and a dot."""
    found: dict[str, str] = {}
    table, above = "", list[str]()
    for line in (game.folder / "game.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            above.append(line.lstrip("# "))
        elif line.startswith("["):
            table = line.partition("]")[0].strip("[")
            if above:
                found.setdefault(f"{table.partition('.')[0]}.", _sentences(above))
            above = []
        elif re.match(r"[\w-]+ = ", line):
            key, _, rest = line.partition(" = ")
            beside = BESIDE.fullmatch(rest)
            words = [*above, *([beside[1]] if beside else [])]
            if words:
                found[f"{table}.{key}" if table else key] = _sentences(words)
            above = []
        elif not line.strip():
            above = [] if not table and not found else above
    return found


def _sentences(lines: list[str]) -> str:
    """Return comments as text for people, without marks of code and sentences about the file."""
    sentences = re.split(r"(?<=\.)\s+", " ".join(" ".join(lines).split()))
    whole = " ".join(each for each in sentences if not re.search(r"[{}=\[]|\.py|terminal", each))
    whole = whole.replace("`", "")
    return whole[:1].upper() + whole[1:]
