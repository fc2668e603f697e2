"""A match in a terminal, driven by what people type."""

import functools
import io
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.match import record
from quincunx.match.chance import Chance, FairDice, RealDice, SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.match.record import Player
from quincunx.terminal import replay, session
from quincunx.terminal.dice_prompt import ask_for_words, ask_outcome
from quincunx.terminal.ending import scores
from quincunx.terminal.menu import Menu
from quincunx.terminal.saving import Keeper
from quincunx.terminal.screen import Screen

CTRL_C = "^C"


class Keyboard:
    """A keyboard: lines typed one after another; `^C` is the key, not the text."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = iter(lines)

    def readline(self) -> str:
        line = next(self.lines, None)
        if line == CTRL_C:
            raise KeyboardInterrupt
        return "" if line is None else f"{line}\n"

    def isatty(self) -> bool:
        return False


class Seat:
    """A person at the keyboard, who types lines and reads the screen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        self.monkeypatch = monkeypatch
        self.path = path
        self.width = 100
        self.encoding = "utf-8"
        self.code = -1

    def play(self, match: Match, *lines: str, resumed: bool = False) -> str:
        """Return the screen after typing these lines; then there are no more."""
        console = self.sit_down(*lines)
        self.code = session.play(match, self.path, console, resumed)
        return printed(console)

    def sit_down(self, *lines: str) -> Console:
        self.monkeypatch.setattr("sys.stdin", Keyboard(lines))
        file = io.TextIOWrapper(io.BytesIO(), encoding=self.encoding, newline="\n")
        return Console(file=file, width=self.width, force_terminal=False, legacy_windows=False)

    def saved(self) -> Match:
        return from_record(record.read(self.path, unfinished=True))


def printed(console: Console) -> str:
    console.file.seek(0)
    return console.file.read()


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Seat:
    return Seat(monkeypatch, tmp_path / "match.json")


def idle_six(chance: Chance | None = None) -> Match:
    return Match(games.load("idle-six"), [Player("Ann")], chance or SeedDice("7"))


@functools.cache
def greedy_moves(seed: str) -> tuple[Match, list[str]]:
    """Return a finished match of the game's own bot, and what a person would have typed."""
    match = Match(games.load("idle-six"), [Player("Ann", "greedy")], SeedDice(seed))
    while match.advance():
        pass
    return match, [step.name for step in match.steps if step.seat == 0]


def taken_over(model: Match, at: int) -> Match:
    """Return the bot's match after `at` moves, with a person in its place."""
    saved = model.record()
    return from_record(msgspec.structs.replace(saved, seats=[Player("Ann")]), at)


def test_a_match_by_name_ends_with_the_result(seat: Seat) -> None:
    model, _ = greedy_moves("3")
    at = len(model.steps) - 50
    typed = [step.name for step in model.steps[at:] if step.seat == 0]
    screen = seat.play(taken_over(model, at), *typed)
    assert seat.code == 0
    assert model.result is not None
    assert f"You won: {model.reason(0).rstrip('.')}." in screen
    assert f"{model.result.scores[0]:g} turns" in screen
    assert f"quincunx replay {seat.path}" in screen
    assert verify(record.read(seat.path)).result == model.result


def test_a_match_by_the_numbers_of_the_menu(seat: Seat) -> None:
    model, _ = greedy_moves("3")
    match = idle_six(SeedDice("3"))
    numbers: list[str] = []
    for step in model.steps[:40]:
        if step.seat == 0:
            lines = Menu(match.game, match.state, 0, match.voice(0)).lines
            numbers.append(str(next(n for n, line in enumerate(lines, 1) if line[0].action == step.action)))
        match.play(step.seat, step.action)
    seat.play(idle_six(SeedDice("3")), *numbers)
    assert seat.saved().record().moves == match.record().moves


