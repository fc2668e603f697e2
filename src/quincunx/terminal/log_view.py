"""The log of a match as styled lines for one viewer."""

from collections.abc import Iterable

from rich.text import Text

from quincunx.core.state import CHANCE
from quincunx.match.match import Match, Step
from quincunx.match.narration import Line, lines
from quincunx.text.grammar import Look


def log_lines(match: Match, steps: Iterable[Step], viewer: int, look: Look) -> list[Text]:
    """Return a line for each step that the viewer may know of."""
    return [_styled(line) for _, line in lines(match, steps, viewer, look)]


def _styled(line: Line) -> Text:
    if line.seat == CHANCE or line.text == "Your turn.":  # Another's name before it would contradict it.
        return Text(line.text)
    # A sentence that begins with the player's name needs no name before it.
    if line.subject == line.seat:
        name = line.who if line.text.startswith(line.who) else "You"
        return Text.assemble((name, "bold"), line.text[len(name) :])
    return Text.assemble((line.who, "bold"), f": {line.text}" if line.told else f" {line.text}")
