"""Reasons for a plan in the words of the game, and the dice it shows."""

from quincunx.games.king_of_tokyo import moves
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.threat import attackers, killed
from quincunx.games.king_of_tokyo.dice import CLAW, END, ENERGY, FACE_NAMES, HEART, THREE, names, size
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.help.chances import TRIPLE, hits
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.text.grammar import Voice, count, listed, percent


def reason(state: KingOfTokyo, seat: int, plan: list[int], voice: Voice) -> str:
    me, move = state.monsters[seat], moves.decode(state, seat, plan[0])
    match move.verb:
        case "reroll" if state.phase == s.REROLL:
            return _reroll(state.dice - plan[0] % END, size(plan[0] % END))
        case "keep" if state.phase == s.REROLL:
            return f"counts now: {_brings(state, me)}"
        case "stay" if state.phase == s.YIELD:
            points = count(state.tables.hold, "point")
            return f"keeps Tokyo: {points} if you live; {_dying(state, me)}"
        case "done" if state.phase == s.BUY:
            return f"keeps your {me.energy} energy for later" if me.energy else ""
        case "yield" if state.phase == s.YIELD:
            return f"gives Tokyo up; if you stayed, {_dying(state, me)}"
    return moves.explain(state, seat, move, voice)


def _reroll(kept: int, rolled: int) -> str:
    """Return the dice kept, and the best thing that one roll may add to them."""
    if not kept:
        return "rolls everything again: what lies there is worth little"
    hopes: list[tuple[float, str]] = []
    for face in range(THREE + 1):
        shown = number_of(kept, face)
        if shown >= TRIPLE:
            hopes.append((hits(1, rolled, 1), f"one more {face + 1}"))
        elif shown and TRIPLE - shown <= rolled:
            hopes.append((hits(TRIPLE - shown, rolled, 1), f"three {face + 1}s"))
    for face in (CLAW, ENERGY, HEART):
        if number_of(kept, face):
            hopes.append((hits(1, rolled, 1), f"one more {FACE_NAMES[face]}"))
    chance, hope = max(hopes, default=(0.0, ""))
    return f"keeps {' '.join(names(kept))}; {percent(chance)} for {hope} with this roll"


def _brings(state: KingOfTokyo, me: Monster) -> str:
    """Return what the dice bring as they lie, without cards."""
    points = 0
    for face in range(THREE + 1):
        shown = number_of(state.dice, face)
        points += face + 1 + shown - TRIPLE if shown >= TRIPLE else 0
    hearts = 0 if me.in_tokyo else min(number_of(state.dice, HEART), me.max_health - me.health)
    parts = [
        count(points, "point"),
        count(hearts, "heart"),
        f"{number_of(state.dice, ENERGY)} energy",
        count(number_of(state.dice, CLAW), "claw"),
    ]
    return listed([part for part in parts if not part.startswith("0 ")]) or "nothing"


def _dying(state: KingOfTokyo, me: Monster) -> str:
    """Return the chance to die in Tokyo, from dice and claw cards alone."""
    rivals = attackers(state, me)
    if not rivals and state.monsters[state.active].freezing_card(state.dice) is not None:
        return "only an extra turn of your attacker can hurt you before your next turn"
    if not rivals:
        return "nobody can attack you before your next turn, as cards are now"
    chance = killed(state, me, rivals, True)
    each = "one attack each" if len(rivals) > 1 else "one attack"
    if not chance:
        return f"{each} cannot kill you before your next turn, as cards are now"
    return f"{percent(chance)} to die before your next turn if rivals keep nothing but claws"