def test_numbers_names_and_abbreviations_mean_the_same_moves(seat: Seat) -> None:
    seat.play(idle_six(), "1", "1", "gain a", "UPGRADE   gain-a")
    by_menu = seat.saved().record().moves
    seat.path = seat.path.with_name("other.json")
    seat.play(idle_six(), "g", "u g-a", "ga a", "u gain-a")
    assert seat.saved().record().moves == by_menu
    assert by_menu == ["1: gain a", "1: upgrade gain-a", "1: gain a", "1: upgrade gain-a"]


def test_an_unclear_abbreviation_names_what_it_may_be(seat: Seat) -> None:
    screen = seat.play(idle_six(), "gain a", "u")
    assert "`u` may be `upgrade gain-a`, `upgrade flip`, `upgrade reroll` or `upgrade double`" in screen
    assert len(seat.saved().steps) == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("gian a", "did you mean `gain a`?"),
        ("qiut", "did you mean `quit`?"),
        ("upgrede flip", "did you mean `upgrade CARD`?"),
        ("xyzzy", "type a number from the list, or `?` for help."),
        ("9", "There is no 9 in the list; it goes from 1 to 2."),
        ("gain b", "Gain B is locked: buy its first box in an upgrade turn."),
        ("upgrade gain-a", "Cards are bought in the upgrade turn"),
        ("[red]oops[/red]", "`[red]oops[/red]` is not a move here"),
        ("2: done", "There is no person at seat 2; people sit at 1 (Ann)."),
        ("save", "Say where: `save PATH`."),
        ("undo", "There is no move of yours to take back."),
        ("9" * 5000, "in the list; it goes from 1 to"),
        ("save ~nobody-of-this-name/x", "~nobody-of-this-name/x cannot be saved to"),
        ("save " + "x" * 300, "cannot be saved to: File name too long."),
    ],
)
def test_what_cannot_be_done_gets_a_sentence_and_another_try(seat: Seat, typed: str, answer: str) -> None:
    screen = seat.play(idle_six(), typed, "gain a")
    assert answer in screen
    assert [step.name for step in seat.saved().steps] == ["gain a"]


def test_one_line_stands_for_hundreds_of_moves(seat: Seat) -> None:
    model, _ = greedy_moves("3")
    screen = seat.play(taken_over(model, len(model.steps) - 20), "done", "done")
    ways = [int(count) for count in re.findall(r"reroll DICE +(\d+) ways", screen)]
    assert max(ways) > 300
    number = re.findall(r"(\d+) reroll DICE", screen)[-1]
    screen = seat.play(seat.saved(), number, resumed=True)
    assert "Type `reroll DICE` in full, for example `reroll 1`." in screen


def test_every_amount_in_both_bases_until_ten_is_switched_off(seat: Seat) -> None:
    screen = seat.play(idle_six(), "ten", "? ten", "ten")
    first, without, again = screen.split("Idle Six · ")[1:]
    assert "$12 (8)" in first
    assert "$3T (6,530,347,008)" in first
    assert "`ten` is off." in without
    assert "(8)" not in without
    assert "`ten` shows or hides every amount in base ten" in without
    assert "$3T (6,530,347,008)" in again


def test_undo_takes_back_and_marks_the_record(seat: Seat) -> None:
    model, _ = greedy_moves("3")
    rolled = max(n for n, step in enumerate(model.steps, 1) if step.name.startswith("reroll"))
    reroll, before = model.steps[rolled - 1], model.steps[rolled - 2]
    screen = seat.play(taken_over(model, rolled), "undo", "undo", "quit")
    assert f"Taken back: `{reroll.name}` and 1 move after it." in screen
    assert f"Taken back: `{before.name}`." in screen
    assert len(record.read(seat.path).take_backs) == 2
    rest = [step.name for step in model.steps[rolled - 2 :] if step.seat == 0]
    screen = seat.play(seat.saved(), *rest, resumed=True)
    assert "Moves were taken back 2 times; the record says so." in screen
    assert verify(record.read(seat.path)).result == model.result


