"""Writes numbers in the format of the reader's language. Games write them as in English: 1,234.5."""

import re
from typing import NamedTuple


class NumberFormat(NamedTuple):
    """A format of numbers: the signs between groups of digits and before a fraction."""

    group: str
    point: str


FORMATS = {
    "english": NumberFormat(",", "."),
    "continental": NumberFormat(".", ","),
    "spaced": NumberFormat("\N{NARROW NO-BREAK SPACE}", ","),
    "swiss": NumberFormat("\N{RIGHT SINGLE QUOTATION MARK}", "."),
}
SYSTEM = {
    **dict.fromkeys(["de", "nl", "es", "it", "pt", "id", "tr", "da", "el", "ro", "vi"], "continental"),
    **dict.fromkeys(["fr", "ru", "pl", "cs", "sv", "fi", "nb", "no", "uk", "hu", "sk", "bg"], "spaced"),
    **dict.fromkeys(["de-ch", "it-ch", "fr-ch", "de-li"], "swiss"),
}
"""The format of each language that does not write numbers as in English."""

_IN_TEXT = re.compile(r"<[^>]*>|(?<![\w.,-])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w]|[.,]\d)")


def format_for(chosen: str, accept_language: str) -> str:
    """Return the chosen format, or else that of the browser's first language.

    >>> format_for("", "de-AT,de;q=0.9"), format_for("swiss", "de"), format_for("", "en-GB")
    ('continental', 'swiss', 'english')
    >>> format_for("", "de-CH")
    'swiss'
    """
    if chosen in FORMATS:
        return chosen
    first = re.split("[,;]", accept_language)[0].strip().lower()
    return SYSTEM.get(first) or SYSTEM.get(first.partition("-")[0], "english")


def localized(html: str, style: str) -> str:
    """Return a page with its numbers in that format; tags are left alone.

    >>> localized('<b title="1,000">$1,234.50</b> and 0.5, KT-1.2, 127.0.0.1, 12', "continental")
    '<b title="1,000">$1.234,50</b> and 0,5, KT-1.2, 127.0.0.1, 12'
    """
    if style not in FORMATS or style == "english":
        return html
    group, point = FORMATS[style]

    def number(found: re.Match[str]) -> str:
        whole, fraction = found.groups()
        if whole is None:
            return found[0]
        return whole.replace(",", group) + (point + fraction[1:] if fraction else "")

    return _IN_TEXT.sub(number, html)
