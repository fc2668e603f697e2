"""What happened, line by line, for one viewer's eyes."""

from collections.abc import Iterable

from rich.text import Text

from quincunx.core.game import Look
from quincunx.core.state import CHANCE
from quincunx.match import Match, Step
from quincunx.story import Line, lines


def tell(match: Match, steps: Iterable[Step], viewer: int, look: Look) -> list[Text]:
    """A line for each step the viewer may know of."""
    return [_render(known) for _, known in lines(match, steps, viewer, look)]


def _render(known: Line) -> Text:
    text = Text()
    text.append(known.who, "dim" if known.seat == CHANCE else "bold")
    text.append(": " if known.move or known.told else " ")
    if known.move:
        text.append(known.move, "cyan")
        text.append(". " if known.told else ".")
    text.append(" ".join(known.told) if known.move else known.text)
    return text
