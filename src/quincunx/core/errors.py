"""Errors of the user, each told in one sentence that names a way out."""

from collections.abc import Iterable

from quincunx.core.sanitize import in_short

MOST_SHOWN = 12


class UserError(Exception):
    """A mistake of the user, not of the program: shown without a traceback, with exit code 2."""

    def __str__(self) -> str:
        return in_short(super().__str__())


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: the nearest known word, or some of them.

    >>> nearest("idle-sx", ["idle-six", "king-of-tokyo"])
    '; did you mean `idle-six`?'
    >>> nearest("chess", ["idle-six", "king-of-tokyo"])
    '; known are `idle-six`, `king-of-tokyo`.'
    """
    import difflib  # slow to import, and most people mistype nothing

    names = sorted(known)
    close = difflib.get_close_matches(word.lower(), names, 1, 0.6)
    if close:
        return f"; did you mean `{close[0]}`?"
    shown = ", ".join(f"`{name}`" for name in names[:MOST_SHOWN])
    return f"; known are {shown}{' and more' if len(names) > MOST_SHOWN else ''}."
