"""Giving up loses a match: the record says so in every game, and nobody can change it."""

from collections import Counter
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from quincunx import bots, games
from quincunx.analysis import timeline
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.match.narration import headline
from quincunx.match.players import Human
from quincunx.match.record import Absence
from quincunx.match.stand_ins import StandIns, in_words, read, rewound
from quincunx.notebook import draw
from quincunx.terminal import replay
from quincunx.terminal.ending import scores
from quincunx.text.grammar import Voice

TABLES = [
    ("idle-six", 1),
    ("bitcoin-mining", 2),
    ("bitcoin-mining", 4),
    ("king-of-tokyo", 2),
    ("king-of-tokyo", 4),
    ("nomenklatura", 3),
    ("total-eclips", 2),
    ("total-eclips", 3),
]
NAMES = ("Ann", "Bob", "Cid", "Dan")


def played(name: str, players: int) -> Match:
    """Return a match of people for whom bots have made every move."""
    match = Match(name, [Human(name) for name in NAMES[:players]], SeedDice("1"))
    match.bots = [bots.make("normal", match.game) for _ in range(players)]
    assert list(match)
    return match


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whoever_gives_up_has_lost_in_every_game(name: str, players: int) -> None:
    match = played(name, players)
    best = match.result
    assert best is not None
    assert match.game.best_of(match.state, list(range(players))) == best.winners
    winner = best.winners[0]
    match.absences = [Absence(0, winner, "resigned")]
    result = match.result
    assert result is not None
    assert winner not in result.winners
    assert bool(result.winners) == (players > 1)
    assert result.scores == best.scores
    who = "You" if players == 1 else NAMES[winner]
    assert f": {who} gave up. Bots played on for {who.replace('You', 'you')}." in headline(match)
    # The record says the same, and stands for itself.
    saved = record.decode(record.encode(match.record()), "match.json")
    assert verify(saved).result == result
    assert saved.absences == match.absences
    assert b'"seat": %d' % (winner + 1) in record.encode(saved)
    for absences in ([], [Absence(0, winner, "replaced")], [Absence(1, winner, "resigned")]):
        with pytest.raises(UserError):
            verify(msgspec.structs.replace(saved, absences=absences))
    # Without a digest, too, the result must be the one that the notes lead to.
    with pytest.raises(UserError, match="result is not the one its moves lead to"):
        verify(msgspec.structs.replace(saved, absences=[], digest=""))


@pytest.mark.parametrize(("name", "players"), TABLES[1:])
def test_where_all_give_up_nobody_wins(name: str, players: int) -> None:
    match = played(name, players)
    match.absences = [Absence(0, seat, "resigned") for seat in range(players)]
    assert match.result is not None
    assert match.result.winners == []
    assert headline(match).startswith("Nobody won: ")
    assert verify(match.record()).result == match.result


def test_the_living_come_before_the_dead_when_the_winner_gave_up() -> None:
    game: Game[Any] = games.load("king-of-tokyo")
    match = played("king-of-tokyo", 4)
    state: Any = match.state
    for seat, (points, health) in enumerate(((20, 3), (18, 0), (4, 2), (3, 2))):
        state.monsters[seat].points, state.monsters[seat].health = points, health
    state.winner = 0
    assert game.best_of(state, [1, 2, 3]) == [2]
    for monster in state.monsters:
        monster.health = 0
    assert game.best_of(state, [1, 2, 3]) == [1]


@pytest.mark.parametrize(
    ("absences", "how", "moves"),
    [
        ([(0, 0, "left"), (2, 0, "back")], {}, {0: 1}),
        ([(0, 0, "left")], {0: "left"}, {0: 3}),
        ([(5, 0, "left")], {}, {}),  # There was nothing left to move.
        ([(2, 0, "replaced")], {0: "idle"}, {0: 2}),  # By others.
        ([(4, 0, "replaced")], {}, {0: 1}),
        ([(2, 0, "time-up"), (3, 1, "time-up")], {}, {0: 1, 1: 1}),
        # Who lets the clock make their moves, or comes back for the last one, has not won either.
        ([(0, 0, "time-up"), (2, 0, "time-up")], {0: "idle"}, {0: 2}),
        ([(0, 0, "left"), (4, 0, "back")], {0: "idle"}, {0: 2}),
        ([(1, 1, "resigned"), (2, 0, "resigned")], {1: "resigned", 0: "resigned"}, {1: 2, 0: 2}),
        (
            [(1, 1, "left"), (2, 0, "resigned"), (3, 1, "resigned")],
            {1: "resigned", 0: "resigned"},
            {1: 2, 0: 2},
        ),
        ([(0, 0, "left"), (2, 0, "back"), (2, 0, "resigned")], {0: "resigned"}, {0: 3}),
        # A record that was resigned on a server and is played on at a terminal.
        ([(0, 0, "resigned"), (2, 0, "back")], {0: "resigned"}, {0: 1}),
    ],
)
def test_notes_say_who_gave_up_and_whose_moves_the_house_made(
    absences: list[tuple[int, int, Any]], how: dict[int, str], moves: dict[int, int]
) -> None:
    found = read([0, 1, 0, 1, 0], [Absence(*each) for each in absences])
    assert found == StandIns(how, Counter(moves))
    assert found.gave_up == list(how)


