"""Plans in the words of the game: what to do, and what it is good for."""

from collections import Counter
from itertools import groupby

from quincunx.core.move import Move
from quincunx.games.total_eclips import moves
from quincunx.games.total_eclips.codes import AGAIN, BONUS, DONE, LAY, PLACE, PUT, REROLL, TAKE_BACK, lay
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.help.chances import likely
from quincunx.games.total_eclips.names import (
    core_title,
    face_word,
    in_words,
    place_title,
    showing,
    spread,
    token_names,
)
from quincunx.games.total_eclips.parts import MOST_TOKENS
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import placed_on
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, count, listed


def words(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    """Return a legal move as an instruction in the words of the board."""
    parts = state.parts
    match (move.verb, *move.words):
        case ("put", piece, _, place):
            return f"Place {in_words([piece], parts)} on {place_title(place)}"
        case ("take", "back"):
            return "Take everything back"
        case ("reroll" | "lock" as verb, kind, face):
            return f"{'Lock' if verb == 'lock' else 'Re-roll'} {_rolled(state, seat, kind, face)}"
        case ("unlock", tier, algorithm):
            return f"Unlock slot {tier.upper()} of {place_title(algorithm)}"
        case ("make", number, thing):
            cores = thing.startswith("core")
            return f"Make {in_words(['m1'] * int(number), parts) if cores else f'{number} {thing}'}"
        case ("raise", *_):
            raised = moves.read_raise(move)
            which = f" on {place_title(raised.on)}" if raised.on else ""
            which = f" showing {face_word(raised.showing)}" if raised.showing else which
            new = core_title(raised.new, parts).removesuffix(" core")
            return f"Upgrade {in_words([raised.old], parts)}{which} to {new}"
        case ("gain", kind):
            return f"Choose {in_words([kind], parts)}"
    return {PLACE: "Finish placing", REROLL: "Keep the roll", BONUS: "Take no more"}.get(
        state.phase, "Stop here"
    )


def _rolled(state: TotalEClips, seat: int, kind: str, face: str) -> str:
    """Return a core just rolled: by its face, and by its kind if another shows the same."""
    shown = [state.parts.core(code).split() for code in state.sides[seat].rolled]
    alike = {other for other, up in shown if up == face}
    return f"the {showing(kind, face, state.parts)}" if len(alike) > 1 else _the(face)


def _the(face: str) -> str:
    return "the blank" if face == "0" else f"the {face}"


def plan_words(state: TotalEClips, seat: int, plan: list[int], voice: Voice) -> str:
    """Return a plan as an instruction: all that is placed at once, and no word about stopping after
    something else."""
    after = state.clone()
    puts: Counter[int] = Counter()
    told: list[str] = []
    for action in plan:
        if not after.legal(seat, action):
            break
        if PUT <= action < AGAIN:
            puts[action] += 1
        elif action != DONE or not (puts or told):
            told.append(words(after, seat, moves.decode(after, seat, action), voice))
        after.move(seat, action)
    if puts:
        told.append(f"Place {_pieces(state, puts)}")
    some = [(one, len(list(same))) for one, same in groupby(told)]
    first, *rest = [
        f"{one}{f' {many} times' if many > 2 else ' twice' if many > 1 else ''}" for one, many in some
    ]
    return ", then ".join(
        [first, *([listed([f"{one[0].lower()}{one[1:]}" for one in rest])] if rest else [])]
    )


def confirm(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    side = state.sides[seat]
    if state.phase != PLACE or move.verb != "done" or side.has_placed() or not any(side.spent):
        return ""
    return f"Place nothing this round, and leave {count(sum(side.spent), 'core')} unused?"


def reason(state: TotalEClips, seat: int, plan: list[int], voice: Voice) -> str:
    """Return what a whole placement may reach; for any other plan, the effect of its first move."""
    if state.phase != PLACE:
        return moves.explain(state, seat, moves.decode(state, seat, plan[0]), voice)
    after = state.clone()
    for action in plan:
        if action == DONE or not after.legal(seat, action):
            break
        after.move(seat, action)
    return "; ".join(likely(state, after.sides[seat])) or "all cores stay for the next round"


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
    told = f"take back {_pieces(state, lying - wanted, 'from')}"
    instead = _pieces(state, wanted - lying)
    return f"{told}; place {instead}" if instead else told


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


def _pieces(state: TotalEClips, placements: Counter[int], word: str = "on") -> str:
    """Return pieces with their places: `two Millennium I cores on project A and one on Unlock`."""
    names = token_names(state.parts)
    return spread(
        (
            (
                KIND_NAMES[(action - PUT) % KINDS] if action < LAY else names[(action - LAY) % MOST_TOKENS],
                PLACE_NAMES[placed_on(action)],
            )
            for action in sorted(placements.elements(), key=placed_on)
        ),
        state.parts,
        word,
    )
