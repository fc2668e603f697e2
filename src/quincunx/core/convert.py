"""Turning what a person wrote into typed values, with errors a person understands."""

import re
from typing import Any, TypeVar

import msgspec

from quincunx.core.mistake import Mistake

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
    """`data` as a `shape`; a Mistake that names the source and the key if it does not fit."""
    try:
        return msgspec.convert(data, shape, str_keys=True)
    except msgspec.ValidationError as error:
        raise Mistake(f"{source}: {in_words(str(error))}.") from None


def in_words(message: str) -> str:
    """msgspec's message as a part of a sentence.

    >>> in_words("Expected `int`, got `str` - at `$.side`")
    '`side` must be a whole number, not text'
    >>> in_words("Expected `int` >= 3 - at `$.board.side`")
    '`board.side` must be a whole number >= 3'
    """
    message, _, path = message.partition(" - at ")
    where = path.strip("`").removeprefix("$").removeprefix(".")
    wrong = re.fullmatch(r"Expected (.*?)(?:, got `(\w+)`)?", message)
    if wrong is None:
        return f"{message} (at `{where}`)" if where else message
    wanted = re.sub(r"`(\w+)( \| null)?`", lambda m: _WORDS.get(m[1], m[0]), wrong[1])
    got = f", not {_WORDS.get(wrong[2], wrong[2])}" if wrong[2] else ""
    return f"{f'`{where}`' if where else 'it'} must be {wanted}{got}"
