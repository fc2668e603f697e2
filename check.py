"""Installs Quincunx into a fresh environment and runs all checks and tests: `python3 check.py`.

It needs only Python 3.11 or newer, and makes `.venv-check` beside itself. It builds the package, meanwhile
checks style, types, imports, documentation and a plain wheel, installs it, and runs the suite compiled, then
plain. It stops at the first failure. Browser tests need Chromium, which it installs if run as root on Debian.
"""

from __future__ import annotations  # so that an older Python gets as far as the message about its version

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv-check"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang", "cl"))), None)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPILED = "import quincunx.core.state as state; print(not state.__file__.endswith('.py'))"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

ONCE = ["web", "browser", "terminal", "lab", "test_own_package.py", "test_your_game.py"]
ONCE += [f"test_{name}.py" for name in ("build", "cli", "docs", "files", "new", "shape")]
"""The tests of code that is never compiled: they run only in the first suite."""


class Red(Exception):
    """A failed step; the message is a sentence."""


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036
        print(f"Quincunx needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="quincunx-") as folder:
            compiled = check(Path(folder))
    except Red as error:
        print(f"\nRED after {time.monotonic() - start:.0f} s: {error}", flush=True)
        return 1
    suites = "compiled and plain" if compiled else "plain only"
    print(
        f"\nGREEN after {time.monotonic() - start:.0f} s: "
        f"style, types, imports, documents, wheels, suite {suites}.",
        flush=True,
    )
    return 0


def check(dist: Path) -> bool:
    """Run all steps in order; return whether the suite ran compiled too."""
    step("what building needs", install_builders)
    step("sdist", lambda: run("-m", "build", "--no-isolation", "--sdist", "--outdir", str(dist)))
    # Half of the build uses one core, so other steps that use one core, or wait, run at the same time.
    with ThreadPoolExecutor() as pool:
        wheel = pool.submit(step, "wheel", lambda: build_wheel(dist, dist))
        browser = pool.submit(step, "a browser", install_chromium)
        check_beside_building(dist)
        browser.result()
        wheel.result()
    step("installing the wheel", lambda: pip("--force-reinstall", "--no-deps", str(one(dist, "*.whl"))))
    compiled = is_compiled()
    if compiled:
        step("the suite, compiled", lambda: suite({}))
    else:
        print(f"Nothing is compiled, because {why_plain()}: the suite runs plain only.", flush=True)
    only_rules = [*(f"--ignore=tests/{name}" for name in ONCE), "-k", "not screens"] if compiled else []
    step("the suite, plain", lambda: suite({"QUINCUNX_PLAIN": "1"}, *only_rules))
    return compiled


def check_beside_building(dist: Path) -> None:
    """Run the steps that do not need the wheel."""
    step("the tools", install_tools)
    step("style", lambda: run("-m", "ruff", "check", "."))
    step("format", lambda: run("-m", "ruff", "format", "--check", "."))
    step("types", lambda: run("-m", "mypy", "--strict"))
    step("imports", lambda: run("-c", LINT_IMPORTS, env={"PYTHONPATH": "src"}))
    step("documentation", build_documentation)
    step("a plain wheel", lambda: build_plain_wheel(dist))


def step(title: str, work: Callable[[], None]) -> None:
    print(f"\n--- {title}", flush=True)
    start = time.monotonic()
    try:
        work()
    except Red as error:
        raise Red(f"{title}: {error}") from None
    print(f"--- {title}: ok in {time.monotonic() - start:.1f} s", flush=True)


def install_builders() -> None:
    """Install the build requirements into a new environment."""
    if not PYTHON.exists():
        venv.create(VENV, with_pip=True, clear=True)
    pip("--no-compile", *wanted()["build-system"]["requires"], "build")


def install_tools() -> None:
    """Install everything that pyproject.toml requires to run, build and develop, without the package."""
    asked = wanted()
    project = asked["project"]
    # Most of it is never imported, so no bytecode is made.
    pip(
        "--no-compile",
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
    """Build a wheel from the sdist as another machine would, with only the build requirements."""
    wheel = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(where), *options]
    run(*wheel, str(one(dist, "*.tar.gz")), env=env)


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
    """Install Debian's Chromium if there is none and this is root; without it browser tests are skipped."""
    if any(map(shutil.which, BROWSERS)):
        return
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *words], env=quiet, check=False, stdout=subprocess.DEVNULL)
    if any(map(shutil.which, BROWSERS)):
        return
    if os.environ.get("CI") == "true":
        raise Red("there is no Chromium, and it could not be installed.")
    print("There is no Chromium here, so no browser will play (Debian: apt install chromium).", flush=True)


def suite(env: dict[str, str], *options: str) -> None:
    run("-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), "--dist", "worksteal", *options, env=env)


def pip(*words: str) -> None:
    run("-m", "pip", "install", "--quiet", *words)


def run(*words: str, env: dict[str, str] | None = None) -> None:
    """Run the environment's Python; raise Red if it fails."""
    done = subprocess.run([PYTHON, *words], cwd=ROOT, env={**clean(), **(env or {})}, check=False)
    if done.returncode:
        raise Red(f"`python {' '.join(words)}` failed with code {done.returncode}.")


def output(*words: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [PYTHON, *words],
        cwd=ROOT,
        env={**clean(), **(env or {})},
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise Red(f"`python {' '.join(words)}` failed with code {done.returncode}.")
    return done.stdout


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
