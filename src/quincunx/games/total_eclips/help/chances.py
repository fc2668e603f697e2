"""Sentences about the chances of the player's placement. The chances themselves are calculated elsewhere."""

from quincunx.games.total_eclips import odds
from quincunx.games.total_eclips.codes import PLACE, put
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.names import core_title, place_title
from quincunx.games.total_eclips.places import PLACE_NAMES, PLACES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import free_kinds, place, roomy_places
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import SURE, Voice, percent

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
        f"{place_title(PLACE_NAMES[where], first=True)}: {reached(state, side, where)}"
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
                ways.append(f"one {core}: {reached(state, after, where)}")
        if ways:
            found.append(f"{place_title(PLACE_NAMES[where], first=True)} with {'; '.join(ways)}")
    return found


def reached(state: TotalEClips, side: Side, where: int) -> str:
    """Return the chances of what matters on a place: `97% for 1, 86% for 2, 3% for 6 FLOPS`."""
    known = open_questions(state, side, where)
    return f"{', '.join(f'{percent(chance)} for {target}' for target, chance in known)} FLOPS"


def open_questions(state: TotalEClips, side: Side, where: int) -> list[tuple[int, float]]:
    """Return the last certain threshold and the uncertain ones after it; the first alone if all are out of
    reach. Of thresholds that are as likely, the last counts."""
    known = odds.chances(state, side, where)
    known = [one for one, after in zip(known, [*known[1:], (0, -1.0)], strict=True) if one[1] != after[1]]
    sure = [one for one in known if one[1] >= SURE][-1:]
    return sure + [one for one in known if 0 < one[1] < SURE] or known[:1]
