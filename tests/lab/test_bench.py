"""The measuring commands measure something and say what is missing."""

import io
from typing import Any

import pytest
from rich.console import Console

from quincunx.compiled import is_compiled
from quincunx.lab import bench
from quincunx.lab.bench import Bench, Rate, Speed


def shown(report: Bench) -> str:
    file = io.StringIO()
    Console(file=file, width=80, color_system=None).print(report.table())
    return file.getvalue()


def test_measures_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    report = bench.bench(["idle-six"], 0.05)
    (speed,) = report.speeds
    assert (speed.game, speed.players) == ("idle-six", 1)
    assert (speed.compiled is not None) == is_compiled()
    assert speed.plain.decisions > speed.plain.games > 0
    assert "quincunx[bench]" in shown(report)


def test_compares_with_plain_and_with_the_peer() -> None:
    report = Bench([Speed("pig", 2, Rate(3000.0, 30.0), Rate(200.0, 2.0))], Rate(100.0, 1.0))
    data: dict[str, Any] = report.to_dict()
    assert (data["speeds"][0]["times_plain"], data["speeds"][0]["times_peer"]) == (15, 30)
    text = shown(report)
    assert "15.0" in text
    assert "30.0" in text
    assert "OpenSpiel" in text
    assert "pip install" not in text


def test_a_plain_install_says_so() -> None:
    assert "plain Python" in shown(Bench([Speed("pig", 2, None, Rate(200.0, 2.0))], None))
