"""The entry point of the command line, the list of commands, and the handling of errors."""

import errno
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

from quincunx.core.errors import UserError, nearest
from quincunx.core.sanitize import drives_terminal, printable

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

INTERRUPTED = 130

COMMANDS = {
    "list": "Show the games.",
    "rules": "Read a game's rulebook.",
    "play": "Play a game in the terminal. The match is saved at every move.",
    "replay": "Step through a match, forward and back.",
    "verify": "Play a match again and check its moves, its dice and its result.",
    "analyse": "Look at a finished match: chances, luck, and every decision.",
    "check": "Run scenarios: worked examples of rules.",
    "schema": "Show what scenarios and variants may say.",
    "simulate": "Let bots play many games and see what comes out.",
    "report": "Write a page on how a game plays, for its designer.",
    "compare": "Find out what a variant changes.",
    "tune": "Search for numbers that meet your goals.",
    "bench": "Measure how fast the games are on one core.",
    "arena": "Find out which bot is stronger.",
    "serve": "Open a table in the browser. Matches are kept in quincunx.db.",
    "new": "Begin a game of your own in a package, or in one file.",
}
"""The first sentence of each command's help, so that `--help` does not load them all."""


class Commands(click.Group):
    """The group of all commands; each module is loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"quincunx.cli.commands.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"There is no command `{args[0]}`{nearest(args[0], COMMANDS)}")
        _, found, rest = super().resolve_command(ctx, args)
        return args[0], found, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]


@click.group(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def app(context: click.Context, version: bool) -> None:
    """Five board games to play, prove and tune.

    Example: `quincunx play idle-six`
    """
    from quincunx.cli import welcome

    if version:
        print(welcome.version_line())
        context.exit()
    if context.invoked_subcommand is None:
        welcome.greet(context)


def main() -> None:
    """Run a command. An error of the user gives one sentence and exit code 2."""
    if sys.stdin is None:
        # The parent process closed it: read it as an empty file.
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        fail("There is nowhere to write to: the standard output is closed.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that the terminal cannot show become question marks, instead of a crash.
        sys.stdout.reconfigure(errors="replace")
    try:
        check_characters(sys.argv)
        code = app(prog_name="quincunx", standalone_mode=False)
        if code == INTERRUPTED:
            # This puts the shell's prompt on a line of its own.
            print(file=sys.stderr)
        sys.stdout.flush()
    except UserError as error:
        fail(str(error))
    except ValueError as error:
        from quincunx.core.state import IllegalMove

        if not isinstance(error, IllegalMove):
            raise
        fail(str(error))
    except click.ClickException as error:
        fail(usage(error))
    except click.Abort:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has closed the pipe, as `| head` does.
        drop_output()
        sys.exit(0)
    except MemoryError:
        fail("There is not enough memory for this.")
    except OSError as error:
        if error.filename is not None:
            fail(f"{error.filename} cannot be used: {error.strerror}.")
        if error.errno != errno.ENOSPC:
            raise
        drop_output()
        fail("The output cannot be written: the disk is full.")
    sys.exit(code if isinstance(code, int) else 0)


def check_characters(words: list[str]) -> None:
    """Raise UserError for a word that could be neither shown nor saved."""
    for word in words:
        if any("\ud800" <= character <= "\udfff" for character in word):
            shown = printable(word.encode(errors="replace").decode())
            raise UserError(f"`{shown}` has letters that your terminal's encoding does not know; use others.")
        if any(drives_terminal(character) and not character.isspace() for character in word):
            raise UserError(f"`{printable(word)}` has characters that drive a terminal; leave them out.")


def usage(error: click.ClickException) -> str:
    """Return a sentence about a wrong command line that names the help to read."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "quincunx"
    wrong = error.format_message().rstrip(".")
    return f"{wrong}{'' if wrong.endswith('?') else '.'} Try `{command} --help`."


def drop_output() -> None:
    """Discard pending output: writing it would only fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(sentence: str) -> None:
    # The sentence may quote a file, whose control characters must not reach the terminal.
    print(f"quincunx: {printable(sentence)}", file=sys.stderr)
    sys.exit(2)
