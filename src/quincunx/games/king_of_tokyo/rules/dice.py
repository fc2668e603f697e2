"""Dice: first rolls, rerolls, changes, and what they bring when they count."""

from typing import Final

from mypy_extensions import i64

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ANY_DICE, NO_DICE, ONLY_THREES
from quincunx.games.king_of_tokyo.dice import (
    CLAW,
    DIE,
    ENERGY,
    FACE_NAMES,
    FACES,
    HEART,
    THREE,
    count,
    names,
    size,
)
from quincunx.games.king_of_tokyo.rules import battle, gains, turn
from quincunx.games.king_of_tokyo.state import Monster, Position

# The uses of a heart; GIFT + seat is another monster.
ON_SELF: Final = 0
ON_SHRINK: Final = 1
ON_POISON: Final = 2
GIFT: Final = 3

TRIPLES: Final[list[str]] = ["1s", "2s", "3s"]
"""The causes of points for three of a number."""

# Rolling.


def first_roll(state: Position, me: Monster) -> None:
    """Fix the number of dice and roll them; with none the roll is skipped (KT-54)."""
    state.rolls_used = 1
    state.rolling = max(0, me.dice(state.tables) - state.fewer_dice)
    if state.log is not None and state.rolling != state.tables.dice:
        state.log_event("dice-number", me.seat, {"dice": state.rolling}, causes=_dice_causes(state, me))
    if state.rolling:
        state.phase = s.ROLL
    else:
        resolve(state, me)


def _dice_causes(state: Position, me: Monster) -> list[str]:
    """Return the causes of more or fewer dice than usual."""
    causes = [held.power.slug for held in me.hand if held.power.extra_dice()]
    causes += [card.slug for card in state.tables.token_cards if card.token_dice(me)]
    return [*causes, "fewer-dice"] if state.fewer_dice else causes


def rolled(state: Position, rolled: int) -> None:
    state.dice += rolled
    state.rolling = 0
    if state.log is not None:
        state.log_event("rolls", state.active, None, names(state.dice))
    if state.changing:
        state.changing = False
        offer_change(state)
    else:
        offer_reroll(state)


def offer_reroll(state: Position) -> None:
    me = state.monsters[state.active]
    state.phase = s.REROLL
    state.asked = state.active
    if state.rolls_used < me.rolls(state.tables):
        return
    for held in me.hand:
        which = held.power.rolls_again(me, held)
        if which == ANY_DICE or (which == ONLY_THREES and count(state.dice, THREE)):
            return
    offer_probe(state, 1)


def rolling_cards(me: Monster) -> list[int]:
    """Return the cards that roll dice again; a second copy counts only with counters of its own."""
    slots: list[int] = []
    for slot, held in enumerate(me.hand):
        if held.power.rolls_again(me, held) != NO_DICE and (held.counters or not me.has_before(slot)):
            slots.append(slot)
    return slots


def reroll(state: Position, me: Monster, picked: i64, slot: i64) -> None:
    """Roll some dice again, for nothing or with a card; in the change-dice window too (KT-49)."""
    state.changing = state.phase == s.CHANGE
    if state.log is not None:
        state.log_event("takes-up", me.seat, None, names(picked), _roll_causes(state, me, slot))
    _pay_roll(state, me, slot)
    state.dice -= picked
    state.rolling = size(picked)
    state.phase = s.ROLL


def _roll_causes(state: Position, me: Monster, slot: int) -> list[str]:
    """Return the card that allows the roll, if the rules alone do not."""
    if slot != s.NOTHING:
        return [me.hand[slot].power.slug]
    if state.rolls_used <= state.tables.rerolls:
        return []
    return [held.power.slug for held in me.hand if held.power.extra_rolls()]


def hide_again(state: Position, me: Monster, picked: i64, slot: i64) -> None:
    """Roll again some of the dice that were rolled to hide."""
    if state.log is not None:
        state.log_event("takes-up", me.seat, None, names(picked), [me.hand[slot].power.slug])
    _pay_roll(state, me, slot)
    state.hiding_dice -= picked
    state.rolling = size(picked)
    state.phase = s.HIDE_ROLL


def _pay_roll(state: Position, me: Monster, slot: i64) -> None:
    if slot == s.NOTHING:
        state.rolls_used += 1
    else:
        held = me.hand[slot]
        held.power.rolled_again(state, me, held)


# Others roll a die again.


def offer_probe(state: Position, step: i64) -> None:
    """Let others roll one of the dice again, clockwise, each copy once (KT-15, KT-59)."""
    players: i64 = state.players
    while step < players:
        seat = (state.active + step) % players
        for held in state.monsters[seat].hand:
            if held.power.rerolls_others(held):
                state.phase = s.PROBE
                state.asked = seat
                return
        step += 1
    offer_change(state)


def probe(state: Position, me: Monster, picked: int, slot: int) -> None:
    if state.log is not None:
        state.log_event("probes", me.seat, None, names(picked), [me.hand[slot].power.slug], state.active)
    state.probing = slot
    me.hand[slot].used = True
    state.dice -= picked
    state.rolling = 1
    state.phase = s.PROBE_ROLL


def probed(state: Position, rolled: int) -> None:
    prober = state.monsters[state.asked]
    held = prober.hand[state.probing]
    state.probing = s.NOTHING
    state.rolling = 0
    state.dice += rolled
    if state.log is not None:
        state.log_event("probed", state.active, None, names(state.dice))
    held.power.rerolled_other(state, prober, held, DIE.index(rolled))
    offer_probe(state, (state.asked - state.active) % state.players)


