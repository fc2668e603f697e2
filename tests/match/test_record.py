"""The file of a match: its format, its refusals, and the place of the secret."""

import json
import stat
from pathlib import Path

import msgspec
import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.match import record
from quincunx.match.chance import Chance, FairDice, SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player

MINIMAL = b'{"quincunx": 1, "game": "idle-six", "seats": [], "moves": [], "chance": {"dice": "seed"}}'


def match(chance: Chance, moves: int) -> Match:
    running = Match(games.load("idle-six"), [Player("Ann", "greedy")], chance)
    while len(running.steps) != moves and running.advance():
        pass
    return running


def test_a_record_is_a_header_and_a_move_a_line() -> None:
    text = record.encode(match(SeedDice("7"), 3).record()).decode()
    data = json.loads(text)
    assert next(iter(data)) == "quincunx"
    assert data["quincunx"] == 1
    assert data["game"] == "idle-six"
    assert data["seats"] == [{"name": "Ann", "bot": "greedy"}]
    assert data["chance"] == {"dice": "seed", "seed": "7"}
    assert data["moves"][0] == "1: gain a"
    assert '\n  "1: gain a",\n' in text
    assert text.endswith("}\n")


def test_a_record_need_not_say_more() -> None:
    assert record.decode(MINIMAL, "match.json").version == 1


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", "not a record"),
        (b"\xff\xfe", "not a record"),
        (b'{"quincunx": 1,', "not a record"),
        (b"[" * 100_000, "not a record"),
        (b"[]", "not a record of Quincunx"),
        (b'{"game": "chess", "moves": []}', "has no `quincunx` version"),
        (b'{"quincunx": 2}', "format version 2; this Quincunx reads 1"),
        (b'{"quincunx": 1}', "game"),
        (b'{"quincunx": 1, "game": 7}', "`game` must be text, not a whole number"),
        (MINIMAL[:-1] + b', "colour": "red"}', "colour"),
    ],
)
def test_broken_and_foreign_files_are_mistakes(contents: bytes, said: str) -> None:
    with pytest.raises(UserError) as mistake:
        record.decode(contents, "match.json")
    assert str(mistake.value).startswith("match.json ")
    assert said in str(mistake.value)


@pytest.mark.parametrize(
    "line",
    [
        "gain a",
        "0: gain a",
        "3: gain a",
        "x: gain a",
        "²: gain a",
        ": gain a",
        "",
        "-1: a",
        "9" * 5000 + ": a",
    ],
)
def test_a_line_without_a_seat_is_a_mistake(line: str) -> None:
    with pytest.raises(UserError, match="does not begin with `chance:` or a seat from `1:` to `2:`"):
        record.read_move(line, 2)


def test_the_secret_of_an_unfinished_match_lies_aside(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    dice = FairDice()
    running = match(dice, 5)
    record.save(running.record(), path)
    aside = record.secret_path(path)
    assert dice.secret.hex() not in path.read_text()
    assert dice.commitment in path.read_text()
    assert aside.read_text() == dice.secret.hex()
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    assert record.read(path).chance.secret == ""
    assert record.read(path, unfinished=True) == running.record()


def test_the_secret_is_shown_at_the_end_and_no_longer_lies_aside(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    dice = FairDice()
    record.save(match(dice, 5).record(), path)
    record.save(match(dice, -1).record(), path)
    assert not record.secret_path(path).exists()
    assert record.read(path).chance.secret == dice.secret.hex()
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_resuming_without_the_secret_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    record.save(match(FairDice(), 5).record(), path)
    aside = record.secret_path(path)
    aside.write_bytes(b"")
    with pytest.raises(UserError, match=r"match\.json\.secret beside it"):
        record.read(path, unfinished=True)
    aside.unlink()
    with pytest.raises(UserError, match=r"match\.json\.secret beside it"):
        record.read(path, unfinished=True)


def test_a_broken_file_in_the_place_of_the_secret_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    record.secret_path(path).write_bytes(b"\xff")
    dice = FairDice()
    record.save(match(dice, 5).record(), path)
    assert record.read(path, unfinished=True).chance.secret == dice.secret.hex()


def test_a_seeded_match_has_no_secret_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    record.save(match(SeedDice("7"), 5).record(), path)
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_winners_count_from_1_in_a_file_as_seats_do() -> None:
    finished = match(SeedDice("7"), -1).record()
    assert finished.result is not None
    assert finished.result.winners == [0]
    data = record.encode(finished)
    assert msgspec.json.decode(data)["result"]["winners"] == [1]
    assert record.decode(data, "match.json") == finished


def test_signs_that_drive_a_terminal_are_refused() -> None:
    odd = Match(games.load("idle-six"), [Player("Ann\x1b[2J")], SeedDice("7"))
    with pytest.raises(UserError, match="cannot be printed"):
        record.decode(record.encode(odd.record()), "m.json")
