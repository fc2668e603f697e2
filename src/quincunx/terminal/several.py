"""The reading of several moves on one line."""

from quincunx.core.state import IllegalMove
from quincunx.match.match import Match
from quincunx.terminal.menu import Menu

MOST = 100
"""The most moves that one line may stand for."""


def read_line(menu: Menu, match: Match, text: str) -> list[int]:
    """Return the moves of a line, which may be in the game's shorthand; empty if it is a single move. If one
    is illegal, raise IllegalMove, and none is made."""
    line = menu.game.shorthand(menu.state, menu.seat, text, match.past()) or text
    parts = [part for part in map(str.strip, line.split(";")) if part]
    if len(parts) > MOST:
        raise IllegalMove(f"These are {len(parts)} moves; a line has at most {MOST}.")
    if line == text and len(parts) < 2:
        return []
    actions: list[int] = []
    state = menu.state.clone()
    for part in parts:
        try:
            action = Menu(menu.game, state, menu.seat, menu.voice).read(part, [])
        except IllegalMove as refusal:
            raise IllegalMove(f"`{part}`: {refusal} Nothing was done.") from None
        actions.append(action)
        state.apply(menu.seat, action)
    return actions
