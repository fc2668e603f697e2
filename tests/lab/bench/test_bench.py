"""The measuring commands measure something and say what is missing."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from quincunx import games
from quincunx.compiled import is_compiled
from quincunx.core.errors import UserError
from quincunx.lab.bench import measure as bench
from quincunx.lab.bench import slices
from quincunx.lab.bench.measure import About, Bench, Install, Pace, Rate, Speed

PACE = Pace(decisions=3000.0, games=30.0, greedy=20.0, clone=900.0, determinize=800.0)
HALF = Pace(decisions=1500.0, games=15.0, greedy=10.0, clone=300.0, determinize=200.0)
HERE = About("0.2.0", True, ["pig"])


def shown(report: Bench) -> str:
    file = io.StringIO()
    Console(file=file, width=80, color_system=None).print(report.table())
    return file.getvalue()


def test_measures_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    report = bench.bench(["idle-six"], 0.05)
    (speed,) = report.speeds
    assert (speed.game, speed.players) == ("idle-six", 1)
    assert (speed.plain is not None) == is_compiled() == report.here.compiled
    assert speed.here.decisions > speed.here.games > 0
    assert min(speed.here.greedy, speed.here.clone, speed.here.determinize) > 0
    assert "quincunx[bench]" in shown(report)


def test_measures_another_install_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the other one is the same."""
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    with Install(sys.executable, ["-P"], {}) as here, Install(sys.executable, ["-P"], {}) as other:
        speed = bench.measure("idle-six", 1, 0.05, here, None, other)
        other.about.games.clear()
        assert bench.measure("idle-six", 1, 0.05, here, None, other).against is None
    assert speed.against is not None
    assert 0.1 < speed.here.times(speed.against)["clone"] < 10


def test_compares_with_plain_and_with_the_peer() -> None:
    report = Bench([Speed("pig", 2, PACE, Rate(200.0, 2.0), None)], HERE, None, Rate(100.0, 1.0))
    data: dict[str, Any] = report.to_dict()
    assert (data["speeds"][0]["times_plain"], data["speeds"][0]["times_peer"]) == (15, 30)
    assert data["speeds"][0]["times_against"] is None
    text = shown(report)
    assert "15.0" in text
    assert "30.0" in text
    assert "OpenSpiel" in text
    assert "pip install" not in text


def test_compares_with_another_release() -> None:
    old = About("0.1.0", True, ["pig"])
    report = Bench([Speed("pig", 2, PACE, None, HALF), Speed("new", 2, PACE, None, None)], HERE, old, None)
    times = {"decisions": 2, "games": 2, "greedy": 2, "clone": 3, "determinize": 4}
    assert [line["times_against"] for line in report.to_dict()["speeds"]] == [times, None]
    text = shown(report)
    assert "as fast as Quincunx 0.1.0 (compiled)" in text
    assert "2.00" in text
    assert "4.00" in text
    assert "not there" in text


def test_a_plain_install_says_so() -> None:
    plain = About("0.2.0", False, ["pig"])
    assert "plain Python" in shown(Bench([Speed("pig", 2, PACE, None, None)], plain, None, None))


def test_what_is_no_python_with_quincunx_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be run"):
        bench.bench([], 0.05, str(tmp_path / "python"))
    with pytest.raises(UserError, match="could not measure its Quincunx: ModuleNotFoundError"):
        # -S: without the site's packages there is no Quincunx.
        Install(sys.executable, ["-E", "-S", "-P"], {})


def test_positions_lie_along_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    found = slices.positions("pig", 2)
    assert slices.POSITIONS <= len(found) < 2 * slices.POSITIONS
    assert all(state.current_player() == seat for state, seat in found)
    assert len({state.turns() for state, _ in found}) > 10
    for kind in ("clone", "determinize"):
        assert slices.KINDS[kind]("pig", 2)() == len(found)


def test_every_slice_begins_with_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    for kind in ("random", "greedy"):
        first, second = slices.KINDS[kind]("pig", 2), slices.KINDS[kind]("pig", 2)
        assert [first() for _ in range(5)] == [second() for _ in range(5)]


@pytest.mark.parametrize("known", ["resample_hidden", "determinize"])
def test_an_install_is_asked_by_the_names_it_knows(known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "State", type("State", (), {known: None}))
    assert slices.named("resample_hidden", "determinize") == known
