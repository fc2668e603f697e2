"""A person's second game of Idle Six: rules of thumb, no planning."""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.idle_six.cards import POWER, REROLL, STRIDE, places
from quincunx.games.idle_six.rules import ACTION, CLAIM, DONE, PLAYER, PUT, UPGRADES, WIN, IdleSix

GAINS: Final = 3
"""Slots 0 to 2 are the gain cards."""

SORTED_ROLL: Final = [[2.5], [1.53, 3.47], [1.04, 2.5, 3.96], [0.75, 1.96, 3.04, 4.25]]
"""What one to four dice show on average when put in order, the lowest first."""

WORTH: Final = [0.0, 0.0, 0.0, 1.5, 1.8, 1.2, 2.5]
"""What a card brings a turn, in units of the highest die it reaches; gain cards print it."""


class IdleSixBot(Bot):
    """Claim at once, use every card where it brings most, buy what pays for itself soonest."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, IdleSix)
        if state.phase == PUT:
            return max(state.actions(PLAYER))
        if state.may_claim():
            return CLAIM
        return best_action(state) if state.phase == ACTION else best_upgrade(state)


def best_action(state: IdleSix) -> int:
    """Gains first, so that the other cards work on more; then a hopeful reroll; then the best of the rest."""
    best = DONE
    most = 0.0
    for action in state.actions(PLAYER):
        slot = action // STRIDE
        if slot < GAINS:
            return action
        if slot > len(state.clips):
            continue
        brings = hope(state, action % STRIDE) if slot == REROLL else change(state, slot, action)
        if brings > most:
            most = brings
            best = action
    return best


def change(state: IdleSix, slot: int, action: int) -> float:
    """How much money a card brings now."""
    after = state.clone()
    after.cards.actions[slot].use(after.clips[slot], after.purse, action % STRIDE)
    return float(after.purse.value - state.purse.value)


def hope(state: IdleSix, dice: int) -> float:
    """How much money a reroll of these dice brings on average, put back in order."""
    rolled = places(dice)
    if len(rolled) > len(SORTED_ROLL):
        return 0.0
    total = 0.0
    for index, place in enumerate(rolled):
        total += (SORTED_ROLL[len(rolled) - 1][index] - state.purse.digit(place)) * POWER[place]
    return total


def best_upgrade(state: IdleSix) -> int:
    """The win; else what pays for itself soonest, as long as the money lasts."""
    if state.cards.win_cost <= state.purse.value:
        return UPGRADES + WIN
    best = DONE
    best_return = 0.0
    for slot, card in enumerate(state.cards.actions):
        box = state.clips[slot]
        if card.top(box) or card.costs[box + 1] > state.purse.value:
            continue
        brings = (worth(state, slot, box + 1) - worth(state, slot, box)) / max(card.costs[box + 1], 1)
        if brings > best_return:
            best_return = brings
            best = UPGRADES + slot
    return best


def worth(state: IdleSix, slot: int, box: int) -> float:
    """What a card on that box brings a turn, roughly."""
    card = state.cards.actions[slot]
    if not card.works(box):
        return 0.0
    if slot < GAINS:
        return float(card.strength[box])
    reach = min(card.strength[box], state.purse.dice)
    return WORTH[slot] * POWER[reach - 1]
