"""The loop as it lies on the table: six sides of square properties, an angled tile at each corner.

The middle of the board is at 0, 0; Start is at the top left, and the loop goes round clockwise.
"""

from functools import cache
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from quincunx.games.bitcoin_mining.loop import CORNERS

RADIUS = 412
"""From the middle to the outer corners."""
PAWN_ROOM = {1: (0, 1), 2: (26, 1), 3: (19, 0.85), 4: (19, 0.75), 5: (19, 0.75), 6: (19, 0.75)}
"""By the number of pawns on a tile: the step between two of a row, and their size."""

Point = tuple[float, float]


class Spot(NamedTuple):
    """A tile: the middle of what stands on it, then as SVG has it, how to get there, to the tile's own
    middle with its outer edge up, and to its inner edge; and the outline of a corner."""

    x: float
    y: float
    content: str
    face: str
    edge: str
    outline: str


class Loop(NamedTuple):
    """All tiles from Start on, how long their sides are, and the corners of the space inside."""

    spots: list[Spot]
    size: float
    inside: list[Point]


@cache
def loop(side: int) -> Loop:
    size = RADIUS / (side + 2 / sqrt(3))
    inside = [_along(60 * corner - 120, side * size) for corner in range(len(CORNERS))]
    spots: list[Spot] = []
    for corner in range(len(CORNERS)):
        spots.append(_corner(corner, inside[corner], size))
        spots += [_square(corner, inside[corner], size, step) for step in range(side)]
    return Loop(spots, round(size, 1), inside)


def pawn_places(spot: Spot, count: int) -> list[tuple[float, float, float]]:
    """Where that many pawns stand on a tile, at most three in a row, and their size."""
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


@cache
def slots(size: float, count: int) -> tuple[float, list[float]]:
    """How wide each of that many slots at the outer edge of a square is, and where each begins."""
    step = (size - 12) / count
    return round(step - 3, 1), [round(7.5 - size / 2 + step * slot, 1) for slot in range(count)]


def _along(degrees: float, length: float) -> Point:
    return length * cos(radians(degrees)), length * sin(radians(degrees))


def _sum(start: Point, way: Point) -> Point:
    return round(start[0] + way[0], 1), round(start[1] + way[1], 1)


def _to(point: Point) -> str:
    return f"translate({point[0]} {point[1]})"


def _corner(corner: int, inside: Point, size: float) -> Spot:
    """Between the ends of two sides: four corners, one of them the corner of the hexagon."""
    before, after = _along(60 * corner - 150, size), _along(60 * corner - 90, size)
    tip = _along(60 * corner - 120, size * 2 / sqrt(3))
    points = [inside, *(_sum(inside, way) for way in (before, tip, after))]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    middle = _sum(inside, _along(60 * corner - 120, size * 0.7))
    return Spot(*middle, _to(middle), _to(middle), _to(inside), outline)


def _square(side: int, inside: Point, size: float, step: int) -> Spot:
    """What stands on it leaves its outer edge free."""
    edge = _sum(inside, _along(60 * side, size * (step + 0.5)))
    middle, content = (_sum(edge, _along(60 * side - 90, size * share)) for share in (0.5, 0.35))
    return Spot(*content, _to(content), f"{_to(middle)} rotate({60 * side})", _to(edge), "")
