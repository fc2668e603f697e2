"""Reasons for a plan in the words of the game, and the dice it shows."""

from quincunx.games.king_of_tokyo import moves
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.threat import attackers, killed
from quincunx.games.king_of_tokyo.dice import CLAW, END, ENERGY, FACE_NAMES, HEART, THREE, TRIPLE, size
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.help.chances import hits
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.text.grammar import Voice, count, percent


def reason(state: KingOfTokyo, seat: int, plan: list[int], voice: Voice) -> str:
    me, move = state.monsters[seat], moves.decode(state, seat, plan[0])
    match move.verb:
        case "reroll" if state.phase == s.REROLL:
            return _hope(state.dice - plan[0] % END, size(plan[0] % END))
        case "stay" if state.phase == s.YIELD:
            points = count(state.tables.hold, "point")
            return f"+{points} if your next turn starts here; {_dying(state, me)}"
        case "done" if state.phase == s.BUY:
            return f"you keep {me.energy} energy for later" if me.energy else ""
        case "yield" if state.phase == s.YIELD:
            return f"if you stayed, {_dying(state, me)}"
        case "buy":
            text = moves.offered_card(state, seat, move).text.rstrip(".")
            return f"{text[0].lower()}{text[1:]}"
    return moves.explain(state, seat, move, voice)


def _hope(kept: int, rolled: int) -> str:
    """Return the best addition to the kept dice that one roll may bring, with its chance."""
    hopes: list[tuple[float, str]] = []
    for face in range(THREE + 1):
        shown = number_of(kept, face)
        if shown >= TRIPLE:
            hopes.append((hits(1, rolled, 1), f"another {face + 1}"))
        elif shown and TRIPLE - shown <= rolled:
            hopes.append((hits(TRIPLE - shown, rolled, 1), f"three {face + 1}s"))
    for face in (CLAW, ENERGY, HEART):
        if number_of(kept, face):
            hopes.append(
                (hits(1, rolled, 1), f"{'more' if face == ENERGY else 'another'} {FACE_NAMES[face]}")
            )
    if not hopes:
        return "they are worth little as they lie"
    chance, hope = max(hopes)
    return f"{percent(chance)} for {hope} with this roll"


def _dying(state: KingOfTokyo, me: Monster) -> str:
    """Return the chance to die in Tokyo, from dice and claw cards alone."""
    rivals = attackers(state, me)
    if not rivals and state.monsters[state.active].freezing_card(state.dice) is not None:
        return "only your attacker's extra turn can hurt you before your next turn"
    if not rivals:
        return "nobody can attack you before your next turn, unless new cards change that"
    chance = killed(state, me, rivals, True)
    each = "one attack each" if len(rivals) > 1 else "one attack"
    if not chance:
        return f"{each} cannot kill you before your next turn, unless new cards change that"
    return f"{percent(chance)} to die before your next turn if the others keep nothing but claws"
