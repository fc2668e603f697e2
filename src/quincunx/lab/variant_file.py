"""Variants written as TOML files for people, with a title and a comment on top."""

import re
import textwrap
from collections.abc import Iterable
from typing import Any

from quincunx.match.variant import Variant

BARE = re.compile(r"[A-Za-z0-9_-]+")
COLUMNS = 100


def variant_file(variant: Variant, title: str, words: Iterable[str] = ()) -> str:
    """Return the text of a variant's file: the title and `words` as comments, then the changes.

    >>> print(variant_file({"goal": 20000, "play": {"dice": 5}}, "Quick", ["Fewer dice."]), end="")
    # Quick
    # Fewer dice.
    <BLANKLINE>
    goal = 20_000
    <BLANKLINE>
    [play]
    dice = 5
    """
    comment = [f"# {title}"]
    for paragraph in words:
        comment += [f"# {line}" for line in textwrap.wrap(paragraph, COLUMNS)]
    return "\n".join([*comment, *_table(variant, ())]) + "\n"


def _table(table: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    values = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lines: list[str] = []
    if values:
        head = [f"[{'.'.join(_key(part) for part in path)}]"] if path else []
        lines += ["", *head, *[f"{_key(key)} = {_value(value)}" for key, value in values.items()]]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += _table(value, (*path, key))
    return lines


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """Return a value as TOML.

    >>> _value([1.5, "a", {"b": True}, 320000])
    '[1.5, "a", { b = true }, 320_000]'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())} }}"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
