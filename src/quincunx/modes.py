"""The two modes of an install. A compiled one can run its plain source too: for debugging and comparison."""

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Finds the modules of quincunx as source, though compiled ones lie beside them."""

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
    sys.meta_path.insert(0, SourceFinder)


def compiled() -> bool:
    """Whether the hot modules were compiled when this was installed, and are used so."""
    from quincunx.core import state

    return not (state.__file__ or "").endswith(".py")
