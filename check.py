"""Say whether a change may go in: install Quincunx in a corner of its own and run all tests.

Needs Python 3.11 or newer, a network the first time, and nothing else; it makes `.venv-check` beside itself.
In order: building, with style, types, imports, documentation and a plain wheel that plays beside it;
installing; the suite compiled; the suite plain. It stops at the first that fails. The web server and its
browsers are tested in the first suite that runs; browsers need a Chromium, which on a Debian machine root
gets installed. Without a C compiler or a Chromium it goes on, and says at the end what was not tested.
"""

from __future__ import annotations  # so that an older Python gets as far as the message about its version

import argparse
import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import venv
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "constraints.txt"
VENV = ROOT / ".venv-check"
WHOLE = VENV / "whole"
"""Which Python the environment is for. The file is not there while something is installed."""
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang", "cl"))), None)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPILED = "import quincunx.core.state as state; print(not state.__file__.endswith('.py'))"
OFFLINE = re.compile("NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError|ReadTimeoutError")
"""How pip says that it could not reach an index."""
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

ONCE = ["web", "browser", "terminal", "lab", "cli", "template", "mutation", "games/*/test_board.py"]
ONCE += [f"test_{name}.py" for name in ("build", "check", "docs", "files", "shape")]
"""What draws, counts, reads files and commands or is no code at all is never compiled: it is looked at in the
first suite alone, and so is a package of its own."""


INTERRUPTED = threading.Event()
GRACE = 30.0
"""Seconds that an interrupted process has to end what it started, before it is killed."""


class Red(Exception):
    """A failed step; the message is a sentence."""


