"""Amounts in base six, as the cards print them and as the dice show them."""

import re
from collections.abc import Sequence

from quincunx.text.grammar import Look, listed

BASE = 6
LETTERS = ["", "K", "M", "B", "T", "", ""]
"""The letter after each group of three dice, from the units on."""
POWERS = {"": 1, "K": 6**3, "M": 6**6, "B": 6**9, "T": 6**12}


def amount(text: str) -> int:
    """Return the value of an amount as a card prints it; raise ValueError if it is none.

    >>> amount("213"), amount("10K"), amount("1,000")
    (81, 1296, 216)
    """
    found = re.fullmatch(r"([0-5]+)([KMBT]?)", text.replace(",", "").replace("$", "").upper())
    if found is None:
        raise ValueError(f"`{text}` is not an amount in base six: digits 0 to 5, then maybe K, M, B or T.")
    return int(found[1], 6) * POWERS[found[2]]


def digits(value: int) -> str:
    """Return all digits in base six, in groups of three.

    >>> digits(81), digits(6**3)
    ('213', '1,000')
    """
    text = ""
    while value or not text:
        text = str(value % 6) + text
        value //= 6
    return re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", text)


def short(value: int) -> str:
    """Return the amount as a card would print it, with K, M, B or T where nothing is lost.

    >>> short(6**4), short(6**3 + 1), short(0)
    ('10K', '1,001', '0')
    """
    for letter in "TBMK":
        if value and value % POWERS[letter] == 0:
            return digits(value // POWERS[letter]) + letter
    return digits(value)


def both(value: int, look: Look) -> str:
    """Return an amount in base six and, unless that is switched off, in base ten.

    >>> both(8, Look()), both(8, Look(off={"ten"})), both(5, Look())
    ('$12 (8)', '$12', '$5')
    """
    return f"${short(value)}" if "ten" in look.off or value < 6 else f"${short(value)} ({value:,})"


def place(number: int) -> str:
    """Return the worth of a die, counted from 0 at the units, as cards print it.

    >>> place(2), place(4)
    ('$100', '$10K')
    """
    return f"$1{'0' * (number % 3)}{LETTERS[number // 3]}"


def the_dice(places: Sequence[int], first: bool = False) -> str:
    """Return dice by their worth, the highest first; `first` if they begin a sentence.

    >>> the_dice([0]), the_dice([0, 2])
    ('the $1 die', 'the $100 and $1 dice')
    """
    named = [place(number) for number in sorted(places, reverse=True)]
    return f"{'The' if first else 'the'} {listed(named)} {'die' if len(named) == 1 else 'dice'}"
