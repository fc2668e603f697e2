"""Imports point one way: core ← games ← bots ← match and its like ← terminal, web, lab and theirs ← cli."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
LAYERS = [
    {"core", "compiled", "build"},
    {"games"},
    {"bots"},
    {
        "match",
        "record",
        "scenario",
        "variant",
        "chance",
        "draws",
        "knowledge",
        "undo",
        "files",
        "schema",
        "narration",
        "players",
        "thought",
        "brain",
        "hints",
        "report_page",
    },
    {"terminal", "web", "lab", "analysis", "adapters", "testing", "notebook"},
    {"cli", "template"},
    {"__main__"},
]
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "quincunx" / "__init__.py")


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> int:
    part = module.split(".")[1]
    layers = [number for number, parts in enumerate(LAYERS) if part in parts]
    assert layers, f"{module} has no layer: say here where it belongs"
    return layers[0]


def imported(path: Path) -> set[str]:
    """The modules of quincunx that a file names in its imports, wherever they stand."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            for alias in node.names:
                below = f"{node.module}.{alias.name}"
                found.add(below if is_module(below) else str(node.module))
    return {name for name in found if name.startswith("quincunx.")}


def is_module(name: str) -> bool:
    path = SOURCE.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    module = name_of(path)
    for name in imported(path):
        assert layer_of(name) <= layer_of(module), f"{module} imports {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if "games" in path.parts], ids=name_of)
def test_no_game_imports_another(path: Path) -> None:
    own = name_of(path).split(".")[:3]
    for name in imported(path):
        if name.startswith("quincunx.games."):
            assert name.split(".")[:3] == own


def test_every_module_is_looked_at() -> None:
    names = {name_of(path) for path in MODULES}
    assert {"quincunx.core.state", "quincunx.games.idle_six.rules", "quincunx.cli"} <= names
    assert imported(SOURCE / "quincunx" / "match.py") >= {"quincunx.bots", "quincunx.core.bot"}
