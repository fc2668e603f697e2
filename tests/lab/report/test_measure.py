"""A report finds and names what is known of a game."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from quincunx import UserError, bots, games
from quincunx.cli import app
from quincunx.core.observer import Pieces
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.lab.report.files import Report, check, report
from quincunx.lab.report.findings import judge
from quincunx.lab.report.measure import PieceStudy, endings, measured
from quincunx.lab.report.piece_value import Without, logit, takers, without
from quincunx.lab.simulate.batch import GameBatch
from quincunx.lab.simulate.observed_run import ObservedRun, watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.workers import WorkerPool
from quincunx.lab.stats.estimate import Estimate
from tests.own_bots import Last

pytest.importorskip("polars")


@pytest.mark.parametrize(("name", "players"), [("bitcoin-mining", 2), ("idle-six", 1)])
def test_the_page_needs_no_other_file(name: str, players: int, tmp_path: Path) -> None:
    made = report(name, ["greedy"] * players, 60, jobs=1, budget=0)
    page, *tables = made.save(tmp_path / "report.html")
    text = page.read_text(encoding="utf-8")
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text
    assert "<script" not in text
    assert "NaN" not in text
    assert 0 < page.stat().st_size < 400_000
    assert [table.name for table in tables] == ["report.parquet", "report-pieces.parquet"]
    assert all(table.stat().st_size for table in tables)


def test_json_is_the_same_for_the_same_seed() -> None:
    first, second = (report("bitcoin-mining", games=40, jobs=jobs, budget=0) for jobs in (1, 2))
    assert isinstance(first, Report)
    assert {**first.to_dict(), "seconds": 0} == {**second.to_dict(), "seconds": 0}


def test_the_command_prints_json() -> None:
    wanted = ["report", "bitcoin-mining", "--games", "20", "--jobs", "1", "--budget", "0", "--json"]
    ran = CliRunner().invoke(app, wanted)
    assert json.loads(ran.stdout)["games"] == 20


def test_mistakes_are_said_before_the_games() -> None:
    with pytest.raises(UserError, match=r"\.html"):
        check(Path("report.pdf"))
    with pytest.raises(UserError, match="stranger"):
        report("bitcoin-mining", ["greedy", "stranger"])


def test_bots_of_yours_are_reported_on_too() -> None:
    made = report("bitcoin-mining", ["greedy", Last], 20, jobs=1)
    assert made.study.bots == ["greedy", "Last"]
    assert made.study.shares is None
    assert "greedy, Last" in made.html()


def test_bounds_go_no_further_than_what_is_measured() -> None:
    """Of few games with shared wins a normal interval would reach beyond all games, or below none."""
    watched = watch(GamePlan("bitcoin-mining", ["greedy"] * 3, 40, "1", {}), jobs=1)
    study = measured(games.load("bitcoin-mining"), watched)
    for one in [*(metric.value for metric in study.metrics), *(each.wins for each in study.leading)]:
        assert math.isnan(one.low) or one.low >= 0
    for one in [study.of("leader-wins").value, study.of("drama").value, *(at.wins for at in study.leading)]:
        assert math.isnan(one.high) or one.high <= 1


def test_a_rare_ending_has_its_sentence() -> None:
    plan = GamePlan("bitcoin-mining", ["greedy"] * 2, 10, "1", {})
    batch = GameBatch(plan.bots, plan.seed)
    batch.add({"ending": "ended-btc", "reason": "20 BTC were reached"})
    for _ in range(9):
        batch.add({"ending": "ended-cycle", "reason": "Cycle 4 ended"})
    watched = ObservedRun(plan, batch, 0.0)
    assert [one.reason for one in endings(watched)] == ["Cycle 4 ended", "20 BTC were reached"]


def test_the_logit_finds_the_weights_that_made_the_wins() -> None:
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(1)
    features = numpy.column_stack([numpy.ones(20_000), rng.normal(size=20_000), rng.random(20_000) < 0.5])
    won = rng.random(20_000) < 1 / (1 + numpy.exp(-(features @ numpy.array([-0.5, 1.0, 0.7]))))
    weights, _ = logit(features, won.astype(float))
    assert weights == pytest.approx([-0.5, 1.0, 0.7], abs=0.1)


def estimate(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach)


@pytest.mark.parametrize(
    ("worth", "without", "verdict"),
    [
        (estimate(0.2, 0.05), estimate(0.15, 0.05), "must have"),
        (None, estimate(0.15, 0.05), "must have"),
        (estimate(0.2, 0.05), estimate(0.5, 0.05), "must have"),
        (estimate(0.05, 0.1), estimate(0.15, 0.05), "must have"),
        (estimate(0.01, 0.03), estimate(0.15, 0.05), ""),
        (estimate(0.2, 0.05), None, "looks must have"),
        (estimate(0.2, 0.05), estimate(0.04, 0.05), "looks must have"),
        (estimate(0.2, 0.05), estimate(0.0, 0.04), ""),
        (estimate(-0.2, 0.05), estimate(0.15, 0.05), ""),
        (estimate(-0.2, 0.05), estimate(-0.15, 0.05), "weak"),
        (estimate(0.0, 0.05), estimate(0.01, 0.05), ""),
    ],
)
def test_a_verdict_needs_play_without_the_piece_to_agree(
    worth: Estimate | None, without: Estimate | None, verdict: str
) -> None:
    study = measured(
        games.load("king-of-tokyo"),
        watch(GamePlan("king-of-tokyo", ["greedy"] * 2, 1, "1", {}), jobs=1),
    )
    piece = PieceStudy("a", "A", 1.0, 0.9, estimate(0.9, 0.01), 0.5, estimate(0.5, 0.1), worth, without)
    study.pieces = [piece]
    judge(study)
    assert piece.verdict == verdict


def variant_numbers() -> Any:
    game = games.load("idle-six")
    return game.numbers(game.toml)


def test_what_must_be_taken_cannot_be_forbidden() -> None:
    """Pieces of which one must be taken, and there is one only."""

    class Forced(Pieces):
        def due(self, state: State) -> bool:
            return True

        def taken(self, state: State, seat: int, action: int) -> str:
            return "all"

    state = games.load("idle-six").new_initial_state(1, variant_numbers())
    bot = Without(bots.make("random", games.load("idle-six")), Forced(), "all")
    while state.current_player() == CHANCE:
        state.move(CHANCE, state.sample_outcome(Rng("1")))
    assert bot.choose(state, 0, Rng("1")) in state.legal_actions(0)
    assert bot.forced


def test_alone_a_game_that_a_piece_is_needed_for_is_given_up() -> None:
    watched = watch(GamePlan("idle-six", ["greedy"], 80, "1", {}), jobs=1)
    took = takers(watched)
    seen = [at for at, game in enumerate(watched.column("watched")) if game]
    assert [one.game for one in took["gain-a"]] == seen
    found = without(watched.plan, "gain-a", took["gain-a"], 60, WorkerPool(1))
    assert (found.games, found.forced, found.lost) == (len(seen), 0.0, None)
    assert found.endless > 0.5
    # What hardly matters is measured, in the unit of the score.
    known = without(watched.plan, "reroll", took["reroll"], 60, WorkerPool(1))
    assert known.lost is not None
    assert known.lost.low > 1
