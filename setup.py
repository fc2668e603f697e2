"""Compile the hot modules with mypyc where a C compiler is at hand; install plain Python where not."""

import os
import sys
from pathlib import Path

from setuptools import setup

SOURCE = Path(__file__).parent / "src"
sys.path.insert(0, str(SOURCE))

from quincunx.build import compiled  # noqa: E402

GAMES = sorted(path.parent for path in SOURCE.glob("quincunx/games/*/game.toml"))

# The C compiler takes most of the time: the core and each game are compiled side by side.
setup(
    ext_modules=compiled(*GAMES, with_core=True),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
