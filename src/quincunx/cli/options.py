"""Arguments and options that several commands share, with their shell completion."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click
from click.shell_completion import CompletionItem

from quincunx import games

C = TypeVar("C", bound=Callable[..., Any])


class OptionDecorator(Protocol):
    """A decorator that adds an option to a command."""

    def __call__(self, command: C, /) -> C: ...


FILE = click.Path(path_type=Path)
TABLE_TIME_LIMIT = 5.0


def beginning(start: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(start)]


class GameName(click.types.StringParamType):
    """The name of a game, or the file of one. It is not checked here: the command does that."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        return beginning(incomplete, games.GAMES) or [CompletionItem(incomplete, type="file")]


class VariantFile(click.Path):
    """A variant's file, or the name of a variant that comes with the game."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from quincunx.match.variant import shipped

        # While an option still lacks its value, click has not assigned the words before it to parameters.
        words = [ctx.params.get("game"), *ctx.args]
        known = [each for word in words if word in games.GAMES for each in shipped(games.load(word))]
        return beginning(incomplete, known) or super().shell_complete(ctx, param, incomplete)


class Seats(click.types.StringParamType):
    """A comma-separated list of bots and, in a match, people."""

    name = "seats"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from quincunx import bots

        before, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(f"{before}{comma}{name}")
            for name in ("me", *bots.names())
            if name.startswith(last)
        ]


VARIANT = VariantFile(path_type=Path)
VARIANT_NAME = VariantFile()
SEATS = Seats()
GAME = GameName()

game_argument = click.argument("game", type=GAME, metavar="GAME")
record_argument = click.argument("record", type=FILE, metavar="RECORD")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
variant_option = click.option(
    "--variant",
    type=VARIANT,
    metavar="FILE",
    help="A TOML file with the numbers to change, or a shipped variant.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many games at once; all cores if not given.",
)
on_option = click.option(
    "--on",
    default="",
    metavar="PLACE",
    help="Play on a Ray cluster: `ray` starts one of this machine, `ray://head:10001` is an address.",
)
rows_option = click.option(
    "--out", type=FILE, metavar="FILE", help="One row per game, to `.parquet` or `.csv`."
)
page_option = click.option(
    "--html", type=FILE, metavar="FILE", help="Write a page with charts, that needs no other file."
)
own_bots_option = click.option(
    "--bot",
    multiple=True,
    metavar="FILE.py:CLASS",
    help="A bot of yours, known by the name of its class; also `MODULE:CLASS`. As often as needed.",
)


def seed_option(same: str) -> OptionDecorator:
    return click.option("--seed", default="1", help=f"The same seed {same}.")


def seats_option(bots: str) -> OptionDecorator:
    return click.option("--seats", type=SEATS, default="", metavar="BOTS", help=bots)


def games_option(default: int, most: str, least: int = 1) -> OptionDecorator:
    return click.option(
        "--games",
        "number",
        type=click.IntRange(least),
        metavar="N",
        default=default,
        show_default=True,
        help=most,
    )


def budget_option(what: str) -> OptionDecorator:
    return click.option(
        "--budget",
        type=click.FloatRange(0),
        metavar="SECONDS",
        default=20.0,
        show_default=True,
        help=what,
    )


def time_limit_option(seconds: float) -> OptionDecorator:
    return click.option(
        "--time-limit",
        type=click.FloatRange(0),
        metavar="SECONDS",
        default=seconds,
        show_default=True,
        help="How long a bot of yours may think about a move; 0 for as long as it likes.",
    )
