"""Advice: from what one may know, noted in the log and the record, and in the game's words."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quincunx import brain, games, hints, record, thought
from quincunx.chance import SeedDice
from quincunx.cli import app
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.match import Match, from_record, verify
from quincunx.players import Human
from quincunx.record import Hinted, Player
from quincunx.terminal import session
from quincunx.thought import Considered, Thought
from tests.terminal.test_session import CTRL_C, Seat, seat

__all__ = ["seat"]
SECRET = ["nomenklatura", "total-eclips", "bitcoin-mining"]
ODD = str(Path(__file__).parent / "web" / "odd_brain.py")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brain, "COMMAND", [sys.executable, ODD, "quick"])
    monkeypatch.setattr(thought, "LONGEST", 0.02)


def could_be_otherwise(match: Match) -> bool:
    """Whether the first seat could be in another position, for all it knows."""
    if not match.state.hides(0):
        return False
    twins = [match.state.determinize(0, Rng(f"twin {number}")) for number in range(6)]
    return any(twin.key() != match.state.key() for twin in twins)


def with_something_hidden(name: str) -> Match:
    """A match in which the first seat is to decide, and cannot know everything."""
    match = Match(name, [Human("Ann"), Human("Bob"), Human("Cy")], SeedDice("7"))
    rng = Rng("moves")
    for _ in range(3000):
        list(match)
        actors = match.state.actors()
        if 0 in actors and len(match.state.actions(0)) > 1 and could_be_otherwise(match):
            return match
        mover = actors[-1]
        match.play(mover, match.state.pick(mover, rng))
    raise AssertionError("nothing is ever hidden")


@pytest.mark.parametrize("name", SECRET)
def test_advice_depends_on_nothing_that_the_seat_cannot_know(name: str) -> None:
    match = with_something_hidden(name)
    truth = match.state
    told: list[Any] = []
    for guess in range(4):
        match.state = truth if guess == 0 else truth.determinize(0, Rng(f"other {guess}"))
        task = hints.hint_task(match, 0)
        sent = match.game.from_dict(task.position, match.numbers)
        assert match.game.view(sent, 0) == match.game.view(truth, 0)
        moves = match.state.actions(0)[:6]
        thoughts = Thought([Considered([move], 1, [0.5, 0.25, 0.25]) for move in moves])
        told.append((hints.chances(match, 0), hints.hints(match, 0, thoughts)))
    assert told[1:] == told[:1] * 3


@pytest.mark.parametrize("name", SECRET)
def test_the_position_that_is_thought_about_is_made_up_where_it_is_hidden(name: str) -> None:
    match = with_something_hidden(name)
    truth = match.game.to_dict(match.state)
    made_up = [thought.believed(match, match.state, 0, f"{number}") for number in range(12)]
    assert any(match.game.to_dict(state) != truth for state in made_up)


def king_of_tokyo() -> Match:
    match = Match("king-of-tokyo", [Human("Ann"), "normal"], SeedDice("5"))
    list(match)
    return match


def test_a_hint_is_noted_once_for_each_decision() -> None:
    match = king_of_tokyo()
    assert match.take_hint(0)
    assert not match.take_hint(0)
    after = len(match.steps)
    step = match.play(0, "keep")
    assert step.hinted
    assert step.sentence.endswith("That was after a hint.")
    assert not match.roll().hinted if match.state.actor() == CHANCE else True
    saved = record.decode(record.encode(match.record()), "here")
    assert saved.hints == [Hinted(after, 0)]
    assert [each.hinted for each in from_record(saved).steps] == [each.hinted for each in match.steps]


def test_who_takes_back_keeps_the_hint() -> None:
    match = Match("idle-six", [Human("Ann")], SeedDice("1"))
    match.play(0, "gain a")
    match.take_hint(0)
    match.undo()
    assert match.hints == [Hinted(0, 0)]
    assert match.play(0, "gain a").hinted


def test_the_reason_of_a_result_tells_of_hints_to_every_reader() -> None:
    match = king_of_tokyo()
    bot = match.game.bot()
    match.take_hint(0)
    while not match.over:
        match.play(0, match.think(0, bot, match.state))
        list(match)
    file = match.record()
    assert file.result is not None
    assert file.result.reason.endswith(f" Hints were taken: seat 1 before move {match.hints[0].after + 1}.")
    assert file.result.reason.startswith(f"{match.reason().rstrip('.')}. Hints")
    again = verify(record.decode(record.encode(file), "here"))
    assert again.hints == match.hints
    assert again.record().digest == file.digest


def test_only_bots_say_why() -> None:
    match = king_of_tokyo()
    match.play(0, "keep")
    mine = next(number for number, step in enumerate(match.steps) if step.seat == 0)
    with pytest.raises(IllegalMove, match="Only a bot can be asked why"):
        hints.why_task(match, mine, 0)
    list(match)
    number = next(number for number, step in enumerate(match.steps) if step.seat == 1)
    told = hints.why(match, number, 0)
    assert told.words.startswith("Thought over again: ")
    assert "Ann" not in told.tried[0].sentence
    assert "chance to win: you " in told.tried[0].sentence


def test_one_who_reckons_says_what_it_reckoned() -> None:
    match = Match("king-of-tokyo", [Human("Ann"), "expert"], SeedDice("5"))
    list(match)
    match.play(0, "keep")
    while 1 not in match.state.actors():
        assert match.advance() is not None
    number, (first, other) = len(match.steps), match.state.actions(1)[:2]
    options = [Considered([first], expects=[0.4, 0.6]), Considered([other], expects=[0.5, 0.5])]
    match.thoughts.keep(number, Thought(options, anew=True))
    match.play(1, first)
    told = hints.why(match, number, 0)
    assert told.words == f"{match.seats[1].name} compared 2 plans, by reckoning what each can bring."
    name = match.game.say(hints.before(match, number), 1, first)
    assert told.tried[0].sentence == f"`{name}` (chosen): chance to win: you 40.0%, expert 60.0%."


def test_there_is_no_hint_for_who_has_nothing_to_decide() -> None:
    with pytest.raises(IllegalMove, match="nothing for you to decide"):
        hints.hint_task(king_of_tokyo(), 1)


def test_a_terminal_gives_hints_and_says_why(seat: Seat) -> None:
    match = Match("bitcoin-mining", [Human("You"), "hard"], SeedDice("5"))
    screen = seat.play(match, "hint", "chances", *["1"] * 8, "why", CTRL_C)
    assert "1. `" in screen
    assert "that another pawn lands here with its next roll." in screen
    assert "That was after a hint." in screen
    assert "compared" in screen
    assert "(chosen): tried" in screen
    assert seat.saved().hints == match.hints != []


def test_a_terminal_has_no_hints_among_several_people(seat: Seat) -> None:
    match = Match("king-of-tokyo", [Human("Ann"), Human("Bob")], SeedDice("5"))
    assert "This table plays without hints." in seat.play(match, "hint", CTRL_C)
    assert match.hints == []


@pytest.mark.parametrize(("people", "said"), [(1, False), (2, True)])
def test_what_was_said_of_hints_holds_when_a_match_is_resumed(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, people: int, said: bool
) -> None:
    players = [*[Player(f"P{number}") for number in range(people)], Player("Bot", "greedy")]
    match = Match("king-of-tokyo", players, SeedDice("7"))
    session.play(match, seat.path, seat.sit_down("quit"), hints=said)
    assert record.read(seat.path).hints_allowed is said
    heard: list[bool | None] = []

    def hear(match: Match, path: Path, out: object, resumed: bool, hints: bool | None) -> int:
        heard.append(hints)
        return 0

    monkeypatch.setattr(session, "play", hear)
    words = ["play", "--resume", str(seat.path)]
    app(words, standalone_mode=False)
    app([*words, "--hints"], standalone_mode=False)
    app([*words, "--no-hints"], standalone_mode=False)
    assert heard == [said, True, False]


def test_what_was_said_of_hints_is_not_in_a_finished_record(seat: Seat) -> None:
    match = Match("idle-six", ["greedy"], SeedDice("7"))
    session.play(match, seat.path, seat.sit_down(), hints=True)
    assert record.read(seat.path).result is not None
    assert b"hints_allowed" not in seat.path.read_bytes()


def test_ctrl_c_stops_the_thinking(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("king-of-tokyo", ["hard", "normal"], SeedDice("5"))
    started: list[Any] = []

    def interrupted(stream: Any) -> bytes:
        raise KeyboardInterrupt

    usual = subprocess.Popen

    def start(*words: Any, **more: Any) -> Any:
        started.append(usual(*words, **more))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(brain, "_message", interrupted)
    assert "Saved. Go on with:" in seat.play(match)
    assert [process.returncode for process in started] == [-9]


@pytest.mark.parametrize("name", [*games.GAMES])
def test_every_move_of_every_game_has_a_reason(name: str) -> None:
    game = games.load(name)
    match = Match(game, [Human(f"Player {seat}") for seat in range(game.header.players[1])], SeedDice("9"))
    rng = Rng("moves")
    for _ in range(250 if len(match.seats) > 1 else 60):
        list(match)
        if match.over:
            break
        seat = match.state.actor()
        move = match.state.pick(seat, rng)
        for sentence in hints.chances(match, seat):
            assert sentence.endswith("."), sentence
        (hint,) = hints.hints(match, seat, Thought([Considered([move], 1, [0.5] * 6)]))
        assert hint.moves == [game.say(match.state, seat, move)]
        assert hint.sentence.startswith(f"`{hint.moves[0]}`")
        match.play(seat, move)
