"""How many turns are left: the game is played on by rules of thumb a few times."""

from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.voice import Voice, count
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.rules import IdleSix

TRIES = 2


def chances(state: IdleSix, seat: int, voice: Voice) -> list[str]:
    if state.phase == codes.WON:
        return []
    left = count(round(sum(turns_to_go(state)) / TRIES), "more turn")
    return [f"Played on by rules of thumb, you win after about {left}."]


def turns_to_go(state: IdleSix) -> list[int]:
    """How many turns each try takes."""
    found: list[int] = []
    for number in range(TRIES):
        after = state.clone()
        contest(after, [IdleSixBot()], Rng(f"dice {number}"), Rng(f"bot {number}"), False)
        found.append(after.turns_taken - state.turns_taken)
    return found
