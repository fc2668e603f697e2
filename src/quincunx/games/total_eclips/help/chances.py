"""Sentences about the chances of the player's placement. The chances themselves are calculated elsewhere."""

from quincunx.games.total_eclips import odds
from quincunx.games.total_eclips.codes import PLACE, put
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.names import place_title
from quincunx.games.total_eclips.places import PLACE_NAMES, PLACES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import free_kinds, place, roomy_places
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, percent


def chances(state: TotalEClips, seat: int, voice: Voice) -> list[str]:
    if state.phase != PLACE:
        return []
    side = state.sides[seat]
    told = placed(state, side) if side.has_placed() else to_begin_with(state, side)
    return [f"{sentence}." for sentence in told]


def placed(state: TotalEClips, side: Side) -> list[str]:
    """Return a sentence for each place with cores or tokens of the player: the FLOPS it may reach."""
    return [
        f"{_title(where)}: {_reached(state, side, where)}"
        for where in range(PLACES)
        if side.count[where] or side.laid_on[where]
    ]


def to_begin_with(state: TotalEClips, side: Side) -> list[str]:
    """Return a sentence for each place: the FLOPS that a first core there may reach."""
    found: list[str] = []
    for where in roomy_places(state, side):
        ways: list[str] = []
        for kind in free_kinds(side):
            after = side.clone()
            place(after, put(kind, where))
            ways.append(f"with one {KIND_NAMES[kind]} {_reached(state, after, where)}")
        if ways:
            found.append(f"{_title(where)}: {'; '.join(ways)}")
    return found


def _title(where: int) -> str:
    title = place_title(PLACE_NAMES[where])
    return f"{title[0].upper()}{title[1:]}"


def _reached(state: TotalEClips, side: Side, where: int) -> str:
    reached = [
        f"{target} FLOPS {percent(chance)}" for target, chance in odds.chances(state, side, where) if chance
    ]
    return ", ".join(reached) or "nothing can be reached"
