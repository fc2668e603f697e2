"""Attack a server and everything that reads files: `python -m bench.attack`, from the root of the repository.

What is sent is made up by `tests/attack`. The server has the usual limits; the attackers come from addresses
of their own in 127.0.0.0/8, and somebody else asks for `/health` ten times a second. It ends by itself, with
exit code 1 if anything was found: an answer of 500 or more, a cut connection, a traceback, a message that
repeats too much.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import socket
import statistics
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import h11
import httpx

from tests.attack import files, players, visits
from tests.attack.memory import MOST_GROWTH, peak
from tests.web.servers import Server

MOST_MILLISECONDS = 100.0
"""Within how many `/health` is answered to another visitor, 99 times of 100."""
EVERY = 500
"""After how many requests new tables are set: attacks end and delete matches."""
SHARES = {"requests": 0.3, "files": 0.6, "bots": 0.1}
QUIET = 10.0
"""Seconds in which `/health` is asked for before the attack, on the same machine with the same other work."""
Found = tuple[str, int, Counter[str]]
"""What was attacked, with how many examples, and what was found how often."""


def steps(number: int, until: float) -> Iterator[int]:
    """Count up to a number, for as long as there is time."""
    return itertools.takewhile(lambda _: time.time() < until, range(number))


def place(error: BaseException) -> str:
    """What was raised, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}: {str(error)[:200]}"


def attack_files(number: int, seed: str, until: float) -> Found:
    wrong: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "attack"
        for at in steps(number, until):
            data, read = files.file(random.Random(f"{seed} file {at}"))
            path.write_bytes(data)
            try:
                wrong[read(path)] += 1
            except Exception as error:
                wrong[f"file {at}: {place(error)}"] += 1
    return "files", wrong.total(), wrong


def attack_matches(number: int, seed: str, until: float) -> Found:
    wrong: Counter[str] = Counter()
    for at in steps(number, until):
        try:
            wrong[players.complaint(random.Random(f"{seed} bot {at}"))] += 1
        except Exception as error:
            wrong[f"bot {at}: {place(error)}"] += 1
    return "bots", wrong.total(), wrong


def attack_server(address: str, who: int, number: int, seed: str, until: float) -> Found:
    wrong = asyncio.run(_visit(address, who, number, seed, until))
    return "requests", wrong.total(), wrong


async def _visit(address: str, who: int, number: int, seed: str, until: float) -> Counter[str]:
    wrong: Counter[str] = Counter()
    way = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{who + 2}")
    async with httpx.AsyncClient(transport=way, base_url=address, timeout=60) as http:
        scene = visits.Scene(http)
        for at in steps(number, until):
            if at % EVERY == 0:
                await scene.begin()
            try:
                visit = visits.visit(random.Random(f"{seed} {who} {at}"), slow=True)
                wrong[visits.complaint(await scene.send(visit))] += 1
            except (httpx.LocalProtocolError, h11.LocalProtocolError, RecursionError):
                wrong[""] += 1  # Our own client does not send that.
            except Exception as error:
                wrong[f"request {who} {at}: {place(error)}"] += 1
        for each in (_half_requests, _leave_and_return, _dotted_keys, _many_streams):
            wrong.update(await each(http, scene, address))
    return wrong


async def _half_requests(_http: httpx.AsyncClient, _scene: visits.Scene, address: str) -> Counter[str]:
    """Requests that end in the middle, and what is no HTTP; the server lives on."""
    where = httpx.URL(address)
    rng = random.Random(7)
    whole = b"POST /api/v1/matches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    whole += b"content-length: 20\r\n\r\n{}"
    for number in range(100):
        data = whole[: rng.randrange(1, len(whole))] if number % 2 else rng.randbytes(200)
        with socket.create_connection((where.host, where.port or 80), timeout=5) as connection:
            connection.sendall(data)
        await asyncio.sleep(0)
    return Counter()


async def _leave_and_return(http: httpx.AsyncClient, scene: visits.Scene, _address: str) -> Counter[str]:
    """500 times, as quickly as it goes."""
    await scene.begin()
    match, (token, *_), _ = scene.matches[1]
    headers = {"authorization": f"Bearer {token}"}
    wrong: Counter[str] = Counter()
    for what in ("leave", "return") * 250:
        answer = await http.post(f"{visits.API}/{match}/{what}", json={}, headers=headers)
        wrong[visits.complaint(answer)] += 1
    page = await http.get(f"/m/{match}")
    wrong["a page of 100 KB" if len(page.content) > 100_000 else ""] += 1
    return wrong


