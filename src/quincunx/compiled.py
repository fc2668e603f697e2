"""Whether the rules run compiled. A compiled install can run its plain source too, to debug or compare."""

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Finds the source of quincunx's modules even where compiled ones lie beside it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("quincunx."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def prefer_source() -> None:
    """From now on, import the source of every module."""
    sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    """Whether the hot modules were compiled on install, and the compiled ones are in use."""
    from quincunx.core import state

    return not (state.__file__ or "").endswith(".py")
