"""Simulations: the same games however they are dealt out, seats that rotate, and no process left behind."""

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from quincunx import games
from quincunx.bots import BOTS
from quincunx.cli import app
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.progress import Progress, counted, with_bar
from quincunx.lab.simulate import processes, row_files, runner
from quincunx.lab.simulate.observed_run import PlanRunner
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import Simulation, simulate
from quincunx.lab.simulate.workers import run_chunks
from tests.waiting import PATIENCE, block_until


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a game for two that only this process knows."""
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    return "pig"


def contest_of_pig(number: int = 40, seed: str = "1") -> Simulation:
    return simulate("pig", ["greedy", "random"], number, seed, jobs=1)


def shown(simulation: Simulation, encoding: str, width: int = 80) -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    Console(file=file, width=width, color_system=None, legacy_windows=False).print(simulation.summary())
    file.seek(0)
    return file.read()


def test_rows_do_not_depend_on_the_number_of_processes() -> None:
    alone = simulate("idle-six", ["random"], 70, "s", jobs=1)
    together = simulate("idle-six", ["random"], 70, "s", jobs=2)
    assert [row.game for row in alone.rows] == list(range(70))
    assert alone.rows == together.rows
    assert alone.to_dict() == together.to_dict()


def test_processes_that_are_not_forked_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_context", lambda: multiprocessing.get_context("spawn"))
    assert (
        simulate("idle-six", ["random"], 9, jobs=2).rows == simulate("idle-six", ["random"], 9, jobs=1).rows
    )


@pytest.mark.parametrize("jobs", [1, 2, 7])
@pytest.mark.parametrize("number", [1, 2, 70, 100_000])
def test_chunks_hold_every_game_once(number: int, jobs: int) -> None:
    chunks = list(GamePlan("pig", ["greedy"], number, "1", {}).chunks(jobs))
    assert [game for chunk in chunks for game in chunk] == list(range(number))
    assert len(chunks[-1]) == 1
    assert len(chunks) < 50 * jobs


def test_a_long_chunk_is_told_part_by_part(pig: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "SECONDS", 0.0)
    player = PlanRunner(GamePlan(pig, ["greedy", "random"], 10, "1", {}))
    parts = list(player.play(range(3, 8)))
    assert [part.first for part in parts] == [3, 4, 5, 6, 7]
    assert [row for part in parts for row in part.rows()] == contest_of_pig(8).rows[3:]


def test_more_processes_than_games() -> None:
    assert len(simulate("idle-six", ["greedy"], 2, jobs=8).rows) == 2


def test_another_seed_gives_other_games() -> None:
    rows = simulate("idle-six", ["random"], 5, "a", jobs=1).rows
    others = simulate("idle-six", ["random"], 5, "b", jobs=1).rows
    assert [row.decisions for row in rows] != [row.decisions for row in others]


def test_a_longer_run_begins_with_the_shorter_one(pig: str) -> None:
    assert contest_of_pig(30).rows == contest_of_pig(50).rows[:30]


def test_bots_change_seats_from_game_to_game(pig: str) -> None:
    rows = contest_of_pig(4).rows
    assert [row.bots for row in rows] == [["greedy", "random"], ["random", "greedy"]] * 2


def test_a_better_bot_wins_from_every_seat(pig: str) -> None:
    results = contest_of_pig(200).results
    greedy, rand = results.by_bot
    assert (greedy.bot, rand.bot) == ("greedy", "random")
    assert greedy.share.low > 0.9
    assert greedy.share.value + rand.share.value == pytest.approx(1)
    assert sum(seat.share.value for seat in results.seats) == pytest.approx(1)
    assert all(seat.share.low < 0.5 < seat.share.high for seat in results.seats)


def test_variant_is_played(pig: str) -> None:
    short = simulate(pig, ["greedy", "greedy"], 30, variant={"goal": 10}, jobs=1)
    assert short.results.turns.mean.high < contest_of_pig(30).results.turns.mean.low


def test_progress_adds_up_to_all_games() -> None:
    for jobs in (1, 2):
        told: list[int] = []
        simulate("idle-six", ["greedy"], 75, jobs=jobs, progress=told.append)
        assert sum(told) == 75
        assert len(told) > 10


@pytest.mark.parametrize(
    ("name", "bots", "number", "sentence"),
    [
        ("idle-sx", ["random"], 1, "did you mean `idle-six`"),
        ("idle-six", ["gredy"], 1, "did you mean `greedy`"),
        ("idle-six", ["random", "random"], 1, "is for 1 player, not 2"),
        ("idle-six", ["random"], 0, "at least one game"),
    ],
)
def test_mistakes_are_named_before_anything_starts(
    name: str, bots: list[str], number: int, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        simulate(name, bots, number, jobs=2)


def test_dict_has_what_programs_read(pig: str) -> None:
    data = contest_of_pig().to_dict()
    assert list(data) == [
        *["game", "bots", "seed", "variant"],
        *["games", "seats", "by_bot", "turns", "decisions", "endings"],
    ]
    assert data["bots"] == ["greedy", "random"]
    assert [result["bot"] for result in data["by_bot"]] == ["greedy", "random"]
    assert set(data["by_bot"][0]["share"]) == {"value", "low", "high"}
    assert data["endings"] == [{"reason": "first to 50", "games": 40, "share": data["endings"][0]["share"]}]
    assert json.loads(json.dumps(data)) == data


def test_solo_summary_shows_bands_and_no_shares_of_wins() -> None:
    text = shown(simulate("idle-six", ["greedy"], 20, jobs=1), "utf-8")
    assert "Idle Six: 20 games" in text
    assert "You were" in text
    assert "Wins" not in text


@pytest.mark.parametrize("width", [40, 80])
def test_summary_falls_back_to_ascii(pig: str, width: int) -> None:
    text = shown(contest_of_pig(), "ascii", width)
    assert text.isascii()
    assert "###" in text
    assert "█" in shown(contest_of_pig(), "utf-8", width)


def test_a_bar_on_a_terminal() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    shown: list[tuple[int, int]] = []

    def play(show: Progress) -> Simulation:
        def both(done: int, total: int) -> None:
            shown.append((done, total))
            show(done, total)

        return simulate("idle-six", ["greedy"], 6, jobs=1, progress=counted(both, 6))

    assert with_bar(console, "Idle Six", play).results.games == 6
    assert (shown[0], shown[-1]) == ((0, 6), (6, 6))
    assert isinstance(console.file, io.StringIO)
    assert "Idle Six" in console.file.getvalue()


def test_an_interrupted_run_leaves_no_process() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("idle-six", ["random"], 1_000_000, jobs=2, progress=interrupt)
    assert multiprocessing.active_children() == []


def test_a_process_ended_from_outside_is_noticed() -> None:
    plan = GamePlan("idle-six", ["random"], 100_000, "1", {})
    parts = run_chunks(PlanRunner(plan), plan.chunks(2), 2, [])
    next(parts)
    for child in multiprocessing.active_children():
        child.kill()
    with pytest.raises(UserError, match="ended from outside"):
        list(parts)
    assert multiprocessing.active_children() == []


def test_a_process_that_ended_while_nobody_listened_is_noticed() -> None:
    ours, theirs = multiprocessing.Pipe()
    theirs.close()
    with pytest.raises(UserError, match="ended from outside"):
        processes._send(ours, range(3))
    ours.close()


class Confused(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise OSError("my opening book is gone")


@pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="other processes know no bot of ours"
)
def test_a_game_that_breaks_off_is_told_with_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "confused", lambda game: Confused())
    with pytest.raises(RuntimeError, match="my opening book is gone"):
        simulate("idle-six", ["confused"], 10, jobs=2)
    assert multiprocessing.active_children() == []


ENDLESS = """
import multiprocessing, signal
from quincunx.lab.progress import Progress, counted, with_bar
from quincunx.lab.simulate.simulation import simulate

