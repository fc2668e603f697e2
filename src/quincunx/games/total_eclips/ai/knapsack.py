"""The values of tokens and FLOPS to a bot, as numbers that do not depend on its plans."""

from typing import Final

from quincunx.games.total_eclips.ai.parameters import REROLL_WORTH
from quincunx.games.total_eclips.state import Side

MOST_FLOPS: Final = 60


def token_flops(side: Side, place: int) -> float:
    """Return the approximate FLOPS of all tokens on a place, those in the hand and those laid."""
    parts = side.parts
    kinds = len(parts.tokens)
    flops = 0.0
    for token, part in enumerate(parts.tokens):
        if part.needs >= 0 or place not in part.fits:
            continue
        count = side.tokens[token]
        for laid in range(token, len(side.laid), kinds):
            count += side.laid[laid]
        flops += count * (part.flops + REROLL_WORTH * part.rerolls)
    return flops


def knapsack(prices: list[int], worths: list[float], most: int) -> list[float]:
    """Return the most value that each number of FLOPS up to `most` can buy, each thing once.

    >>> knapsack([2, 3], [1.0, 2.0], 6)
    [0.0, 0.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    """
    best = [0.0] * (most + 1)
    for index, price in enumerate(prices):
        worth = worths[index]
        for flops in range(most, price - 1, -1):
            better = best[flops - price] + worth
            if better > best[flops]:
                best[flops] = better
    return best
