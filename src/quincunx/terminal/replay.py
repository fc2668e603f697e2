"""Replays: any position of a match, with the moves around it."""

import shlex
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from quincunx.match import proof
from quincunx.match.match import Match, from_record
from quincunx.match.narration import headline
from quincunx.match.players import only_person
from quincunx.match.record import Record
from quincunx.terminal.log_view import log_lines
from quincunx.terminal.screen import Screen

AROUND = 3
"""The number of moves listed before the position, and after it."""


def show(record: Record, console: Console, at: int | None = None, file: Path | None = None) -> None:
    """Show the position after `at` moves; without `at`, on a terminal, step through the whole match. `file`
    is the record's file, for the command that plays on."""
    screen = Screen(console)
    whole = from_record(record)
    if at is None and screen.live:
        at = step_through(record, whole, screen)
    else:
        at = len(whole.steps) if at is None else at
        screen.show(page(record, whole, at, screen))
    if proof.is_wordless(record):
        screen.say(proof.wordless(), "dim")
    if file is not None and whole.over:
        if at < len(whole.steps):
            say_how_to_play_on(screen, file, "here", at)
        else:
            say_how_to_play_on(screen, file)


def say_how_to_play_on(
    screen: Screen, file: Path, where: str = "an earlier move", at: int | None = None
) -> None:
    """Show the command that plays on from a position of the finished match in a file."""
    screen.say(f"Play on from {where} with:", "dim")
    screen.say_whole(f"quincunx play --from {shlex.quote(str(file))} --at {'N' if at is None else at}")


def step_through(record: Record, whole: Match, screen: Screen) -> int:
    """Let a person step through the match; return the number of moves at which they leave."""
    at, last, note = 0, len(whole.steps), ""
    while True:
        screen.fresh()
        screen.show(page(record, whole, at, screen))
        if note:
            screen.say(note, "yellow")
        try:
            wanted = screen.ask(
                f"Move {at} of {last}. Enter: next, b: back, a number: go there, q: leave > "
            ).lower()
        except (EOFError, KeyboardInterrupt):
            screen.show(Text())
            return at
        if wanted in ("q", "quit"):
            return at
        note = ""
        if wanted.isdecimal():
            at = min(int(wanted), last)
        elif wanted in ("b", "back"):
            at = max(at - 1, 0)
        elif wanted in ("", "n", "next"):
            at = min(at + 1, last)
        else:
            note = f"`{wanted}` leads nowhere; press Enter, or type `b`, `q` or a number up to {last}."


def page(record: Record, whole: Match, at: int, screen: Screen) -> RenderableType:
    """Return the board after `at` moves, with as many of the moves around it as the screen has room for."""
    match = from_record(record, at)
    viewer = _viewer(whole, match)
    reader = _reader(match, viewer)
    title = Text(f"{match.game.header.title}, after {at} of {len(whole.steps)} moves", "bold")
    parts: list[RenderableType] = [title]
    if match.game.header.secrets and match.seats[1:]:
        parts.append(Text(f"As {match.seats[viewer].name} sees it.", "dim"))
    parts += [match.game.screens.terminal(match.state, viewer, match.voice(reader, screen.look)), Text()]
    # The last move may take many lines and is always shown whole.
    for before, after in ((AROUND, AROUND), (2, 2), (1, 1), (1, 0)):
        moves = moves_around(whole, at, reader, screen, before, after)
        shown = Group(*parts, *moves, *_outcome(match))
        room = screen.room_below(shown)
        if room is None or room >= 0:
            break
    return shown


def _viewer(whole: Match, match: Match) -> int:
    """Return the seat whose view of the board is shown.

    It is the seat to move if the match is over; else the first one, so that no other secrets are shown.
    """
    actor = match.state.current_player()
    return actor if whole.over and actor >= 0 else 0


def _reader(match: Match, viewer: int) -> int:
    """Return the seat that sentences call "you": the viewer in games with secrets, else the only person."""
    alone = len(match.seats) == 1
    return viewer if alone or match.game.header.secrets else only_person(match.seats)


def moves_around(whole: Match, at: int, reader: int, screen: Screen, before: int, after: int) -> list[Text]:
    """Return the moves before and after a position, with an arrow at the last one made."""
    first = max(0, at - before)
    arrow = screen.symbol("▸", ">")
    lines: list[Text] = []
    for number, step in enumerate(whole.steps[first : at + after], first + 1):
        for told in log_lines(whole, [step], reader, screen.look):
            line = Text(f"{arrow if number == at else ' '}{number:>4}  ", "bold" if number == at else "dim")
            line.append_text(told)
            if number > at:
                line.stylize("dim")
            lines.append(line)
    return lines


def _outcome(match: Match) -> list[Text]:
    return [Text(headline(match, only_person(match.seats)), "bold green")] if match.over else []
