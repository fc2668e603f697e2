"""The risk that a monster in Tokyo dies before its next turn, from dice and the cards that all can see.

Cards that add claws, fire, dice or rolls are counted, and those that save hearts by themselves. Whatever
somebody would have to choose is left out: buying cards, using them, rolling again or turning dice with them.
"""

import math
from math import comb

from quincunx.games.king_of_tokyo.dice import CLAW, DIE, FACES, FULL, HEART, rolls
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import NOTHING, Monster


def attackers(state: KingOfTokyo, me: Monster) -> list[Monster]:
    """Return the monsters that can hurt `me` before its next turn, in order; one with an extra turn twice
    (KT-39)."""
    turns: list[Monster] = []
    for step in range(state.players):
        monster = state.monsters[(state.active + step) % state.players]
        if monster is me and me.extra_turns:
            return [rival for rival in turns if _reaches(state, rival, me)]
        turns += [monster] * monster.extra_turns
    seat = state.next_living(state.regular)
    while seat != me.seat:
        turns.append(state.monsters[seat])
        seat = state.next_living(seat)
    return [rival for rival in turns if _reaches(state, rival, me)]


def _reaches(state: KingOfTokyo, rival: Monster, me: Monster) -> bool:
    return _clawed(rival, me) or _fire(state, rival, me) > 0


def _clawed(rival: Monster, me: Monster) -> bool:
    """Whether the claws of one hit the other (KT-5, KT-58)."""
    return rival.in_tokyo != me.in_tokyo or any(held.power.hits_everyone() for held in rival.hand)


def _fire(state: KingOfTokyo, rival: Monster, me: Monster) -> int:
    """Return the hearts that an attack also costs neighbours (KT-29)."""
    if me not in state.neighbours(rival):
        return 0
    return sum(held.power.hits_neighbours() for held in rival.hand)


def killed(state: KingOfTokyo, me: Monster, rivals: list[Monster], all_rolls: bool) -> float:
    """Return the chance that one attack of each rival takes all hearts together. With `all_rolls`, each keeps
    only claws through all its rolls; without, each rolls once."""
    lost = [1.0]
    for rival in rivals:
        more = losses(state, me, rival, all_rolls)
        sums = [0.0] * (len(lost) + len(more) - 1)
        for before, chance in enumerate(lost):
            for hearts, another in enumerate(more):
                sums[before + hearts] += chance * another
        lost = sums
    return math.fsum(lost[me.health :])


def losses(state: KingOfTokyo, me: Monster, rival: Monster, all_rolls: bool) -> list[float]:
    """Return the chances to lose no heart, one heart, two hearts … to the rival's next attack."""
    claw = 1 - (1 - 1 / FACES) ** (rival.rolls(state.tables) if all_rolls else 1)
    dangers: dict[int, float] = {}
    for dice, chance in rolls(max(0, rival.dice(state.tables))):
        claws = number_of(dice, CLAW)
        # Over several rolls a die shows a claw more often than over one, and all other faces equally less
        # often.
        others = sum(number_of(dice, face) for face in range(FACES)) - claws
        chance *= (claw * FACES) ** claws * ((1 - claw) * FACES / (FACES - 1)) ** others
        danger = hurts(state, me, rival, dice)
        dangers[danger] = dangers.get(danger, 0.0) + chance
    lost = [0.0] * (max(dangers) + 1)
    for danger, chance in dangers.items():
        for hearts, share in unsaved(state, me, danger).items():
            lost[hearts] += chance * share
    return lost


def hurts(state: KingOfTokyo, me: Monster, rival: Monster, dice: int) -> int:
    """Return how many hearts those dice of a rival threaten (KT-14)."""
    claws = number_of(dice, CLAW) + sum(held.power.adds_claws(rival, dice) for held in rival.hand)
    if not claws:
        return 0
    claws += sum(held.power.adds_to_claws(rival) for held in rival.hand)
    return (claws if _clawed(rival, me) else 0) + _fire(state, rival, me)


def unsaved(state: KingOfTokyo, me: Monster, danger: int) -> dict[int, float]:
    """Return the chance of each loss, after all that prevents hearts in danger by itself (KT-22, KT-23)."""
    after = state.clone()
    victim = after.monsters[me.seat]
    victim.danger = danger
    if victim.armour() is not None:
        return {0: 1.0}
    # A monster that may roll 3s again does so until there are none (KT-49).
    heart = 1 / (FACES - 1 if victim.threes_card() != NOTHING else FACES)
    ways = {danger: 1.0}
    while (card := victim.hiding_card(after.hidden)) is not None:
        found: dict[int, float] = {}
        for left, chance in ways.items():
            dice = min(left, FULL)
            for hearts in range(dice + 1):
                victim.danger = left
                card.hid(after, victim, hearts * DIE[HEART])
                shown = comb(dice, hearts) * heart**hearts * (1 - heart) ** (dice - hearts)
                found[victim.danger] = found.get(victim.danger, 0.0) + chance * shown
        ways = found
        after.hidden += 1
    lost: dict[int, float] = {}
    for left, chance in ways.items():
        victim.danger = left
        hearts = 0 if victim.armour() is not None else left
        lost[hearts] = lost.get(hearts, 0.0) + chance
    return lost
