"""Names and chat as people type them, made fit to be shown to others."""

import unicodedata

LONGEST_NAME = 24


def clean_text(text: str, longest: int) -> str:
    """One line of visible characters, not too long.

    >>> clean_text("  hello\\n\\x07 there ", 20)
    'hello there'
    """
    # Control and formatting characters could turn a line around or hide what it says.
    visible = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(visible.split())[:longest].strip()


def clean_name(name: str) -> str:
    return clean_text(name, LONGEST_NAME)
