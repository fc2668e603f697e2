"""The loop as it lies on the table: six sides of square properties, an angled tile at each corner.

The middle of the board is at 0, 0; Start is at the top left, and the loop goes round clockwise.
"""

from functools import cache
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from quincunx.games.bitcoin_mining.board import CORNERS

RADIUS = 412
"""From the middle to the outer corners."""
PAWN_ROOM = {1: (0, 1), 2: (26, 1), 3: (19, 0.85), 4: (19, 0.75), 5: (19, 0.75), 6: (19, 0.75)}
"""For so many pawns on a tile: the step between two of a row, and their size."""

Point = tuple[float, float]


class Spot(NamedTuple):
    """A tile: the middle of what stands on it, how far its side is turned, and a corner's outline."""

    x: float
    y: float
    turn: int
    outline: str


class Loop(NamedTuple):
    """All tiles from Start on, how long their sides are, and the corners of the space inside."""

    spots: list[Spot]
    size: float
    inside: list[Point]


@cache
def loop(side: int) -> Loop:
    size = RADIUS / (side + 2 / sqrt(3))
    inside = [_along(60 * corner - 120, side * size) for corner in range(CORNERS)]
    spots: list[Spot] = []
    for corner in range(CORNERS):
        spots.append(_corner(corner, inside[corner], size))
        spots += [_square(corner, inside[corner], size, step) for step in range(side)]
    return Loop(spots, round(size, 1), inside)


def pawn_places(spot: Spot, count: int) -> list[tuple[float, float, float]]:
    """Where so many pawns stand on a tile, at most three in a row, and their size."""
    step, scale = PAWN_ROOM[count]
    rows = [count] if count <= 3 else [count // 2, count - count // 2]
    places = []
    for row, pawns in enumerate(rows):
        y = spot.y + 16 + 15 * (2 * row + 1 - len(rows))
        places += [
            (round(spot.x + step * (pawn - (pawns - 1) / 2), 1), round(y, 1), scale * 1.7)
            for pawn in range(pawns)
        ]
    return places


def _along(degrees: float, length: float) -> Point:
    return length * cos(radians(degrees)), length * sin(radians(degrees))


def _corner(corner: int, inside: Point, size: float) -> Spot:
    """Between the ends of two sides: four corners, one of them the corner of the hexagon."""
    before, after = _along(60 * corner - 150, size), _along(60 * corner - 90, size)
    tip = _along(60 * corner - 120, size * 2 / sqrt(3))
    points = [inside, *((inside[0] + x, inside[1] + y) for x, y in (before, tip, after))]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = _along(60 * corner - 120, size * 0.7)
    return Spot(round(inside[0] + x, 1), round(inside[1] + y, 1), 60 * corner, outline)


def _square(side: int, inside: Point, size: float, step: int) -> Spot:
    on = _along(60 * side, size * (step + 0.5))
    out = _along(60 * side - 90, size / 2)
    return Spot(round(inside[0] + on[0] + out[0], 1), round(inside[1] + on[1] + out[1], 1), 60 * side, "")
