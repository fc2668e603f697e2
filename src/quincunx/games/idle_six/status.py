"""The state of the game in words that the terminal and the browser share."""

from quincunx.games.idle_six import codes
from quincunx.games.idle_six.moves import faces
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import the_dice
from quincunx.games.idle_six.state import PLAYER, POWER, places, values
from quincunx.text.grammar import Voice, listed

TURN_DICE = 2


def phase(state: IdleSix, voice: Voice) -> str:
    """Return the current task."""
    if state.phase == codes.ACTION:
        return "Action turn: use each card once"
    if state.phase == codes.UPGRADE:
        return "Upgrade turn: buy what you can pay"
    if state.phase == codes.WON:
        return f"{voice.does(PLAYER, 'has')} won"
    rolling = places(state.rolling)
    if state.phase == codes.ROLL:
        return f"{the_dice(rolling, True)} {'rolls' if len(rolling) == 1 else 'roll'}"
    rolled = listed(faces(state.roll, state.rolling))
    return f"{voice.does(PLAYER, 'rolled')} {rolled}: choose their order"


def rating(state: IdleSix) -> str:
    """Return the scoring band: the rating of the win or, until then, the best one still possible."""
    cards, taken = state.cards, state.turns_taken
    band, rank = cards.band(taken), cards.rank(taken)
    if state.phase == codes.WON or rank == len(cards.band_ends):
        return band
    return f"up to {cards.band_ends[rank]} turns: {band}"


def turn_digits(state: IdleSix) -> list[int]:
    """Return the digits of the turn dice, from the units on; they stop at their highest (IS-10)."""
    return values(min(state.turns_taken, POWER[TURN_DICE] - 1), TURN_DICE)
