"""The three algorithms: unlocking cores, making clips and cores, raising cores; and locking."""

from quincunx.games.total_eclips import codes
from quincunx.games.total_eclips.codes import free, freed_slot, lift, lifted, source_kind
from quincunx.games.total_eclips.cores import FACES, KIND_NAMES, KINDS, LEVEL, M1, TOP_LEVEL
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, PLACE_NAMES, UNLOCK, UPGRADE
from quincunx.games.total_eclips.rules.rewards import advance, note_rank, take_from_supply
from quincunx.games.total_eclips.state import FROM_MANUFACTURE, Position, Side, different, replaced, without


def open_shop(state: Position) -> bool:
    """Ask all who can buy or lock something; if nobody can, the phase is skipped (EC-5)."""
    state.phase = codes.BUY
    for side in state.sides:
        side.locking = False
        side.done = not can_buy(side, state.place)
    return is_open(state)


def is_open(state: Position) -> bool:
    """Whether anybody still buys; if not, the FLOPS left are lost (EC-7)."""
    if not state.all_done():
        return True
    algorithm = state.place - UNLOCK
    for side in state.sides:
        side.flops = 0
        if side.freed[algorithm] or side.freed_kinds[algorithm]:
            side.freed = replaced(side.freed, algorithm, 0)
            side.freed_kinds = replaced(side.freed_kinds, algorithm, 0)
    return False


# Possible purchases.


def can_buy(side: Side, place: int) -> bool:
    """Whether anything is left to buy or lock in this algorithm's phase."""
    return len(side.rolled) > 0 or (not side.locking and can_spend(side, place))


def can_spend(side: Side, place: int) -> bool:
    """Whether the FLOPS and Trust are enough for anything this algorithm sells."""
    if place == UNLOCK:
        for algorithm in range(ALGORITHMS):
            for slot in range(len(side.locked[algorithm])):
                if can_unlock(side, algorithm, slot):
                    return True
    elif place == MANUFACTURE:
        for index in range(len(side.parts.makes)):
            if can_make(side, index):
                return True
    elif place == UPGRADE:
        for level in range(TOP_LEVEL):
            if can_pay_raise(side, level) and side.of_level(level + 1) and side.raisable(level):
                return True
    return False


def can_unlock(side: Side, algorithm: int, slot: int) -> bool:
    price = side.parts.unlock_prices[side.tier(algorithm, slot)]
    return price.flops <= side.flops and price.trust <= side.trust


def can_make(side: Side, index: int) -> bool:
    """Whether a reward can be made: one a round, and none that would give nothing (EC-2)."""
    reward = side.parts.makes[index]
    if side.locking or reward.flops > side.flops or reward.trust > side.trust:
        return False
    if reward.clips and side.position < side.parts.track.last:
        return True
    return reward.cores > 0 and side.has(M1)


def can_pay_raise(side: Side, level: int) -> bool:
    price = side.parts.upgrade_prices[level]
    return price.flops <= side.flops and price.trust <= side.trust


def purchases(state: Position, side: Side) -> list[int]:
    moves: list[int] = []
    if not side.locking:
        if state.place == UNLOCK:
            for algorithm in range(ALGORITHMS):
                for slot in range(len(side.locked[algorithm])):
                    if can_unlock(side, algorithm, slot):
                        moves.append(free(algorithm, slot))
        elif state.place == MANUFACTURE:
            for index in range(len(state.parts.makes)):
                if can_make(side, index):
                    moves.append(codes.MAKE + index)
        else:
            for level in range(TOP_LEVEL):
                if can_pay_raise(side, level):
                    moves += raises(side, level)
    for code in different(side.rolled):
        moves.append(codes.LOCK + code)
    moves.append(codes.DONE)
    return moves


def raises(side: Side, level: int) -> list[int]:
    kinds = side.of_level(level + 1)
    return [lift(source, kind) for source in side.raisable(level) for kind in kinds]


# Buying.


def buy(state: Position, seat: int, action: int) -> bool:
    """Carry out a purchase or a lock; True while somebody still buys or locks."""
    side = state.sides[seat]
    if state.log is not None and (action == codes.DONE or action >= codes.LOCK):
        note_unspent(state, seat)
    if action == codes.DONE:
        clear(side)
        side.done = True
    elif action >= codes.LOCK:
        lock(state, seat, action - codes.LOCK)
    elif action >= codes.RAISE:
        source, kind = lifted(action)
        price = state.parts.upgrade_prices[LEVEL[source_kind(source)]]
        raise_core(state, seat, source, kind, price.flops, price.trust, "upgrade")
    elif action >= codes.MAKE:
        make(state, seat, action - codes.MAKE)
    else:
        algorithm, slot = freed_slot(action)
        price = state.parts.unlock_prices[side.tier(algorithm, slot)]
        free_core(state, seat, algorithm, slot, price.flops, price.trust, "unlock")
    if not can_buy(side, state.place):
        side.done = True
    return is_open(state)


