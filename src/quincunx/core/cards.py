"""Build cards from their entries in game.toml: find the class by its name and fill the text with the
amounts."""

import re
from collections.abc import Collection, Mapping
from types import ModuleType
from typing import Any

from quincunx.core.amounts import Amounts
from quincunx.core.errors import nearest
from quincunx.text.grammar import count

_BRACES = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")


def class_name(slug: str) -> str:
    """
    >>> class_name("made-in-a-lab")
    'MadeInALab'
    """
    return "".join(word.capitalize() for word in slug.split("-"))


def find_class(slug: str, modules: Collection[ModuleType], where: str) -> Any:
    """Return the class that has the card's name; ValueError if there is none."""
    name = class_name(slug)
    for module in modules:
        if hasattr(module, name):
            return getattr(module, name)
    raise ValueError(f"`{where}` has no class `{name}` that says what the card does.")


def check(amounts: Amounts, where: str) -> None:
    """Raise ValueError unless the card has exactly the amounts its class takes, each within its bounds."""
    for key in amounts.values:
        if key not in amounts.bounds:
            known = nearest(key, amounts.bounds) if amounts.bounds else "; it has no amounts."
            raise ValueError(f"there is no `{where}.{key}`{known}")
    for key, (least, most) in amounts.bounds.items():
        if key not in amounts.values:
            raise ValueError(f"`{where}.{key}` is missing.")
        if not least <= amounts.values[key] <= most:
            raise ValueError(
                f"`{where}.{key}` must be a whole number from {least} to {most}, not {amounts.values[key]}."
            )


def fill(text: str, values: Mapping[str, object], where: str, later: Collection[str] = ()) -> str:
    """Return a card's text with its amounts filled in, except the names in `later`.

    >>> fill("{a} {a:heart}, {b:heart}, {b:die/dice}, {b:x 1}, {price}", {"a": 1, "b": 3}, "x", ["price"])
    '1 1 heart, 3 hearts, 3 dice, 1 1 1, {price}'
    """

    def put_in(found: re.Match[str]) -> str:
        name, thing = found[1], found[2]
        if name in later:
            return found[0]
        if name not in values:
            raise ValueError(f"`{where}` names `{{{name}}}`{nearest(name, [*values, *later])}")
        value = values[name]
        if not thing or not isinstance(value, int):
            return str(value)
        if thing.startswith("x "):
            return " ".join([thing[2:]] * value)
        one, _, more = thing.partition("/")
        return count(value, one, more)

    return _BRACES.sub(put_in, text)
