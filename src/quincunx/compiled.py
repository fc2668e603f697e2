"""The choice of compiled modules or plain source: QUINCUNX_PLAIN runs the source, to debug or compare."""

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """An import finder that prefers the source of some packages' modules over compiled ones."""

    def __init__(self, packages: set[str]) -> None:
        self.packages = packages

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in self.packages:
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def prefer_source() -> None:
    """Make later imports of Quincunx and of packages with games use their source."""
    from importlib.metadata import entry_points

    games = {point.module.partition(".")[0] for point in entry_points(group="quincunx.games")}
    sys.meta_path.insert(0, SourceFinder({"quincunx", *games}))


def is_compiled() -> bool:
    """Whether the hot modules run compiled."""
    from quincunx.core import state

    return not (state.__file__ or "").endswith(".py")
