"""Faults tried one at a time, each in a process of its own.

It is forked from one that has imported everything, and runs scenarios until one fails. The fault is in the
code of a function or, if it acts when the game is loaded, in a copy of the folder from which that is done.
"""

import gc
import inspect
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from compileall import compile_dir
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

import quincunx.games
from quincunx.match import scenario, variant
from tests.mutation.faults import GAMES, Fault

LONGER = 8
"""The factor by which scenarios may compute longer than without a fault, before they are taken to be
endless."""
TEST_SECONDS = 300
MEMORY = 1 << 30
"""The bytes that a game with a fault may take: an endless loop can fill a list, too."""
CAUGHT, SURVIVED = 1, 0

Lines = set[tuple[str, int]]


class Trial:
    """One game's scenarios, read once, and the lines of the game that each of them runs."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.folder = GAMES / game.replace("-", "_")
        self.paths = scenario.scenario_files(self.folder / "scenarios")
        self.scenarios = [scenario.read_scenario(path) for path in self.paths]
        self.at_import: Lines = set()
        self.reached: list[Lines] = []
        self.seconds = 0.0

    def run(self, faults: list[Fault], workers: int = 2, tests: list[str] | None = None) -> list[Fault]:
        """Return the faults that survive: scenarios, or with `tests` what pytest runs with these
        arguments."""
        if f"quincunx.games.{self.folder.name}.game" in sys.modules:
            raise RuntimeError(f"{self.game} is loaded already, so no fault can be put into it")
        fork = get_context("fork")
        with tempfile.TemporaryDirectory(prefix="mutation-") as home:
            if not self.reached:
                with fork.Pool(1, _set_up, [self, home, False]) as pool:
                    self.seconds, self.at_import, self.reached = pool.apply(_trace)
            alive = []
            swapped = [fault for fault in faults if self.can_be_swapped(fault, tests)]
            written = [fault for fault in faults if fault not in swapped]
            for part, loaded in ((swapped, True), (written, False)):
                jobs = [(fault, self.order(fault), tests) for fault in part]
                with fork.Pool(workers, _set_up, [self, home, loaded]) as pool:
                    for fault, lives in zip(part, pool.imap(_survives, jobs), strict=True):
                        if lives is None:
                            written.append(fault)
                        elif lives:
                            alive.append(fault)
                            print(f"  {fault}", file=sys.stderr, flush=True)
            return [fault for fault in faults if fault in alive]

    def can_be_swapped(self, fault: Fault, tests: list[str] | None) -> bool:
        """Whether the fault can be put into a game that is loaded: `super()` makes a closure."""
        return not (tests or self.acts_at_import(fault) or "super()" in fault.before)

    def acts_at_import(self, fault: Fault) -> bool:
        return fault.always or not self.at_import.isdisjoint(fault.lines())

    def order(self, fault: Fault) -> list[int]:
        """Return the scenarios that run the fault's lines, before the rest; none if no scenario runs them."""
        every = range(len(self.scenarios))
        if self.acts_at_import(fault):
            word = fault.name.rpartition(".")[2]
            return sorted(every, key=lambda index: word not in self.paths[index].stem)
        near = [index for index in every if self.reached[index].intersection(fault.lines())]
        return near and [*near, *(index for index in every if index not in near)]


class _Worker:
    """A process with its own copy of the game's folder."""

    trial: Trial
    folder: Path
    loaded: bool
    """Whether it has loaded the game, so that a fault is put into its functions instead of its files."""


def _set_up(trial: Trial, home: str, load: bool) -> None:
    mine = tempfile.mkdtemp(dir=home)
    _Worker.trial, _Worker.folder = trial, Path(mine, trial.folder.name)
    shutil.copytree(trial.folder, _Worker.folder, ignore=shutil.ignore_patterns("*.so", "*.pyd", "scenarios"))
    compile_dir(_Worker.folder, quiet=2)
    quincunx.games.__path__.insert(0, mine)
    if load:
        quincunx.games.load(trial.game)
        gc.freeze()
    _Worker.loaded = load


def _survives(job: tuple[Fault, list[int], list[str] | None]) -> bool | None:
    """Whether no scenario or test notices the fault; None if it cannot be put into a loaded function."""
    fault, order, tests = job
    if not order and tests is None:
        return True
    path = _Worker.folder / fault.path
    if _Worker.loaded:
        code = _code_with(fault, path)
        return code and _in_child(lambda: _run_scenarios(order, code), _limit())
    kept, stat = path.read_bytes(), path.stat()
    path.write_bytes(fault.put_into(kept))
    try:
        if tests is None:
            return _in_child(lambda: _run_scenarios(order), _limit())
        return _in_child(lambda: int(pytest.main(tests) != 0), TEST_SECONDS)
    finally:
        path.write_bytes(kept)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _limit() -> float:
    return 1 + LONGER * _Worker.trial.seconds


def _code_with(fault: Fault, path: Path) -> tuple[FunctionType, CodeType] | None:
    """Return a loaded function, and the code that it has with the fault; None if its closure would differ."""
    module = fault.path.removesuffix(".py").replace("/", ".")
    place: Any = sys.modules[f"quincunx.games.{_Worker.folder.name}.{module}"]
    code = compile(fault.put_into(path.read_bytes()), str(path), "exec")
    for name in fault.name.split("."):
        code = next(inner for inner in code.co_consts if getattr(inner, "co_name", "") == name)
        place = inspect.getattr_static(place, name)
        place = getattr(place, "__func__", getattr(place, "fget", place))
        if isinstance(place, FunctionType):
            same = code.co_freevars == place.__code__.co_freevars
            return (place, code) if same else None
    raise NotImplementedError(f"{fault.name} is no function")


def _in_child(work: Callable[[], int], seconds: float) -> bool:
    """Whether the work ends in time and returns SURVIVED, in a process of its own."""
    child = os.fork()
    if not child:
        try:
            _be_limited(seconds)
            answer = work()
        except BaseException:
            answer = CAUGHT
        os._exit(answer)
    return os.waitpid(child, 0)[1] == SURVIVED


def _be_limited(seconds: float) -> None:
    sys.dont_write_bytecode = True
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _run_scenarios(order: list[int], code: tuple[FunctionType, CodeType] | None = None) -> int:
    if code is not None:
        code[0].__code__ = code[1]
    for index in order:
        try:
            scenario.run(_Worker.trial.scenarios[index])
        except Exception:
            return CAUGHT
    return SURVIVED


def _trace() -> tuple[float, Lines, list[Lines]]:
    """Return how many seconds of the processor all scenarios take, the lines of the game's folder that run
    when it is loaded, and those that each scenario runs then."""
    folder = str(_Worker.folder)
    lines: Lines = set()

    def note(frame: FrameType, event: str, _: object) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(folder):
            return None
        if event == "line":
            lines.add((file[len(folder) + 1 :], frame.f_lineno))
        return note

    sys.settrace(note)
    quincunx.games.load(_Worker.trial.game)
    sys.settrace(None)
    at_import = lines
    began = time.process_time()
    for path, one in zip(_Worker.trial.paths, _Worker.trial.scenarios, strict=True):
        scenario.run(one, str(path))
    seconds = time.process_time() - began
    found: list[Lines] = []
    for path, one in zip(_Worker.trial.paths, _Worker.trial.scenarios, strict=True):
        variant._shared.clear()
        lines = set()
        sys.settrace(note)
        try:
            scenario.run(one, str(path))
        finally:
            sys.settrace(None)
        found.append(lines)
    return seconds, at_import, found
