"""Games dealt out to the workers of a Ray cluster: one that runs already, or one that is started here."""

import atexit
import hashlib
import os
import pickle
import shutil
import socket
import tempfile
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import quincunx
from quincunx.bots.external import OwnBot, bring, file_of, find
from quincunx.core.errors import UserError
from quincunx.lab.simulate.processes import cores
from quincunx.lab.simulate.runner import Chunk, Part, Plays

LOCAL = "ray"
"""Instead of an address: a cluster of this machine's cores, started here. It ends with this process."""

TASK_SECONDS = 1.0
"""A task plays about so long, then tells what it has played, so that little is lost with a worker."""

AHEAD = 1
"""This many tasks wait for a free worker, so that none waits for us."""

TRIES = 3
"""A task whose worker was lost is played again this often; then something else must be wrong."""

STORE = 128 * 1024 * 1024
"""Bytes of shared memory for what is played and not yet fetched: below a megabyte for each worker."""

ANSWER_SECONDS = 10.0
"""So long a cluster may take to answer at all."""

LOST = (
    f"Workers of the cluster were lost {TRIES + 1} times with the same games; run it again, with fewer "
    "`--jobs` if memory ran out."
)


_place = ""
"""What this process is connected to."""


def connect(on: str, jobs: int | None) -> int:
    """Be connected to a cluster, and how many games it can play at once: `jobs`, or one on each core."""
    global _place
    if on != LOCAL and on != "auto" and ":" not in on:
        raise UserError(
            f"`{on}` is no place to play: say `ray` for a cluster of this machine's cores, or a cluster's "
            "address such as `ray://head:10001`."
        )
    if find_spec("ray") is None:
        raise UserError("Playing on a cluster needs Ray: `pip install 'quincunx[ray]'`.")
    if on.startswith("ray://") and find_spec("grpc") is None:
        raise UserError("An address with `ray://` needs Ray's client: `pip install 'quincunx[ray]'`.")
    # Nothing is told to anybody outside.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Else Ray warns of a change to come that is none to a cluster without graphics cards.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    if ray.is_initialized() and _place not in ("", on):
        ray.shutdown()
    if not ray.is_initialized():
        try:
            if on == LOCAL:
                _start(jobs)
            else:
                _join(on)
        except (OSError, ValueError, RuntimeError) as error:
            why = " ".join(str(error).split())[:300].rstrip(".")
            raise UserError(
                f"No Ray cluster was found at {on}: {why}. `ray start --head` starts one, and `--on ray` "
                "one of this machine alone. If it has a token, `RAY_AUTH_TOKEN` must be the same here."
            ) from None
        _place = on
    return jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))


def _start(jobs: int | None) -> None:
    """A cluster of this machine: quiet, small, seen by nobody else."""
    import ray

    ray.init(
        address="local",
        num_cpus=jobs or cores(),
        object_store_memory=STORE,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        _node_ip_address="127.0.0.1",
    )


def _join(address: str) -> None:
    import ray

    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        # Ray would look for minutes where nobody listens.
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")


def run_on_ray(
    player: Plays[Chunk, Part], chunks: Iterator[Chunk], jobs: int, own: Iterable[OwnBot], on: str
) -> Generator[Part, None, None]:
    """What the workers play of the chunks, part by part. No task outlives the loop."""
    connect(on, jobs)
    import ray

    task = ray.remote(max_retries=TRIES, num_cpus=1)(play)
    luggage = ray.put(pack(player, list(own)))
    running: dict[Any, Any] = {}
    """The chunk of each task."""
    try:
        for _, chunk in zip(range(jobs + AHEAD), chunks, strict=False):
            running[task.remote(luggage, chunk)] = chunk
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            for ref in ready:
                chunk = running.pop(ref)
                parts: list[Part] = _fetch(ref)
                # Told first: what comes next may depend on it.
                yield from parts
                left = chunk[sum(len(part) for part in parts) :]
                following = left if len(left) else next(chunks, None)
                if following is not None:
                    running[task.remote(luggage, following)] = following
    finally:
        for ref in running:
            ray.cancel(ref, force=True)


def _fetch(ref: Any) -> Any:
    from ray import exceptions, get

    try:
        return get(ref)
    except exceptions.RayTaskError as error:
        if isinstance(error.cause, UserError):
            raise UserError(str(error.cause)) from None
        if isinstance(error.cause, ModuleNotFoundError):
            lacking = f"A worker of the cluster has no module `{error.cause.name}`."
            raise UserError(f"{lacking} {_wanted(quincunx.__version__)}") from None
        raise RuntimeError(f"A game of the simulation broke off.\n{error}") from None
    except exceptions.RayError:
        raise UserError(LOST) from None


def _wanted(version: str) -> str:
    return f"Install Quincunx {version}, and the packages of your games and bots, on every node."


@dataclass(frozen=True)
class Luggage:
    """What a worker needs before it can play."""

    version: str
    player: bytes
    bots: dict[str, str]
    """The code of those that are not ours and are known by it, by what they are called in a sentence."""
    files: dict[str, dict[str, bytes]]
    """For each file that a bot was named by, what lies beside it, itself included: it may import that."""
    key: bytes
    """Tells one from another, so that a worker unpacks each once."""


def pack(player: Plays[Any, Any], own: Collection[OwnBot]) -> Luggage:
    """What is sent to every worker; a UserError if it cannot be."""
    from ray import cloudpickle

    try:
        pickled = cloudpickle.dumps(player)
    except Exception as error:
        raise UserError(
            f"{' and '.join(map(str, own)) or 'This'} cannot be sent to a cluster: {error}. Put it into a "
            "file of its own, or play on this machine."
        ) from None
    bots = {str(bot): bot.code for bot in own if isinstance(bot.code, str)}
    sources = {source for code in bots.values() if (source := file_of(code))}
    files = {
        source: {path.name: path.read_bytes() for path in Path(source).absolute().parent.glob("*.py")}
        for source in sorted(sources)
    }
    key = hashlib.sha256(pickle.dumps((pickled, bots, files))).digest()
    return Luggage(quincunx.__version__, pickled, bots, files, key)


_unpacked: dict[bytes, Plays[Any, Any]] = {}
"""In a worker: the player that it has, made once and not for every task."""


def play(luggage: Luggage, chunk: Any) -> list[Any]:
    """A task: the first parts of a chunk, as many as its time is enough for, and at least one."""
    if luggage.key not in _unpacked:
        _unpacked.clear()
        _unpacked[luggage.key] = _unpack(luggage)
    begun = time.monotonic()
    parts: list[Any] = []
    for part in _unpacked[luggage.key].play(chunk):
        parts.append(part)
        if time.monotonic() - begun > TASK_SECONDS:
            break
    return parts


def _unpack(luggage: Luggage) -> Plays[Any, Any]:
    if luggage.version != quincunx.__version__:
        raise UserError(
            f"A worker of the cluster has Quincunx {quincunx.__version__}. {_wanted(luggage.version)}"
        )
    for source, files in luggage.files.items():
        folder = Path(tempfile.mkdtemp(prefix="quincunx-bots-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        bring(source, folder / Path(source).name)
    for bot, code in luggage.bots.items():
        # Else it would be missed at the first move, and make a random one instead.
        try:
            find(code)
        except UserError as mistake:
            raise UserError(
                f"{bot} cannot be loaded by a worker of the cluster: {mistake} A file travels with the `.py` "
                "files beside it; packages must be installed on every node."
            ) from None
    player: Plays[Any, Any] = pickle.loads(luggage.player)
    return player
