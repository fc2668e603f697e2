"""The whole position, the question and the moves fit a terminal of 80 columns and 24 lines."""

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console, Group

from quincunx import games
from quincunx.chance import SeedDice
from quincunx.match import Match
from quincunx.record import Player
from quincunx.terminal.screen import Screen
from quincunx.terminal.session import TerminalSession

LOOKS = 7
"""Every so many steps the screen is looked at."""


class Typed(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("least", [True, False])
def test_every_question_fits(name: str, least: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed())
    monkeypatch.setenv("TERM", "xterm")
    game = games.load(name)
    players = [Player("Maximilian")] + [
        Player(f"Opponent {seat}", "greedy") for seat in range(2, game.player_counts[0 if least else -1] + 1)
    ]
    match = Match(game, players, SeedDice("fits"))
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    session = TerminalSession(match, Screen(console), tmp_path / "match.json")
    assert session.screen.live
    bot = game.bot()
    while not match.over:
        if 0 not in match.state.actors():
            match.advance()
            continue
        if len(match.steps) % LOOKS == 0:
            page = session._page(0)
            menu = session._menu(0, session.screen.room_below(page))
            lines = console.render_lines(Group(page, menu.render()))
            text = "\n".join("".join(part.text for part in line).rstrip() for line in lines)
            assert len(lines) <= 23, text
        match.play(0, match.think(0, bot, match.state.clone()))
