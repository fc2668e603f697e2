"""The bots in examples/ work. The one over HTTP is run in tests/web/test_serve.py."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import quincunx as qx

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Yield a function that imports an example by its name, in an empty folder."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    yield import_module
    for path in EXAMPLES.glob("*.py"):
        sys.modules.pop(path.stem, None)


def test_ten_lines_are_ten_lines() -> None:
    tree = ast.parse((EXAMPLES / "ten_lines.py").read_text())
    (bot,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    assert bot.end_lineno is not None
    assert bot.end_lineno - bot.lineno < 10


def test_the_bot_of_ten_lines_plays_out_every_move(example: Any) -> None:
    lookahead = example("ten_lines").Lookahead
    played = qx.simulate("bitcoin-mining", [lookahead, "random"], games=6, seed="2", jobs=1)
    assert played.lost == {}
    assert played.results.by_bot[0].share.value > 0.5


def test_the_bot_that_reads_the_view_leaves_tokyo_when_it_is_hurt(example: Any) -> None:
    careful = example("reads_the_view").Careful
    hurt = 0
    for seed in "abcdefgh":
        match = qx.Match("king-of-tokyo", [careful, "greedy"], qx.SeedDice(seed))
        while not match.over:
            before = match.game.view(match.state, 0)["seats"]["1"]["health"]
            step = match.advance()
            assert step is not None
            if step.seat == 0 and step.name in ("stay", "yield") and before <= 4:
                assert step.name == "yield"
                hurt += 1
        assert match.lost == {}
    assert hurt


def test_the_bot_that_learns_gets_better_than_random(example: Any) -> None:
    """Before it has learnt anything, it is as good as random: no word has a weight."""
    learns = example("learns")
    game = qx.load("nomenklatura")
    weights: dict[str, float] = {}
    learns.train(game, weights, range(50))
    played = qx.simulate(game, [lambda: learns.Learner(game, weights), "random"], games=40, jobs=1)
    assert played.lost == {}
    assert played.results.by_bot[0].share.low > 0.5


def test_what_was_learnt_is_kept(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    learns = example("learns")
    learns.main("bitcoin-mining", "1")
    assert capsys.readouterr().out.startswith("after 25 games: <Simulation of bitcoin-mining: 100 games;")
    assert learns.learnt("bitcoin-mining")
