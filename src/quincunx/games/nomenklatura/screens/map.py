"""The map as a browser draws it: a land for each region, the borders between them, and the railroad.

One unit is the cell of a region: x goes east with the columns of `spots`, y goes down with the rows.
"""

from functools import lru_cache
from typing import Any

from quincunx.games.nomenklatura.state import NOWHERE, Setup

LANDS = {
    "central": "M.05 .12 .3 .04 .62 .09 .96 .05 .94 .4 .98 .66 1.03 .95 .72 .97 .4 .945 .06 .965 .02 .55Z",
    "northwestern": "M1.01 .05 1.3 .1 1.62 .03 1.97 .07 1.99 .35 1.94 .7 1.97 .96 1.6 .95 1.3 .975"
    " 1.09 .955 1.035 .66 .99 .4Z",
    "southern": "M.06 1.035 .4 1.01 .72 1.04 .97 1.035 .95 1.4 .98 1.7 .94 1.965 .5 1.95 .08 1.975 .03 1.5Z",
    "volga": "M1.03 1.035 1.09 1.02 1.3 1.045 1.6 1.015 2.1 1.035 2.04 1.22 1.98 1.35 2 1.6 1.93 1.9"
    " 1.5 1.97 1.1 1.94 .995 1.96 1.03 1.7 1 1.4Z",
    "moscow": "M.08 2.045 .5 2.015 .94 2.03 .99 2.4 .92 2.76 .64 2.95 .3 2.9 .05 2.7 .02 2.35Z",
    "ural": "M2.02 .07 2.3 .04 2.6 .1 2.97 .05 2.99 .4 2.94 .7 2.97 .95"
    " 2.6 .975 2.3 .945 2.02 .96 1.99 .7 2.04 .35Z",
    "siberia": "M3.02 .05 3.3 .1 3.65 .03 3.97 .07 3.95 .4 3.99 .7 3.96 .96"
    " 3.6 1 3.3 .955 3.02 .95 2.99 .7 3.04 .4Z",
    "far-east": "M4.02 .07 4.3 .03 4.6 .09 4.88 .05 4.97 .25 4.93 .5 4.98 .8 4.9 .99 4.7 .94 4.55 1"
    " 4.3 .95 4.01 .96 4.04 .7 4 .4Z",
}
"""The outlines of the regions at the places where game.toml puts them."""
PLACES = {
    "central": (0, 0),
    "southern": (1, 0),
    "moscow": (2, 0),
    "northwestern": (0, 1),
    "volga": (1, 1),
    "ural": (0, 2),
    "siberia": (0, 3),
    "far-east": (0, 4),
}
INSET = (1, 2)
"""The row and column from which on game.toml leaves the sheet free: the players are drawn there."""


def land(setup: Setup, region: int) -> str:
    """Return the outline of a region; a plain rectangle where a variant has moved or added it."""
    name = setup.region_ids[region]
    row, column = setup.spots[region]
    if PLACES.get(name) == (row, column):
        return LANDS[name]
    return f"M{column + 0.04} {row + 0.05}h.92v.9h-.92Z"


def roads(setup: Setup) -> list[str]:
    """Return a line between the centres of each pair of neighbours."""
    return [
        line(setup, [region, other])
        for region, neighbours in enumerate(setup.neighbours)
        for other in neighbours
        if region < other
    ]


@lru_cache
def stations(setup: Setup) -> list[int]:
    """Return the stations of the railroad from west to east."""
    following = setup.next_stop
    first = [region for region, to in enumerate(following) if to != NOWHERE and region not in following]
    found = first[:1]
    while found and following[found[-1]] != NOWHERE:
        found.append(following[found[-1]])
    return found


def line(setup: Setup, regions: list[int]) -> str:
    points = [f"{column + 0.5} {row + 0.5}" for row, column in (setup.spots[region] for region in regions)]
    return "M" + " ".join(points) if points else ""


@lru_cache
def sheet(setup: Setup) -> dict[str, Any]:
    """Return the size of the map and its lines, and whether there is room on it for the players."""
    rows = 1 + max(row for row, _ in setup.spots)
    columns = 1 + max(column for _, column in setup.spots)
    taken = any(row >= INSET[0] and column >= INSET[1] for row, column in setup.spots)
    return {
        "rows": rows,
        "columns": columns,
        "roads": " ".join(roads(setup)),
        "railroad": line(setup, stations(setup)),
        "inset": not taken and rows >= 3 and columns >= 4,
    }


def short_name(setup: Setup, region: int, width: int) -> str:
    """Return the name of a region, or its short form in moves where the name does not fit."""
    name = setup.region_names[region]
    return name if len(name) <= width else setup.region_ids[region].replace("-", " ").title()[:width]
