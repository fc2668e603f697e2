"""Games played by the workers of a Ray cluster, one that is running already or one started here."""

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
"""The word, in place of an address, for a cluster of this machine's cores that ends with this process."""

TASK_SECONDS = 1.0
"""The seconds a task plays before it returns its games, so that little is lost with a worker."""

AHEAD = 1
"""The number of tasks queued beyond the workers, so that no worker stands idle."""

TRIES = 3
"""The number of retries for a task whose worker was lost."""

STORE = 128 * 1024 * 1024
"""Bytes of shared memory for results not fetched yet; a worker needs less than a megabyte."""

ANSWER_SECONDS = 10.0
"""The time limit for connecting to a cluster."""

LOST = (
    f"Workers of the cluster were lost {TRIES + 1} times with the same games; run it again, with fewer "
    "`--jobs` if memory ran out."
)


_place = ""
"""The cluster that this process is connected to, as named by `on`."""


def connect(on: str, jobs: int | None) -> int:
    """Connect to a cluster and return how many games it can play at once: `jobs`, or one on each core."""
    global _place
    if on != LOCAL and on != "auto" and ":" not in on:
        raise UserError(
            f"`{on}` is not a cluster: say `ray` for a cluster of this machine's cores, or a cluster's "
            "address such as `ray://head:10001`."
        )
    if find_spec("ray") is None:
        raise UserError("Playing on a cluster needs Ray: `pip install 'quincunx[ray]'`.")
    if on.startswith("ray://") and find_spec("grpc") is None:
        raise UserError("An address with `ray://` needs Ray's client: `pip install 'quincunx[ray]'`.")
    # Ray would otherwise send usage statistics to its makers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray would otherwise warn of a coming change that matters only to clusters with GPUs.
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
    """Start a small, quiet cluster that only this machine can reach."""
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
        # Without this check Ray would try for minutes where nothing listens.
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    ray.init(address=address, log_to_driver=False, logging_level="ERROR")


def run_on_ray(
    player: Plays[Chunk, Part], chunks: Iterator[Chunk], jobs: int, own: Iterable[OwnBot], on: str
) -> Generator[Part, None, None]:
    """Yield the parts that the cluster's workers play of the chunks. All tasks end with the generator."""
    connect(on, jobs)
    import ray

    task = ray.remote(max_retries=TRIES, num_cpus=1)(play)
    luggage = ray.put(pack(player, list(own)))
    running: dict[Any, Any] = {}
    """The chunk that each task plays."""
    try:
        for _, chunk in zip(range(jobs + AHEAD), chunks, strict=False):
            running[task.remote(luggage, chunk)] = chunk
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            for ref in ready:
                chunk = running.pop(ref)
                parts: list[Part] = _fetch(ref)
                # Yielded first: the next chunk may depend on these results.
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
    """The data a worker needs before it can play."""

    version: str
    player: bytes
    bots: dict[str, str]
    """The import paths of custom bots that are named by one, by the bots' names in messages."""
    files: dict[str, dict[str, bytes]]
    """For each file that defines a bot, all Python files of its folder: it may import them."""
    key: bytes
    """A hash of the contents, so that a worker unpacks them once."""


def pack(player: Plays[Any, Any], own: Collection[OwnBot]) -> Luggage:
    """Return the data to send to every worker; raise UserError if it cannot be sent."""
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
"""The player that this worker has unpacked, by the key of its `Luggage`: made once and not for every task."""


def play(luggage: Luggage, chunk: Any) -> list[Any]:
    """Return the first parts of a chunk, as many as fit into a task's time, and at least one."""
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
        # Otherwise it would only fail at its first move, which would become a random one.
        try:
            find(code)
        except UserError as mistake:
            raise UserError(
                f"{bot} cannot be loaded by a worker of the cluster: {mistake} A file travels with the `.py` "
                "files beside it; packages must be installed on every node."
            ) from None
    player: Plays[Any, Any] = pickle.loads(luggage.player)
    return player
