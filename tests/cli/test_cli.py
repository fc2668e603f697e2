"""The command line: each command's output, and its answer to bad input."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from click.shell_completion import ShellComplete

from quincunx import bots, cli, games, schema
from quincunx.cli.commands.check import files_of
from quincunx.cli.commands.play import new_path
from quincunx.cli.entry import COMMANDS
from quincunx.compiled import is_compiled
from quincunx.core.errors import UserError
from quincunx.core.game import Choice, Game
from quincunx.match import record, variant
from quincunx.match.chance import FairDice, SeedDice, word_hash
from quincunx.match.match import Match
from quincunx.match.players import only_person, read_players
from quincunx.match.record import Player
from quincunx.web.serve import Table


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in this process, with an empty standard input and a home of its own."""

    def run_command(*words: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["quincunx", *map(str, words)])
        monkeypatch.setenv("QUINCUNX_HOME", str(tmp_path / "home"))
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as left:
            cli.main()
        return Ran(int(left.value.code or 0), *capsys.readouterr())

    return run_command


def finished_match(dice: FairDice | SeedDice) -> Match:
    match = Match(games.load("idle-six"), [Player("greedy", "greedy")], dice)
    while match.advance():
        pass
    return match


@pytest.fixture
def fair_record(tmp_path: Path) -> Path:
    path = tmp_path / "fair.json"
    record.save(finished_match(FairDice(nonce="ours")).record(), path)
    return path


