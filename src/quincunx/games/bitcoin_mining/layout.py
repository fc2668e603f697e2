"""The loop as it lies on the table: a hexagon on a grid, a corner after each of its six sides.

A tile is three columns wide and one row high. The loop begins with Start at the top left and goes round
clockwise; the four slanting sides step aside by one column a row.
"""

from functools import cache
from typing import NamedTuple

from quincunx.games.bitcoin_mining.loop import CORNERS

TILE = 3
"""The columns of a tile."""
WAYS = [(TILE, 0), (1, 1), (-1, 1), (-TILE, 0), (-1, -1), (1, -1)]
"""The columns and rows from a tile to the next, on each side."""
INWARD = ["below", "left", "left", "above", "right", "right"]
"""The place of pawns beside a tile of each side, which is inside the loop."""


class Spot(NamedTuple):
    """The first column of a tile and its row, from 0, and the place of its pawns: on a corner, or beside a
    property, so that they hide none of its numbers."""

    column: int
    row: int
    pawns: str


@cache
def loop(side: int) -> list[Spot]:
    """Return the tiles from Start on."""
    column, row = side + 1, 0
    spots: list[Spot] = []
    for corner in range(len(CORNERS)):
        across, down = WAYS[corner]
        for step in range(side + 1):
            spots.append(Spot(column, row, INWARD[corner] if step else "on"))
            column, row = column + across, row + down
    return spots
