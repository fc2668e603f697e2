"""The board in a terminal, drawn with Rich."""

from quincunx.text.grammar import Voice
from rich.table import Table
from rich.text import Text

from my_game.rules import Race


def draw(state: Race, seat: int, voice: Voice) -> Table:
    table = Table(box=None, title=f"First to space {state.numbers.goal}", title_justify="left")
    table.add_column("Runner", overflow="fold")
    table.add_column("Space", justify="right")
    for each, space in enumerate(state.spaces):
        table.add_row(Text(voice.who(each)), str(space))
    return table
