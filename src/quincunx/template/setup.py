"""Compile the modules that game.toml names, where there is a C compiler; install plain Python where not."""

from quincunx.build import compiled
from setuptools import setup

setup(ext_modules=compiled("src/my_game"))
