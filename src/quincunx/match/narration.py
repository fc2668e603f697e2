"""The events of a match and its end, in words, for those who may know them."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from quincunx.core.event import EVERYONE, Event
from quincunx.core.game import Header
from quincunx.core.state import CHANCE
from quincunx.match import stand_ins
from quincunx.match.players import only_person
from quincunx.text.grammar import WATCHER, Look, Voice, listed

if TYPE_CHECKING:
    from quincunx.match.match import Match, Step


class Line(NamedTuple):
    """A step as one viewer may know it. `move` is empty if its name would give a secret away."""

    seat: int
    who: str
    move: str
    events: list[Event]
    """The events that the viewer may know of."""
    told: list[str]
    """The events in sentences; for a move without events, a sentence of its own."""
    subject: int | None
    """The seat whose name, or "You", the sentences begin with."""

    @property
    def is_secret(self) -> bool:
        """Whether the viewer may know only that there was a move."""
        return not self.move and not self.told

    @property
    def text(self) -> str:
        """Return all sentences; `has moved.` if the viewer may know no more."""
        return " ".join(self.told) or "has moved."


def lines(match: "Match", steps: Iterable["Step"], viewer: int, look: Look) -> Iterator[tuple[int, Line]]:
    """Yield the steps in words, each with its place among them."""
    before: Line | None = None
    for place, step in enumerate(steps):
        known = line(match, step, viewer, look)
        # Several secret moves in a row are told as one.
        if known is not None and not (known.is_secret and known == before):
            yield place, known
        before = known or before


def line(match: "Match", step: "Step", viewer: int, look: Look) -> Line | None:
    """Return the step in words; None if the viewer may not even know that there was one."""
    # A move's name may give a secret away; its events name their audience.
    hidden = match.game.header.secrets and step.seat != viewer and not match.over
    events = [event for event in step.events if event.is_for(viewer)]
    if hidden and not events and step.seat == CHANCE:
        return None
    voice = _MarkingVoice([player.name for player in match.seats], viewer, look)
    marked = [
        text
        for event in events
        if (text := match.game.phrases.tell(event, voice, match.numbers)) and not _is_revealed(event, events)
    ]
    if not marked and not hidden:
        marked = [match.game.phrases.narrate(step.seat, step.move, voice, match.numbers)]
    first = MARKED.match(marked[0]) if marked else None
    told = [MARKED.sub("", sentence) for sentence in marked]
    if step.hinted and (told or not hidden):
        told.append("That was after a hint.")
    subject = int(first[1]) if first else None
    return Line(step.seat, who(match, step.seat), "" if hidden else step.name, events, told, subject)


def _is_revealed(secret: Event, events: list[Event]) -> bool:
    """Whether a later event of the same step tells everyone what was secret, so that it is told once."""
    later = events[events.index(secret) + 1 :] if secret.to != EVERYONE and secret.pieces else []
    return any(
        one.to == EVERYONE and one.seat == secret.seat and one.pieces == secret.pieces for one in later
    )


MARKED = re.compile("\x02(\\d+)\x03")
"""A mark before a player's name, so that nobody has to guess from the words who is meant."""


class _MarkingVoice(Voice):
    """A voice that puts the seat before each name at the start of a sentence, since names may be alike, or
    like words."""

    def who(self, seat: int) -> str:
        return f"\x02{seat}\x03{super().who(seat)}"


def sentence(match: "Match", step: "Step") -> str:
    """Return the step in one line, for the one person of the match or for those who only watch; empty if they
    may not know of it."""
    known = line(match, step, only_person(match.seats), Look())
    return f"{known.who}: {known.text}" if known else ""


def must_be_alone(match: "Match", seat: int) -> bool:
    """Whether others should look away while that seat looks and moves, since somebody knows what not all may
    know, or several choose at once."""
    game, state = match.game, match.state
    if not game.header.secrets or match.over:
        return False
    if len(state.players_to_move()) > 1 or any(
        event.to == seat for step in match.steps for event in step.events
    ):
        return True
    # Compared as JSON, since 1 == True in Python.
    views = [msgspec.json.encode(game.view(state, eyes)) for eyes in (WATCHER, *range(len(match.seats)))]
    return any(view != views[0] for view in views)


def since_last_decision(match: "Match", viewer: int) -> list["Step"]:
    """Return the viewer's last move and all steps after it."""
    for index in range(len(match.steps) - 1, -1, -1):
        if match.steps[index].seat == viewer:
            return match.steps[index:]
    return match.steps


def who(match: "Match", seat: int) -> str:
    return "Chance" if seat == CHANCE else match.seats[seat].name


def reason(match: "Match", voice: Voice) -> str:
    """Return why a match ended as it did, who gave up, and for whom bots have moved."""
    ended, found = match.game.result(match.state), match.stood_in
    told, house = match.game.phrases.tell(ended.why, voice, match.numbers), stand_ins.in_words(found, voice)
    if ended.winners and set(ended.winners) <= set(found.gave_up):
        return house  # The reason of the win no longer holds.
    return f"{told.rstrip('.')}. {house}" if house else told


def headline(match: "Match", reader: int = WATCHER) -> str:
    """Return who won, and why, as that seat reads it."""
    result = match.result
    assert result is not None
    alone = len(match.seats) == 1
    if alone and match.seats[0].bot:
        # Nobody is addressed, and a game for one may have words for its player alone.
        end = "won" if result.winners else "lost"
        return f"{match.seats[0].name} {end}: {score(result.scores[0], match.game.header)}."
    if alone:
        reader = 0
    names = [match.voice(reader).who(seat) for seat in result.winners]
    if alone:
        end = "You won" if names else "You lost"
    elif len(names) == 1:
        end = f"{names[0]} won"
    else:
        end = f"{listed(names)} share the win" if names else "Nobody won"
    return f"{end}: {match.reason(reader).rstrip('.')}."


def score(number: float, header: Header) -> str:
    """Return a final score as the game writes it: $12, or 12 points."""
    return f"{header.sign}{number:g}" if header.sign else amount(number, header.score)


def amount(number: float, things: str) -> str:
    """
    >>> amount(1, "steps on the track"), amount(3, "points"), amount(2, "BTC")
    ('1 step on the track', '3 points', '2 BTC')
    """
    one = re.sub(r"^([a-z]+)s\b", r"\1", things)
    return f"{number:g} {one if number == 1 else things}"
