"""Sanitizing of text from files and people, so that nothing in it can control a terminal."""

import re
import unicodedata

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that reverse the direction of a line, so that it seems to say something else."""


MOST_SHOWN = 80
"""The most characters of somebody's text that an error message repeats."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """Return the beginning of a text that somebody sent, for a sentence about it.

    >>> shown("gain a"), len(shown("9" * 5000))
    ('gain a', 80)
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


LONGEST_SENTENCE = 1500
_QUOTED = re.compile(r"(`)([^`]*)(`|\Z)|(«)([^»]*)(»|\Z)|(?<!\w)(')([^']*)('(?!\w))")


def in_short(sentence: str) -> str:
    """Return a sentence with its quotations shortened.

    >>> in_short("There is no `red`."), len(in_short(f"There is no `{'9' * 5000}`."))
    ('There is no `red`.', 95)
    """
    if len(sentence) <= MOST_SHOWN:
        return sentence
    return shown(_QUOTED.sub(_beginning, sentence), LONGEST_SENTENCE)


def _beginning(quoted: re.Match[str]) -> str:
    begin, text, end = filter(lambda part: part is not None, quoted.groups())
    return f"{begin}{shown(text)}{end}"


def drives_terminal(character: str) -> bool:
    """Whether a character controls a terminal, changes the direction of a line, or cannot be encoded."""
    return unicodedata.category(character) in ("Cc", "Cs") or character in TURNING


def printable(text: str) -> str:
    r"""Return the text with such characters escaped.

    >>> print(printable("seed \x1b[2J"))
    seed \x1b[2J
    """
    return "".join(_spelled(character) if drives_terminal(character) else character for character in text)


def _spelled(character: str) -> str:
    return character.encode("unicode_escape").decode()


def one_line(text: str) -> str:
    r"""Return the text on one line, without such characters.

    >>> one_line("  Ann\t\x1b[2J Lee ")
    'Ann [2J Lee'
    """
    words = "".join(" " if char.isspace() else "" if drives_terminal(char) else char for char in text)
    return " ".join(words.split())
