"""Known truths: three variants that are broken on purpose. `report` names what is wrong with each, and `tune`
repairs it."""

from pathlib import Path
from typing import Any

import pytest

from quincunx import games
from quincunx.core.game import Game
from quincunx.lab.report.files import report
from quincunx.lab.report.piece_value import takers, without
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.workers import WorkerPool
from quincunx.lab.tune.goals import make_goals
from quincunx.lab.tune.history import missing
from quincunx.lab.tune.results import Tuned
from quincunx.lab.tune.search import tune
from quincunx.match.variant import read_variant

pytestmark = pytest.mark.slow

pytest.importorskip("numpy")
pytest.importorskip("optuna")

TRUTHS = Path(__file__).parent / "truths"
LOADED_SEAT, BROKEN_CARD, LONGER_GOAL = (
    TRUTHS / f"{name}.toml" for name in ("loaded-seat", "broken-card", "longer-goal")
)


def named(game: Game[Any], truth: Path, players: int, count: int) -> list[str]:
    """Return the findings of a report on a variant, without the games that take time of their own."""
    made = report(game, ["greedy"] * players, count, variant=read_variant(truth, game), jobs=1, budget=0)
    return [one.text for one in made.study.findings]


def search(game: Game[Any], truth: Path, out: Path, **file: Any) -> Tuned:
    goals = make_goals({"games": 60, "budget": 8, "again": 100, "variant": str(truth), **file}, game)
    return tune(game, goals, out, jobs=1)


def best(tuned: Tuned) -> list[float]:
    """Return by how much the best compromise misses each goal."""
    assert len(tuned.candidates) > 1
    return missing(tuned.goals, tuned.candidates[1].tried)


def test_a_loaded_seat_is_named(pig: Game[Any]) -> None:
    assert any(text.startswith("Seat ") for text in named(pig, LOADED_SEAT, 2, 400))


def test_a_loaded_seat_is_repaired(pig: Game[Any], tmp_path: Path) -> None:
    tuned = search(
        pig,
        LOADED_SEAT,
        tmp_path,
        games=120,
        again=200,
        budget=4,
        numbers={"goal": {"from": 5, "to": 100, "step": 5}},
        goals=[{"metric": "seat-share:1", "below": 0.58}],
    )
    assert missing(tuned.goals, tuned.candidates[0].tried)[0] > 1
    assert best(tuned) == [0.0]
    assert tuned.candidates[1].variant["goal"] > 10
    assert tuned.words[0] == "`tuned-1` meets 1 of 1 goal."


def test_a_broken_card_is_named_and_play_without_it_proves_it() -> None:
    game = games.load("king-of-tokyo")
    texts = named(game, BROKEN_CARD, 4, 200)
    assert any("look strong: Skyscraper +" in text for text in texts), texts
    watched = watch(GamePlan(game.name, ["greedy"] * 4, 100, "1", read_variant(BROKEN_CARD, game)), jobs=1)
    found = without(watched.plan, "skyscraper", takers(watched)["skyscraper"], 60, WorkerPool(1))
    assert found.lost is not None
    assert found.lost.low > 0.05


def test_a_broken_card_is_repaired(tmp_path: Path) -> None:
    card = "cards.skyscraper"
    tuned = search(
        games.load("king-of-tokyo"),
        BROKEN_CARD,
        tmp_path,
        numbers={f"{card}.points": {"from": 1, "to": 12}, f"{card}.cost": {"from": 2, "to": 9}},
        goals=[{"metric": "wins-with:skyscraper", "below": 0.5}],
        players=4,
    )
    assert missing(tuned.goals, tuned.candidates[0].tried)[0] > 0
    assert best(tuned) == [0.0]
    changed = tuned.candidates[1].variant["cards"]["skyscraper"]
    assert changed["points"] < 12 or changed["cost"] > 2


def test_a_longer_goal_is_named() -> None:
    texts = named(games.load("king-of-tokyo"), LONGER_GOAL, 2, 200)
    assert any(text.startswith("Duration (turns)") and "+" in text for text in texts)


def test_a_longer_goal_is_repaired_by_the_number_that_matters(tmp_path: Path) -> None:
    tuned = search(
        games.load("king-of-tokyo"),
        LONGER_GOAL,
        tmp_path,
        numbers={"play.points_to_win": {"from": 10, "to": 40}, "play.sweep_cost": {"from": 1, "to": 4}},
        goals=[{"metric": "turns", "about": 12, "within": 1.5}],
    )
    assert best(tuned) == [0.0]
    assert tuned.sensitivity[0].key == "play.points_to_win"
    assert "play.sweep_cost" not in " ".join(tuned.changes(1))
