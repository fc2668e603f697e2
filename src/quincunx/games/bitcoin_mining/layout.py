"""The loop as it lies on the table: six sides of upright tiles, a corner after each.

The middle of the board is at 0, 0; Start is at the top left, and the loop goes round clockwise. All tiles
stand upright, so that their text can be read; the four slanting sides are stairs.
"""

from functools import cache
from typing import NamedTuple

from quincunx.games.bitcoin_mining.loop import CORNERS

WIDTH, HEIGHT = 812, 770
LEAN = 0.36
"""The distance a stair goes to the side, in widths of a tile."""
WAYS = [(1, 0), (LEAN, 1), (-LEAN, 1), (-1, 0), (-LEAN, -1), (LEAN, -1)]
"""The step from a tile to the next, on each side."""
INWARD = [(0, 1), (-1, 0), (-1, 0), (0, -1), (1, 0), (1, 0)]
"""The direction from a tile to its pawns, on each side."""
PAWN = 1.5
"""The scale of a pawn, which is 24 high and 16 wide at 1."""
SHARED = 0.72
"""The scale of pawns that share a corner."""


class Spot(NamedTuple):
    """A tile: its middle, and its side; a corner is on none."""

    x: float
    y: float
    side: int | None


class Loop(NamedTuple):
    """The tiles from Start on, and their size."""

    spots: list[Spot]
    width: float
    height: float


@cache
def loop(side: int) -> Loop:
    stairs = side + 1
    width = round(WIDTH / (side + 2 + 2 * LEAN * stairs), 1)
    height = round(HEIGHT / (2 * stairs + 1), 1)
    x, y = -width * stairs / 2, -height * stairs
    spots: list[Spot] = []
    for corner in range(len(CORNERS)):
        across, down = WAYS[corner]
        for step in range(stairs):
            spots.append(Spot(round(x, 1), round(y, 1), corner if step else None))
            x, y = x + across * width, y + down * height
    return Loop(spots, width, height)


def pawn_places(spot: Spot, count: int, width: float, height: float) -> list[tuple[float, float, float]]:
    """Return the places and sizes of that many pawns: beside a property, so that they hide none of its
    numbers, and on a corner."""
    if spot.side is None:
        return [_on_corner(spot, pawn, count) for pawn in range(count)]
    across, down = INWARD[spot.side]
    feet = spot.y + 12 * PAWN + down * (height / 2 + 13 * PAWN)
    places = []
    for pawn in range(count):
        apart = (across or 1) * pawn * 15 * PAWN
        # On a level side the row of pawns is in the middle of the tile, else it goes inward.
        x = spot.x + across * (width / 2 + 9 * PAWN) + apart
        places.append((round(x if across else x - (count - 1) * 7.5 * PAWN, 1), round(feet, 1), PAWN))
    return places


def _on_corner(spot: Spot, pawn: int, count: int) -> tuple[float, float, float]:
    """Return the place of a pawn on a corner, with at most three in a row."""
    size = PAWN if count == 1 else PAWN * SHARED
    row, place = divmod(pawn, 3)
    in_row = min(3, count - 3 * row)
    rows = (count + 2) // 3
    x = spot.x + (place - (in_row - 1) / 2) * 17 * size
    y = spot.y + 12 * size + (row - (rows - 1) / 2) * 20 * size
    return round(x, 1), round(y, 1), round(size, 2)
