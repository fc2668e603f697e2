"""Running a Python file that somebody at the keyboard named: a bot, a game."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from quincunx.core.errors import UserError


def run_file(path: Path, name: str) -> ModuleType:
    """Return the module in a file, known by that name from now on. It may import what lies beside it."""
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    look_in(path.absolute().parent)
    spec.loader.exec_module(module)
    return module


def look_in(folder: Path) -> None:
    """Find modules in that folder too."""
    # Appended at the end, so that nothing in the folder hides an installed module.
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
