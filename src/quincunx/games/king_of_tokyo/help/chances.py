"""Exact chances for the player: results of another roll, and the risk of staying in Tokyo."""

import math
from math import comb

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.threat import attackers, killed
from quincunx.games.king_of_tokyo.card import NEVER
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, FACES, HEART, THREE, TRIPLE, size
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.text.grammar import Voice, count, listed, percent

GOALS = {CLAW: "claw", HEART: "heart", ENERGY: "energy"}


def chances(state: KingOfTokyo, seat: int, voice: Voice) -> list[str]:
    if state.asked != seat:
        return []
    me = state.monsters[seat]
    if state.phase == s.REROLL:
        return rerolls(state, me)
    return in_tokyo(state, me, voice) if state.phase == s.YIELD else []


def hits(number: int, dice: int, rolls: int) -> float:
    """Return the chance that at least `number` of the dice show one face, if the others are rolled again
    each time.

    >>> round(hits(1, 1, 1), 4), round(hits(1, 2, 1), 4), round(hits(2, 2, 2), 4)
    (0.1667, 0.3056, 0.0934)
    """
    one = 1 - (1 - 1 / FACES) ** rolls
    return math.fsum(spread(dice, one)[number:])


def spread(dice: int, one: float) -> list[float]:
    """Return the chances that none, one, two … of the dice show a face, each with the chance `one`."""
    return [comb(dice, found) * one**found * (1 - one) ** (dice - found) for found in range(dice + 1)]


def rolls_left(state: KingOfTokyo, me: Monster) -> int:
    """Return how many free rolls are left."""
    return max(0, me.rolls(state.tables) - state.rolls_used)


def rerolls(state: KingOfTokyo, me: Monster) -> list[str]:
    """Return the chances of the rolls left: three of a number, and one more of each face that counts
    singly."""
    rolls = rolls_left(state, me)
    if not rolls:
        return []
    goals: list[tuple[str, int, int]] = []
    for face in range(THREE, -1, -1):
        shown = number_of(state.dice, face)
        if shown >= TRIPLE:
            goals.append((f"Another {face + 1} (+1 point)", face, 1))
        elif shown:
            goals.append((f"Three {face + 1}s", face, TRIPLE - shown))
    for face, name in GOALS.items():
        if _useful(face, me):
            goals.append((_single(name, number_of(state.dice, face)), face, 1))
    found: list[str] = []
    for goal, face, missing in goals:
        shown = number_of(state.dice, face)
        others = size(state.dice) - shown
        if missing <= others:
            found.append(f"{goal}: {_over_rolls(missing, others, rolls, shown > 0)}.")
    return found


def _single(name: str, shown: int) -> str:
    if name == "energy":
        return "More energy" if shown else "Some energy"
    return f"{'Another' if shown else 'A'} {name}"


def _useful(face: int, me: Monster) -> bool:
    return face != HEART or (not me.in_tokyo and me.health < me.max_health)


def _over_rolls(missing: int, dice: int, rolls: int, others: bool) -> str:
    rerolled = f"{'the other' if others else 'all'} {dice} {'die' if dice == 1 else 'dice'}"
    first, all_rolls = percent(hits(missing, dice, 1)), percent(hits(missing, dice, rolls))
    if rolls == 1:
        return f"{first} if you reroll {rerolled}"
    return f"{first} with one reroll of {rerolled}, {all_rolls} with {rolls} rerolls"


def in_tokyo(state: KingOfTokyo, me: Monster, voice: Voice) -> list[str]:
    """Return the chances to die before the next turn for a monster that stays in Tokyo."""
    rivals = attackers(state, me)
    again = state.monsters[state.active]
    found: list[str] = []
    if freezing := again.freezing_card(state.dice):
        found.append(f"{voice.who(again.seat)} may attack again: {freezing.name} gives another turn.")
    if not rivals and not found:
        return ["Nobody can attack Tokyo before your next turn, unless new cards change that."]
    if rivals:
        found.append(_danger(state, me, rivals[:1], voice))
    if len(rivals) > 1:
        found.append(_danger(state, me, rivals, voice))
    return [*found, *_answers(me)] if killed(state, me, rivals, True) else found


def _danger(state: KingOfTokyo, me: Monster, rivals: list[Monster], voice: Voice) -> str:
    who = listed([voice.names[rival.seat] for rival in rivals])
    each = " each" if len(rivals) > 1 else ""
    hearts = f"your {count(me.health, 'heart')}"
    once, always = killed(state, me, rivals, False), killed(state, me, rivals, True)
    if not always:
        return f"{who} cannot take {hearts} with one attack{each}, unless new cards change that."
    does, keeps = ("take", "they keep") if each else ("takes", "it keeps")
    return (
        f"{percent(once)} that {who} {does} {hearts} with one roll{each}, "
        f"{percent(always)} if {keeps} nothing but claws."
    )


def _answers(me: Monster) -> list[str]:
    """Return a sentence about the player's own cards that may prevent the worst if they are used."""
    cards = [held.power for held in me.hand]
    able = [
        card.name
        for card in cards
        if card.lets_flee() or card.saves() or (card.use_price() != NEVER and card.use_price() <= me.energy)
    ]
    return [f"Your {listed(sorted(set(able)))} may save you; that is not counted."] if able else []