def main(words: list[str] | None = None) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036
        print(f"Quincunx needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    versions = chosen_versions(words)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: INTERRUPTED.set())
    start = time.monotonic()
    try:
        be_able_to_write()
        with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
            hold_versions(versions, Path(folder))
            untested = check(Path(folder), versions)
    except Red as error:
        print(f"\nRED after {time.monotonic() - start:.0f} s: {error}", flush=True)
        return 130 if INTERRUPTED.is_set() else 1
    for what in untested:
        print(f"\nNot tested: {what}", end="")
    print(f"\nGREEN after {time.monotonic() - start:.0f} s, with the {versions} versions.", flush=True)
    return 0


def chosen_versions(words: list[str] | None) -> str:
    """`locked`, `newest` or `oldest`."""
    parser = argparse.ArgumentParser(
        prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    either = parser.add_mutually_exclusive_group()
    for name, which in (
        ("newest", f"the newest that pyproject.toml allows, instead of those in {LOCK.name}"),
        ("oldest", "the oldest of what users install; without style, types, imports and documentation"),
    ):
        either.add_argument(f"--{name}", dest="versions", action="store_const", const=name, help=which)
    parser.set_defaults(versions="locked")
    return str(parser.parse_args(words).versions)


def be_able_to_write() -> None:
    try:
        tempfile.TemporaryFile(dir=ROOT).close()
    except OSError:
        raise Red(f"{ROOT} cannot be written to, and {VENV.name} has to be made there.") from None


def hold_versions(versions: str, folder: Path) -> None:
    """Let each pip that is started from here, also by a build or a test, install these versions."""
    lock = LOCK
    if versions == "oldest":
        lock = folder / LOCK.name
        lock.write_text("\n".join(oldest_versions(wanted())), encoding="utf-8")
    if versions != "newest":
        os.environ["PIP_CONSTRAINT"] = lock.as_uri()


def oldest_versions(asked: dict[str, Any]) -> list[str]:
    """The lower bounds of what users install, as constraints; of tools the newest will do."""
    project, extras = asked["project"], asked["project"]["optional-dependencies"]
    needs = [*asked["build-system"]["requires"], *project["dependencies"]]
    for extra in set(extras) - {"bench", "docs", "dev"}:
        needs += needs_of(extra, extras)
    return sorted({re.sub(r"\[.*?\]", "", need).replace(">=", "==") for need in needs})


def check(dist: Path, versions: str) -> list[str]:
    """Take all steps in order; what could not be tested here, in sentences."""
    upgrade = [] if versions == "locked" else ["--upgrade", "--upgrade-strategy", "eager"]
    untested = []
    step("what building needs", lambda: install_builders(upgrade))
    step("sdist", lambda: run("-m", "build", "--no-isolation", "--sdist", "--outdir", str(dist)))
    # Half of the build uses one core, so other steps that use one core, or wait, run at the same time.
    with ThreadPoolExecutor() as pool:
        wheel = pool.submit(step, "wheel", lambda: build_wheel(dist, dist))
        browser = pool.submit(step, "a browser", install_chromium)
        step("the tools", lambda: install_tools(upgrade))
        if versions != "oldest":
            check_source()
        step("a plain wheel", lambda: build_plain_wheel(dist))
        browser.result()
        wheel.result()
    step("installing the wheel", lambda: pip("--force-reinstall", "--no-deps", str(one(dist, "*.whl"))))
    compiled = is_compiled()
    if compiled:
        step("the suite, compiled", lambda: suite(dist, {}))
    else:
        untested.append(f"compiled games, because {why_plain()}.")
    if not any(map(shutil.which, BROWSERS)):
        untested.append("browsers, because there is no Chromium (Debian: apt install chromium).")
    only_rules = [*(f"--ignore-glob=tests/{name}" for name in ONCE), "-k", "not screens"] if compiled else []
    step("the suite, plain", lambda: suite(dist, {"QUINCUNX_PLAIN": "1"}, *only_rules))
    return untested


def check_source() -> None:
    """Whatever needs no wheel and tells the same with any version of what users install."""
    step("style", lambda: run("-m", "ruff", "check", "."))
    step("format", lambda: run("-m", "ruff", "format", "--check", "."))
    step("types", lambda: run("-m", "mypy", "--strict"))
    step("imports", lambda: run("-c", LINT_IMPORTS, env={"PYTHONPATH": "src"}))
    step("documentation", build_documentation)


def step(title: str, work: Callable[[], None]) -> None:
    print(f"\n--- {title}", flush=True)
    start = time.monotonic()
    try:
        work()
    except Red as error:
        raise Red(f"{title}: {error}") from None
    print(f"--- {title}: ok in {time.monotonic() - start:.1f} s", flush=True)


def install_builders(upgrade: list[str]) -> None:
    """Install what an sdist takes, into an environment of our own."""
    if not is_whole():
        try:
            venv.create(VENV, clear=True)
            # In a process of its own, so that an interruption finds it.
            output("-m", "ensurepip", "--default-pip")
        except Red:
            if INTERRUPTED.is_set():
                raise
            raise Red(
                "this Python brings no pip for environments (Debian: apt install python3-venv)."
            ) from None
        WHOLE.write_text(sys.version, encoding="utf-8")
    pip("--no-compile", *upgrade, *wanted()["build-system"]["requires"], "build")


def is_whole() -> bool:
    """Whether the environment is there, for this Python, and nothing was left half installed."""
    return WHOLE.exists() and WHOLE.read_text(encoding="utf-8") == sys.version


@contextlib.contextmanager
def installing() -> Iterator[None]:
    """The environment counts as whole again once this is left, however a pip that was not disturbed ended."""
    WHOLE.unlink(missing_ok=True)
    try:
        yield
    finally:
        if not INTERRUPTED.is_set():
            WHOLE.write_text(sys.version, encoding="utf-8")


def install_tools(upgrade: list[str]) -> None:
    """Install everything that pyproject.toml asks for, to run, to build and to develop; not the package."""
    asked = wanted()
    project = asked["project"]
    # Most of it is never imported, so no bytecode is made.
    pip(
        "--no-compile",
        *upgrade,
        *asked["build-system"]["requires"],
        *project["dependencies"],
        *needs_of("dev", project["optional-dependencies"]),
    )


def wanted() -> dict[str, Any]:
    """Return the contents of pyproject.toml."""
    import tomllib  # not there before 3.11, where main says so

    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def needs_of(extra: str, extras: dict[str, list[str]]) -> list[str]:
    """Return the requirements of an extra, including those of the extras that it names."""
    needs: list[str] = []
    for need in extras[extra]:
        named = re.match(r"quincunx\[(.+)\](.*)", need)
        if named:
            inner = [each for name in named[1].split(",") for each in needs_of(name, extras)]
            needs += [f"{each}{named[2]}" for each in inner]
        else:
            needs.append(need)
    return needs


def build_documentation() -> None:
    """Build the site; a broken link or an unknown name is an error."""
    run("-m", "zensical", "build", "--clean", "--strict")


def build_wheel(dist: Path, where: Path, *options: str, **env: str) -> None:
    """From the sdist, as another machine would: with what a build asks for and nothing else."""
    if "--no-build-isolation" not in options:
        # A newer pip asks for this, an older one knows PIP_CONSTRAINT alone.
        env["PIP_BUILD_CONSTRAINT"] = os.environ.get("PIP_CONSTRAINT", "")
    wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(where), *options]
    online(*wheel, str(one(dist, "*.tar.gz")), env=env)


def build_plain_wheel(dist: Path) -> None:
    """Build a wheel without a compiler, and check that it plays the same games."""
    plain = dist / "plain"
    build_wheel(dist, plain, "--no-build-isolation", QUINCUNX_COMPILE="0")
    wheel = one(plain, "*.whl")
    if not wheel.name.endswith("-py3-none-any.whl"):
        raise Red(f"{wheel.name} was to be plain Python.")
    run("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(plain / "site"), str(wheel))
    run("-m", "tests.digests", env={"PYTHONPATH": str(plain / "site")})


def is_compiled() -> bool:
    compiled = output("-c", COMPILED).strip() == "True"
    if not compiled and os.environ.get("CI") == "true" and COMPILER:
        raise Red(f"{COMPILER} is here, yet the package was installed plain.")
    return compiled


def why_plain() -> str:
    if os.environ.get("QUINCUNX_COMPILE") == "0":
        return "QUINCUNX_COMPILE is 0"
    return "no working C compiler with Python's headers was found"


def install_chromium() -> None:
    """Install Debian's Chromium, if there is none and we may; without one the browser tests are skipped."""
    if any(map(shutil.which, BROWSERS)):
        return
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
            finish(["apt-get", *words], quiet, stdout=subprocess.DEVNULL)
    if any(map(shutil.which, BROWSERS)):
        return
    if os.environ.get("CI") == "true":
        raise Red("there is no Chromium, and it could not be installed.")


def suite(dist: Path, env: dict[str, str], *options: str) -> None:
    results = dist / "results.xml"
    cores = ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
    try:
        run("-m", "pytest", "-q", *cores, *report_to(results), *options, env=env)
    except Red as error:
        told = failures(results, env) if results.exists() and not INTERRUPTED.is_set() else []
        raise Red("\n".join([str(error), *told])) from None


def report_to(results: Path) -> list[str]:
    """Options of pytest for a file that tells of every test and the file it stands in."""
    return [f"--junit-xml={results}", "-o", "junit_family=xunit1"]


def failures(results: Path, env: dict[str, str]) -> list[str]:
    """The tests that failed, each with the command that runs it alone and where else to look."""
    told = []
    for case in ElementTree.parse(results).iter("testcase"):
        if case.find("failure") is None and case.find("error") is None:
            continue
        file, name = case.get("file"), case.get("name")
        test = f"{file}::{name}" if file and name else str(name)
        told.append(f"FAILED {test}")
        command = [*(f"{key}={value}" for key, value in env.items()), python()]
        told.append(f"  alone: {shlex.join([*command, '-m', 'pytest', test])}")
        told += [f"  {each.get('name')}: {each.get('value')}" for each in case.iter("property")]
    return told


def python() -> str:
    """The environment's Python as one types it."""
    return str(PYTHON.relative_to(ROOT) if PYTHON.is_relative_to(ROOT) else PYTHON)


def pip(*words: str) -> None:
    with installing():
        online("-m", "pip", "install", "--quiet", *words)


def online(*words: str, env: dict[str, str] | None = None) -> None:
    """Run the environment's Python, with a sentence of its own if there is no network."""
    done = finish(
        [PYTHON, *words], {**clean(), **(env or {})}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode and OFFLINE.search(done.stdout):
        raise Red("there is no network, and pip has to fetch what is not installed yet.")
    print(done.stdout, end="", flush=True)
    green(done.returncode, words)


def run(*words: str, env: dict[str, str] | None = None) -> None:
    """Run the environment's Python; Red if it fails."""
    green(finish([PYTHON, *words], {**clean(), **(env or {})}).returncode, words)


def output(*words: str) -> str:
    done = finish([PYTHON, *words], clean(), stdout=subprocess.PIPE)
    green(done.returncode, words)
    return done.stdout


def green(code: int, words: tuple[str, ...]) -> None:
    if code:
        raise Red(f"`python {shlex.join(words)}` failed with code {code}.")


def finish(
    command: list[str | Path],
    env: dict[str, str],
    stdout: int | None = None,
    stderr: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, or until the check is interrupted: then with all that it started."""
    # A session of its own: what a terminal sends on Ctrl-C comes by us, once.
    own = os.name != "nt"
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, text=True, start_new_session=own, stdout=stdout, stderr=stderr
    )
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            out, _ = process.communicate(timeout=0.2)
            return subprocess.CompletedProcess(command, process.returncode, out or "")
        if INTERRUPTED.is_set():
            stop(process)
            raise Red("it was interrupted.")


def stop(process: subprocess.Popen[str]) -> None:
    """End a process and its group: first as Ctrl-C does, so that it can end what it started itself."""
    if sys.platform == "win32":
        process.terminate()
        process.wait()
        return
    with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGINT)
        process.wait(GRACE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def clean() -> dict[str, str]:
    """Return the environment without variables that would choose another package or other tests, or prevent
    bytecode: hundreds of processes would then each compile their imports again."""
    unwanted = {"PYTHONPATH", "PYTHONHOME", "QUINCUNX_PLAIN", "QUINCUNX_GOLDEN", "PYTHONDONTWRITEBYTECODE"}
    return {key: value for key, value in os.environ.items() if key not in unwanted}


def one(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise Red(f"expected one {pattern}, found {len(found)}.")
    return found[0]


if __name__ == "__main__":
    sys.exit(main())
