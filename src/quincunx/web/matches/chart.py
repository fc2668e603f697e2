"""The chart of scores over a match: its lines and its table as data. Templates draw it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.core.game import Game
from quincunx.reporting.page import round_steps
from quincunx.web.matches.setup import COLOURS
from quincunx.web.storage.models import Seat

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 72, 18, 14, 34
MOST_ROWS = 12
"""Most turns in the table, spread over the match."""


@dataclass
class Mark:
    """A labelled position on an axis."""

    at: float
    text: str


@dataclass
class Curve:
    """One player's scores as a line."""

    name: str
    colour: str
    number: int
    """The seat, from 1. Each has its own dashes, for people who cannot tell the colours apart."""
    points: str
    end: tuple[float, float]
    last: str


@dataclass
class Row:
    turn: int
    scores: list[str]


@dataclass
class Chart:
    score: str
    """The name of the quantity on the chart."""
    curves: list[Curve]
    across: list[Mark]
    up: list[Mark]
    rows: list[Row]
    turn: str
    """The name of a turn, such as "round"."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    floor: int = HEIGHT - BOTTOM


def chart(seats: Sequence[Seat], game: Game[Any], turns: dict[int, list[float]]) -> Chart | None:
    """Return the chart of each turn's scores, or None with fewer than two turns or without scores."""
    if len(turns) < 2 or not all(turns.values()):
        return None
    first, last = min(turns), max(turns)
    every = [value for scores in turns.values() for value in scores]
    low, high = min(0.0, *every), max(*every, 1.0)

    def place(turn: int, value: float) -> tuple[float, float]:
        across = (turn - first) / (last - first)
        up = (value - low) / (high - low)
        return (
            round(LEFT + across * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM), 1),
        )

    curves = []
    for seat in seats:
        points = [place(turn, scores[seat.number]) for turn, scores in turns.items()]
        curves.append(
            Curve(
                seat.name,
                COLOURS[seat.colour],
                seat.number + 1,
                " ".join(f"{x:g},{y:g}" for x, y in points),
                points[-1],
                game.lab.progress_words(turns[last][seat.number]),
            )
        )
    return Chart(
        game.lab.curve_label or game.header.score,
        curves,
        across=[Mark(place(turn, low)[0], str(turn)) for turn in round_steps(first, last, 6)],
        up=[
            Mark(place(first, value)[1], game.lab.progress_words(value))
            for value in round_steps(low, high, 4)
        ],
        rows=[
            Row(turn, [game.lab.progress_words(value) for value in turns[turn]])
            for turn in _spread(sorted(turns), MOST_ROWS)
        ],
        turn=game.header.turn,
    )


def _spread(turns: list[int], most: int) -> list[int]:
    """Return at most `most` of the turns, spread evenly from first to last."""
    if len(turns) <= most:
        return turns
    return [turns[round(place * (len(turns) - 1) / (most - 1))] for place in range(most)]