def test_version_tells_how_it_was_installed(run: Run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ("compiled with mypyc" in ran.out) == is_compiled()


def test_alone_it_greets_and_offers_the_games(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    assert all(name in ran.out for name in games.GAMES)
    assert "quincunx play" in ran.out
    assert "quincunx serve" in ran.out


def test_answering_table_opens_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr("sys.stdin", Typed("tabel\ntable\n"))
    monkeypatch.setattr("quincunx.web.serve.run", lambda *options: opened.append(options))
    monkeypatch.setattr(sys, "argv", ["quincunx"])
    with pytest.raises(SystemExit):
        cli.main()
    assert opened == [("127.0.0.1", 8000, Table("sqlite:///quincunx.db", 0.7, 5.0, [], False), 1)]


def test_list_as_json_has_every_game(run: Run) -> None:
    listed = json.loads(run("list", "--json").out)
    assert [game["name"] for game in listed] == list(games.GAMES)
    assert listed[0]["title"] == "Bitcoin Mining"


@pytest.mark.parametrize("name", games.GAMES)
def test_rules_prints_the_rulebook(run: Run, name: str) -> None:
    ran = run("rules", name)
    assert ran.code == 0
    assert games.load(name).header.title in ran.out


@pytest.mark.parametrize("name", games.GAMES)
def test_schema_names_moves_and_options(run: Run, name: str) -> None:
    told = json.loads(run("schema", name, "--json").out)
    assert set(told) == {"game", "position", "moves", "options"}
    text = run("schema", name).out
    for move in games.load(name).codec.moves:
        assert move.verb in text


@pytest.mark.parametrize("width", ["40", "80", "120"])
@pytest.mark.parametrize("name", games.GAMES)
def test_schema_never_cuts_a_key(run: Run, name: str, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    words = set(run("schema", name).out.split())
    game = games.load(name)
    for entry in schema.position_entries(game) + schema.option_entries(game):
        assert entry.path in words


@pytest.fixture
def choosy(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    """Register Pig with a choice of goals."""
    goals = Choice("goal", {"short": 20, "long": 50}, "points that win")
    monkeypatch.setattr(type(pig), "choices", {"goal": goals})
    return pig


def test_an_option_changes_a_number_without_a_file(run: Run, choosy: Game[Any], tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    assert run("play", "pig", "--option", "goal=short", "--seed", "7", "--save", path).code == 0
    assert record.read(path).variant == {"goal": 20}
    told = [
        json.loads(run("simulate", "pig", "--games", "30", "--jobs", "1", "--json", *words).out)
        for words in ([], ["--option", "goal=short"], ["--option", "goal=long"])
    ]
    assert [result.pop("variant") for result in told] == [{}, {"goal": 20}, {"goal": 50}]
    assert told[0] == told[2] != told[1]


def test_an_option_is_laid_over_the_variant(run: Run, choosy: Game[Any], tmp_path: Path) -> None:
    path, file = tmp_path / "m.json", write(tmp_path / "v.toml", "goal = 30")
    run("play", "pig", "--variant", file, "--option", "goal=long", "--save", path)
    assert record.read(path).variant == {"goal": 50}


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_lists_the_choices(run: Run, choosy: Game[Any], command: str) -> None:
    assert "pig: `goal=short|long`, points that win" in run(command, "--help").out


def test_schema_lists_the_choices(run: Run, choosy: Game[Any]) -> None:
    assert "goal=short|long" in run("schema", "pig").out
    values = json.loads(run("schema", "pig", "--json").out)["options"]["choices"]["goal"]["values"]
    assert values == {"short": 20, "long": 50}


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("gaol=short", "Pig has no option `gaol`; did you mean `goal`?"),
        ("goal=shirt", "did you mean `short`?"),
        ("goal", "for example `--option goal=short`"),
    ],
)
def test_a_wrong_option_gets_the_nearest_right_one(
    run: Run, choosy: Game[Any], option: str, hint: str
) -> None:
    for command in ("play", "simulate"):
        ran = run(command, "pig", "--option", option)
        assert ran.code == 2
        assert hint in ran.err


def test_a_game_without_choices_says_so(run: Run, pig: Game[Any]) -> None:
    assert "Pig has no options to choose" in run("play", "pig", "--option", "goal=20").err


@pytest.mark.parametrize(
    "command", ["list", "rules", "play", "replay", "verify", "check", "schema", "simulate", "bench"]
)
def test_every_command_explains_itself_with_an_example(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "Example" in ran.out
    assert f"quincunx {command}" in ran.out


def test_play_without_a_person_at_the_keyboard_keeps_the_match(run: Run, tmp_path: Path) -> None:
    ran = run("play", "idle-six", "--seed", "7", "--save", tmp_path / "m.json")
    assert ran.code == 0
    assert record.read(tmp_path / "m.json").game == "idle-six"
    assert "--resume" in ran.out


def test_without_a_home_a_match_needs_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("QUINCUNX_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(UserError, match="--save FILE"):
        new_path("idle-six")


def test_bots_alone_play_to_the_end(run: Run, tmp_path: Path) -> None:
    ran = run("play", "idle-six", "--seats", "greedy", "--seed", "7", "--save", tmp_path / "m.json")
    assert ran.code == 0
    assert record.read(tmp_path / "m.json").result is not None


def test_verify_finds_a_fair_match_sound(run: Run, fair_record: Path) -> None:
    ran = run("verify", fair_record)
    assert ran.code == 0
    assert f"commitment {record.read(fair_record).chance.commitment}" in ran.out


def test_verify_names_the_rules_and_the_numbers(run: Run, fair_record: Path) -> None:
    saved = record.read(fair_record)
    line = f"Rules of Idle Six, version {saved.rules}; numbers {saved.numbers}."
    assert line in run("verify", fair_record).out
    told = json.loads(run("verify", fair_record, "--json").out)
    assert (told["rules"], told["numbers"]) == (saved.rules, saved.numbers)


def test_verify_prints_words_variant_take_backs_and_digest(run: Run, tmp_path: Path) -> None:
    game = games.load("idle-six")
    hashes = [word_hash("mine")]
    match = Match(game, [Player("Ann")], FairDice(words=["mine"], hashes=hashes), {"money": {"start": "5"}})
    bot = bots.make("greedy", game)
    while not match.over:
        if match.advance() is None:
            match.play(0, match.think(0, bot, match.state))
            if not match.take_backs:
                match.undo()
    path = tmp_path / "m.json"
    record.save(match.record(), path)
    ran = run("verify", path)
    told = 'Mixed into the dice: mine; variant {"money": {"start": "5"}}; 1 move was taken back, once.'
    assert ran.code == 0
    assert told in ran.out
    assert f"Digest of the record: {match.record().digest}." in ran.out
    facts = json.loads(run("verify", path, "--json").out)
    assert (facts["words"], facts["take_backs"]) == (["mine"], 1)
    assert (facts["variant"], facts["digest"]) == ({"money": {"start": "5"}}, match.record().digest)
    path.write_text(path.read_text().replace('"Ann"', '"Bob"'))
    assert "changed after the match" in run("verify", path).out


def test_verify_names_the_device_that_did_not_reveal_its_word(run: Run, tmp_path: Path) -> None:
    seats = [Player("Ann", "greedy"), Player("Bob", "greedy")]
    dice = FairDice(words=["mine", ""], hashes=["", word_hash("other")])
    match = Match(games.load("bitcoin-mining"), seats, dice)
    while match.advance():
        pass
    path = tmp_path / "m.json"
    record.save(match.record(), path)
    assert "Mixed into the dice: mine, without the word of seat 2;" in run("verify", path).out


@pytest.mark.parametrize("change", [{"rules": 99}, {"numbers": "0" * 64}])
def test_a_record_of_other_rules_is_told_from_a_wrong_one(
    run: Run, fair_record: Path, change: dict[str, Any]
) -> None:
    raw = msgspec.json.decode(fair_record.read_bytes())
    raw["moves"][0] = "1: fold"
    fair_record.write_bytes(msgspec.json.encode(raw))
    assert run("verify", fair_record).code == 1
    fair_record.write_bytes(msgspec.json.encode({**raw, **change}))
    for command in ("verify", "replay"):
        ran = run(command, fair_record)
        assert ran.code == 2
        assert "This match was played" in ran.err
        assert "`1: fold`" in ran.err
        assert len(ran.err.strip().splitlines()) == 1
    ran = run("verify", fair_record, "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["sound"] is None


def test_verify_says_what_the_result_should_be(run: Run, fair_record: Path) -> None:
    raw = msgspec.json.decode(fair_record.read_bytes())
    turns, reason = raw["result"]["scores"][0], raw["result"]["reason"]
    raw["result"]["scores"] = [1]
    fair_record.write_bytes(msgspec.json.encode(raw))
    assert f"lead to: seat 1 wins, with {turns} turns: {reason}." in run("verify", fair_record).out


def test_verify_names_the_first_wrong_move(run: Run, fair_record: Path) -> None:
    raw = msgspec.json.decode(fair_record.read_bytes())
    at = next(i for i, move in enumerate(raw["moves"]) if move.startswith("chance: roll"))
    *start, face = raw["moves"][at].split()
    raw["moves"][at] = " ".join([*start, str(int(face) % 6 + 1)])
    fair_record.write_bytes(msgspec.json.encode(raw))
    ran = run("verify", fair_record)
    assert ran.code == 1
    assert f"Move {at + 1}," in ran.out
    assert json.loads(run("verify", fair_record, "--json").out)["move"] == at + 1


def test_replay_shows_the_position_after_some_moves(run: Run, fair_record: Path) -> None:
    shown = json.loads(run("replay", fair_record, "--at", "3", "--json").out)
    assert len(shown["moves"]) == 3
    assert shown["position"]["turns"] >= 1
    assert run("replay", fair_record, "--at", "3").code == 0


def scenario(path: Path, **changes: Any) -> Path:
    told = {
        "game": "idle-six",
        "title": "A gain adds its amount",
        "rule": "IS-17",
        "when": [{"1": "gain a"}],
        "then": {"money": "1"},
    }
    path.write_bytes(msgspec.yaml.encode({**told, **changes}))
    return path


def test_check_runs_scenarios(run: Run, tmp_path: Path) -> None:
    good = scenario(tmp_path / "good.yaml")
    bad = scenario(tmp_path / "bad.yaml", then={"money": "2"})
    assert run("check", good).code == 0
    ran = run("check", good, bad)
    assert ran.code == 1
    assert "`money` should be '2', but is '1'" in ran.out
    assert "1 of 2 scenarios come out as they say." in ran.out
    assert [bool(row["problem"]) for row in json.loads(run("check", tmp_path, "--json").out)] == [True, False]


def test_check_runs_what_comes_with_the_games(run: Run) -> None:
    count = len(list((games.load("idle-six").folder / "scenarios").iterdir()))
    assert run("check", "idle-six").out == f"{count} of {count} scenarios come out as they say.\n"
    assert files_of(()) == [path for name in games.GAMES for path in files_of((Path(name),))]


def test_check_shows_the_scenarios_of_each_rule(run: Run, tmp_path: Path) -> None:
    """Only what comes out as it says proves a rule."""
    good = scenario(tmp_path / "good.yaml", title="Gain A pays a dollar")
    scenario(tmp_path / "bad.yaml", rule="IS-18", then={"money": "2"})
    rules = json.loads(run("check", tmp_path, "--coverage", "--json").out)["rules"]
    assert list(rules) == ["idle-six"]
    assert list(rules["idle-six"]) == [f"IS-{number}" for number in range(1, 25)]
    assert {rule: files for rule, files in rules["idle-six"].items() if files} == {"IS-17": [str(good)]}
    ran = run("check", good, "--coverage")
    assert ran.code == 1
    assert "Idle Six: 1 of 24 rules have a scenario." in ran.out
    assert "  IS-17  Gain A pays a dollar\n  IS-18  none\n" in ran.out
    assert run("check", "idle-six", "--coverage").code == 0


def test_check_goes_on_after_a_broken_file(run: Run, tmp_path: Path) -> None:
    scenario(tmp_path / "a.yaml", gven={})
    write(tmp_path / "b.yaml", "{")
    scenario(tmp_path / "c.yaml", then={"money": "2"})
    scenario(tmp_path / "d.yaml")
    ran = run("check", tmp_path, tmp_path / "nothing.yaml")
    assert ran.code == 2
    assert "did you mean `given`" in ran.err
    assert "b.yaml is not valid YAML" in ran.err
    assert "no file" in ran.err
    assert "`money` should be '2', but is '1'" in ran.out
    assert "1 of 5 scenarios come out as they say." in ran.out
    told = json.loads(run("check", tmp_path, "--json").out)
    assert [bool(row["problem"]) for row in told] == [True, True, True, False]


def test_simulate_tells_scores_and_writes_rows(run: Run, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    ran = run("simulate", "idle-six", "--games", "12", "--jobs", "1", "--out", rows, "--json")
    assert ran.code == 0
    json.loads(ran.out)
    assert len(rows.read_text().splitlines()) == 13


def test_rows_that_cannot_be_written_are_refused_before_a_game_is_played(run: Run) -> None:
    ran = run("simulate", "idle-six", "--games", "1000000000", "--jobs", "1", "--out", "/proc/rows.csv")
    assert ran.code == 2
    assert "/proc/rows.csv cannot be written" in ran.err


def test_no_command_writes_over_a_file_that_it_reads(run: Run, tmp_path: Path, fair_record: Path) -> None:
    match = fair_record.rename(tmp_path / "match.html")
    games, variant = tmp_path / "games.html", write(tmp_path / "v.html", "")
    rows = write(tmp_path / "rows.csv", "")
    arena = ["arena", "king-of-tokyo", "--bots", "greedy,random", "--games", "2", "--jobs", "1"]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for words in (
        ["analyse", match, "--html", tmp_path / "home" / ".." / match.name],
        [*arena, "--keep", games, "--html", games],
        [*arena, "--keep", rows, "--out", rows],
        [*arena, "--variant", variant, "--html", variant],
        [*arena, "--variant", variant, "--keep", variant],
        ["simulate", "idle-six", "--variant", rows, "--out", rows],
        ["report", "idle-six", "--variant", variant, "--out", variant],
        ["compare", "idle-six", "original", variant, "--out", variant],
    ):
        (tmp_path / "home").mkdir(exist_ok=True)
        ran = run(*words)
        assert ran.code == 2
        assert "is a file that this command reads; name another one to write to.\n" in ran.err
        (tmp_path / "home").rmdir()
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_page_goes_to_a_page_and_into_a_folder_that_there_is(
    run: Run, tmp_path: Path, fair_record: Path
) -> None:
    arena = ["arena", "king-of-tokyo", "--bots", "greedy,random", "--games", "1000000000"]
    report = ["report", "idle-six", "--games", "1000000000"]
    goals = write(tmp_path / "goals.toml", GOALS)
    gone = tmp_path / "gone"
    for words, hint in (
        (["analyse", fair_record, "--html", fair_record], "A page goes to a `.html` file, not to"),
        ([*arena, "--html", "games.jsonl"], "A page goes to a `.html` file, not to games.jsonl."),
        ([*report, "--out", "games.json"], "A page goes to a `.html` file, not to games.json."),
        ([*arena, "--html", "/proc/x.html"], "/proc/x.html cannot be written: "),
        ([*arena, "--out", "/proc/x.csv"], "/proc/x.csv cannot be written: "),
        ([*report, "--out", "/proc/x.html"], "/proc/x.html cannot be written: "),
        ([*arena, "--html", gone / "x.html"], f"there is no folder {gone}; make it, or name another."),
        ([*arena, "--out", gone / "x.csv"], f"there is no folder {gone};"),
        ([*arena, "--keep", gone / "x.jsonl"], f"there is no folder {gone};"),
        ([*report, "--out", gone / "x.html"], f"there is no folder {gone};"),
        (["simulate", "idle-six", "--out", gone / "x.csv"], f"there is no folder {gone};"),
        (["compare", "idle-six", "head-start", "--out", gone / "x.html"], f"there is no folder {gone};"),
        (["tune", "idle-six", "--goal", goals, "--out", gone / "tuned"], f"there is no folder {gone};"),
        (["play", "idle-six", "--save", gone / "x.json"], f"there is no folder {gone};"),
    ):
        ran = run(*words)
        assert ran.code == 2
        assert hint in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {fair_record.name, "goals.toml"}


def test_an_interrupted_arena_says_how_to_go_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.lab.arena.run.arena", interrupt)
    arena = ["arena", "king-of-tokyo", "--bots", "greedy,random"]
    ran = run(*arena, "--keep", tmp_path / "games.jsonl")
    assert ran.code == 130
    assert f"kept in {tmp_path / 'games.jsonl'}; the same command goes on from there.\n" in ran.err
    assert "no game was kept. With `--keep FILE`" in run(*arena).err


def names(text: str, game: Game[Any]) -> list[str]:
    return [player.name for player in read_players(text, game, variant.numbers(game, {}))]


def test_players_of_the_same_name_are_told_apart_by_their_seats(fingers: Game[Any]) -> None:
    assert names("me,greedy", fingers) == ["You", "Blaise"]
    assert names("me,greedy,me", fingers) == ["Player 1", "Blaise", "Player 3"]
    assert names("me:Ann,greedy,greedy", fingers) == ["Ann", "Blaise", "Carl"]
    assert names("me:Ann,me:Ann,greedy:Bob", fingers) == ["Ann 1", "Ann 2", "Bob"]


def test_bots_are_called_as_the_game_calls_their_seats(
    fingers: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(fingers.phrases), "seat_names", lambda *_: ["Red", "Blue", "Gold"])
    assert names("me,greedy,random", fingers) == ["You", "Blue", "Gold"]
    assert names("greedy:Dora,me:Blue,me", fingers) == ["Dora", "Blue", "Gold"]


def test_the_only_person_is_found_among_bots() -> None:
    assert only_person([Player("Cy", "random"), Player("Ann")]) == 1
    assert only_person([Player("Ann"), Player("Bo")]) < 0
    assert only_person([Player("Cy", "random")]) < 0


@pytest.fixture
def mybot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file with a user's bots to the folder where commands are given."""
    monkeypatch.setattr("quincunx.bots.ADDED", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "mybot.py", "from tests.own_bots import *")


def test_a_bot_of_yours_plays_in_the_terminal(run: Run, mybot: Path) -> None:
    played = ["--seed", "7", "--save", "match.json"]
    ran = run("play", "king-of-tokyo", "--seats", "mybot.py:Raises,tests.own_bots:Last:Bob", *played)
    assert ran.code == 0
    assert "(mybot.py:Raises) raised OSError: my opening book is gone" in " ".join(ran.out.split())
    assert re.search(r"Raises lost \d+ decisions in all\.", ran.out)
    seats = record.read(Path("match.json")).seats
    assert [player.bot for player in seats] == ["Raises", "Last"]
    assert "is sound" in run("verify", "match.json").out


def test_people_read_beside_the_board_what_a_bot_lost(run: Run, mybot: Path) -> None:
    ran = run(
        "play", "king-of-tokyo", "--seats", "me,mybot.py:Endless", "--seed", "7", "--time-limit", "0.01"
    )
    assert "took longer than 0.01 seconds, at seat 2" in " ".join(ran.out.split())


def test_a_resumed_match_is_told_where_its_bots_are(
    run: Run, mybot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "king-of-tokyo", "--seats", "me,mybot.py:Last", "--seed", "7", "--save", "match.json")
    monkeypatch.setattr("quincunx.bots.ADDED", {})
    ran = run("play", "--resume", "match.json")
    assert ran.err == (
        "quincunx: match.json has a bot `Last`; say where its code is: `--bot mybot.py:Last`.\n"
    )
    assert run("play", "--resume", "match.json", "--bot", "mybot.py:Last").code == 0


def test_a_bot_of_yours_plays_in_a_simulation(run: Run, mybot: Path) -> None:
    words = ["--games", "4", "--jobs", "1", "--seats", "greedy,mybot.py:Illegal", "--json"]
    told = json.loads(run("simulate", "king-of-tokyo", *words).out)
    assert told["bots"] == ["greedy", "Illegal"]
    assert told["by_bot"][0]["lost"] == 0
    assert told["by_bot"][1]["lost"] > 0
    assert told["by_bot"][1]["fault"].startswith(
        "Game 0: Illegal (mybot.py:Illegal) answered 1000000000000000"
    )


def test_a_table_offers_the_bots_it_is_told(run: Run, mybot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr("quincunx.web.serve.run", lambda *options: opened.append(options))
    assert run("serve", "--bot", "mybot.py:Last", "--time-limit", "0").code == 0
    table = opened[0][2]
    assert isinstance(table, Table)
    assert table.time_limit is None
    table.add_bots()
    assert bots.names() == [*bots.BOTS, "Last"]


@pytest.mark.parametrize("missing", ["uvicorn", "sqlalchemy", "jinja2"])
def test_without_what_the_web_needs_it_says_how_to_get_it(missing: str) -> None:
    code = f"""
import sys
sys.modules[{missing!r}] = None
from quincunx.cli import main
sys.argv = ["quincunx", "serve"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "quincunx: The table in the browser needs more: `pip install 'quincunx[web]'`.\n"


def test_a_bot_that_is_not_there_opens_no_table(run: Run, mybot: Path) -> None:
    assert run("serve", "--port", "1", "--bot", "mybot.py:Ilegal").err.endswith("did you mean `Illegal`?\n")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_help_lists_the_bots(run: Run, mybot: Path, command: str) -> None:
    bots.add("mybot.py:Last")
    assert "Also `random`, `greedy`, `Last`, and yours as `mybot.py:Careful`." in run(command, "--help").out


@pytest.mark.parametrize("words", [["list"], ["list", "--json"], ["--version"]])
def test_a_full_disk_behind_the_output_is_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "quincunx", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "quincunx: The output cannot be written: the disk is full.\n"


def test_letters_the_screen_does_not_have_are_no_crash(fair_record: Path) -> None:
    path = fair_record.rename(fair_record.with_name("spiel-ü.json"))
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.argv[1:] = ['verify', {str(path)!r}]; from quincunx.cli import main; main()",
        ],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "spiel-?.json is sound" in done.stdout


def test_bench_measures_a_game(run: Run) -> None:
    ran = run("bench", "idle-six", "--seconds", "0.1", "--json")
    assert ran.code == 0
    assert "idle-six" in ran.out


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


GOALS = """
[numbers]
"money.dice" = { from = 3, to = 9 }

[[goals]]
metric = "turns"
below = 30
"""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("s", {"schema", "simulate", "serve"}),
        ("rules idle", {"idle-six"}),
        ("play king-of-tokyo --seats me,ha", {"me,hard"}),
        ("compare king-of-tokyo ca", {"calm"}),
        ("simulate king-of-tokyo --variant fair", {"fair-prices"}),
        ("play --re", {"--resume"}),
    ],
)
def test_a_shell_completes_words(words: str, found: set[str]) -> None:
    context = ShellComplete(cli.app, {}, "quincunx", "_QUINCUNX_COMPLETE")
    *before, last = words.split()
    assert {item.value for item in context.get_completions(before, last)} == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv = ['quincunx']; from quincunx.cli import main; main()"],
        env={**os.environ, "_QUINCUNX_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_quincunx_completion" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(run: Run, name: str) -> None:
    assert COMMANDS[name] in " ".join(run(name, "--help").out.split())


BAD = {
    "command": (["pley"], "play"),
    "option": (["play", "--sead", "7"], "--seed"),
    "game": (["play", "idle-sx"], "did you mean `idle-six`"),
    "no game": (["play"], "Which game?"),
    "seat": (["play", "idle-six", "--seats", "gredy"], "did you mean `greedy`"),
    "too many": (["play", "idle-six", "--seats", "me,me"], "1 player, not 2"),
    "dice": (["play", "idle-six", "--dice", "fare"], "did you mean `fair`"),
    "seed and fair": (["play", "idle-six", "--dice", "fair", "--seed", "1"], "--dice seed"),
    "people in a simulation": (["simulate", "idle-six", "--seats", "me"], "Only bots"),
    "games": (["simulate", "idle-six", "--games", "0"], "1"),
    "jobs": (["simulate", "idle-six", "--jobs", "100000"], "256"),
    "rows": (["simulate", "idle-six", "--games", "1", "--out", "rows.xls"], ".csv"),
    "no argument": (["rules"], "`quincunx rules --help`"),
    "one argument too many": (["rules", "idle-six", "x"], "`quincunx rules --help`"),
    "letters in a seed": (["play", "idle-six", "--seed", "\udcff"], "letters"),
    "letters in a name": (["play", "idle-six", "--seats", "me:\udcff"], "letters"),
    "a folder to save to": (["play", "idle-six", "--save", "/"], "is a folder"),
    "a name too long": (["play", "idle-six", "--save", "x" * 300], "File name too long"),
    "no record": (["replay", "nothing.json"], "no file nothing.json"),
    "no scenario": (["check", "nothing.yaml"], "no file nothing.yaml"),
    "no variant": (["play", "idle-six", "--variant", "nothing.toml"], "no file nothing.toml"),
    "resume and game": (["play", "idle-six", "--resume", "m.json"], "--resume FILE"),
    "resume and option": (["play", "--option", "side=3", "--resume", "m.json"], "--resume FILE"),
}


@pytest.mark.parametrize(("words", "hint"), BAD.values(), ids=BAD.keys())
def test_a_mistake_is_one_sentence_and_writes_nothing(
    run: Run, words: list[str], hint: str, tmp_path: Path
) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert hint in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert not (tmp_path / "home").exists()


def test_broken_and_foreign_records(run: Run, tmp_path: Path, fair_record: Path) -> None:
    broken = write(tmp_path / "broken.json", fair_record.read_text()[:-40])
    foreign = write(tmp_path / "foreign.json", '{"moves": ["e4", "e5"]}')
    newer = write(tmp_path / "newer.json", '{"quincunx": 99}')
    missing = write(tmp_path / "missing.json", '{"quincunx": 1, "game": "idle-six"}')
    for path, hint in ((broken, "not a record"), (foreign, "version"), (newer, "99"), (missing, "seats")):
        for command in (["verify", path], ["replay", path], ["play", "--resume", path]):
            ran = run(*command)
            assert ran.code == 2
            assert hint in ran.err


def test_a_finished_match_is_not_resumed(run: Run, fair_record: Path) -> None:
    ran = run("play", "--resume", fair_record)
    assert ran.code == 2
    assert "quincunx replay" in ran.err


def test_dice_that_nobody_can_roll_are_not_resumed(run: Run, tmp_path: Path) -> None:
    seats = '"seats": [{"name": "Ann"}]'
    text = f'{{"quincunx": 1, "game": "idle-six", {seats}, "chance": {{"dice": "stated"}}, "moves": []}}'
    ran = run("play", "--resume", write(tmp_path / "m.json", text))
    assert ran.code == 2
    assert "nobody can roll" in ran.err


def test_bad_scenarios(run: Run, tmp_path: Path) -> None:
    unknown = scenario(tmp_path / "a.yaml", gven={})
    impossible = scenario(tmp_path / "b.yaml", given={"money": "100", "dice": 1})
    odd = scenario(tmp_path / "c.yaml", given={"mony": "1"})
    assert "did you mean `given`" in run("check", unknown).err
    assert "does not fit on 1 dice" in run("check", impossible).err
    assert "did you mean `money`" in run("check", odd).err
    assert run("check", impossible).code == 2


def test_bad_variants(run: Run, tmp_path: Path) -> None:
    for text, hint in (
        ("[money]\ndise = 3", "did you mean `dice`"),
        ("[money]\ndice = 'many'", "`money.dice` must be a whole number, not text"),
        ("[win]\ncost = '7'", "not an amount in base six"),
        ("[win", "not valid TOML"),
        (f"win = {'9' * 5000}", "not valid TOML"),
    ):
        ran = run("play", "idle-six", "--variant", write(tmp_path / "v.toml", text))
        assert ran.code == 2
        assert hint in ran.err
