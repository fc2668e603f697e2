"""Sentences about the chances of the player's placement. The chances themselves are calculated elsewhere."""

from quincunx.games.total_eclips import odds
from quincunx.games.total_eclips.codes import PLACE, put
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.names import core_title, place_title
from quincunx.games.total_eclips.places import PLACE_NAMES, PLACES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import free_kinds, place, roomy_places
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, percent

HALF = 0.5


def chances(state: TotalEClips, seat: int, voice: Voice) -> list[str]:
    if state.phase != PLACE:
        return []
    side = state.sides[seat]
    told = placed(state, side) if side.has_placed() else to_begin_with(state, side)
    return [f"{sentence}." for sentence in told]


def placed(state: TotalEClips, side: Side) -> list[str]:
    """Return a sentence for each place with cores or tokens of the player: the FLOPS it may reach."""
    return [
        f"{place_title(PLACE_NAMES[where], first=True)}: {odds.reached(state, side, where)}"
        for where in range(PLACES)
        if side.count[where] or side.laid_on[where]
    ]


def likely(state: TotalEClips, side: Side) -> list[str]:
    """Return for each place the most FLOPS that it reaches more often than not, or else the least."""
    found: list[str] = []
    for where in range(PLACES):
        known = odds.chances(state, side, where) if side.count[where] or side.laid_on[where] else []
        if hopeful := [one for one in known if one[1] >= HALF] or [one for one in known[:1] if one[1]]:
            target, chance = hopeful[-1]
            found.append(f"{percent(chance)} for {target} FLOPS on {place_title(PLACE_NAMES[where])}")
    return found


def to_begin_with(state: TotalEClips, side: Side) -> list[str]:
    """Return a sentence for each place: the FLOPS that a first core there may reach."""
    found: list[str] = []
    for where in roomy_places(state, side):
        ways: list[str] = []
        for kind in free_kinds(side):
            after = side.clone()
            place(after, put(kind, where))
            if any(chance for _, chance in odds.chances(state, after, where)):
                core = core_title(KIND_NAMES[kind], state.parts)
                ways.append(f"one {core}: {odds.reached(state, after, where)}")
        if ways:
            found.append(f"{place_title(PLACE_NAMES[where], first=True)} with {'; '.join(ways)}")
    return found
