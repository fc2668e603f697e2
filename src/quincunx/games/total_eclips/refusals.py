"""Why a move is refused, in a sentence for the player."""

from quincunx.core.move import Move
from quincunx.core.voice import Voice
from quincunx.games.total_eclips.codes import DONE, ROLLED, waiting_source
from quincunx.games.total_eclips.cores import KIND_NAMES, LEVEL, TOP_LEVEL
from quincunx.games.total_eclips.moves import Raising, code, read_raise, reward_of
from quincunx.games.total_eclips.names import LEVEL_NAMES, goods, place_title
from quincunx.games.total_eclips.parts import Price
from quincunx.games.total_eclips.phases import BONUS, BUY, PLACE, REROLL
from quincunx.games.total_eclips.places import MANUFACTURE, NO_CARD, PLACE_NAMES, PROJECTS, UNLOCK, UPGRADE
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.state import Side


def why_not(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    """The sentence for a move that a seat may not make."""
    if seat not in state.actors():
        return "It is not your move."
    side = state.sides[seat]
    if move.verb in ("put", "take"):
        if state.phase != PLACE:
            return "Cores and tokens are placed at the start of a round; that is over."
        if move.verb == "take":
            return "You have placed nothing yet."
        return _why_not_put(state, side, *move.words)
    if state.phase == PLACE:
        return "First place your cores and tokens, then say `done`."
    if move.verb == "reroll":
        return _why_not_reroll(state, *move.words)
    if state.phase == REROLL:
        return "Re-roll a core that you just rolled, or say `done`."
    if move.verb == "raise" and LEVEL[KIND_NAMES.index(move.words[0])] == TOP_LEVEL:
        return f"A core of level {LEVEL_NAMES[TOP_LEVEL]} cannot be raised."
    if state.phase == BONUS:
        return _why_not_bonus(state, side, move)
    match (move.verb, *move.words):
        case ("unlock", tier, name):
            return _why_not_unlock(state, side, int(tier[1:]), name)
        case ("make", *_):
            return _why_not_make(state, side, reward_of(state.parts, move))
        case ("raise", *_):
            return _why_not_raise(state, side, read_raise(move))
        case ("lock", kind, face):
            return _why_not_lock(state, kind, face)
    return "You choose a core only when you win one."


def _why_not_put(state: TotalEClips, side: Side, piece: str, _: str, name: str) -> str:
    place = PLACE_NAMES.index(name)
    if piece not in KIND_NAMES:
        return _why_not_lay(side, piece, place)
    if place < PROJECTS and state.cards[place] == NO_CARD:
        return f"There is no card on {place_title(name)}."
    if not side.spent[KIND_NAMES.index(piece)]:
        return f"You have no {piece} left to place."
    if place < PROJECTS:
        return f"A project takes {side.parts.project_cores} of your cores, and they are there."
    slots, locked = len(side.parts.slots[place - UNLOCK]), len(side.locked[place - UNLOCK])
    has = f"{place_title(name)} has {slots} slots and {locked} locked cores"
    return f"{has}: it takes {slots - locked} more."


def _why_not_lay(side: Side, slug: str, place: int) -> str:
    token = next(token for token, part in enumerate(side.parts.tokens) if part.slug == slug)
    part = side.parts.tokens[token]
    if not side.tokens[token]:
        return f'You have no token "{part.name}" left to place.'
    if place not in part.fits:
        return f'The token "{part.name}" does not fit on {place_title(PLACE_NAMES[place])}.'
    if place < PROJECTS and not side.count[place]:
        return "On a project a token needs a core of yours: put the core there first."
    return f"A place takes {side.parts.tokens_per_place} of your tokens, and they are there."


def _why_not_reroll(state: TotalEClips, kind: str, face: str) -> str:
    if state.phase != REROLL:
        return "Re-roll tokens are used right after the roll."
    return f"You rolled no {kind} that shows {face} here; locked and unlocked cores cannot be re-rolled."


def _why_not_bonus(state: TotalEClips, side: Side, move: Move) -> str:
    part = state.project().due(state)
    assert part is not None
    if state.gains and move.verb == "gain" and LEVEL[KIND_NAMES.index(move.words[0])] == part.of:
        return f"Your supply has no {move.words[0]} left."
    if state.raises and not state.gains and not state.unlocks and move.verb == "raise":
        return _unable_to_raise(side, read_raise(move), part.of)
    stop = ", or say `done`" if DONE in part.choices(state, state.winner) else ""
    return f"{part.asks}{stop}."


def _why_not_unlock(state: TotalEClips, side: Side, tier: int, name: str) -> str:
    if state.phase != BUY or state.place != UNLOCK:
        return "Cores are freed in the Unlock phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    algorithm = PLACE_NAMES.index(name) - UNLOCK
    if side.parts.slots[algorithm].index(tier) >= len(side.locked[algorithm]):
        return f"No core is locked in T{tier} of {place_title(name)}."
    return _unpaid(side, side.parts.unlock_prices[tier], f"a T{tier} slot")


def _why_not_make(state: TotalEClips, side: Side, reward: Price) -> str:
    if state.place != MANUFACTURE:
        return "Clips and cores are made in the Manufacture phase."
    if side.locking:
        return "You make one thing a round, and locking comes last."
    unpaid = _unpaid(side, reward, goods(reward))
    if unpaid:
        return unpaid
    return "Your supply has no m1 left." if reward.cores else "Your marker is at the end of the track."


def _why_not_raise(state: TotalEClips, side: Side, raised: Raising) -> str:
    if state.place != UPGRADE:
        return "Cores are raised in the Upgrade phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    level = LEVEL[KIND_NAMES.index(raised.old)]
    price = side.parts.upgrade_prices[level]
    wrong = _unpaid(side, price, f"raising a core of level {LEVEL_NAMES[level]}")
    return wrong or _unable_to_raise(side, raised, level)


def _unable_to_raise(side: Side, raised: Raising, level: int) -> str:
    old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
    if LEVEL[old] != level:
        return f"Only a core of level {LEVEL_NAMES[level]} can be raised now."
    sources = side.raisable(level)
    if raised.showing and ROLLED + code(side.parts, raised.old, raised.showing) not in sources:
        return f"You rolled no {raised.old} that shows {raised.showing} here."
    if raised.on and waiting_source(old, PLACE_NAMES.index(raised.on)) not in sources:
        return f"You have no {raised.old} waiting on {place_title(raised.on)}."
    if not raised.on and not raised.showing and old not in sources:
        return f"You have no spent {raised.old}; cores in slots cannot be raised."
    if LEVEL[new] != level + 1:
        return f"A core is raised one level at a time: {raised.old} cannot become {raised.new}."
    return f"Your supply has no {raised.new} left."


def _why_not_lock(state: TotalEClips, kind: str, face: str) -> str:
    if state.place < UNLOCK:
        return "Cores are locked in the phase of the algorithm they were rolled for."
    where = place_title(PLACE_NAMES[state.place])
    return f"You rolled no {kind} that shows {face} for {where}, or it was raised since."


def _unpaid(side: Side, price: Price, thing: str) -> str:
    """What is missing for a price; empty if nothing is."""
    if price.flops > side.flops:
        return f"You have {side.flops} FLOPS; {thing} costs {price.flops}."
    if price.trust > side.trust:
        return f"You have {side.trust} Trust; {thing} costs {price.trust}."
    return ""
