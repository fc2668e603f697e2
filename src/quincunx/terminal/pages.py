"""Pages to read: a game's rulebook, and the keys of its scenarios and variants."""

import json
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from quincunx import schema
from quincunx.core.game import Game
from quincunx.terminal.screen import through_pager


def show_rules(game: Game[Any], console: Console) -> None:
    """The rulebook, in a pager where there is one."""
    page(console, Markdown(game.rulebook()))


def page(console: Console, *parts: RenderableType) -> None:
    """Print something long: through a pager on a terminal, directly otherwise."""
    if console.is_terminal:
        through_pager(console, *parts)
    else:
        console.print(*parts, sep="\n")


def show_schema(game: Game[Any], console: Console) -> None:
    """Positions, moves and options."""
    position = _keys("A position (`given` and `then` of a scenario)", "in a new match")
    for entry in schema.position_entries(game):
        position.add_row(*_cells(entry))
    moves = Table("Move", "What it does", title="Moves", title_justify="left", box=box.SIMPLE_HEAD)
    for move in game.moves:
        moves.add_row(Text(move.pattern), Text(move.meaning))
    options = _keys("Options (a variant file, or `options` of a scenario)", "as it is")
    for entry in schema.option_entries(game):
        options.add_row(*_cells(entry))
    console.print(position, moves, options, sep="\n")


def _keys(title: str, example: str) -> Table:
    return Table("Key", "What it is", example, title=title, title_justify="left", box=box.SIMPLE_HEAD)


def _cells(entry: schema.Entry) -> list[Text]:
    return [Text(entry.path), Text(entry.kind), Text(_short(entry.example))]


def _short(example: Any) -> str:
    text = json.dumps(example, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
