"""What can happen, as sentences."""

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count


def die_shown(event: Event, voice: Voice) -> str:
    face, pot = event.amounts["face"], event.amounts["pot"]
    return f"{voice.does(event.seat, 'rolls')} a {face}; {pot} in the pot."


def pot_banked(event: Event, voice: Voice) -> str:
    banks = f"{voice.does(event.seat, 'banks')} {count(event.amounts['points'], 'point')}"
    return f"{banks} and {voice.form(event.seat, 'has')} {event.amounts['total']}."


def won(event: Event, voice: Voice) -> str:
    return f"first to {event.amounts['goal']}"


KINDS = {"die-shown": die_shown, "pot-banked": pot_banked, "won": won}
