"""The log of a match as lines on the screen, for one viewer."""

from collections.abc import Iterable

from rich.text import Text

from quincunx.core.state import CHANCE
from quincunx.core.voice import Look
from quincunx.match import Match, Step
from quincunx.narration import Line, lines


def log_lines(match: Match, steps: Iterable[Step], viewer: int, look: Look) -> list[Text]:
    """A line for each step that the viewer may know of."""
    return [_styled(line) for _, line in lines(match, steps, viewer, look)]


def _styled(line: Line) -> Text:
    text = Text.assemble((line.who, "dim" if line.seat == CHANCE else "bold"))
    if line.move:
        text.append(": ").append(line.move, "cyan").append(".")
        text.append("".join(f" {sentence}" for sentence in line.told))
        return text
    # A sentence that begins with the name needs no other name before it.
    if line.subject == line.seat:
        return text.append(line.text[len(line.who) :])
    return text.append(f": {line.text}" if line.told else f" {line.text}")
