"""Simulations on a Ray cluster: the same rows, nothing lost with a worker, sentences for what is missing."""

import os
import signal
import socket
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from quincunx import bots
from quincunx.bots.external import OwnBot
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.arena.run import arena
from quincunx.lab.report import skill
from quincunx.lab.report.piece_value import takers, without
from quincunx.lab.simulate import on_ray
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.on_ray import LOCAL, Luggage, connect, pack, play
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import simulate
from quincunx.lab.simulate.workers import WorkerPool, run_chunks

pytestmark = pytest.mark.slow

ray = pytest.importorskip("ray")

CAREFUL = """
import quincunx as qx
from partner import last

class Careful(qx.Bot):
    def choose(self, state, seat, rng):
        return last(state.legal_actions(seat))
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    connect(LOCAL, 2)
    yield LOCAL
    ray.shutdown()


class Counts:
    """A runner that plays nothing and returns the numbers it was given, two by two."""

    def play(self, numbers: Sequence[int], /) -> Iterator[list[int]]:
        for first in range(0, len(numbers), 2):
            yield list(numbers[first : first + 2])


def test_a_cluster_plays_the_same_games(cluster: str, tmp_path: Path) -> None:
    here = simulate("king-of-tokyo", ["random", "greedy"], 40, jobs=1, out=tmp_path / "here.csv")
    there = simulate(
        "king-of-tokyo", ["random", "greedy"], 40, jobs=2, out=tmp_path / "there.csv", on=cluster
    )
    assert there.rows == here.rows
    assert there.to_dict() == here.to_dict()
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
    fought = [arena("idle-six", ["greedy", "random"], 8, jobs=2, on=on).rows for on in ("", cluster)]
    assert fought[0] == fought[1]


def test_further_games_of_a_report_are_the_same_on_a_cluster(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(skill, "MOST", skill.FEWEST)
    watched = watch(GamePlan("king-of-tokyo", ["greedy", "greedy"], 100, "1", {}), jobs=1)
    took = takers(watched)
    piece = max(took, key=lambda name: len(took[name]))
    crews = WorkerPool(1), WorkerPool(2, cluster)
    here, there = (skill.shares(watched.plan, 60.0, crew, "greedy", "random") for crew in crews)
    assert here == there
    assert here is not None
    assert here.deals == skill.FEWEST
    alone, on_cluster = (without(watched.plan, piece, took[piece], 60.0, crew) for crew in crews)
    assert alone == on_cluster
    assert alone.games == len(took[piece])


def test_the_games_of_a_lost_worker_are_played_again(cluster: str, tmp_path: Path) -> None:
    class Falls:
        def play(self, numbers: Sequence[int], /) -> Iterator[list[int]]:
            for number in numbers:
                if number == 5 and not (tmp_path / "fell").exists():
                    (tmp_path / "fell").touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                yield [number]

    parts = run_chunks(Falls(), iter([range(0, 4), range(4, 8), range(8, 9)]), 2, [], cluster)
    assert sorted(number for part in parts for number in part) == list(range(9))
    assert (tmp_path / "fell").exists()


def test_bots_travel_to_the_workers(cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed(Bot):
        """As one that was typed at a prompt: no other process can import it."""

        def choose(self, state: State, seat: int, rng: Rng) -> int:
            return state.legal_actions(seat)[-1]

    (tmp_path / "mybot.py").write_text(CAREFUL)
    (tmp_path / "partner.py").write_text("def last(moves):\n    return moves[-1]\n")
    # The workers were started elsewhere, so a file of that name is none of theirs.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(bots.ADDED, "Careful", OwnBot("Careful", "mybot.py:Careful"))
    played = simulate("king-of-tokyo", ["Careful", Typed], 6, jobs=2, on=cluster)
    assert played.rows == simulate("king-of-tokyo", ["Careful", Typed], 6, jobs=1).rows
    assert played.lost == {}


def test_an_interrupted_run_leaves_the_cluster_free(cluster: str) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("idle-six", ["random"], 1_000_000, jobs=2, on=cluster, progress=interrupt)
    assert simulate("idle-six", ["random"], 3, jobs=2, on=cluster).results.games == 3


def test_a_game_that_breaks_off_is_told_with_its_cause(cluster: str) -> None:
    class Breaks:
        def play(self, numbers: Sequence[int], /) -> Iterator[list[int]]:
            raise ValueError(f"no game has the number {numbers[0]}")

    with pytest.raises(RuntimeError, match="no game has the number 7"):
        list(run_chunks(Breaks(), iter([[7]]), 2, [], cluster))


def test_a_task_tells_what_it_has_played_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    luggage = pack(Counts(), [])
    assert play(luggage, range(3, 8)) == [[3, 4], [5, 6], [7]]
    monkeypatch.setattr(on_ray, "TASK_SECONDS", -1.0)
    assert play(luggage, range(3, 8)) == [[3, 4]]


def test_a_worker_of_another_version_is_named() -> None:
    with pytest.raises(UserError, match=r"Install Quincunx 0\.0\.1"):
        play(Luggage("0.0.1", b"", {}, {}, b""), range(3))


def test_a_bot_that_a_worker_lacks_is_named() -> None:
    luggage = pack(Counts(), [])
    missing = Luggage(
        luggage.version, luggage.player, {"Careful (not_here:Careful)": "not_here:Careful"}, {}, b""
    )
    with pytest.raises(UserError, match=r"Careful .* cannot be loaded by a worker of the cluster"):
        play(missing, range(3))


def test_what_cannot_travel_is_named() -> None:
    class Locked(Counts):
        def __init__(self) -> None:
            self.lock = threading.Lock()

    with pytest.raises(UserError, match="cannot be sent to a cluster"):
        pack(Locked(), [])


def test_other_places_are_refused() -> None:
    with pytest.raises(UserError, match="`rai` is not a cluster"):
        simulate("idle-six", ["random"], 1, on="rai")


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'quincunx\[ray\]'"):
        connect(LOCAL, 2)


def test_an_address_without_a_cluster_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with socket.socket() as silent:
        # Bound but not listening: nobody answers there, and nobody else can begin to.
        silent.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(UserError, match=f"No Ray cluster was found at {address}: .*refused"):
            connect(address, None)
