"""Ways to type a move: whole placements, dice and bids by their numbers, players by their names."""

import functools
import re
from pathlib import Path

import pytest

from quincunx import games
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.terminal.menu import Menu
from tests.terminal.test_session import Seat


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Seat:
    return Seat(monkeypatch, tmp_path / "match.json")


def total_eclips(*moves: str) -> Match:
    match = Match(games.load("total-eclips"), [Player("Ann"), Player("Bob", "greedy")], SeedDice("5"))
    while match.state.players_to_move() != [0]:
        match.advance()
    for move in moves:
        match.play(0, move)
    return match


def own_moves(match: Match) -> list[str]:
    return [step.name for step in match.steps if step.seat == 0]


def test_a_whole_placement_goes_on_one_line(seat: Seat) -> None:
    seat.play(total_eclips(), "a: 2 m1; unlock: m1; put m1 on upgrade; done")
    wanted = ["put m1 on a", "put m1 on a", "put m1 on unlock", "put m1 on upgrade", "done"]
    assert own_moves(seat.saved())[:5] == wanted


def test_a_star_makes_a_move_as_often_as_it_can_be(seat: Seat) -> None:
    seat.play(total_eclips(), "*put m1 on a; done")
    moves = own_moves(seat.saved())
    puts = moves[: moves.index("done")]
    assert puts == ["put m1 on a"] * max(2, len(puts))


def test_a_line_is_done_wholly_or_not_at_all(seat: Seat) -> None:
    screen = seat.play(total_eclips(), "a: 2 m1; b: 9 m1")
    assert "Nothing was done, because of" in screen
    assert own_moves(seat.saved()) == []
    assert "is not the name of a place" in seat.play(total_eclips(), "x: m1")
    assert "how many and of what" in seat.play(total_eclips(), "a: m1 m1 m1")


def test_the_same_again_and_what_the_house_would_place(seat: Seat) -> None:
    assert "There is no round before this one." in seat.play(total_eclips(), "same")
    seat.play(total_eclips(), "suggest")
    suggested = own_moves(seat.saved())
    assert suggested
    assert all(move.startswith("put ") for move in suggested)
    match = total_eclips(*suggested, "done")
    while 0 not in match.state.players_to_move() or match.state.turns() == 1:
        if 0 in match.state.players_to_move():
            match.play(0, "done")
        else:
            match.advance()
    before = len(own_moves(match))
    seat.play(match, "same")
    assert sorted(own_moves(seat.saved())[before:]) == sorted(suggested)


def test_words_for_a_placement_are_refused_when_there_is_nothing_to_place(seat: Seat) -> None:
    match = total_eclips("put m1 on unlock", "put m1 on unlock", "done")
    while 0 not in match.state.players_to_move():
        match.advance()
    screen = seat.play(match, "suggest", "same")
    for word in ("suggest", "same"):
        assert f"`{word}` places cores and tokens, and you have none to place now." in screen


def king_of_tokyo() -> Match:
    match = Match(games.load("king-of-tokyo"), [Player("Ann"), Player("Bob", "greedy")], SeedDice("5"))
    while match.state.players_to_move() != [0]:
        match.advance()
    return match


@pytest.mark.parametrize("typed", ["1 6", "reroll 1,6", "r 1 6", "1,6", "reroll 1, 6", "re 1 6"])
def test_dice_are_numbers_and_the_menu_has_letters(seat: Seat, typed: str) -> None:
    screen = seat.play(king_of_tokyo(), typed)
    assert own_moves(seat.saved())[0] == own_moves(rerolled())[0]
    assert re.search(r"^k keep", screen, re.MULTILINE)
    assert re.search(r"^r reroll DICE", screen, re.MULTILINE)


@functools.cache
def rerolled() -> Match:
    match = king_of_tokyo()
    match.play(0, "reroll 1 6")
    return match


def test_a_bid_is_the_number_that_is_typed(seat: Seat) -> None:
    match = Match(games.load("nomenklatura"), [Player("Ann"), Player("Bob", "greedy")], SeedDice("5"))
    while match.state.players_to_move() != [0]:
        match.advance()
    seat.play(match, "7")
    assert own_moves(seat.saved())[0] == "bid 7"


def test_help_has_a_legend_and_no_moves_of_chance(seat: Seat) -> None:
    screen = seat.play(king_of_tokyo(), "?")
    assert "Signs" in screen
    assert "whose turn it is" in screen
    assert "(chance)" not in screen


def test_players_are_named_in_moves(seat: Seat) -> None:
    voice = king_of_tokyo().voice(0)
    menu = Menu(games.load("king-of-tokyo"), king_of_tokyo().state, 0, voice)
    assert menu._readings("heal bob")[-1] == "heal 2"
