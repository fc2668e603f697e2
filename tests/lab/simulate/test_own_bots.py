"""Bots of a user in a simulation: in other processes, with other names, and when they lose decisions."""

import io
import json
import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from quincunx import bots
from quincunx.bots.external import OwnBot
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.lab.simulate import processes
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import Simulation, simulate
from tests import own_bots

GAME = "king-of-tokyo"


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make processes start from nothing, as they do on Windows and macOS."""
    monkeypatch.setattr(processes, "_context", lambda: multiprocessing.get_context("spawn"))


def shown(simulation: Simulation) -> str:
    file = io.StringIO()
    Console(file=file, width=200).print(simulation.summary())
    return file.getvalue()


@pytest.mark.usefixtures("spawned")
def test_a_class_crosses_to_processes_that_start_from_nothing() -> None:
    alone, together = (simulate(GAME, [own_bots.Raises, "greedy"], 4, jobs=jobs) for jobs in (1, 2))
    assert alone.rows == together.rows
    assert alone.to_dict() == together.to_dict()
    assert alone.lost["Raises"] > 4


@pytest.mark.usefixtures("spawned")
def test_what_cannot_cross_is_said() -> None:
    def make() -> Bot:
        return own_bots.Last()

    with pytest.raises(UserError, match=r"^make cannot be sent to other processes: .*`jobs=1`\.$"):
        simulate(GAME, [make, "greedy"], 4, jobs=2)
    assert simulate(GAME, [make, "greedy"], 4, jobs=1).lost == {}


def test_what_was_typed_at_a_prompt_cannot_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    import __main__

    class Typed(own_bots.Last):
        pass

    Typed.__module__, Typed.__qualname__ = "__main__", "Typed"
    monkeypatch.setattr(__main__, "Typed", Typed, raising=False)
    monkeypatch.delattr(__main__, "__file__", raising=False)
    plan = GamePlan(GAME, ["Typed"], 2, "1", {}, {"Typed": OwnBot("Typed", Typed)})
    with pytest.raises(
        UserError, match=r"^Typed cannot be sent to other processes, because it was typed at a prompt"
    ):
        processes.check_travels(plan.own.values())


def test_a_bot_by_its_code_crosses_as_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ADDED", {})
    name = bots.add("tests.own_bots:Last")
    assert (
        simulate(GAME, [name, "greedy"], 6, jobs=2).rows == simulate(GAME, [name, "greedy"], 6, jobs=1).rows
    )


def test_lost_decisions_are_counted_and_told_once_per_bot() -> None:
    played = simulate(GAME, [own_bots.Illegal, own_bots.Raises, "greedy"], 6, jobs=1)
    illegal, raises, greedy = played.results.by_bot
    assert played.lost == {"Illegal": illegal.lost, "Raises": raises.lost}
    assert illegal.lost + raises.lost + greedy.lost < sum(row.decisions for row in played.rows)
    assert (greedy.lost, greedy.fault) == (0, "")
    assert raises.fault.startswith("Game 0: Raises raised OSError: my opening book is gone at line ")
    text = shown(played)
    assert f"Illegal lost {illegal.lost} decisions. Game 0: Illegal answered 1000000000000000" in text
    assert "greedy lost" not in text


def test_a_bot_that_only_loses_decisions_plays_like_random() -> None:
    rows = simulate(GAME, [own_bots.Raises, "greedy"], 30, jobs=1)
    assert rows.results.by_bot[0].share.high < 0.5


def test_time_is_limited_in_a_simulation_if_wanted() -> None:
    played = simulate(GAME, [own_bots.Endless, "greedy"], 1, jobs=1, time_limit=0.005)
    assert played.lost["Endless"] > 3
    assert "took longer than 0.005 seconds" in played.results.by_bot[0].fault


def test_one_bot_is_not_enough_for_many_games() -> None:
    with pytest.raises(UserError, match="Give the class `Last` to a simulation, not one bot"):
        simulate(GAME, [own_bots.Last(), "greedy"], 2)  # type: ignore[list-item]


def test_different_bots_of_one_name_are_told_apart() -> None:
    class Last(own_bots.Illegal):
        pass

    played = simulate(GAME, [own_bots.Last, Last, own_bots.Last], 2, jobs=1)
    assert played.plan.bots == ["Last", "Last 2", "Last"]
    assert set(played.lost) == {"Last 2"}
    assert [(result.bot, result.seats) for result in played.results.by_bot] == [("Last", 2), ("Last 2", 1)]


PRINTS = """
import quincunx as qx

print("I am loaded")

class Prints(qx.Bot):
    def __init__(self):
        print("I am made")

    def choose(self, state, seat, rng):
        print("I move")
        return state.legal_actions(seat)[-1]
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", [["simulate", "--seats"], ["arena", "--bots"]])
def test_what_a_bot_prints_is_no_part_of_the_results(command: list[str], jobs: str, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(PRINTS)
    verb, seats = command
    words = [verb, "bitcoin-mining", seats, "normal,mybot.py:Prints", "--games=2", f"--jobs={jobs}", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", *words], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "Prints" in str(json.loads(done.stdout)["bots"])
    assert {"I am loaded", "I am made", "I move"} <= set(done.stderr.splitlines())


@pytest.mark.usefixtures("spawned")
def test_what_a_bot_prints_in_a_process_that_starts_from_nothing_is_kept_apart_too(
    capfd: pytest.CaptureFixture[str],
) -> None:
    simulate(GAME, [own_bots.Prints, "greedy"], 2, jobs=2)
    printed = capfd.readouterr()
    assert "I move" not in printed.out
    assert "I move" in printed.err
