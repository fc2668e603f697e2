"""Arguments and output that several commands share."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx import games

if TYPE_CHECKING:
    from rich.console import Console

    from quincunx.core.game import Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game by its name, as `list` has it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
VariantFile = Annotated[
    Path | None,
    typer.Option(
        "--variant", metavar="FILE", help="A TOML file with the numbers to change, or a shipped variant."
    ),
]
Jobs = Annotated[
    int | None, typer.Option(min=1, max=256, help="How many games at once; all cores if not given.")
]
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="Play on a Ray cluster: `ray` starts one of this machine, `ray://head:10001` is an address.",
    ),
]
RowsFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="One row per game, to `.parquet` or `.csv`.")
]
PageFile = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a page with charts, that needs no other file."),
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="The file of a match.")]
OwnBots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="FILE.py:CLASS",
        help="A bot of yours, known by the name of its class; also `MODULE:CLASS`. As often as needed.",
    ),
]
TABLE_TIME_LIMIT = 5.0
TimeLimit = Annotated[
    float,
    typer.Option(
        "--time-limit",
        min=0,
        metavar="SECONDS",
        help="How long a bot of yours may think about a move; 0 for as long as it likes.",
    ),
]


def console(stderr: bool = False) -> "Console":
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


def every_game() -> "list[Game[Any]]":
    """All games that work; the others are named on stderr, so that one broken package stops nobody."""
    loaded, problems = games.load_all()
    for problem in problems:
        print(f"quincunx: {problem}", file=sys.stderr)
    return loaded


def print_json(data: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
