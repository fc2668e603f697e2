"""Compiles the modules that game.toml names if there is a C compiler; else installs plain Python."""

from quincunx.build import compiled
from setuptools import setup

setup(ext_modules=compiled("src/my_game"))