def note_unspent(state: Position, seat: int) -> None:
    """Log FLOPS that a player gives up, by stopping or by locking, though they could buy something."""
    side = state.sides[seat]
    if side.flops and not side.locking and can_spend(side, state.place):
        state.log_event("flops-unspent", seat, {"flops": side.flops}, [PLACE_NAMES[state.place]])


def clear(side: Side) -> None:
    """Move the rolled cores to the Spent Cores area."""
    for code in side.rolled:
        side.spent[code // FACES] += 1
    side.rolled = []


def spend(side: Side, flops: int, trust: int) -> None:
    side.flops -= flops
    side.trust -= trust


def free_core(
    state: Position, seat: int, algorithm: int, slot: int, flops: int, trust: int, cause: str
) -> None:
    """Take a core out of its slot; those to its left slide right (EC-4, EC-6)."""
    side = state.sides[seat]
    spend(side, flops, trust)
    codes = side.locked[algorithm]
    code = codes[slot]
    side.lock(algorithm, codes[:slot] + codes[slot + 1 :])
    side.spent[code // FACES] += 1
    # An algorithm that has been counted this round does not count again (EC-6).
    if algorithm + UNLOCK > state.place:
        side.freed = replaced(side.freed, algorithm, side.freed[algorithm] + state.parts.values[code])
        kinds = side.freed_kinds[algorithm] | 1 << code // FACES
        side.freed_kinds = replaced(side.freed_kinds, algorithm, kinds)
    if state.log is not None:
        where = [f"t{side.tier(algorithm, slot)}", PLACE_NAMES[algorithm + UNLOCK]]
        pieces = [state.parts.core(code), *where]
        state.log_event("core-freed", seat, {"flops": flops, "trust": trust}, pieces, [cause])


def make(state: Position, seat: int, index: int) -> None:
    """Make one reward; of several cores as many as the supply has (EC-2)."""
    side = state.sides[seat]
    reward = state.parts.makes[index]
    before = side.position
    spend(side, reward.flops, reward.trust)
    advance(side, reward.clips, FROM_MANUFACTURE)
    cores = 0
    for _ in range(reward.cores):
        if side.has(M1):
            side.spent[M1] += 1
            take_from_supply(side, M1)
            cores += 1
    side.locking = True
    if state.log is not None:
        amounts = {"flops": reward.flops, "trust": reward.trust, "clips": reward.clips, "cores": cores}
        amounts["moved"] = side.position - before
        amounts["lost"] = reward.cores - cores
        state.log_event("made", seat, amounts, [KIND_NAMES[M1]] if cores else None, ["manufacture"])
        note_rank(state, seat, before)


def raise_core(
    state: Position, seat: int, source: int, kind: int, flops: int, trust: int, cause: str
) -> None:
    """Exchange a core for one of the next level (EC-14)."""
    side = state.sides[seat]
    old = source_kind(source)
    spend(side, flops, trust)
    if source >= codes.ROLLED:
        side.rolled = without(side.rolled, source - codes.ROLLED)
        side.spent[kind] += 1
    elif source < KINDS:
        side.spent[old] -= 1
        side.spent[kind] += 1
    else:
        side.placed[source - KINDS] -= 1
        side.placed[source - KINDS - old + kind] += 1
    if side.parts.limited:
        side.supply = replaced(side.supply, old, side.supply[old] + 1)
    take_from_supply(side, kind)
    if state.log is not None:
        pieces = [KIND_NAMES[old], KIND_NAMES[kind]]
        if KINDS <= source < codes.ROLLED:
            pieces.append(PLACE_NAMES[source // KINDS - 1])
        state.log_event("core-raised", seat, {"flops": flops, "trust": trust}, pieces, [cause])


def lock(state: Position, seat: int, code: int) -> None:
    """Put a rolled core into the right-most empty slot with its face (EC-5)."""
    side = state.sides[seat]
    algorithm = state.place - UNLOCK
    side.rolled = without(side.rolled, code)
    side.lock(algorithm, [*side.locked[algorithm], code])
    side.locking = True
    if state.log is not None:
        tier = side.tier(algorithm, len(side.locked[algorithm]) - 1)
        pieces = [state.parts.core(code), f"t{tier}", PLACE_NAMES[state.place]]
        state.log_event("core-locked", seat, {"flops": state.parts.values[code]}, pieces)
