"""Dice in no order: the number of dice that show each face.

A handful of dice is one int with BITS bits per face, so that taking dice up is a subtraction and putting them
down an addition.
"""

from typing import Final

from mypy_extensions import i64

from quincunx.core.rng import Rng

ONE: Final = 0
TWO: Final = 1
THREE: Final = 2
CLAW: Final = 3
ENERGY: Final = 4
HEART: Final = 5
FACES: Final = 6

TRIPLE: Final = 3
"""The dice of a number that score it."""

BITS: Final = 6
FULL: Final = (1 << BITS) - 1
"""The most dice that one handful can hold."""

END: Final = 1 << BITS * FACES
"""The least number that is no handful: each is below this."""

FACE_NAMES: Final[list[str]] = ["1", "2", "3", "claw", "energy", "heart"]

DIE: Final[list[int]] = [1 << BITS * face for face in range(FACES)]
"""The handful of one die, by its face."""


def count(dice: i64, face: i64) -> int:
    """Return how many of the dice show a face."""
    return dice >> BITS * face & FULL


def real(number: i64) -> float:
    """Return a native number as a float; compiled, `float` would make objects of both."""
    whole: int = number
    return whole * 1.0


def size(dice: i64) -> int:
    """Return the number of dice."""
    total: i64 = 0
    while dice:
        total += dice & FULL
        dice >>= BITS
    return total


def faces(dice: int) -> list[int]:
    """Return the faces in the order dice are shown."""
    shown: list[int] = []
    for face in range(FACES):
        shown += [face] * count(dice, face)
    return shown


def names(dice: int) -> list[str]:
    """Return the names of the faces in the order dice are shown.

    >>> names(DIE[HEART] + 2 * DIE[ONE])
    ['1', '1', 'heart']
    """
    return [FACE_NAMES[face] for face in faces(dice)]


def roll(number: i64, rng: Rng) -> int:
    """Roll a number of dice."""
    dice: i64 = 0
    # Compiled, `for _ in range(number)` would make an object for each `_`.
    while number > 0:
        face: i64 = rng.below(FACES)
        dice += 1 << BITS * face
        number -= 1
    return dice


def rolls(number: int) -> list[tuple[int, float]]:
    """Return every way a number of dice can fall, with its probability."""
    found: list[tuple[int, float]] = []
    _fall(number, ONE, 0, 1.0, found)
    return found


def _fall(number: int, face: int, dice: int, chance: float, found: list[tuple[int, float]]) -> None:
    """Distribute the dice not yet fallen over this face and the later ones."""
    if face == FACES - 1:
        found.append((dice + number * DIE[face], chance))
        return
    left = FACES - face
    # Each die not yet fallen shows this face with probability 1 in `left`.
    ways = 1.0
    for shown in range(number + 1):
        here = ways * float(left - 1) ** (number - shown) / float(left) ** number
        _fall(number - shown, face + 1, dice + shown * DIE[face], chance * here, found)
        ways = ways * (number - shown) / (shown + 1)


def ways(dice: i64) -> int:
    """Return in how many ways some of the dice, or none, can be taken up."""
    number: i64 = 1
    while dice:
        number *= (dice & FULL) + 1
        dice >>= BITS
    return number


def handful(dice: i64, place: i64) -> int:
    """Return the entry at that place in `handfuls`, without making the whole list.

    >>> dice = 2 * DIE[ONE] + DIE[CLAW] + 3 * DIE[HEART]
    >>> [handful(dice, place) for place in range(ways(dice))] == handfuls(dice)
    True
    """
    before: i64 = ways(dice)
    picked: i64 = 0
    face: i64 = FACES
    while place:
        face -= 1
        shown: i64 = count(dice, face)
        before //= shown + 1
        if place >= before:
            place -= before
            picked += place % shown + 1 << BITS * face
            place //= shown
    return picked


class Handful:
    """A choice of dice to take up, and their number."""

    def __init__(self, picked: i64) -> None:
        self.picked: i64 = picked
        self.number: i64 = size(picked)


def handfuls(dice: int) -> list[int]:
    """Return every way to take up some of the dice; the first takes none."""
    found = [0]
    for face in range(FACES):
        # Native, because a product of two ints may be large, which costs more than all the rest.
        one: i64 = DIE[face]
        shown = count(dice, face)
        for index in range(len(found)):
            picked: i64 = found[index]
            for _ in range(shown):
                picked += one
                found.append(picked)
    return found
