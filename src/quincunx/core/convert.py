"""Convert what a person wrote into typed values, with errors that a person understands."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from quincunx.core.errors import UserError, nearest

T = TypeVar("T")

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys and values",
    "null": "nothing",
}


def convert(data: Any, shape: type[T], source: str) -> T:
    """Return `data` as a `shape`; a UserError that names the source and the key if it does not fit."""
    try:
        return msgspec.convert(data, shape, str_keys=True)
    except msgspec.ValidationError as error:
        raise UserError(f"{source}: {in_words(str(error), shape)}") from None


def same(source: object, names: Sequence[str]) -> dict[str, Any]:
    """Return the attributes of these names, for a snapshot that has them under the same names."""
    return {name: getattr(source, name) for name in names}


def put_back(target: object, source: object, names: Sequence[str]) -> None:
    """Set the attributes of these names to those of a snapshot."""
    for name in names:
        setattr(target, name, getattr(source, name))


def in_words(message: str, shape: Any = None) -> str:
    """Return msgspec's message as a sentence, with the nearest key of `shape` if one is unknown.

    >>> in_words("Expected `int`, got `str` - at `$.side`")
    '`side` must be a whole number, not text.'
    >>> in_words("Expected `int` >= 3 - at `$.board.side`")
    '`board.side` must be a whole number >= 3.'
    >>> in_words("Object missing required field `side` - at `$.board`")
    '`board.side` is missing.'
    """
    message, _, path = message.partition(" - at ")
    where = path.strip("`").removeprefix("$").removeprefix(".")
    field = re.fullmatch(r"Object (missing|contains).* field `(.*)`", message)
    if field:
        key = f"{where}.{field[2]}" if where else field[2]
        return f"`{key}` is missing." if field[1] == "missing" else _no_such(key, shape)
    wrong = re.fullmatch(r"Expected (.*?)(?:, got `(\w+)`)?", message)
    if wrong is None:
        return f"{message} (at `{where}`)." if where else f"{message}."
    wanted = re.sub(r"`(\w+)( \| null)?`", lambda m: _WORDS.get(m[1], m[0]), wrong[1])
    got = f", not {_WORDS.get(wrong[2], wrong[2])}" if wrong[2] else ""
    return f"{f'`{where}`' if where else 'it'} must be {wanted}{got}."


def _no_such(key: str, shape: Any) -> str:
    if "." in key or not isinstance(shape, type) or not issubclass(shape, msgspec.Struct):
        return f"there is no `{key}`."
    return (
        f"there is no `{key}`{nearest(key, [field.encode_name for field in msgspec.structs.fields(shape)])}"
    )
