"""Rolled dice: the orders in which they can be put back, and for bots, the best ones to roll."""

import math
from typing import Final

from mypy_extensions import i64

SORTED_ROLL: Final = [[2.5], [1.53, 3.47], [1.04, 2.5, 3.96], [0.75, 1.96, 3.04, 4.25]]
"""The averages of one to four dice when put in order, the lowest first."""
NONE_YET: Final = -math.inf


def orders(digits: list[int]) -> list[int]:
    """Return all different numbers in base six with these digits.

    >>> orders([0, 0, 1])
    [36, 6, 1]
    """
    if not digits:
        return [0]
    found: list[int] = []
    for index, digit in enumerate(digits):
        if digit in digits[:index]:
            continue
        for rest in orders(digits[:index] + digits[index + 1 :]):
            found.append(rest * 6 + digit)
    return found


def best_roll(digits: list[int], allowed: int) -> tuple[int, float]:
    """Return the dice that bring most money on average, one bit each, and how much; no dice if none bring
    any.

    More dice than SORTED_ROLL has are not tried.
    """
    best = 0
    most = 0.0
    for count in range(1, min(allowed, len(SORTED_ROLL), len(digits)) + 1):
        dice, brings = best_dice(digits, count, SORTED_ROLL[count - 1])
        if brings > most:
            most = brings
            best = dice
    return best, most


def best_dice(digits: list[int], count: i64, means: list[float]) -> tuple[int, float]:
    """Return the best set of `count` dice, which will show `means` on average, the lowest first.

    There are hundreds of sets. So the best ones of one to four dice are kept while places are added, the
    units first. They are variables and not lists: this is the inner loop of all rollouts.
    """
    mean1 = means[0]
    mean2 = means[1] if count > 1 else 0.0
    mean3 = means[2] if count > 2 else 0.0
    mean4 = means[3] if count > 3 else 0.0
    sum1 = sum2 = sum3 = sum4 = NONE_YET
    set1: i64 = 0
    set2: i64 = 0
    set3: i64 = 0
    set4: i64 = 0
    power = 1.0
    die: i64 = 1
    for digit in digits:
        shown = float(digit)
        brings = sum3 + (mean4 - shown) * power
        if brings > sum4:
            sum4 = brings
            set4 = set3 | die
        brings = sum2 + (mean3 - shown) * power
        if brings > sum3:
            sum3 = brings
            set3 = set2 | die
        brings = sum1 + (mean2 - shown) * power
        if brings > sum2:
            sum2 = brings
            set2 = set1 | die
        brings = (mean1 - shown) * power
        if brings > sum1:
            sum1 = brings
            set1 = die
        power *= 6.0
        die <<= 1
    if count == 1:
        return set1, sum1
    if count == 2:
        return set2, sum2
    return (set3, sum3) if count == 3 else (set4, sum4)
