"""A search repairs what is known to be broken, goes on where it stopped, and survives impossible numbers."""

from pathlib import Path
from typing import Any

import pytest

from quincunx import UserError, bots, games
from quincunx.core.game import Game
from quincunx.lab.tune.goals import Goals, make_goals
from quincunx.lab.tune.history import TriedCandidate
from quincunx.lab.tune.page import html
from quincunx.lab.tune.results import Tuned
from quincunx.lab.tune.screen import TuningScreen
from quincunx.lab.tune.search import JOURNAL, line_ups, tune
from quincunx.match.variant import numbers, read_variant


def search(game: Game[Any], out: Path, **file: Any) -> Tuned:
    goals = make_goals({"games": 60, "budget": 8, "again": 100, **file}, game)
    return tune(game, goals, out, jobs=1)


def two_goals(pig: Game[Any], **other: Any) -> Goals:
    """Return two goals that exclude each other: Pig cannot be short and have many points."""
    file = {
        "games": 40,
        "budget": 10,
        "again": 60,
        "numbers": {"goal": {"from": 5, "to": 100}},
        "goals": [{"metric": "turns", "below": 3}, {"metric": "score:1", "above": 60}],
        **other,
    }
    return make_goals(file, pig)


def test_what_cannot_be_had_is_said_and_all_is_written(pig: Game[Any], tmp_path: Path) -> None:
    tuned = tune(pig, two_goals(pig), tmp_path, jobs=1)
    assert any(words.startswith("Could not be had") for words in tuned.words)
    written = tuned.write(tmp_path, html(tuned))
    assert {"tune.html", "tune.json", "tuned-1.toml"} <= {path.name for path in written}
    text = (tmp_path / "tuned-1.toml").read_text(encoding="utf-8")
    assert text.startswith("# Tuned 1\n# goal: ")
    assert "Measured in 60 games" in text
    assert numbers(pig, read_variant(tmp_path / "tuned-1.toml", pig)).goal != pig.toml["goal"]
    page = (tmp_path / "tune.html").read_text(encoding="utf-8")
    assert "var(--ink)" in page
    assert 'fill="#D55E00"' in page, "the original and what misses a goal have a colour"
    assert "http" not in page.replace("http://www.w3.org", "")
    from rich.console import Console

    with Console(width=100, file=(tmp_path / "screen.txt").open("w", encoding="utf-8")) as screen:
        screen.print(TuningScreen(tuned))
    assert "What matters" in (tmp_path / "screen.txt").read_text(encoding="utf-8")


class Interrupted(Exception):
    pass


def test_an_interrupted_search_goes_on_as_if_it_had_not_been(pig: Game[Any], tmp_path: Path) -> None:
    whole = tune(pig, two_goals(pig), tmp_path / "whole", jobs=1)
    told: list[TriedCandidate] = []

    def stop(one: TriedCandidate) -> None:
        told.append(one)
        if len(told) == 7:
            raise Interrupted

    with pytest.raises(Interrupted):
        tune(pig, two_goals(pig), tmp_path / "parts", jobs=1, stop=stop)
    late: list[TriedCandidate] = []
    parts = tune(pig, two_goals(pig), tmp_path / "parts", jobs=1, stop=late.append)
    assert len(told) + len(late) == len(whole.tried)
    assert parts.to_dict() == whole.to_dict()
    more = tune(pig, two_goals(pig, budget=12), tmp_path / "parts", jobs=1)
    assert len(more.tried) == len(whole.tried) + 2


def test_a_file_of_another_search_is_refused(pig: Game[Any], tmp_path: Path) -> None:
    tune(pig, two_goals(pig, budget=1), tmp_path, jobs=1)
    assert (tmp_path / JOURNAL).exists()
    with pytest.raises(UserError, match="begun with other goals"):
        tune(pig, two_goals(pig, games=41), tmp_path, jobs=1)


