"""The kinds of events, and their sentences."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.text.grammar import Voice
from quincunx.text.phrasing import Teller
from tests.example_game.numbers import Numbers

KINDS: dict[str, Callable[[Teller[Numbers]], str]] = {
    "die-shown": lambda t: f"{t.does('rolls')} a {t.amounts['face']}; {t.amounts['pot']} in the pot.",
    "pot-banked": lambda t: (
        f"{t.does('banks')} {t.many('points', 'point')} and {t.form('has')} {t.amounts['total']}."
    ),
    "won": lambda t: f"first to {t.amounts['goal']}",
}


def tell(event: Event, voice: Voice, numbers: Numbers) -> str:
    return KINDS[event.kind](Teller(event, voice, numbers))
