"""Compiles a game's hot modules with mypyc: `setup(ext_modules=compiled("src/my_game"))` in a setup.py.

Where there is no C compiler, the game is installed as plain Python: the same game, slower simulation.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import tomllib
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CORE = [
    HERE / f"{name}.py"
    for name in (
        *(
            "core/rng",
            "core/event",
            "core/amounts",
            "core/state",
            "core/bot",
            "core/playout",
            "core/encoding",
        ),
        *(
            "core/evaluator",
            "core/search_config",
            "bots/rollout",
            "bots/search",
            "bots/easy",
            "adapters/batch",
        ),
    )
]
BUILDING = {"build", "build_ext", "bdist_wheel", "install"}
"""The setuptools commands that compile. An editable install stays plain Python, so that edits take effect."""


def compiled(*folders: str | Path, with_core: bool = False) -> list[Any]:
    """Return the extension modules of the games in these folders, as named in each game.toml.

    A game is compiled against the installed core; Quincunx itself is compiled `with_core`.
    """
    games = {Path(folder).name: modules for folder in folders if (modules := hot(Path(folder)))}
    if not games or not BUILDING & set(sys.argv):
        return []
    why = missing(with_core)
    if why:
        name = "quincunx" if with_core else ", ".join(games)
        print(
            f"{name}: installing plain Python, because {why}; same games, slower simulation.",
            file=sys.stderr,
        )
        return []
    return extensions(games, with_core)


def hot(folder: Path) -> list[Path]:
    """Return the modules of a game that its game.toml names to be compiled."""
    header = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))["game"]
    return [folder / f"{name}.py" for name in header.get("compiled", [])]


def core_library() -> str:
    """Return the name of the core's compiled library.

    A game's library accesses the core's by memory layout. The name contains a hash of the sources and the
    mypyc version, so that a game compiled for another core fails to import instead of crashing.
    """
    made_of = version("mypy").encode() + b"".join(path.read_bytes() for path in CORE)
    return f"quincunx_core_{hashlib.sha256(made_of).hexdigest()[:12]}"


def missing(with_core: bool) -> str:
    """Return the reason why nothing can be compiled; empty if it can. QUINCUNX_COMPILE=1 raises instead."""
    why = _missing(with_core)
    if why and os.environ.get("QUINCUNX_COMPILE") == "1":
        raise SystemExit(f"QUINCUNX_COMPILE is 1, yet {why}.")
    return why


def _missing(with_core: bool) -> str:
    if os.environ.get("QUINCUNX_COMPILE") == "0":
        return "QUINCUNX_COMPILE is 0"
    if not has_compiler():
        return "no working C compiler with Python's headers was found"
    if not with_core and find_spec(f"{core_library()}__mypyc") is None:
        return f"the Quincunx in use here was not compiled, or by another mypy than {version('mypy')}"
    return ""


def has_compiler() -> bool:
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.errors import CCompilerError, DistutilsError
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
        except (CCompilerError, DistutilsError, OSError):
            return False
    return True


def extensions(games: dict[str, list[Path]], with_core: bool) -> list[Any]:
    """Return the extensions: one library for each game, and one for the core."""
    with tempfile.TemporaryDirectory() as folder:
        return _extensions(games, with_core, CORE if with_core else copied_core(Path(folder)))


def copied_core(folder: Path) -> list[Path]:
    """Copy the core's sources into a folder of their own. mypy takes the folder of compiled files for the
    root of a program, and next to an installed Quincunx lie other packages."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "web", "template", "scenarios")
    shutil.copytree(HERE, folder / HERE.name, ignore=unwanted)
    return [folder / path.relative_to(HERE.parent) for path in CORE]


def _extensions(games: dict[str, list[Path]], with_core: bool, core: list[Path]) -> list[Any]:
    from mypyc.build import mypycify

    groups: list[tuple[list[str], str | None]] = [([str(path) for path in core], core_library())]
    prefix = "quincunx_" if with_core else ""
    for name, modules in games.items():
        groups.append(([str(path) for path in modules], f"{prefix}{name}"))
    # Types are checked elsewhere, with all dependencies. Here mypy need not follow imports: that took a third
    # longer, and over a minute next to many packages.
    flags = ["--follow-imports=skip", "--ignore-missing-imports"]
    files = [file for group, _ in groups for file in group]
    made = mypycify([*flags, *files], opt_level="2", debug_level="0", separate=groups)
    if not with_core:
        made = [extension for extension in made if not is_core(extension.name)]
    if os.name == "posix":
        # Hidden symbols can be called directly, which makes Idle Six 1.07 times as fast.
        # Without fused multiply-add, ARM rounds products before adding them, as plain Python does.
        for extension in made:
            extension.extra_compile_args += ["-fvisibility=hidden", "-ffp-contract=off"]
    # The largest is compiled first, so that no core waits for it at the end.
    return sorted(made, key=lambda extension: -sum(Path(file).stat().st_size for file in extension.sources))


def is_core(extension: str) -> bool:
    """Whether a compiled module or library belongs to the core, which is installed already."""
    return extension.startswith(("quincunx.", "quincunx_core_"))
