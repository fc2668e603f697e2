"""Start-up stays quick: nothing heavy is imported before it is needed."""

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
    """What a fresh Python has imported after running the code."""
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
