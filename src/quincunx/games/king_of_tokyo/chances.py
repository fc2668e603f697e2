"""The exact chances of the dice: what another roll may bring, and what Tokyo may cost. Cards aside."""

from math import comb

from quincunx.core.voice import Voice, count, listed, percent
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, FACES, HEART, THREE, size
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster

TRIPLE = 3
GOALS = {CLAW: "claw", HEART: "heart", ENERGY: "energy"}


def chances(state: KingOfTokyo, seat: int, voice: Voice) -> list[str]:
    if state.asked != seat:
        return []
    me = state.monsters[seat]
    if state.phase == s.REROLL:
        return rerolls(state, me)
    return in_tokyo(state, me, voice) if state.phase == s.YIELD else []


def hits(number: int, dice: int, rolls: int) -> float:
    """The chance that at least so many of the dice come to show one face, if the others are rolled again
    each time.

    >>> round(hits(1, 1, 1), 4), round(hits(1, 2, 1), 4), round(hits(2, 2, 2), 4)
    (0.1667, 0.3056, 0.0934)
    """
    one = 1 - (1 - 1 / FACES) ** rolls
    return sum(spread(dice, one)[number:])


def spread(dice: int, one: float) -> list[float]:
    """The chance that none, one, two … of the dice show a face, if each does with that chance."""
    return [comb(dice, found) * one**found * (1 - one) ** (dice - found) for found in range(dice + 1)]


def rolls_left(state: KingOfTokyo, me: Monster) -> int:
    """How many rolls there are without paying."""
    return max(0, me.rolls(state.tables) - state.rolls_used)


def rerolls(state: KingOfTokyo, me: Monster) -> list[str]:
    """What the rolls left may bring: three of a number, and one more of what counts singly."""
    rolls = rolls_left(state, me)
    if not rolls:
        return []
    goals: list[tuple[str, int, int]] = []
    for face in range(THREE, -1, -1):
        shown = number_of(state.dice, face)
        if shown >= TRIPLE:
            goals.append((f"One more {face + 1}, for a point", face, 1))
        elif shown:
            goals.append((f"Three {face + 1}s", face, TRIPLE - shown))
    goals += [(f"One more {name}", face, 1) for face, name in GOALS.items() if _useful(face, me)]
    found: list[str] = []
    for goal, face, missing in goals:
        others = size(state.dice) - number_of(state.dice, face)
        if missing <= others:
            found.append(f"{goal}, rolling the other {others}: {_over_rolls(missing, others, rolls)}.")
    return found


def _useful(face: int, me: Monster) -> bool:
    return face != HEART or (not me.in_tokyo and me.health < me.max_health)


def _over_rolls(missing: int, dice: int, rolls: int) -> str:
    first = percent(hits(missing, dice, 1))
    if rolls == 1:
        return f"{first} with the last roll"
    both = "both rolls" if rolls == 2 else f"all {rolls} rolls"
    return f"{first} with the next roll, {percent(hits(missing, dice, rolls))} with {both}"


def attackers(state: KingOfTokyo, me: Monster) -> list[Monster]:
    """Who can attack Tokyo before that monster's next turn, in order: all who stand outside."""
    found: list[Monster] = []
    seat = state.next_living(state.active)
    while seat not in (me.seat, state.active):
        if not state.monsters[seat].in_tokyo:
            found.append(state.monsters[seat])
        seat = state.next_living(seat)
    return found


def killed(state: KingOfTokyo, me: Monster, rivals: list[Monster], all_rolls: bool) -> float:
    """The chance that the claws of these monsters together take all hearts: if each goes for claws alone
    in all its rolls, or rolls only once."""
    claws = [1.0]
    for rival in rivals:
        dice = rival.dice(state.tables)
        one = 1 - (1 - 1 / FACES) ** (rival.rolls(state.tables) if all_rolls else 1)
        sums = [0.0] * (len(claws) + dice)
        for before, chance in enumerate(claws):
            for more, another in enumerate(spread(dice, one)):
                sums[before + more] += chance * another
        claws = sums
    return sum(claws[me.health :])


def in_tokyo(state: KingOfTokyo, me: Monster, voice: Voice) -> list[str]:
    """Whether one lives until one's next turn, if one stays."""
    rivals = attackers(state, me)
    if not rivals:
        return ["Nobody can attack Tokyo before your next turn."]
    found = [_danger(state, me, rivals[:1], voice)]
    return found if len(rivals) == 1 else [*found, _danger(state, me, rivals, voice)]


def _danger(state: KingOfTokyo, me: Monster, rivals: list[Monster], voice: Voice) -> str:
    who = listed([voice.whom(rival.seat) for rival in rivals])
    together, each = (" together", " each") if len(rivals) > 1 else ("", "")
    hearts = f"all your {count(me.health, 'heart')}"
    once, always = killed(state, me, rivals, False), killed(state, me, rivals, True)
    if not always:
        return f"{who}{together} cannot take {hearts} in one turn{each}."
    return (
        f"{who}{together} can take {hearts}: {percent(once)} with one roll{each}, "
        f"{percent(always)} if nothing but claws is kept."
    )
