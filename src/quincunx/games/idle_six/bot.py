"""The bot `normal` for Idle Six: rules of thumb, no planning."""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.rules import IdleSix


class IdleSixBot(Bot):
    """Claim at once, use every card where it brings most, buy what pays for itself soonest."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, IdleSix)
        if state.phase == codes.PUT:
            return max(state.cards.actions[state.roller].arrangements(state))
        if state.cards.achievements.waits(state):
            return codes.CLAIM
        return best_action(state) if state.phase == codes.ACTION else best_upgrade(state)


def best_action(state: IdleSix) -> int:
    """Use cards that need no dice first, so that the others work on more; then the one that brings most."""
    best = codes.DONE
    most = 0.0
    for card in state.cards.actions:
        if not card.usable(state):
            continue
        if card.fewest == 0:
            return card.actions(state)[0]
        action, brings = card.best_use(state)
        if brings > most:
            most = brings
            best = action
    return best


def best_upgrade(state: IdleSix) -> int:
    """Buy the win; else the box that pays for itself soonest, as long as the money lasts."""
    if state.cards.win.payable(state):
        return codes.UPGRADES + state.cards.win.slot
    best = codes.DONE
    best_return = 0.0
    for slot, card in enumerate(state.cards.actions):
        if not card.payable(state):
            continue
        box = state.clips[slot]
        brings = (card.worth(state, box + 1) - card.worth(state, box)) / max(card.costs[box + 1], 1)
        if brings > best_return:
            best_return = brings
            best = codes.UPGRADES + slot
    return best
