"""How likely a monster in Tokyo dies before its next turn, by dice and by the cards that all can see.

Counted are the cards that add claws, fire, dice or rolls, and those that save hearts by themselves. Left out
is what somebody would have to choose: cards that are bought, that roll again or turn dice, that are used.
"""

import math
from math import comb

from quincunx.games.king_of_tokyo.dice import CLAW, DIE, FACES, FULL, HEART, rolls
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import NOTHING, Monster


def attackers(state: KingOfTokyo, me: Monster) -> list[Monster]:
    """Who can hurt that monster before its next turn, in order; twice, who has an extra turn (KT-39)."""
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
    """What an attack costs neighbours besides (KT-29)."""
    if me not in state.neighbours(rival):
        return 0
    return sum(held.power.hits_neighbours() for held in rival.hand)


def killed(state: KingOfTokyo, me: Monster, rivals: list[Monster], all_rolls: bool) -> float:
    """The chance that one attack of each of these monsters takes all hearts together: if each goes for
    claws alone in all its rolls, or rolls only once."""
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
    """The chance to lose no heart, one heart, two hearts … to the next attack of that monster."""
    claw = 1 - (1 - 1 / FACES) ** (rival.rolls(state.tables) if all_rolls else 1)
    dangers: dict[int, float] = {}
    for dice, chance in rolls(max(0, rival.dice(state.tables))):
        claws = number_of(dice, CLAW)
        # Each die shows a claw more often than it does by one roll, and all other faces equally less often.
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
    """How many hearts those dice of a rival threaten (KT-14)."""
    claws = number_of(dice, CLAW) + sum(held.power.adds_claws(rival, dice) for held in rival.hand)
    if not claws:
        return 0
    claws += sum(held.power.adds_to_claws(rival) for held in rival.hand)
    return (claws if _clawed(rival, me) else 0) + _fire(state, rival, me)


def unsaved(state: KingOfTokyo, me: Monster, danger: int) -> dict[int, float]:
    """How many of the hearts in danger are lost, after all that prevents it by itself (KT-22, KT-23)."""
    after = state.clone()
    victim = after.monsters[me.seat]
    victim.danger = danger
    if victim.armour() is not None:
        return {0: 1.0}
    # Who may roll 3s again does so until there are none (KT-49).
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
