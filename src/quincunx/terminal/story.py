"""What happened, in words, for those who may know it."""

from collections.abc import Iterable

from rich.text import Text

from quincunx.core.game import Look
from quincunx.core.state import CHANCE
from quincunx.match import Match, Step

NOBODY = -4
"""A spectator: reads what everyone may read."""
MOVED = "has moved."


def since_last_decision(match: Match, viewer: int) -> list[Step]:
    """The viewer's last move and all that came after it."""
    for index in range(len(match.steps) - 1, -1, -1):
        if match.steps[index].seat == viewer:
            return match.steps[index:]
    return match.steps


def tell(match: Match, steps: Iterable[Step], viewer: int, look: Look) -> list[Text]:
    """A line for each step the viewer may know of."""
    lines: list[Text] = []
    for step in steps:
        line = _line(match, step, viewer, look)
        # Somebody who does many things in secret is told of once.
        if line is not None and not (lines and line == lines[-1] and line.plain.endswith(MOVED)):
            lines.append(line)
    return lines


def who(match: Match, seat: int) -> str:
    return "Chance" if seat == CHANCE else match.seats[seat].name


def _line(match: Match, step: Step, viewer: int, look: Look) -> Text | None:
    # A move's name may give a secret away; its events say for whom they are.
    hidden = match.game.header.secrets and step.seat != viewer and not match.over
    events = [match.game.gloss(event, look) for event in step.told(viewer)]
    if hidden and not events:
        if step.seat == CHANCE:
            return None
        events = [MOVED]
    line = Text()
    line.append(who(match, step.seat), "dim" if step.seat == CHANCE else "bold")
    if not hidden:
        line.append(": ")
        line.append(step.name, "cyan")
        line.append(". " if events else ".")
    else:
        line.append(" " if events == [MOVED] else ": ")
    line.append(" ".join(events))
    return line
