"""The events as sentences: "You walk to space 8" for one reader, "Ann walks to space 8" for another."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.text.grammar import Voice
from quincunx.text.phrasing import Teller

from my_game.numbers import Numbers

KINDS: dict[str, Callable[[Teller[Numbers]], str]] = {
    "walked": lambda t: f"{t.does('walks')} to space {t.amounts['space']}.",
    "ran": lambda t: f"{t.does('runs')} to space {t.amounts['space']}.",
    "stumbled": lambda t: f"{t.does('stumbles')} and {t.form('falls')} back to space {t.amounts['space']}.",
    "pushed": lambda t: f"{t.does('is')} pushed back to space {t.amounts['space']} by {t.by()}.",
    "won": lambda t: f"first to reach space {t.amounts['goal']}",
}


def tell(event: Event, voice: Voice, numbers: Numbers) -> str:
    return KINDS[event.kind](Teller(event, voice, numbers))
