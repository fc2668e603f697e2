"""The chances of what you have placed, in sentences; `odds.py` counts them."""

from quincunx.core.voice import Voice, percent
from quincunx.games.total_eclips import odds
from quincunx.games.total_eclips.codes import PLACE
from quincunx.games.total_eclips.names import place_title
from quincunx.games.total_eclips.places import PLACE_NAMES, PLACES
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.state import Side


def chances(state: TotalEClips, seat: int, voice: Voice) -> list[str]:
    if state.phase != PLACE:
        return []
    return [f"{sentence}." for sentence in placed(state, state.sides[seat])]


def placed(state: TotalEClips, side: Side) -> list[str]:
    """For each place where something of yours lies, what it may reach."""
    found: list[str] = []
    for place in range(PLACES):
        if side.count[place] or side.laid_on[place]:
            reached = [
                f"{target} FLOPS {percent(chance)}"
                for target, chance in odds.chances(state, side, place)
                if chance
            ]
            title = place_title(PLACE_NAMES[place])
            found.append(f"{title[0].upper()}{title[1:]}: {', '.join(reached) or 'nothing can be reached'}")
    return found
