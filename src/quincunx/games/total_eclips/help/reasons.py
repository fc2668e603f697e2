"""Reasons for a plan in the words of the game."""

from collections import Counter

from quincunx.games.total_eclips import moves
from quincunx.games.total_eclips.codes import DONE, LAY, PLACE, PUT, TAKE_BACK, lay
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.help.chances import placed
from quincunx.games.total_eclips.names import pieces, place_title, token_names
from quincunx.games.total_eclips.parts import MOST_TOKENS
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import placed_on
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, listed


def reason(state: TotalEClips, seat: int, plan: list[int], voice: Voice) -> str:
    """Return what a whole placement may reach; for any other plan, the effect of its first move."""
    if state.phase != PLACE:
        return moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    after = state.clone()
    for action in plan:
        if action == DONE or not after.legal(seat, action):
            break
        after.move(seat, action)
    return "; ".join(placed(state, after.sides[seat])) or "keeps everything for later"


def simplify_plan(state: TotalEClips, seat: int, plan: list[int]) -> list[int]:
    """Simplify a plan that takes back pieces only to place them there again."""
    placing, rest = _placing(state, plan)
    if TAKE_BACK not in placing:
        return plan
    anew = placing[len(placing) - placing[::-1].index(TAKE_BACK) :]
    lying = _lying(state.sides[seat])
    if lying - Counter(anew):
        return [TAKE_BACK, *anew, *rest]
    more: list[int] = []
    for action in anew:
        if lying[action]:
            lying[action] -= 1
        else:
            more.append(action)
    return [*more, *rest] or [DONE]


def plan_undoes(state: TotalEClips, seat: int, plan: list[int]) -> str:
    placing, _ = _placing(state, simplify_plan(state, seat, plan))
    if TAKE_BACK not in placing:
        return ""
    lying, wanted = _lying(state.sides[seat]), Counter(placing[1:])
    words = f"take back {_pieces(state, lying - wanted, 'from')}"
    instead = _pieces(state, wanted - lying, "on")
    return f"{words}; place {instead}" if instead else words


def _placing(state: TotalEClips, plan: list[int]) -> tuple[list[int], list[int]]:
    """Return the moves of a plan that place, and those from `done` on."""
    if state.phase != PLACE:
        return [], plan
    end = plan.index(DONE) if DONE in plan else len(plan)
    return plan[:end], plan[end:]


def _lying(side: Side) -> Counter[int]:
    """Return the moves that placed the pieces on the board, each as often as it was made."""
    kinds = len(side.tokens)
    found = Counter({PUT + index: count for index, count in enumerate(side.placed)})
    found.update({lay(index % kinds, index // kinds): count for index, count in enumerate(side.laid)})
    return +found


def _pieces(state: TotalEClips, placements: Counter[int], word: str) -> str:
    """Return pieces with their places: `2 m1 + reroll from project A and ai from Unlock`."""
    names = token_names(state.parts)
    found: dict[int, list[str]] = {}
    for action in sorted(placements.elements(), key=placed_on):
        cores = action < LAY
        name = KIND_NAMES[(action - PUT) % KINDS] if cores else names[(action - LAY) % MOST_TOKENS]
        found.setdefault(placed_on(action), []).append(name)
    return listed(
        [
            f"{pieces(here).replace(', ', ' + ')} {word} {place_title(PLACE_NAMES[where])}"
            for where, here in found.items()
        ]
    )