def test_impossible_numbers_are_no_candidates_and_no_crash(tmp_path: Path) -> None:
    tuned = search(
        games.load("king-of-tokyo"),
        tmp_path,
        again=20,
        games=20,
        numbers={"play.dice": {"from": 5, "to": 9}, "cards.extra-head.dice": {"from": 1, "to": 3}},
        goals=[{"metric": "turns", "below": 5}],
    )
    impossible = [one for one in tuned.tried if one.problem]
    assert impossible
    assert "there are no more than 12" in impossible[0].problem
    assert any("cannot be played" in words for words in tuned.words)


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ({"numbers": {"gaol": {"from": 1, "to": 2}}}, "there is no `gaol`; did you mean `goal`?"),
        ({"numbers": {"goal": {"from": 1, "too": 2}}}, "has no `too`; did you mean `to`?"),
        ({"numbers": {"goal": {"from": 5, "to": 2}}}, "needs `from` and a larger `to`"),
        ({"numbers": {"goal": 5}}, "needs a range such as"),
        ({"numbers": {}}, "`numbers` is empty"),
        ({"goals": []}, "there is no goal"),
        ({"goals": [{"metric": "turns"}]}, "goal 1: `turns` needs `about`, `below` or `above`"),
        ({"goals": [{"metric": "turns", "abuot": 3}]}, "there is no `abuot`; did you mean `about`?"),
        ({"goals": [{"metric": "turns", "about": 3, "below": 4}]}, "needs no `below` or `above`"),
        ({"budgett": 3}, "there is no `budgett`; did you mean `budget`?"),
        ({"players": 7}, "Pig is for 2 players, not 7."),
    ],
)
def test_mistakes_in_goals_are_one_sentence(pig: Game[Any], file: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as mistake:
        two_goals(pig, **file)
    assert sentence in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_an_unknown_metric_is_refused_before_anything_is_played(pig: Game[Any], tmp_path: Path) -> None:
    with pytest.raises(UserError, match="did you mean `turns`"):
        tune(pig, two_goals(pig, goals=[{"metric": "truns", "below": 3}]), tmp_path, jobs=1)


def test_numbers_in_lists_and_stars_move(tmp_path: Path) -> None:
    game = games.load("king-of-tokyo")
    file = {
        "numbers": {
            "cards.*.cost": {"from": 0.5, "to": 2, "step": 0.5, "times": True},
            "cards.skyscraper.cost": {"from": 1, "to": 9},
            "monsters.names.0": {"among": ["Gigazaur"]},
        },
        "goals": [{"metric": "turns", "about": 12}],
    }
    goals = make_goals(file, game)
    variant = goals.variant(game.toml, [0, goals.originals()[1], 1])
    assert variant["cards"]["energize"]["cost"] == 4
    assert "skyscraper" not in variant["cards"]
    assert variant["monsters"]["names"] == ["Gigazaur", *game.toml["monsters"]["names"][1:]]
    assert goals.variant(game.toml, goals.originals()) == {}


EVIL = """
from pathlib import Path
from quincunx.core.bot import Bot
Path("ran").touch()
class Evil(Bot):
    def choose(self, state, seat, rng):
        return state.legal_actions(seat)[0]
"""


@pytest.mark.parametrize("wanted", ["evil.py:Evil", "evil:Evil", "os:getcwd", "evil.py:Evil:Bob"])
@pytest.mark.parametrize("of_a_goal", [True, False])
def test_a_file_of_goals_runs_no_code(
    pig: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, of_a_goal: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bots, "ADDED", {})
    (tmp_path / "evil.py").write_text(EVIL)
    seats = {"seats": f"greedy,{wanted}"}
    goal = {"metric": "turns", "below": 3}
    goals = two_goals(pig, goals=[goal | seats]) if of_a_goal else two_goals(pig, goals=[goal], **seats)
    with pytest.raises(UserError, match="No file may load the code of"):
        tune(pig, goals, tmp_path, jobs=1)
    assert not (tmp_path / "ran").exists()


def test_a_file_of_goals_may_name_a_bot_whose_code_the_command_named(
    pig: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bots, "ADDED", {})
    (tmp_path / "evil.py").write_text(EVIL)
    bots.add("evil.py:Evil")
    for seats in ("greedy,Evil", "greedy,evil.py:Evil"):
        assert line_ups(pig, two_goals(pig, seats=seats))[0].bots == ["greedy", "Evil"]
