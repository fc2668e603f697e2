"""Playing on from a position of a finished match, at a keyboard."""

import json
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from quincunx.cli.commands.play import resumed_match
from quincunx.core.state import IllegalMove
from quincunx.match import record
from quincunx.match.chance import FairDice, RealDice, SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.match.players import Human
from quincunx.match.record import Absence, Player
from quincunx.terminal.advice import Adviser
from quincunx.terminal.screen import Screen
from quincunx.thinking import hints
from tests.cli.test_cli import Run, run
from tests.terminal.test_session import Seat, seat

__all__ = ["run", "seat"]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a finished match of a person and a bot, with fair dice."""
    match = Match("king-of-tokyo", [Human("Ann"), "normal"], FairDice(nonce="ours"))
    bot = match.game.bots.policy()
    while not match.over:
        list(match)
        if not match.over:
            match.play(0, match.think(0, bot, match.state))
    path = tmp_path / "old.json"
    record.save(match.record(), path)
    return path


def test_a_match_is_played_on_in_a_file_of_its_own(run: Run, old: Path, tmp_path: Path) -> None:
    before, new = old.read_bytes(), tmp_path / "new.json"
    ran = run("play", "--from", old, "--at", "6", "--save", new)
    assert ran.code == 0
    assert "You play on after move 6 of another match." in ran.out
    assert old.read_bytes() == before
    was, begun = record.read(old), record.read(new, unfinished=True)
    assert begun.moves[:6] == was.moves[:6]
    assert begun.seats == was.seats
    assert begun.branch == record.Branch(6, digest=was.digest)
    # New dice of the same kind: with the old ones everybody would know what comes.
    assert begun.chance.dice == "fair"
    assert begun.chance.commitment != was.chance.commitment
    told = run("verify", new).out
    assert "The dice of the first 6 moves: these come from another match" in told
    assert f"in that match's own record with the digest {was.digest}." in told
    assert run("play", "--resume", new).code == 0


def test_other_people_and_dice_may_play_on(run: Run, old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.json"
    words = ["--seats", "random,random:Bob", "--seed", "7", "--save", new]
    ran = run("play", "--from", old, "--at", "0", *words)
    assert ran.code == 0
    assert "They play on after move 0 of another match." in ran.out.splitlines()[:4]
    ended = record.read(new)
    assert [player.bot for player in ended.seats] == ["random", "random"]
    assert ended.seats[1].name == "Bob"
    assert ended.chance.seed == "7"
    assert verify(ended).over
    # Bots decide by the seed, too, so that it is the same match every time.
    assert run("play", "--from", old, "--at", "0", *words[:-1], tmp_path / "again.json").code == 0
    assert record.read(tmp_path / "again.json").moves == ended.moves
    # It can be played on in its turn.
    last = str(len(ended.moves) - 1)
    assert run("play", "--from", new, "--at", last, "--save", tmp_path / "third.json").code == 0
    assert verify(record.read(tmp_path / "third.json")).over


def test_what_cannot_be_played_on_is_refused_in_a_sentence(run: Run, old: Path, tmp_path: Path) -> None:
    moves = len(record.read(old).moves)
    unfinished = tmp_path / "unfinished.json"
    run("play", "idle-six", "--seed", "7", "--save", unfinished)
    tampered = json.loads(old.read_text())
    tampered["seats"][1]["bot"] = "Mine"
    del tampered["digest"]
    foreign = tmp_path / "foreign.json"
    foreign.write_text(json.dumps(tampered))
    tampered |= {"rules": 99, "moves": ["1: fly", *tampered["moves"]]}
    other = tmp_path / "other.json"
    other.write_text(json.dumps(tampered))
    for words, sentence in (
        (["--from", old], f"After how many of its {moves} moves? For example `--from FILE --at 0`."),
        (
            ["--from", old, "--at", str(moves)],
            f"The match has {moves} moves; it can be played on after move {moves - 1} or an earlier one.",
        ),
        (["--at", "3"], "`--at N` says where to play on from another match: `--from FILE --at N`."),
        (
            ["--from", unfinished, "--at", "0"],
            f"The match in {unfinished} is not over; go on with it by `--resume FILE`.",
        ),
        (
            ["king-of-tokyo", "--from", old, "--at", "3"],
            "A match that is played on has its game and numbers already: leave them out.",
        ),
        (
            ["--from", old, "--at", "3", "--seats", "me,easy,easy"],
            f"The match in {old} has 2 seats; `--seats` names 3.",
        ),
        (
            ["--from", old, "--at", "3", "--seats", "me"],
            f"The match in {old} has 2 seats; `--seats` names 1.",
        ),
        (
            ["--from", foreign, "--at", "3"],
            f"{foreign} has a bot `Mine`; say where its code is: `--bot mybot.py:Mine`.",
        ),
        (
            ["--from", other, "--at", "3"],
            "This match was played by version 99 of the rules of King of Tokyo;",
        ),
        (["--from", old, "--at", "3", "--save", old], f"{old} exists already;"),
    ):
        ran = run("play", *words)
        assert ran.code == 2
        assert ran.err.startswith(f"quincunx: {sentence}")
    assert run("play", "--from", foreign, "--at", "3", "--seats", "me,easy").code == 0


def test_nothing_of_the_other_match_is_taken_back(seat: Seat, old: Path) -> None:
    begun = record.branch_off(record.read(old), 6, record.read(old).seats, SeedDice("3").header())
    screen = seat.play(from_record(begun), "undo", "quit")
    assert "There is no move of yours to take back." in screen


def test_a_bot_is_not_asked_about_moves_of_the_other_match(seat: Seat, old: Path) -> None:
    was = record.read(old)
    at = next(number for number, move in enumerate(was.moves, 1) if move.startswith("2: "))
    players = [Player("Ann"), Player("Bob", "easy")]
    match = from_record(record.branch_off(was, at, players, SeedDice("3").header()))
    with pytest.raises(IllegalMove, match="in the match before this one"):
        hints.why_task(match, at - 1, 0)
    adviser = Adviser(match, Screen(seat.sit_down()))
    with pytest.raises(IllegalMove, match="No bot has moved yet in this match"):
        adviser.why(0)
    with pytest.raises(IllegalMove, match="Bob has not moved yet in this match"):
        adviser.why(0, "Bob")


def test_the_secret_of_its_dice_is_shown_at_the_end(seat: Seat, old: Path) -> None:
    was = record.read(old)
    dice = FairDice()
    begun = record.branch_off(was, len(was.moves) - 1, was.seats, dice.header())
    match = from_record(begun)
    while not match.over:
        match.advance() or match.play(0, match.state.legal_actions(0)[-1])
    assert f"secret       {dice.secret.hex()}" in seat.play(match)


def test_dice_on_the_table_are_known_as_such() -> None:
    match = Match("idle-six", [Human("Ann")], RealDice(lambda state: 0))
    assert match.chance.own is match.chance
    begun = msgspec.structs.replace(match.record(), branch=record.Branch(0))
    assert isinstance(from_record(begun).chance.own, RealDice)


def test_replay_names_the_command_that_plays_on(run: Run, old: Path) -> None:
    told = run("replay", old, "--at", "6").out
    assert told.endswith(f"Play on from here with:\nquincunx play --from {old} --at 6\n")
    whole = run("replay", old).out
    assert whole.endswith(f"Play on from an earlier move with:\nquincunx play --from {old} --at N\n")


def test_analyse_names_the_command_that_plays_on(run: Run, old: Path) -> None:
    told = run("analyse", old, "--seconds", "1", "--jobs", "1").out
    assert told.splitlines()[-1].startswith(f"quincunx play --from {old} --at ")


def test_who_resumes_a_match_that_they_left_moves_for_themselves(tmp_path: Path) -> None:
    path, match = tmp_path / "left.json", Match("idle-six", [Human("Ann")], SeedDice("7"))
    match.play(0, "gain a")
    match.absences = [Absence(1, 0, "left")]
    record.save(match.record(), path)
    resumed, _ = resumed_match(path, Console())
    resumed.play(0, resumed.state.legal_actions(0)[0])
    assert resumed.record().absences == [Absence(1, 0, "left"), Absence(1, 0, "back")]
    assert not from_record(resumed.record()).stood_in.moves