async def _dotted_keys(http: httpx.AsyncClient, _scene: visits.Scene, _address: str) -> Counter[str]:
    """The form that took 4 GB, ten at once."""
    body, kind = visits.body("form", {**visits.FORM, "variant": f"{'a.' * 31_000}a=1"})
    headers = {"content-type": kind}
    answers = await asyncio.gather(*(http.post("/matches", content=body, headers=headers) for _ in range(10)))
    return Counter(visits.complaint(answer) for answer in answers)


async def _many_streams(http: httpx.AsyncClient, scene: visits.Scene, _address: str) -> Counter[str]:
    """A hundred listeners who go away again."""
    match = scene.matches[1][0]
    wrong: Counter[str] = Counter()
    for _ in range(100):
        async with http.stream("GET", f"/m/{match}/events") as answer:
            wrong[f"{answer.status_code} of a stream" if answer.status_code >= 500 else ""] += 1
    return wrong


def look_in(address: str, ended: threading.Event, times: list[float]) -> None:
    """Ask as another visitor does, at 127.0.0.1, and note how many milliseconds each answer took."""
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as http:
        while not ended.wait(0.1):
            begun = time.perf_counter()
            assert http.get("/health").status_code == 200
            times.append((time.perf_counter() - begun) * 1000)


def attack(address: str, examples: int, attackers: int, seed: str, until: float) -> tuple[int, Counter[str]]:
    """Attack at once, each kind in processes of its own: how many examples that was, and what was found."""
    shares = {name: round(examples * share) for name, share in SHARES.items()}
    each, done, wrong = -(-shares["requests"] // attackers), 0, Counter[str]()
    # Attackers have machines of their own; here they leave the server its share of the processor.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(attackers + 2, spawn, initializer=os.nice, initargs=(10,)) as pool:
        work = [pool.submit(attack_server, address, who, each, seed, until) for who in range(attackers)]
        work.append(pool.submit(attack_files, shares["files"], seed, until))
        work.append(pool.submit(attack_matches, shares["bots"], seed, until))
        for ended in as_completed(work):
            what, number, theirs = ended.result()
            done += number
            del theirs[""]
            print(f"{what}: {number} examples, {sum(theirs.values())} found", flush=True)
            wrong.update(theirs)
    return done, wrong


def after(seconds: float) -> threading.Event:
    """An event that comes by itself."""
    event = threading.Event()
    threading.Timer(seconds, event.set).start()
    return event


def late(times: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100)[98]


def in_words(times: list[float]) -> str:
    most = f"p99 {late(times):.1f} ms, at most {max(times):.1f} ms"
    return f"{len(times)} answers, p50 {statistics.median(times):.1f} ms, {most}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100_000)
    parser.add_argument("--attackers", type=int, default=2, help="how many processes send requests")
    parser.add_argument("--minutes", type=float, default=60.0, help="when to end, whatever is done by then")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    begun, ended = time.monotonic(), threading.Event()
    quiet, times = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--pace", "0")
        try:
            server.start()
            assert server.process is not None
            before = peak(server.process.pid)
            look_in(server.address, after(QUIET), quiet)
            visitor = threading.Thread(target=look_in, args=(server.address, ended, times))
            visitor.start()
            try:
                until = time.time() + 60 * options.minutes
                done, wrong = attack(server.address, options.examples, options.attackers, options.seed, until)
            finally:
                ended.set()
                visitor.join()
            grown = peak(server.process.pid) - before
        finally:
            server.kill()
    print(f"{done} examples in {time.monotonic() - begun:.0f} s.")
    print(f"The server's memory: {before:.0f} MB, at most {grown:.0f} MB more.")
    print(f"/health before the attack: {in_words(quiet)}")
    print(f"/health during the attack: {in_words(times)}")
    if late(times) > MOST_MILLISECONDS:
        wrong["other visitors waited too long"] += 1
    if grown > MOST_GROWTH:
        wrong["the server's memory has grown too much"] += 1
    for what, often in wrong.most_common():
        print(f"{often} times: {what}")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