def test_sentences_speak_to_their_reader() -> None:
    found = StandIns({0: "resigned"}, Counter({0: 1}))
    assert in_words(found, Voice(["Ann"], 0)) == "You gave up. Bots played on for you."
    assert in_words(StandIns({0: "resigned"}, Counter()), Voice(["Ann"])) == "Ann gave up."
    assert in_words(StandIns({}, Counter()), Voice(["Ann"])) == ""
    idle = StandIns({0: "idle"}, Counter({0: 9}))
    assert in_words(idle, Voice(["Ann"])) == "Bots made 9 of Ann's moves, more than half of them: that loses."


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_who_lets_the_clock_make_every_move_has_lost_in_every_game(name: str, players: int) -> None:
    match = played(name, players)
    best = match.result
    assert best is not None
    winner = best.winners[0]
    match.absences = [
        Absence(number, winner, "time-up") for number, step in enumerate(match.steps) if step.seat == winner
    ]
    result = verify(match.record()).result
    assert result is not None
    assert winner not in result.winners
    assert bool(result.winners) == (players > 1)
    assert "more than half of them: that loses" in headline(match)


def test_a_move_that_was_taken_back_was_made_for_nobody() -> None:
    notes = [Absence(2, 0, "left"), Absence(3, 0, "back"), Absence(4, 1, "time-up"), Absence(9, 1, "left")]
    assert rewound(notes, 4) == [*notes[:2], Absence(4, 1, "left")]


def test_a_match_with_take_backs_and_notes_verifies() -> None:
    match = Match("idle-six", [Human("Ann")], SeedDice("7"))
    match.play(0, "gain a")
    match.absences = [Absence(1, 0, "left"), Absence(1, 0, "back")]
    match.undo()
    assert match.absences == [Absence(0, 0, "left"), Absence(0, 0, "back")]
    match.bots = [bots.make("normal", match.game)]
    for _ in range(5):
        match.advance()
    match.absences.append(Absence(len(match.steps), 0, "left"))
    assert list(match)
    again = verify(match.record())
    assert (again.result, again.stood_in) == (match.result, match.stood_in)
    assert match.stood_in.gave_up == [0]


@pytest.mark.parametrize(
    ("absences", "said"),
    [
        ([(0, 1, "resigned")], "moved for seat 2, where no person sits"),
        ([(0, 5, "resigned")], "moved for seat 6, where no person sits"),
        ([(0, -1, "resigned")], "moved for seat 0, where no person sits"),
        ([(99, 0, "left")], "moved after move 99, which is not the next"),
        ([(-1, 0, "left")], "moved after move -1, which is not the next"),
        ([(1, 0, "left"), (0, 0, "back")], "moved after move 0, which is not the next"),
        ([(1, 0, "back")], "seat 1 came back, but it had not left"),
        ([(0, 0, "left"), (1, 0, "back"), (1, 0, "back")], "seat 1 came back, but it had not left"),
        ([(0, 0, "left"), (1, 0, "replaced")], "seat 1 left or gave up, but it had done so before"),
        ([(0, 0, "resigned"), (1, 0, "resigned")], "seat 1 left or gave up, but it had done so before"),
        ([(1, 0, "time-up")], "seat 1 ran out of time before move 2, which is not its own"),
        ([(0, 0, "time-up")], "seat 1 ran out of time before move 1, which is not its own"),
    ],
)
def test_notes_that_cannot_be_are_refused(absences: list[tuple[int, int, Any]], said: str) -> None:
    match = Match("king-of-tokyo", [Human("Ann"), "normal"], SeedDice("7"))
    match.roll()
    saved = msgspec.structs.replace(match.record(), absences=[Absence(*each) for each in absences])
    with pytest.raises(UserError, match=said):
        from_record(saved)


def test_no_note_follows_the_last_move_of_a_match_that_is_over() -> None:
    saved = played("king-of-tokyo", 2).record()
    late = msgspec.structs.replace(saved, digest="", absences=[Absence(len(saved.moves), 0, "left")])
    with pytest.raises(UserError, match="which is not the next"):
        verify(late)


def test_the_terminal_says_who_gave_up() -> None:
    match = played("king-of-tokyo", 2)
    match.absences = [Absence(0, 1, "resigned")]
    console = Console(file=StringIO(), width=80)
    console.print(scores(match))
    replay.show(match.record(), console)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "Bob (gave up)" in shown
    assert "Ann won: " in shown
    assert "Bob gave up. Bots played on for Bob." in shown
    assert "Bob gave up. Bots played on for Bob" in str(match)
    assert "Bob gave up. Bots played on for Bob" in draw(match)


def test_an_analysis_says_whose_decisions_the_house_made() -> None:
    match = played("king-of-tokyo", 2)
    assert timeline(match, worlds=1).note == ""
    match.absences = [Absence(0, 1, "resigned")]
    assert timeline(match, worlds=1).note == (
        "Bots made some moves of Bob; they count as their own decisions. "
        "The numbers end with the board, whoever gave up."
    )
