"""The players' words for fair dice: given openly or as a hash, and revealed before the first roll.

The server's commitment is shown before anyone gives a word. A device may keep its word secret and give only
its hash; it reveals the word when all words are in. So neither side alone can choose the dice.
"""

import datetime
import re
from collections.abc import Sequence

from quincunx.core.sanitize import one_line
from quincunx.input_limits import LONGEST_WORD
from quincunx.match.chance import word_hash
from quincunx.web.matches.clean_text import clean_text
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.server.errors import Refused
from quincunx.web.storage.models import Seat

NONE, OPEN = "none", "open"
"""Pledges of a seat that wants no word, and of one that gave its word openly."""
SECONDS_TO_REVEAL = 30
"""Seconds that devices have to reveal their words; then the match begins without the missing ones."""
_HASH = re.compile(r"[0-9a-f]{64}")


def check(word: str, hashed: str) -> None:
    """Raise Refused unless this is a word, a hash or nothing."""
    if hashed and word:
        raise Refused("Give a word or its hash, not both.", 422)
    if hashed and not _HASH.fullmatch(hashed):
        raise Refused("The hash of a word is its SHA-256, as 64 lower-case hexadecimal digits.", 422)


def pledge(seat: Seat, word: str = "", hashed: str = "") -> None:
    """Note a seat's checked word or hash. With neither, the seat wants no word."""
    if word and word_hash(word) == seat.hash:
        reveal(seat, word)
        return
    seat.word = clean_text(word, LONGEST_WORD)
    seat.pledge = hashed or (OPEN if seat.word else NONE)


def reveal(seat: Seat, word: str) -> None:
    """Accept the word that matches the hash given before, or raise Refused."""
    if not seat.hash:
        raise Refused("The words are in; there is nothing of yours to reveal.")
    if word_hash(word) != seat.hash or one_line(word) != word or len(word) > LONGEST_WORD:
        raise Refused("That is not the word whose hash was given before.", 422)
    seat.word = word


def are_in(seats: Sequence[Seat]) -> bool:
    """Whether all seats are taken and have pledged a word, or none."""
    return all(seat.bot or (seat.taken and seat.pledge) for seat in seats)


def unrevealed(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.hash and not seat.word]


def seconds_left(live: LiveMatch) -> float:
    """Return the seconds that devices have left to reveal their words."""
    if not live.head.reveal_by:
        return 0.0
    until = datetime.datetime.fromisoformat(live.head.reveal_by)
    return max(0.0, (until - datetime.datetime.now(datetime.UTC)).total_seconds())


def time_to_reveal() -> str:
    """Until when devices may reveal their words, if all are in now."""
    until = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=SECONDS_TO_REVEAL)
    return until.isoformat(timespec="seconds")


def waited_for(live: LiveMatch) -> Refused:
    """Return the refusal to begin while devices may still reveal their words."""
    names = " and ".join(seat.name for seat in unrevealed(live.seats))
    return Refused(
        f"The device of {names} has {seconds_left(live):.0f} seconds left to reveal its word; "
        "then the match can begin without it."
    )
