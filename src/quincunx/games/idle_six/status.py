"""The state of the game in words that the terminal and the browser share."""

from quincunx.games.idle_six import codes
from quincunx.games.idle_six.moves import faces
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import digits
from quincunx.games.idle_six.state import PLAYER, POWER, places, values
from quincunx.text.grammar import Voice

TURN_DICE = 2


def phase(state: IdleSix, voice: Voice) -> str:
    """Return the current task."""
    if state.phase == codes.ACTION:
        return "Action turn: use each card once"
    if state.phase == codes.UPGRADE:
        return "Upgrade turn: buy what you can pay"
    rolling = [str(place + 1) for place in reversed(places(state.rolling))]
    dice = f"{'die' if len(rolling) == 1 else 'dice'} {' '.join(rolling)}"
    if state.phase == codes.ROLL:
        return f"{dice.capitalize()} in the air"
    if state.phase == codes.PUT:
        rolled = " ".join(faces(state.roll, state.rolling))
        return f"{voice.does(PLAYER, 'rolled')} {rolled}: put them on {dice}"
    return f"{voice.does(PLAYER, 'has')} won"


def rating(state: IdleSix, voice: Voice) -> str:
    """Return the scoring band: the rating of the win or, until then, the best one still possible."""
    cards, taken = state.cards, state.turns_taken
    band, rank = cards.band(taken), cards.rank(taken)
    if state.phase == codes.WON or rank == len(cards.band_ends):
        return band
    limit = cards.band_ends[rank]
    last = digits(limit) if "ten" in voice.look.off else str(limit)
    return f"{band} if {voice.whom(PLAYER)} {voice.form(PLAYER, 'wins')} by turn {last}"


def turns(state: IdleSix, voice: Voice) -> str:
    """Return the count of turns, as the turn dice show it and in base ten."""
    taken = state.turns_taken
    if taken < 6 or "ten" in voice.look.off:
        return f"{digits(taken)} turn{'' if taken == 1 else 's'}"
    return f"{digits(taken)} = {taken} turns"


def turn_digits(state: IdleSix) -> list[int]:
    """Return the digits of the turn dice, from the units on; they stop at their highest (IS-10)."""
    return values(min(state.turns_taken, POWER[TURN_DICE] - 1), TURN_DICE)
