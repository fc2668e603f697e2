"""Start-up stays quick: nothing heavy is imported before it is needed."""

import os
import subprocess
import sys

import pytest

HEAVY = {
    "asyncio",
    "concurrent.futures.process",
    "fastapi",
    "hypothesis",
    "jinja2",
    "matplotlib",
    "multiprocessing",
    "numpy",
    "pandas",
    "plotly",
    "polars",
    "pyarrow",
    "pydantic",
    "pytest",
    "ray",
    "rich.live",
    "rich.markdown",
    "rich.progress",
    "scipy",
    "sqlalchemy",
    "uvicorn",
    "yaml",
}


def modules_after(code: str) -> set[str]:
    """Return the modules that a fresh Python has imported after running the code."""
    show = "import sys; print('\\n=modules\\n' + '\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.partition("\n=modules\n")[2].split())


def command(*words: str) -> str:
    return f"""
import sys
from quincunx.cli import main
sys.argv = ["quincunx", *{words!r}]
try:
    main()
except SystemExit as leaving:
    assert not leaving.code, leaving.code
"""


@pytest.mark.parametrize(
    "code",
    ["import quincunx", "import quincunx.cli", command("--version"), command("list")],
    ids=["quincunx", "cli", "version", "list"],
)
def test_nothing_heavy_is_imported(code: str) -> None:
    assert modules_after(code) & HEAVY == set()


@pytest.mark.parametrize("code", ["import quincunx.cli", command("--version")], ids=["cli", "version"])
def test_no_game_lab_terminal_or_web_is_imported_before_it_is_needed(code: str) -> None:
    late = tuple(f"quincunx.{part}." for part in ("games", "lab", "terminal", "web"))
    assert {name for name in modules_after(code) if name.startswith(late)} == set()


@pytest.mark.skipif(sys.platform == "win32", reason="nobody counts there what a process worked")
@pytest.mark.parametrize(("words", "most"), [(["--version"], 13), (["list"], 18)], ids=["version", "list"])
def test_starting_takes_little_more_work_than_python_itself(words: list[str], most: int) -> None:
    """As a ratio: 6 and 9 today. With Typer, which came to load pydantic, `list` had 25."""
    bare, ours = work_of("-c", "pass"), work_of("-m", "quincunx", *words)
    assert ours < most * bare


def work_of(*words: str) -> float:
    """Return the least processor seconds that one Python needs in five runs."""
    import resource

    def so_far() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    worked = []
    # The first of them may compile what it imports; then it must be able to keep that.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(5):
        before = so_far()
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=env)
        worked.append(so_far() - before)
    return min(worked)