def tell(done):
    global told
    if not told:
        told = True
        print(*[child.pid for child in multiprocessing.active_children()], flush=True)

told = False
if __name__ == "__main__":
    # A shell tells what it starts in the background to take no notice of an interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    simulate("idle-six", ["random"], 10**7, jobs=2, progress=tell)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals to a group of processes are a Unix thing")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_with_the_one_that_started_them(sign: signal.Signals, tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    run = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    assert run.stdout is not None
    children = [int(pid) for pid in run.stdout.readline().split()]
    if sign == signal.SIGINT:
        os.killpg(run.pid, sign)
    else:
        run.kill()
    run.wait(PATIENCE)
    run.stdout.close()
    assert len(children) == 2
    block_until(lambda: not any(alive(pid) for pid in children))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet"])
def test_a_full_disk_costs_the_rows_and_not_the_results(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The older file stays, and nothing is left of the new one."""
    if name.endswith("parquet"):
        pytest.importorskip("polars")

    def full(self: object, table: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(row_files._Csv, "write", full)
    monkeypatch.setattr(row_files._Parquet, "write", full)
    path = tmp_path / name
    path.write_text("older")
    played = simulate("king-of-tokyo", ["greedy", "random"], 10, jobs=1, out=path)
    assert played.results.games == 10
    assert "rows are incomplete" in played.problem
    assert "No space left on device, after 0 rows" in played.problem
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]
    ran = CliRunner().invoke(
        app, ["simulate", "king-of-tokyo", "--games", "10", "--jobs", "1", "--out", str(path)]
    )
    assert "King of Tokyo" in ran.stdout
    assert ran.exit_code == 1