def test_help_tells_of_moves_and_commands(seat: Seat) -> None:
    screen = seat.play(
        idle_six(), "?", "? fl", "? gain a", "? undo", "? nonsense", "help", "log", "gain a", "log"
    )
    assert "upgrade CARD" in screen
    assert "Save and leave" in screen
    assert "`flip DIE`: Turn one die" in screen
    assert "Now `gain a`: +$1." in screen
    assert "`undo`: take back" in screen
    assert "`nonsense` is neither a move nor a command" in screen
    assert "Nothing has happened yet." in screen
    assert "Ann: +$1 from Gain A, $1 now." in screen


def test_the_rulebook_is_at_hand(seat: Seat) -> None:
    assert "six" in seat.play(idle_six(), "rules").partition("> rules")[2].lower()


@pytest.mark.parametrize("end", [["quit"], ["q"], [CTRL_C], []])
def test_leaving_saves_and_the_match_goes_on_as_it_would_have(seat: Seat, end: list[str]) -> None:
    model, moves = greedy_moves("3")
    screen = seat.play(idle_six(SeedDice("3")), *moves[:20], *end)
    assert seat.code == 0
    assert f"quincunx play --resume {seat.path}" in screen
    assert "Welcome back" in seat.play(seat.saved(), *moves[20:40], resumed=True)
    made = seat.saved().record().moves
    assert len(made) >= 40
    assert made == model.record().moves[: len(made)]


