"""A comparison finds a difference soon, and none where there is none."""

import io
import multiprocessing
import random
from typing import Any

import pytest
from rich.console import Console

from quincunx import UserError, games
from quincunx.core.game import Game
from quincunx.lab.compare.comparison import ALIKE, LESS, OPEN, MetricDifference, compare, contender, judge
from quincunx.lab.compare.page import html
from quincunx.lab.compare.screen import headline
from quincunx.lab.progress import Told, with_steps
from quincunx.lab.report import measure as study
from quincunx.lab.simulate.workers import WorkerPool
from quincunx.lab.stats.confidence_sequence import ERROR, boundary, difference, looks

SHORT = "short"


def kings(*names: str, games_: int = 500, **asked: Any) -> Any:
    game = games.load("king-of-tokyo")
    contenders = [contender(name, game) for name in names]
    return compare(game, contenders, ["greedy", "greedy"], games_, jobs=1, **asked)


def test_a_large_difference_is_clear_at_the_first_look() -> None:
    found = kings("game.toml", SHORT, metrics=["turns"])
    (turns,) = found.findings[0]
    assert turns.verdict == LESS
    assert turns.games == found.played == looks(500)[0]
    assert turns.difference.high < 0
    assert "64 of 500 games" in headline(found)


def test_the_same_numbers_differ_by_nothing() -> None:
    found = kings("game.toml", "game.toml", metrics=["turns", "leader-wins", "seat-share:1"])
    assert found.played < 500
    for one in found.findings[0]:
        assert one.verdict == ALIKE
        assert (one.difference.low, one.difference.value, one.difference.high) == (0, 0, 0)


def test_a_comparison_is_the_same_every_time_and_however_games_are_dealt_out() -> None:
    once = kings("game.toml", SHORT, "calm", games_=96)
    assert len(once.findings) == 2
    game = games.load("king-of-tokyo")
    again = compare(game, once.contenders, ["greedy", "greedy"], 96, jobs=2)
    assert once.to_dict() == again.to_dict()


def test_the_page_has_the_whole_report_side_by_side() -> None:
    found = kings("game.toml", SHORT, "calm", games_=96)
    assert [one.plan.games for one in found.watched] == [found.played] * 3
    page = html(found)
    assert "short beside game.toml" in page
    parts = ["findings", "metrics", "length", "seats", "scores", "endings", "course", "choices", "pieces"]
    for part in parts:
        assert f'<section id="{part}">' in page
    assert page.count("<h3>calm</h3>") == 1
    assert "http" not in page.replace("http://www.w3.org", "")
    assert "NaN" not in page


def test_all_that_takes_time_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[str] = []

    def crew(jobs: int, on: str, tick: Any) -> WorkerPool:
        places.append(on)
        return WorkerPool(jobs, "", tick)

    monkeypatch.setattr(study, "WorkerPool", crew)
    monkeypatch.setattr(study, "worker_count", lambda jobs, on: 1)
    found = kings("game.toml", SHORT, games_=96)
    heard: list[tuple[str, float, float]] = []
    html(found, 1, 1.2, lambda *told: heard.append(told), "ray")
    assert places == ["ray", "ray"]
    steps = list(dict.fromkeys(what for what, _, _ in heard))
    assert [step for step in steps if "without" not in step] == [
        "game.toml, skill and luck",
        "game.toml, strength of the levels",
        "short, skill and luck",
        "short, strength of the levels",
        "drawing the page",
    ]
    spent = [done for _, done, _ in heard[:-1]]
    assert spent == sorted(spent)
    assert all(done <= total for _, done, total in heard)
    # What is left at first is the whole time, and half of it for the second.
    first, second = heard[0], next(told for told in heard if told[0] == "short, skill and luck")
    assert 0.61 < first[2] - first[1] < 1.21
    assert 0 < second[2] - second[1] < 0.61


def test_an_interrupted_page_leaves_no_process() -> None:
    found = kings("game.toml", SHORT, games_=64, metrics=["turns"])

    def interrupt(what: str, done: float, total: float) -> None:
        if multiprocessing.active_children():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        html(found, 2, 60.0, interrupt)
    assert not multiprocessing.active_children()


def test_the_bar_says_which_step_it_is() -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=100)

    def work(told: Told) -> str:
        told("playing", 1, 4)
        told("skill [and] luck", 3.0, 20.0)
        return "made"

    assert with_steps(screen, "King of Tokyo", work) == "made"
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "King of Tokyo: playing" in shown
    assert " 25%" in shown
    assert "King of Tokyo: skill [and] luck" in shown


def coins(chance: float, rng: random.Random, count: int) -> list[float | None]:
    return [float(rng.random() < chance) for _ in range(count)]


def test_looking_often_keeps_to_the_error_rate() -> None:
    """Of 200 comparisons of equal coins, each looked at up to 8 times, at most 5% may name a difference.
    By an ordinary interval it would be about three times as many."""
    rng = random.Random(1)
    wrong = 0
    for _ in range(200):
        found = MetricDifference("", "", "share", None, None, None)
        ours, theirs = coins(0.5, rng, 800), coins(0.5, rng, 800)
        for look in looks(800):
            judge(found, theirs[:look], ours[:look], 0.0, ERROR, same=False)
        wrong += found.verdict not in (OPEN, ALIKE)
    assert wrong <= 200 * ERROR


def test_a_rare_difference_that_was_not_seen_is_not_excluded() -> None:
    equal: list[float | None] = [*[0.0] * 99, 1.0]
    found = difference(equal, equal)
    assert found is not None
    assert found.value == 0
    assert found.high > 0.02
    known = difference(equal, equal, same=True)
    assert known is not None
    assert known.high == 0


def test_games_without_a_value_count_as_such() -> None:
    rng = random.Random(2)
    ours = [value if rng.random() < 0.5 else None for value in coins(0.8, rng, 1000)]
    theirs = [value if rng.random() < 0.5 else None for value in coins(0.4, rng, 1000)]
    found = difference(ours, theirs)
    assert found is not None
    assert 0.2 < found.low < 0.4 < found.high < 0.6
    assert difference(ours[:100], theirs[:100]) is None  # too few of them have a value


def test_bounds_narrow_with_games() -> None:
    widths = [boundary(pairs, ERROR) for pairs in (64, 400, 10_000)]
    assert widths == sorted(widths, reverse=True)


def test_names_that_are_nothing_are_refused() -> None:
    game = games.load("king-of-tokyo")
    with pytest.raises(UserError, match="no file"):
        contender("shrot", game)
    with pytest.raises(UserError, match="two variants or more"):
        kings("short")
    with pytest.raises(UserError, match="did you mean `turns`"):
        kings("game.toml", SHORT, metrics=["truns"])


def test_original_is_the_game_as_it_is_unless_a_variant_is_called_so(pig: Game[Any]) -> None:
    assert contender("original", pig).variant == {}
    assert contender("original", games.load("king-of-tokyo")).variant != {}
    assert contender("game.toml", games.load("king-of-tokyo")).variant == {}
