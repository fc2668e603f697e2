"""Where every command starts, and what happens when it fails."""

import errno
import io
import os
import sys

import typer

from quincunx.cli import creating, judging, playing, proving, reporting, serving, tuning, welcome
from quincunx.cli.choices import CommandWithChoices
from quincunx.core.mistake import Mistake
from quincunx.core.printable import drives_terminal, printable

INTERRUPTED = 130

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Help as plain text: to load what would draw it takes longer than the rest.
)
app.callback(invoke_without_command=True)(welcome.quincunx)
# In the order of `--help`.
app.command("list")(welcome.list_games)
app.command()(welcome.rules)
app.command(cls=CommandWithChoices)(playing.play)
app.command()(proving.replay)
app.command()(proving.verify)
app.command()(judging.analyse)
app.command()(proving.check)
app.command()(tuning.schema)
app.command(cls=CommandWithChoices)(tuning.simulate)
app.command(cls=CommandWithChoices)(reporting.report)
app.command()(tuning.bench)
app.command(cls=CommandWithChoices)(judging.arena)
app.command()(serving.serve)
app.command()(creating.new)


def main() -> None:
    """Run a command; a user's mistake is one sentence and exit code 2."""
    if sys.stdin is None:
        # Closed by whoever started us: there is nothing to read, as at the end of a file.
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        fail("There is nowhere to write to: the standard output is closed.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that the terminal does not have becomes a question mark, never a crash.
        sys.stdout.reconfigure(errors="replace")
    try:
        check_characters(sys.argv)
        code = app(prog_name="quincunx", standalone_mode=False)
        if code == INTERRUPTED:
            # The shell's prompt begins on a line of its own.
            print(file=sys.stderr)
        sys.stdout.flush()
    except Mistake as error:
        fail(str(error))
    except ValueError as error:
        from quincunx.core.state import IllegalMove

        if not isinstance(error, IllegalMove):
            raise
        fail(str(error))
    except typer.TyperException as error:
        fail(usage(error))
    except typer.Abort:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as with `| head`.
        drop_output()
        sys.exit(0)
    except OSError as error:
        if error.filename is not None:
            fail(f"{error.filename} cannot be used: {error.strerror}.")
        if error.errno != errno.ENOSPC:
            raise
        drop_output()
        fail("The output cannot be written: the disk is full.")
    sys.exit(code if isinstance(code, int) else 0)


def check_characters(words: list[str]) -> None:
    """A Mistake for a word that could be neither shown nor saved."""
    for word in words:
        if any("\ud800" <= character <= "\udfff" for character in word):
            shown = printable(word.encode(errors="replace").decode())
            raise Mistake(f"`{shown}` has letters that your terminal's encoding does not know; use others.")
        if any(drives_terminal(character) and not character.isspace() for character in word):
            raise Mistake(f"`{printable(word)}` has characters that drive a terminal; leave them out.")


def usage(error: typer.TyperException) -> str:
    """What is wrong with a command line, and where to read how it is written."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "quincunx"
    return f"{error.format_message().rstrip('.')}. Try `{command} --help`."


def drop_output() -> None:
    """Throw away what is still to be written: it would only fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(sentence: str) -> None:
    # It may quote a file, and what is in a file must not drive the terminal.
    print(f"quincunx: {printable(sentence)}", file=sys.stderr)
    sys.exit(2)
