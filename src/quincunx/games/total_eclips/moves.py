"""What a move costs or brings, in a few words; and the odds of a place."""

from quincunx.games.total_eclips.board import Board, source_kind
from quincunx.games.total_eclips.cards import (
    FACES,
    KINDS,
    LEVEL,
    MANUFACTURE,
    MOST_ROLLED,
    MOST_TOKENS,
    NO_CARD,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    Bonus,
    Core,
    Parts,
    Price,
)
from quincunx.games.total_eclips.odds import reach
from quincunx.games.total_eclips.position import (
    AGAIN,
    BUY,
    DONE,
    FREE,
    GAIN,
    LAY,
    LOCK,
    MAKE,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    TAKE_BACK,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import KIND_NAMES, LEVEL_NAMES, counted, face_name, place_title

SURE = 1 - 1e-9
"""Sums of floating-point chances may fall this short of 1."""


def explain(state: TotalEClips, seat: int, action: int) -> str:
    """What a legal move costs or brings."""
    board = state.boards[seat]
    parts = state.parts
    if action == DONE:
        return _explain_done(state, board)
    if action == TAKE_BACK:
        return "start your placement anew"
    if action < AGAIN:
        return _explain_placing(state, board, action)
    if action < FREE:
        return f"on average {mean(parts.cores[(action - AGAIN) // FACES]):.1f}"
    if action < MAKE:
        algorithm, slot = divmod(action - FREE, MOST_ROLLED)
        core = core_name(parts, board.locked[algorithm][slot])
        free = f"frees {core}; {place_title(UNLOCK + algorithm)} takes one core more"
        return (
            f"{_cost(parts.unlock_prices[board.tier(algorithm, slot)])}: {free}"
            if state.phase == BUY
            else free
        )
    if action < RAISE:
        reward = parts.makes[action - MAKE]
        label = parts.track.label(min(board.position + reward.clips, parts.track.last))
        return f"{_cost(reward)}: {f'to {label}' if reward.clips else 'm1, for the next round'}"
    if action < LOCK:
        old, new = source_kind((action - RAISE) // KINDS), (action - RAISE) % KINDS
        better = f"on average {mean(parts.cores[old]):.1f} becomes {mean(parts.cores[new]):.1f}"
        return f"{_cost(parts.upgrade_prices[LEVEL[old]])}: {better}" if state.phase == BUY else better
    if action < GAIN:
        value = parts.values[action - LOCK]
        tier = board.tier(state.place - UNLOCK, len(board.locked[state.place - UNLOCK]))
        return f"T{tier} counts {value} every round; one core less can be placed here"
    return f"shows {faces(parts.cores[action - GAIN])}"


def _explain_done(state: TotalEClips, board: Board) -> str:
    if state.phase == PLACE:
        kept = sum(board.spent)
        return f"{counted(kept, 'core')} kept back" if kept else "all cores are placed"
    if state.phase == REROLL:
        return "keep the roll"
    if state.phase == BUY:
        return f"{board.flops} FLOPS are lost" if board.flops and not board.locking else "lock nothing more"
    return "take no more"


def _explain_placing(state: TotalEClips, board: Board, action: int) -> str:
    """The odds of the place after the move, and now."""
    place = (action - PUT) // KINDS if action < LAY else (action - LAY) // MOST_TOKENS
    after = board.clone()
    if action < LAY:
        after.put((action - PUT) % KINDS, place)
    else:
        after.lay((action - LAY) % MOST_TOKENS, place)
    return odds(state, after, place)


def odds(state: TotalEClips, board: Board, place: int) -> str:
    """The chance to reach each threshold of a place with what lies there; `5+ 61%`."""
    return ", ".join(f"{target}+ {percent(chance)}" for target, chance in chances(state, board, place))


def chances(state: TotalEClips, board: Board, place: int) -> list[tuple[int, float]]:
    """Each threshold of a place and the chance to reach it, up to the first that is out of reach."""
    found: list[tuple[int, float]] = []
    for target in thresholds(state, board, place):
        chance = reach(board, place, target)
        found.append((target, chance))
        if chance == 0:
            break
    return found


def thresholds(state: TotalEClips, board: Board, place: int) -> list[int]:
    """The numbers of FLOPS that matter on a place, rising."""
    parts = board.parts
    if place < PROJECTS:
        return [parts.projects[state.cards[place]].need] if state.cards[place] != NO_CARD else []
    if place == UNLOCK:
        tiers = {tier for tiers in parts.slots for tier in tiers}
        return sorted({parts.unlock_prices[tier].flops for tier in tiers})
    prices = parts.makes if place == MANUFACTURE else parts.upgrade_prices[:TOP_LEVEL]
    return sorted({price.flops for price in prices})


def percent(chance: float) -> str:
    """
    >>> percent(0.0), percent(0.004), percent(0.5), percent(0.9999), percent(1.0)
    ('0%', '<1%', '50%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < SURE:
        return ">99%"
    return f"{100 * chance:.0f}%"


def mean(core: Core) -> float:
    return sum(core.values) / FACES


def faces(core: Core) -> str:
    shown = ["x2" if core.x2[face] else str(core.values[face]) for face in range(FACES)]
    return " ".join(shown)


def core_name(parts: Parts, code: int) -> str:
    return f"{KIND_NAMES[code // FACES]} {face_name(parts, code)}"


def short_amount(trust: int, clips: int) -> str:
    """A reward as the cards print it: `2T 1c`."""
    parts = [f"{trust}T"] if trust else []
    if clips:
        parts.append(f"{clips}c")
    return " ".join(parts)


def bonus_things(parts: Parts, bonus: Bonus) -> list[str]:
    """What the highest FLOPS win beside Trust and clips."""
    found: list[str] = []
    if bonus.tokens:
        times = f"{bonus.tokens} x " if bonus.tokens > 1 else ""
        found.append(f"{times}{parts.tokens[bonus.token].name}")
    if bonus.cores:
        found.append(f"{counted(bonus.cores, 'core')} of level {LEVEL_NAMES[bonus.core_level]}")
    if bonus.unlocks:
        found.append(f"unlock {bonus.unlocks} x T{bonus.unlock_tier}")
    if bonus.raises:
        low, high = LEVEL_NAMES[bonus.raise_level], LEVEL_NAMES[bonus.raise_level + 1]
        found.append(f"raise {bonus.raises} x {low} to {high}")
    return found


def bonus_text(parts: Parts, bonus: Bonus) -> str:
    """What the highest FLOPS win, as a card prints it."""
    reward = short_amount(bonus.trust, bonus.clips)
    return ", ".join([*bonus_things(parts, bonus), *([reward] if reward else [])])


def _cost(price: Price) -> str:
    return f"{price.flops} FLOPS, {price.trust} Trust" if price.trust else f"{price.flops} FLOPS"
