"""The option `--option`, which sets a game's choices without a variant file, and the list of bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.output import every_game
from quincunx.core.errors import UserError, nearest

if TYPE_CHECKING:
    from quincunx.core.game import Game

options_option = click.option(
    "--option",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice from the list below, as often as needed.",
)

MOST_VALUES = 8
"""The most values of a choice that the help lists; of longer ones it shows two."""


class CommandWithChoices(click.Command):
    """A command with `--option` and bots. Its help lists both; only the help loads all games."""

    def format_help(self, *arguments: Any) -> None:
        self.epilog = "\n\n".join([*all_bots(), "Choices for `--option`:", *all_choices()])
        super().format_help(*arguments)


def all_bots() -> list[str]:
    """Return the help on bots: a line for each level, and one for all others."""
    from quincunx import bots
    from quincunx.bots.levels import LEVELS

    others = [f"`{name}`" for name in bots.names() if name not in LEVELS]
    return [
        "Bots:",
        *[f"`{level.name}`: {level.words}" for level in LEVELS.values()],
        f"Also {', '.join(others)}, and yours as `mybot.py:Careful`.",
    ]


def all_choices() -> list[str]:
    """Return the help on choices: a line for each choice of each game."""
    found: list[str] = []
    for game in every_game():
        for option, choice in game.choices.items():
            values = list(choice.values)
            if len(values) > MOST_VALUES:
                values = [*values[:2], "…"]
            found.append(f"{game.name}: `{option}={'|'.join(values)}`, {choice.meaning}")
    return found


def read_changes(game: "Game[Any]", file: Path | None, options: Sequence[str]) -> dict[str, Any]:
    """Return the variant of a command line: the file's changes with the choices on top."""
    from quincunx.match.variant import combined, numbers, read_variant

    changes = read_variant(file, game) if file else {}
    for option in options:
        changes = combined(changes, read_option(game, option))
    if options:
        numbers(game, changes, "--option")
    return changes


def read_option(game: "Game[Any]", text: str) -> dict[str, Any]:
    """Return the changes made by one `--option`, such as `side=3`."""
    title, choices = game.header.title, game.choices
    if not choices:
        raise UserError(f"{title} has no options to choose; `--variant FILE` changes its numbers.")
    name, equals, word = (part.strip() for part in text.partition("="))
    if name not in choices:
        raise UserError(f"{title} has no option `{name}`{nearest(name, choices)}")
    if not equals:
        some = next(iter(choices[name].values))
        raise UserError(f"`--option {name}` needs a value, for example `--option {name}={some}`.")
    return choices[name].variant(word)
