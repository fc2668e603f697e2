"""An estimate of the turns left."""

from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.bot import IdleSixBot
from quincunx.games.idle_six.rules import IdleSix
from quincunx.text.grammar import Voice, count


def chances(state: IdleSix, seat: int, voice: Voice) -> list[str]:
    if state.phase not in (codes.ACTION, codes.UPGRADE):
        return []
    left = count(turns_to_go(state), "more turn")
    return [f"By simple rules of thumb you would win in about {left}."]


def turns_to_go(state: IdleSix) -> int:
    """Return how many turns the bot would take: its dice hardly matter, so it plays once."""
    after = state.clone()
    contest(after, [IdleSixBot()], Rng("dice"), Rng("bot"), False)
    return after.turns_taken - state.turns_taken
