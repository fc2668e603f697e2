"""A match and its record, variants, scenarios, dice, players and undo."""

from typing import Any

from quincunx import renamed


def __getattr__(name: str) -> Any:
    """Return a name of the module that this package was before, until 0.5."""
    if name not in ("BadMove", "Match", "OtherRules", "Step", "from_record", "verify"):
        raise AttributeError(f"module 'quincunx.match' has no attribute '{name}'")
    renamed.warn(f"quincunx.match.{name}", f"quincunx.match.match.{name}")
    return renamed.look_up("quincunx.match.match", name)