def test_an_unwritable_folder_loses_nothing(seat: Seat, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    good = tmp_path / "good.json"
    seat.path = blocked / "match.json"
    screen = seat.play(idle_six(), str(blocked / "x.json"), str(blocked), "", "gain a", f"save {good}", "1")
    assert "It goes on in memory." in screen
    assert f"There is a file {blocked} already" in " ".join(screen.split())
    assert "`save PATH` keeps it elsewhere." in screen
    assert seat.code == 0
    assert record.read(good).moves == ["1: gain a", "1: upgrade gain-a"]
    assert blocked.read_text() == "not a folder"


def test_leaving_an_unsaved_match_offers_a_place_and_tells_by_its_exit_code(
    seat: Seat, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    seat.path = blocked / "match.json"
    assert "The match was not saved." in seat.play(idle_six(), "", "gain a", "quit", "")
    assert seat.code == 1
    screen = seat.play(idle_six(), "", "gain a", "quit", str(tmp_path / "late.json"))
    assert seat.code == 0
    assert "late.json" in screen
    assert record.read(tmp_path / "late.json").moves == ["1: gain a"]


def test_saving_never_overwrites_another_file(seat: Seat, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("precious")
    assert "choose another name" in seat.play(idle_six(), f"save {other}")
    assert other.read_text() == "precious"


def test_two_terminals_with_one_match_do_not_overwrite_each_other(seat: Seat, tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    keeper = Keeper(seat.path, Screen(seat.sit_down()))
    match = idle_six()
    keeper.save(match)
    seat.play(from_record(record.read(seat.path)), "gain a", resumed=True)
    match.play(0, "gain a")
    match.play(0, "upgrade flip")
    keeper.screen = Screen(seat.sit_down(str(mine)))
    keeper.save(match)
    assert "was changed by someone else" in " ".join(printed(keeper.screen.console).split())
    assert seat.saved().record().moves == ["1: gain a"]
    assert record.read(mine).moves == match.record().moves
    match.play(0, "done")
    keeper.save(match)
    assert not keeper.trouble
    assert record.read(mine).moves == match.record().moves


def test_a_file_that_was_taken_away_is_written_again(seat: Seat) -> None:
    keeper = Keeper(seat.path, Screen(seat.sit_down()))
    keeper.save(idle_six())
    seat.path.unlink()
    keeper.save(idle_six())
    assert not keeper.trouble
    assert seat.path.exists()


def test_real_dice_are_typed_with_or_without_the_verb(seat: Seat) -> None:
    game = games.load("idle-six")
    lines = ["gain a", "upgrade reroll", "reroll 1", "7", "ten", "undo", "reroll 1", "?", "4"]
    console = seat.sit_down(*lines)
    match = idle_six(RealDice(lambda state: ask_outcome(game, state, console)))
    seat.code = session.play(match, seat.path, console)
    screen = printed(console)
    assert "`roll` takes numbers from 1 to 6, not `7`." in screen
    assert "Taken back: `upgrade reroll`." not in screen
    assert "Taken back: `reroll 1`." in screen
    assert seat.code == 0
    assert record.read(seat.path).moves[-2:] == ["1: reroll 1", "chance: roll 4"]


def test_leaving_at_the_dice_loses_nothing(seat: Seat) -> None:
    game = games.load("idle-six")
    console = seat.sit_down("gain a", "upgrade reroll", "reroll 1", "quit")
    match = idle_six(RealDice(lambda state: ask_outcome(game, state, console)))
    assert session.play(match, seat.path, console) == 0
    assert record.read(seat.path).moves[-1] == "1: reroll 1"


def test_fair_dice_show_their_commitment_first_and_their_secret_last(seat: Seat) -> None:
    dice = FairDice()
    match = idle_six(dice)
    console = seat.sit_down("four leaf clover")
    ask_for_words(match, console)
    screen = printed(console)
    assert dice.commitment in screen
    assert dice.secret.hex() not in screen
    assert dice.nonce == "four leaf clover"
    screen = seat.play(match, *["1"] * 30)
    assert dice.secret.hex() not in screen + seat.path.read_text()
    bot = Match(match.game, [Player("Ann", "greedy")], FairDice(dice.secret, dice.nonce))
    console = seat.sit_down()
    seat.path.unlink()
    session.play(bot, seat.path, console)
    screen = printed(console)
    assert dice.secret.hex() in screen
    assert "four leaf clover" in screen
    assert f"quincunx verify {seat.path}" in screen
    assert bot.record().digest in screen
    verify(record.read(seat.path))


def test_each_person_at_the_keyboard_is_asked_for_a_word(seat: Seat) -> None:
    players = [Player("Ann"), Player("greedy", "greedy"), Player("Bob")]
    dice = FairDice()
    console = seat.sit_down("one", "two")
    ask_for_words(Match(games.load("bitcoin-mining"), players, dice), console)
    assert "Ann's word (Enter for none)" in printed(console)
    assert (dice.words, dice.nonce) == (["one", "", "two"], "one two")


@pytest.mark.parametrize("width", [30, 40, 80, 120])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_screen_fits_its_width_and_letters(seat: Seat, width: int, encoding: str) -> None:
    model, _ = greedy_moves("3")
    seat.width, seat.encoding = width, encoding
    screen = ""
    for at in (0, 60, 100, len(model.steps) - 1):
        screen += seat.play(taken_over(model, at), "?")
    # What people type and what they are to copy is not broken into lines.
    shown = [line for line in screen.splitlines() if "> " not in line and "quincunx" not in line]
    assert max(len(line) for line in shown) <= width
    assert "?" not in "".join(shown[:30])
    assert ("●" in screen) == (encoding == "utf-8")


def test_the_start_the_help_and_the_end_say_how_strong_each_bot_is(seat: Seat) -> None:
    players = [Player("Ann"), Player("Richard", "hard"), Player("Emil", "easy")]
    match = Match(games.load("king-of-tokyo"), players, SeedDice("7"))
    screen = seat.play(match, "?", CTRL_C)
    assert "Who plays: Ann, Richard (hard) and Emil (easy).\n" in screen
    assert re.search(r"^Seats *\n1 +Ann *\n2 +Richard \(hard\) *\n3 +Emil \(easy\)", screen, re.MULTILINE)
    assert "Who plays: Ann, Richard (hard)" in seat.play(seat.saved(), CTRL_C, resumed=True)
    players = [Player("Richard", "greedy"), Player("Emil", "random")]
    screen = seat.play(Match(games.load("king-of-tokyo"), players, SeedDice("7")))
    assert "Who plays: Richard (greedy) and Emil (random)." in screen
    assert re.search(r"^Richard \(greedy\) +\d+ points?$", screen, re.MULTILINE)


def test_one_point_is_one_point(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("king-of-tokyo", ["greedy", "random"], SeedDice("7"))
    list(match)
    assert match.result is not None
    monkeypatch.setattr(Match, "result", match.result._replace(scores=[1, 20]))
    console = seat.sit_down()
    console.print(scores(match))
    assert re.findall(r"\d+ points?", printed(console)) == ["1 point", "20 points"]


def test_a_replay_shows_any_position_and_the_moves_around(seat: Seat) -> None:
    model, _ = greedy_moves("3")
    saved = model.record()
    console = seat.sit_down()
    replay.show(saved, console, 10)
    screen = printed(console)
    assert f"after 10 of {len(saved.moves)} moves" in screen
    assert "▸  10  " in screen
    assert "   13  You pay $12 (8) for Gain B" in screen
    assert "   14  " not in screen
    assert "won: " not in screen
    console = seat.sit_down()
    replay.show(saved, console)
    assert model.result is not None
    assert f"Ann won: {model.result.scores[0]:g} turns." in printed(console), "nobody here was its player"
    with pytest.raises(UserError, match="no position after 999"):
        replay.show(saved, seat.sit_down(), 999)


def test_stepping_through_a_replay(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    model, _ = greedy_moves("3")
    screen = Screen(seat.sit_down("", "", "b", "-1", "999", "q"))
    replay.step_through(model.record(), model, screen)
    told = printed(screen.console)
    last = len(model.steps)
    places = re.findall(rf"Move (\d+) of {last}\.", told)
    assert places == ["0", "1", "2", "1", "1", str(last)]
    assert "`-1` leads nowhere" in told


@pytest.mark.parametrize(
    ("bob", "told"),
    [("", "Ann banks 0 points and has 0."), ("greedy", "You bank 0 points and have 0.")],
    ids=["two people", "one person"],
)
def test_a_replay_calls_the_only_person_you(seat: Seat, pig: Game[Any], bob: str, told: str) -> None:
    match = Match(pig, [Player("Ann"), Player("Bob", bob)], SeedDice("7"))
    match.play(0, "hold")
    match.play(1, "hold")
    console = seat.sit_down()
    replay.show(match.record(), console, 1)
    screen = printed(console)
    assert f"1  {told}" in screen
    assert "2  Bob banks 0 points and has 0." in screen


def test_a_match_speaks_of_others_by_their_names(seat: Seat, pig: Game[Any]) -> None:
    screen = seat.play(Match(pig, [Player("Ann"), Player("Bob")], SeedDice("7")), "hold", "2", "log")
    assert "Ann, your move" in screen
    assert "Bob, your move" in screen
    for_bob = screen.split("Ann, your move")[1]
    assert "Ann has 0 points, You have 0 points" in for_bob
    assert "\nAnn banks 0 points and has 0." in for_bob
    screen = seat.play(Match(pig, [Player("Ann"), Player("Bob", "greedy")], SeedDice("7")), "hold")
    assert "Your move" in screen


def test_a_name_is_not_said_twice(seat: Seat, fingers: Game[Any]) -> None:
    match = Match(fingers, [Player("Ann"), Player("Bob", "greedy"), Player("Cy", "greedy")], SeedDice("7"))
    screen = seat.play(match, "show 3")
    assert "\nBob has chosen." in screen
    assert "\nYou have chosen." in screen
