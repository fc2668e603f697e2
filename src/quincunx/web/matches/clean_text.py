"""Cleans names and chat that people typed, before others see them."""

import unicodedata

from quincunx.input_limits import LONGEST_PERSON


def clean_text(text: str, longest: int) -> str:
    """Return one line of visible characters, cut to `longest`.

    >>> clean_text("  hello\\n\\x07 there ", 20)
    'hello there'
    """
    # Control and formatting characters could reverse a line or hide parts of it.
    visible = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(visible.split())[:longest].strip()


def clean_name(name: str) -> str:
    return clean_text(name, LONGEST_PERSON)
