"""Words typed besides moves: they are answered below the board, and what an answer says to type can be
typed."""

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from quincunx import games
from quincunx.core.state import CHANCE
from quincunx.match.chance import Chance, RealDice, SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.terminal import session
from quincunx.terminal.advice import Adviser
from quincunx.terminal.dice_prompt import ask_outcome
from quincunx.terminal.screen import Screen
from quincunx.thinking import hints
from quincunx.thinking.protocol import SearchLine, SearchRequest, SearchResult
from tests.terminal.test_fit import Typed
from tests.terminal.test_session import Seat, printed, seat

__all__ = ["seat"]

CLEARED = "\x1b[2J"


@pytest.mark.parametrize("real", [False, True])
def test_an_answer_stays_on_the_screen_when_dice_are_due(
    real: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdin", Typed("chances\n? keep\nhint\nundo\n"))
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    dice: Chance = SeedDice("5")
    if real:
        game = games.load("king-of-tokyo")
        dice = RealDice(lambda state: ask_outcome(game, state, console))
    match = Match("king-of-tokyo", [Human("You"), "normal"], SeedDice("5"))
    while match.game.screens.roller(match.state) != 0:
        match.roll()
    match.chance = dice
    assert session.play(match, tmp_path / "match.json", console) == 0
    last = printed(console).rpartition(CLEARED)[2]
    assert "There are no chances to show now." in last
    assert "`keep`: Stop rolling and let the dice count." in last
    assert "There is nothing for you to decide now." in last
    assert "There is no move of yours to take back." in last


def test_a_hint_that_undoes_says_what_to_type(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("total-eclips", [Human("Ann"), "normal"], SeedDice("4"))
    list(match)
    for line in ("put m1 on d", "put m1 on d", "put m1 on unlock"):
        match.play(0, line)
    game, after, plan = match.game, match.state.clone(), list[int]()
    names = ("take back", "put m1 on unlock", "put m1 on d", "put m1 on unlock", "done")
    for name in names:
        plan.append(game.parse(after, 0, name))
        if name != "done":
            after.move(0, plan[-1])

    def think(adviser: Adviser, wanted: SearchRequest, words: str) -> SearchResult:
        return SearchResult([SearchLine(plan, 100, [0.5, 0.5]), SearchLine(plan[-1:], 100, [0.4, 0.6])])

    monkeypatch.setattr(Adviser, "_look_for", think)
    line = "; ".join(names[:-1])
    told = Adviser(match, Screen(seat.sit_down())).hint(0)
    assert told[1].startswith(
        "1. Take back a Millennium I core from project D; place a Millennium I core on Unlock: "
    )
    assert told[1].endswith(f" About even: a bot in your place wins 50%. Type `{line}`.")
    assert told[2].endswith(" Type `done`.")
    seat.play(match, line)
    assert match.state.position_key() == after.position_key()
    assert hints.hint_task(match, 0)


def test_real_dice_name_an_example_that_may_come_up_now(seat: Seat) -> None:
    match = Match("king-of-tokyo", [Human("You"), "normal"], SeedDice("5"))
    while 0 not in match.state.players_to_move():
        match.roll()
    match.play(0, "reroll 1 2 3")
    assert match.state.players_to_move() == [CHANCE]
    seat.width = 200
    console = seat.sit_down("1 1 2 claw energy heart", "7 7 7")
    with pytest.raises(EOFError):
        ask_outcome(match.game, match.state, console)
    screen = printed(console)
    example = screen.partition(", for example `")[2].partition("`")[0]
    assert screen.startswith(f"Your own dice: `roll FACES`. How the dice fall, for example `{example}`.")
    assert screen.count(f" For example `{example}`.") == 2
    match.play(CHANCE, example)


def test_the_digest_at_the_end_fits_80_columns(seat: Seat) -> None:
    seat.width = 80
    match = Match("bitcoin-mining", ["random", "random"], SeedDice("5"))
    list(match)
    *_, words, digest = seat.play(match).splitlines()
    assert (words, digest) == ("digest of the record:", match.record().digest)
    assert len(digest) <= 80


def test_auto_says_that_nobody_rolls_dice_of_your_own_for_you(seat: Seat) -> None:
    match = Match("king-of-tokyo", [Human("You"), "normal"], SeedDice("5"))
    while 0 not in match.state.players_to_move():
        match.roll()
    match.chance = RealDice(lambda state: ask_outcome(match.game, state, seat.sit_down()))
    screen = seat.play(match, "auto")
    assert "you roll them, and type how they fell" in screen
    assert "are rolled for you" not in screen


def test_real_dice_are_asked_for_by_whose_they_are_and_how_many(seat: Seat) -> None:
    console = seat.sit_down("gas-refinery", "jets", "camouflage", "2 3", "1 1 2 claw claw heart", "quit")
    game = games.load("king-of-tokyo")
    match = Match(game, [Human("Ann"), "normal"], RealDice(lambda state: ask_outcome(game, state, console)))
    assert session.play(match, seat.path, console) == 0
    screen = printed(console)
    assert "Gorgolith (Ann): Dice are rolling for the first turn." in screen
    assert "Name 6 faces, one a die, not 2." in screen
    assert "Krakara (normal): Dice are rolling for the first turn." in screen


def test_why_says_that_there_is_nobody_to_ask_where_no_bot_plays(seat: Seat) -> None:
    screen = seat.play(Match("idle-six", [Human("You")], SeedDice("5")), "why")
    assert "No bot plays here, so there is nobody to ask." in screen
