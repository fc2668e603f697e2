"""What is known of a game is found and named by its report."""

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx import Mistake, games
from quincunx.cli.entry import app
from quincunx.lab.findings import findings
from quincunx.lab.study import study
from quincunx.lab.study_files import Report, check, report
from quincunx.lab.worth import logit

typer_testing = pytest.importorskip("typer.testing")
pytest.importorskip("altair")
pytest.importorskip("vl_convert")


def named(name: str, players: int, count: int, variant: dict[str, Any]) -> list[str]:
    """The findings of a variant, without the games that take time of their own."""
    game = games.load(name)
    found, _ = study(game, ["greedy"] * players, count, variant=variant, jobs=1, budget=0)
    return [one.text for one in findings(found, game)]


def test_a_loaded_seat_is_named() -> None:
    """With one cycle seat 1 is always first to buy."""
    assert any(text.startswith("Seat ") for text in named("bitcoin-mining", 3, 1500, {"cycles": 1}))


def test_a_longer_goal_is_named() -> None:
    texts = named("king-of-tokyo", 2, 200, {"play": {"points_to_win": 40}})
    assert any(text.startswith("Duration (turns)") and "+" in text for text in texts)


def test_a_broken_card_is_named() -> None:
    card = {"cost": 1, "points": 12, "copies": 3}
    texts = named("king-of-tokyo", 2, 300, {"cards": {"apartment-building": card}})
    assert any(text.startswith("Apartment Building is a must-have card") for text in texts), texts


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
    ran = typer_testing.CliRunner().invoke(app, wanted)
    assert json.loads(ran.stdout)["games"] == 20


def test_mistakes_are_said_before_the_games() -> None:
    with pytest.raises(Mistake, match=r"\.html"):
        check(Path("report.pdf"))
    with pytest.raises(Mistake, match="our bots"):
        report("bitcoin-mining", ["greedy", "stranger"])


def test_the_logit_finds_the_weights_that_made_the_wins() -> None:
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(1)
    features = numpy.column_stack([numpy.ones(20_000), rng.normal(size=20_000), rng.random(20_000) < 0.5])
    won = rng.random(20_000) < 1 / (1 + numpy.exp(-(features @ numpy.array([-0.5, 1.0, 0.7]))))
    weights, _ = logit(features, won.astype(float))
    assert weights == pytest.approx([-0.5, 1.0, 0.7], abs=0.1)
