"""The whole position, the question and the moves fit a terminal of 80 columns and 24 lines."""

import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console, Group

from quincunx import games
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.terminal import replay
from quincunx.terminal.screen import Screen
from quincunx.terminal.session import TerminalSession
from quincunx.text.grammar import Look, Voice

LOOKS = 7
"""The number of steps between two looks at the screen."""


class Typed(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", games.GAMES)
@pytest.mark.parametrize("least", [True, False])
def test_every_question_fits(name: str, least: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed())
    monkeypatch.setenv("TERM", "xterm")
    game = games.load(name)
    players = [Player("Maximiliane of Altenburg")] + [
        Player(f"{seat}: Bartholomaeus Klein", "greedy")
        for seat in range(2, game.player_counts[0 if least else -1] + 1)
    ]
    match = Match(game, players, SeedDice("fits"))
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    session = TerminalSession(match, Screen(console), tmp_path / "match.json")
    assert session.screen.live
    bot = game.bots.policy()
    while not match.over:
        if 0 not in match.state.players_to_move():
            match.advance()
            continue
        if len(match.steps) % LOOKS == 0:
            page = session._page(0)
            menu = session._menu(0, session.screen.room_below(page))
            lines = console.render_lines(Group(page, menu.render()))
            text = "\n".join("".join(part.text for part in line).rstrip() for line in lines)
            assert len(lines) <= 23, text
        match.play(0, match.think(0, bot, match.state.clone()))


@pytest.mark.parametrize("name", ["nomenklatura", "total-eclips"])
@pytest.mark.parametrize("width", [40, 80])
def test_nothing_that_counts_is_cut(name: str, width: int) -> None:
    """On a screen of few lines; the name of a project may be, so that all else beside it fits."""
    game = games.load(name)
    match = Match(
        game,
        [Player(f"Opponent {seat}", "greedy") for seat in range(game.player_counts[-1])],
        SeedDice("fits"),
    )
    voice = Voice([player.name for player in match.seats], 0, Look(width=width, height=24))
    console = Console(file=io.StringIO(), width=width)
    while not match.over and len(match.steps) < 400:
        if 0 in match.state.players_to_move() and len(match.steps) % LOOKS == 0:
            lines = console.render_lines(game.screens.terminal(match.state, 0, voice))
            text = ["".join(part.text for part in line) for line in lines]
            cut = [line for line in text if "…" in line and not re.match(r"[A-D] .*… +\d", line)]
            assert not cut
        match.advance()


def test_long_names_are_shortened_and_not_folded() -> None:
    """Nomenklatura with five players, whose table stands beside the regions while two play."""
    game = games.load("nomenklatura")
    match = Match(
        game, [Player(f"Bartholomaeus Klein, {seat + 1}.", "greedy") for seat in range(5)], SeedDice("fits")
    )
    voice = Voice([player.name for player in match.seats], 0, Look(width=80, height=24))
    console = Console(file=io.StringIO(), width=80)
    while not match.over and len(match.steps) < 400:
        if 0 in match.state.players_to_move() and len(match.steps) % LOOKS == 0:
            lines = console.render_lines(game.screens.terminal(match.state, 0, voice))
            text = "\n".join("".join(part.text for part in line) for line in lines)
            for seat in range(2, 6):
                assert f" {seat} Bartholomae… $" in text, text
        match.advance()


def test_a_replay_leaves_out_moves_rather_than_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Typed())
    monkeypatch.setenv("TERM", "xterm")
    match = Match("nomenklatura", ["greedy"] * 3, SeedDice("fits"))
    while len(match.steps) < 44:
        match.advance()
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    screen, saved = Screen(console), match.record()
    lines = [len(console.render_lines(replay.page(saved, match, at, screen))) for at in range(20, 44)]
    # A single move may be told in so many words that even it alone does not fit.
    assert sum(count > 23 for count in lines) <= 2
    assert max(lines) > 20
