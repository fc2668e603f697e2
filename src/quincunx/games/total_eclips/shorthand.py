"""A whole placement on one line: `a: 3 m1, 2 plus-2; unlock: 2 m2`."""

import re

from quincunx.core.mistake import nearest
from quincunx.core.state import IllegalMove
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.games.total_eclips.rules import TotalEClips


def spell_out(state: TotalEClips, seat: int, line: str) -> list[str]:
    """The moves that a line stands for. `PLACE: PIECES` puts them there; other parts are moves already."""
    moves: list[str] = []
    for part in filter(None, map(str.strip, line.split(";"))):
        place, colon, pieces = part.partition(":")
        moves += _puts(_place(place.strip().lower()), pieces) if colon else [part]
    return moves


def _place(word: str) -> str:
    fits = [name for name in PLACE_NAMES if name == word] or [
        name for name in PLACE_NAMES if word and name.startswith(word)
    ]
    if len(fits) != 1:
        raise IllegalMove(f"`{word}` is not the name of a place{nearest(word, PLACE_NAMES)}")
    return fits[0]


def _puts(place: str, pieces: str) -> list[str]:
    moves: list[str] = []
    for piece in filter(None, map(str.strip, pieces.lower().split(","))):
        found = re.fullmatch(r"(?:([0-9]{1,2})\s+)?([a-z0-9-]+)", piece)
        if found is None:
            raise IllegalMove(f"Write how many and of what, as in `{place}: 3 m1, 2 plus-2`; not `{piece}`.")
        moves += [f"put {found[2]} on {place}"] * int(found[1] or 1)
    return moves
