"""The inputs of the network for a position: all that lies before a monster, and how soon its turn comes."""

from typing import Final

from mypy_extensions import i64

from quincunx.core.state import State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.bot import attackers
from quincunx.games.king_of_tokyo.ai.network import Network, NetworkEvaluator
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo

MOST_HEARTS: Final = 12
MOST_LEFT: Final = 20
MOST_ENERGY: Final = 15
MOST_TOKENS: Final = 3
MOST_SEATS: Final = 6
CARDS: Final = 64
"""The caps of the inputs: larger numbers count as these."""

# The first index of each group of inputs. In an ordered group one input is on.
HEARTS: Final = 0
LEFT: Final = HEARTS + 2 * (MOST_HEARTS + 1)
ENERGY: Final = LEFT + 2 * (MOST_LEFT + 1)
WAIT: Final = ENERGY + MOST_ENERGY + 1
LIVING: Final = WAIT + MOST_SEATS
SHRINK: Final = LIVING + MOST_SEATS
POISON: Final = SHRINK + MOST_TOKENS + 1
BAY: Final = POISON + MOST_TOKENS + 1
TOUGH: Final = BAY + 1
AGAIN: Final = TOUGH + 1
HAND: Final = AGAIN + 1
WITHIN_REACH: Final = HAND + CARDS
SIMPLE: Final = WITHIN_REACH + CARDS
BEYOND_REACH: Final = SIMPLE + 1
MOST_STEPS: Final = 5
INPUTS: Final = BEYOND_REACH + MOST_STEPS * CARDS

ORDERED: Final[list[tuple[int, int]]] = [
    (HEARTS, MOST_HEARTS + 1),
    (HEARTS + MOST_HEARTS + 1, MOST_HEARTS + 1),
    (LEFT, MOST_LEFT + 1),
    (LEFT + MOST_LEFT + 1, MOST_LEFT + 1),
    (ENERGY, MOST_ENERGY + 1),
    (WAIT, MOST_SEATS),
    (LIVING, MOST_SEATS),
    (SHRINK, MOST_TOKENS + 1),
    (POISON, MOST_TOKENS + 1),
]
"""The ordered groups with their sizes: neighbouring inputs mean similar things."""


class KingOfTokyoInsight(NetworkEvaluator):
    """The network with its inputs: hearts and points inside or outside Tokyo, energy, cards, what the monster
    could buy, how much it lacks for other cards, and whose turn it is.

    Seats marked in `simple` are known to play by rules of thumb.
    """

    def __init__(self, nets: dict[int, Network], simple: list[bool] | None = None) -> None:
        super().__init__(nets)
        self.simple: list[bool] = simple if simple is not None else []

    def inputs(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, KingOfTokyo)
        me = state.monsters[seat]
        on: list[int] = []
        if me.health <= 0:
            return on
        inside = me.place != s.OUTSIDE
        hearts: int = min(me.health, MOST_HEARTS)
        left: int = max(0, min(state.tables.goal - me.points, MOST_LEFT))
        on.append(HEARTS + hearts + (MOST_HEARTS + 1 if inside else 0))
        on.append(LEFT + left + (MOST_LEFT + 1 if inside else 0))
        on.append(ENERGY + min(me.energy, MOST_ENERGY))
        on.append(WAIT + min(turns_before(state, seat), MOST_SEATS - 1))
        on.append(LIVING + min(state.living(), MOST_SEATS) - 1)
        if me.shrink:
            on.append(SHRINK + min(me.shrink, MOST_TOKENS))
        if me.poison:
            on.append(POISON + min(me.poison, MOST_TOKENS))
        if me.place == s.BAY:
            on.append(BAY)
        if me.max_health > state.tables.health:
            on.append(TOUGH)
        if me.extra_turns:
            on.append(AGAIN)
        for held in me.hand:
            if held.power.kind < CARDS:
                on.append(HAND + held.power.kind)
        for kind in state.display:
            if kind != s.NOTHING and kind < CARDS:
                lacks = me.price(state.card(kind)) - me.energy
                on.append((BEYOND_REACH + steps_beyond(lacks) * CARDS if lacks > 0 else WITHIN_REACH) + kind)
        if seat < len(self.simple) and self.simple[seat]:
            on.append(SIMPLE)
        return on


def steps_beyond(lacks: i64) -> i64:
    """Return how far a card is out of reach, as a step: 1, 2 or 3 energy lacking, 4 or 5, or more."""
    if lacks <= 3:
        return lacks - 1
    return 3 if lacks <= 5 else MOST_STEPS - 1


def turns_before(state: KingOfTokyo, seat: int) -> int:
    """Return how many living monsters have a turn before that one."""
    if seat == state.active:
        return 0
    later: int = attackers(state, state.monsters[seat])
    return later + 1 if state.monsters[state.active].health > 0 else later
