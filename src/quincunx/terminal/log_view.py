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
    text = Text()
    text.append(line.who, "dim" if line.seat == CHANCE else "bold")
    text.append(": " if line.move or line.told else " ")
    if line.move:
        text.append(line.move, "cyan")
        text.append(". " if line.told else ".")
    text.append(" ".join(line.told) if line.move else line.text)
    return text
