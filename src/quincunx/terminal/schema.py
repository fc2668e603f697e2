"""The keys of a game's scenarios and variants as tables for the terminal."""

import json
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quincunx import schema
from quincunx.core.game import Game

NARROWEST = 36
"""The least width that a table needs beside its first column; in less it becomes a list."""


def show_schema(game: Game[Any], console: Console) -> None:
    """Print the keys of positions, the moves, the options and the choices."""
    position = [_cells(entry) for entry in schema.position_entries(game)]
    options = [_cells(entry) for entry in schema.option_entries(game)]
    moves = [[move.pattern, move.meaning] for move in game.codec.moves]
    choices = [[f"{name}={'|'.join(choice.values)}", choice.meaning] for name, choice in game.choices.items()]
    title = "A position (`given` and `then` of a scenario)"
    _show_rows(console, title, ["Key", "What it is", "in a new match"], position)
    _show_rows(console, "Moves", ["Move", "What it does"], moves)
    title = "Options (a variant file, or `options` of a scenario)"
    _show_rows(console, title, ["Key", "What it is", "as it is"], options)
    if choices:
        title = "Choices (`--option NAME=VALUE` of `play` and `simulate`)"
        _show_rows(console, title, ["Choice", "What it is"], choices)


def _show_rows(console: Console, title: str, headings: list[str], rows: list[list[str]]) -> None:
    """Print rows of text. The first column is never wrapped, so that it can be copied; the others are."""
    longest = max(len(row[0]) for row in rows)
    console.print(Text(title, "italic"))
    if longest + NARROWEST > console.width:
        for first, *rest in rows:
            console.print(Text(first, "bold"), soft_wrap=True)
            console.print(Padding(Text(": ".join(rest)), (0, 0, 0, 2)))
        console.print()
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(headings[0], no_wrap=True, min_width=longest)
    for heading in headings[1:]:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


def _cells(entry: schema.Entry) -> list[str]:
    return [entry.path, entry.kind, _short(entry.example)]


def _short(example: Any) -> str:
    text = json.dumps(example, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"
