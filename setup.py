"""Compile the hot modules with mypyc where a C compiler is at hand; install plain Python where not."""

import os
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import setup

CORE = [
    "core/rng",
    "core/event",
    "core/amounts",
    "core/state",
    "core/bot",
    "core/playout",
    "core/space",
    "bots/random",
    "adapters/batch",
]
SOURCE = Path("src/quincunx")


def hot() -> dict[str, list[str]]:
    """The modules to compile: the core's, and for each game those that its game.toml names."""
    groups = {"core": [str(SOURCE / f"{name}.py") for name in CORE]}
    for toml in sorted(SOURCE.glob("games/*/game.toml")):
        header = tomllib.loads(toml.read_text(encoding="utf-8"))["game"]
        groups[toml.parent.name] = [str(toml.with_name(f"{name}.py")) for name in header["compiled"]]
    return groups


def missing() -> str:
    """What keeps the modules from being compiled; empty if nothing does."""
    if os.environ.get("QUINCUNX_COMPILE") == "0":
        return "QUINCUNX_COMPILE is 0"
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
            return "no working C compiler with Python's headers was found"
    return ""


def modules() -> list[object]:
    why = missing()
    if why:
        print(
            f"quincunx: installing plain Python, because {why}; same games, slower simulation.",
            file=sys.stderr,
        )
        return []
    from mypyc.build import mypycify

    # Types are checked elsewhere, with the dependencies at hand.
    flags = ["--follow-imports=silent", "--ignore-missing-imports"]
    groups: list[tuple[list[str], str | None]] = [
        (files, f"quincunx_{name}") for name, files in hot().items()
    ]
    files = [file for group, _ in groups for file in group]
    extensions = mypycify([*flags, *files], opt_level="2", debug_level="0", separate=groups)
    if os.name == "posix":
        # What could be replaced from outside is never called directly: Idle Six is 1.07 times as fast.
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return list(extensions)


BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install"} & set(sys.argv)

# The C compiler takes most of the time: the core and each game are compiled side by side.
setup(ext_modules=modules() if BUILDING else [], options={"build_ext": {"parallel": os.cpu_count()}})
