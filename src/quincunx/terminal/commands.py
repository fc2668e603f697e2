"""The commands that can be typed besides moves, and the help page."""

import re
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.errors import nearest
from quincunx.core.game import Game
from quincunx.core.state import IllegalMove
from quincunx.match.players import with_level
from quincunx.match.record import Player
from quincunx.terminal.advice import COMMANDS as ADVICE
from quincunx.terminal.menu import Menu, move_name, verb_of

COMMANDS = {
    "?": "what each move does; `? MOVE` for one",
    "log": "all that has happened",
    "rules": "the rulebook",
    "auto": "roll your dice for you, or wait again until you press Enter",
    **ADVICE,
    "undo": "take back your last move, unless dice or secrets came up since",
    "save PATH": "keep the match in another file",
    "quit": "save and leave (so do Ctrl-C and Ctrl-D)",
}
ALIASES = {"help": "?", "q": "quit", "exit": "quit"}


def names(game: Game[Any]) -> list[str]:
    return [command.split()[0] for command in COMMANDS] + list(game.screens.toggles)


def split(text: str) -> tuple[str, str]:
    """Return the command of a line, and the rest of the line."""
    if text.startswith("?"):
        return "?", text[1:].strip()
    word, _, rest = text.partition(" ")
    return ALIASES.get(word.lower(), word.lower()), rest.strip()


def other_seat(text: str) -> tuple[int, str] | None:
    """Return the seat (from 0) and the move of a line like `2: order caracas-2`; None for any other line."""
    found = re.fullmatch(r"(\d+)\s*:\s*(.+)", text)
    return (int(found[1]) - 1, found[2]) if found else None


def is_command(game: Game[Any], text: str) -> bool:
    """Whether a text is a command or another seat's move, as opposed to an outcome of the dice."""
    word, rest = split(text)
    known = word in names(game) and (not rest or word in ("?", "save", "why"))
    return other_seat(text) is not None or known


def help_page(game: Game[Any], seats: list[Player]) -> RenderableType:
    """Return the help page: the game's moves, the commands, the signs on the board, and the seats."""
    moves = [(move.pattern, move.meaning) for move in game.codec.moves if not move.by_chance]
    moves += game.codec.shorthands.items()
    commands = [(name, f"Show or hide {what}.") for name, what in game.screens.toggles.items()]
    commands = [(name, _sentence(what)) for name, what in COMMANDS.items()] + commands
    if sum(not player.bot for player in seats) > 1:
        commands.append(("2: MOVE", "Make a move for another person at this keyboard, here seat 2."))
    signs = list(game.screens.legend().items())
    players = [(str(number), with_level(player)) for number, player in enumerate(seats, 1)]
    width = max(len(left) for left, _ in moves + commands + signs)
    parts: list[RenderableType] = [Text("Moves", "bold"), _pairs(moves, width)]
    hint = (
        "Type what stands before a move, its name, or as much of each word as makes it clear. "
        "Several moves on a line have semicolons between them."
    )
    parts += [Text(hint, "dim"), Text(), Text("Commands", "bold"), _pairs(commands, width)]
    if signs:
        parts += [Text(), Text("Signs", "bold"), _pairs(signs, width)]
    if len(players) > 1:
        parts += [Text(), Text("Seats", "bold"), _pairs(players, width)]
    return Group(*parts)


def help_on(menu: Menu, text: str) -> str:
    """Return the help on one move or command."""
    game = menu.game
    for command, meaning in COMMANDS.items():
        if command.split()[0] == text.lower():
            return f"`{command}`: {meaning}."
    if text.lower() in game.screens.toggles:
        return f"`{text.lower()}` shows or hides {game.screens.toggles[text.lower()]}."
    move = move_name(game, verb_of(game, text))
    if move is None:
        known = [move.verb for move in game.codec.moves] + names(game)
        return f"`{text}` is neither a move nor a command{nearest(text, known)}"
    return f"`{move.pattern}`: {move.meaning}{_what_now(menu, text)}"


def _what_now(menu: Menu, text: str) -> str:
    """Return the cost or gain of a move in the present position; empty if it is not legal."""
    try:
        action = menu.read(text, [])
    except IllegalMove:
        return ""
    move = menu.game.codec.decode(menu.state, menu.seat, action)
    detail = menu.game.phrases.explain(menu.state, menu.seat, move, menu.voice)
    return f" Now `{move}`: {detail}." if detail else ""


def _pairs(rows: list[tuple[str, str]], width: int) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold cyan", min_width=width, no_wrap=True)
    table.add_column(ratio=1)
    for left, right in rows:
        table.add_row(Text(left), Text(right))
    return table


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