def no_probe(state: Position) -> None:
    offer_probe(state, (state.asked - state.active) % state.players + 1)


# Changing dice before they count.


def offer_change(state: Position) -> None:
    """Let the active monster change dice last (KT-15)."""
    me = state.monsters[state.active]
    state.asked = state.active
    if me.hand and state.dice:
        state.phase = s.CHANGE
        if count(state.dice, THREE) and me.threes_card() != s.NOTHING:
            return
        if changes(state, me):
            return
    resolve(state, me)


def changes(state: Position, me: Monster) -> list[tuple[int, int, int]]:
    """Return the ways to change a die: the card's place in the hand, the old face, the new face."""
    found: list[tuple[int, int, int]] = []
    for slot in _changing_cards(me):
        held = me.hand[slot]
        faces = held.power.changes_to(me, held)
        for old in range(FACES):
            if count(state.dice, old):
                for new in range(FACES):
                    if new != old and faces >> new & 1:
                        found.append((slot, old, new))
    return found


def _changing_cards(me: Monster) -> list[int]:
    """Return one copy of each card that can change dice, the real one before a Mimic's."""
    slots: list[int] = []
    for slot, held in enumerate(me.hand):
        if held.power.changes_to(me, held) == 0:
            continue
        same = s.NOTHING
        for index, known in enumerate(slots):
            if me.hand[known].power is held.power:
                same = index
        if same == s.NOTHING:
            slots.append(slot)
        elif held.copied is None and me.hand[slots[same]].copied is not None:
            slots[same] = slot
    return slots


def change(state: Position, me: Monster, slot: int, old: int, new: int) -> None:
    held = me.hand[slot]
    state.dice += DIE[new] - DIE[old]
    if state.log is not None:
        state.log_event("turns-die", me.seat, None, [FACE_NAMES[old], FACE_NAMES[new]], [held.power.slug])
    held.power.changed(state, me, held)
    offer_change(state)


# The dice count.


def resolve(state: Position, me: Monster) -> None:
    """Apply cards' points and numbers, then hearts, energy, attack (KT-13)."""
    dice = state.dice
    claws: i64 = count(dice, CLAW)
    for held in me.hand:
        claws += held.power.adds_claws(me, dice)
    if claws:
        for held in me.hand:
            claws += held.power.adds_to_claws(me)
    state.claws = claws
    for held in me.hand:
        held.power.dice_count(state, me, dice, claws)
    for face in range(THREE + 1):
        shown = count(dice, face)
        if shown >= 3:
            gains.gain_points(state, me, face + 1 + shown - 3, TRIPLES[face])
    state.hearts = count(dice, HEART)
    offer_heart(state)


def offer_heart(state: Position) -> None:
    """Ask for the use of the next heart, if it could be used on anything but oneself."""
    me = state.monsters[state.active]
    if state.hearts:
        if heart_uses(state, me) & ~(1 << ON_SELF):
            state.phase = s.HEARTS
            state.asked = state.active
            return
        if not me.in_tokyo:
            state.own_hearts += state.hearts
        state.hearts = 0
    _spend_hearts(state, me)


def heart_uses(state: Position, me: Monster) -> i64:
    """Return the possible uses of a heart as bits: oneself and tokens only outside Tokyo (KT-16), others with
    a card (KT-57)."""
    uses: i64 = 0
    if not me.in_tokyo:
        if me.health + state.own_hearts < me.max_health:
            uses |= 1 << ON_SELF
        if state.shrink_cures < me.shrink:
            uses |= 1 << ON_SHRINK
        if state.poison_cures < me.poison:
            uses |= 1 << ON_POISON
    if me.giving_card() is not None:
        for other in state.others(me):
            if other.health + other.gift < other.max_health:
                uses |= 1 << GIFT + other.seat
    return uses


def use_heart(state: Position, use: int) -> None:
    state.hearts -= 1
    if use == ON_SELF:
        state.own_hearts += 1
    elif use == ON_SHRINK:
        state.shrink_cures += 1
    elif use == ON_POISON:
        state.poison_cures += 1
    else:
        state.monsters[use - GIFT].gift += 1
    offer_heart(state)


def waste_heart(state: Position) -> None:
    state.hearts -= 1
    offer_heart(state)


def _spend_hearts(state: Position, me: Monster) -> None:
    """Heal, then take off tokens, then give hearts; then gain energy, then attack."""
    gains.heal(state, me, state.own_hearts, "dice")
    state.own_hearts = 0
    if state.shrink_cures or state.poison_cures:
        _take_tokens_off(state, me)
    card = me.giving_card()
    if card is not None:
        for other in state.monsters:
            if other.gift:
                card.gives_hearts(state, me, other)
                other.gift = 0
    gains.gain_energy(state, me, count(state.dice, ENERGY), "dice")
    if state.claws:
        battle.attack(state, me)
    else:
        turn.attack_over(state)


def _take_tokens_off(state: Position, me: Monster) -> None:
    me.shrink -= state.shrink_cures
    me.poison -= state.poison_cures
    if state.log is not None:
        if state.shrink_cures:
            amounts = {"tokens": state.shrink_cures, "left": me.shrink}
            state.log_event("tokens-lost", me.seat, amounts, ["shrink"], ["dice"])
        if state.poison_cures:
            amounts = {"tokens": state.poison_cures, "left": me.poison}
            state.log_event("tokens-lost", me.seat, amounts, ["poison"], ["dice"])
    state.shrink_cures = 0
    state.poison_cures = 0
