"""The memory of a process."""

import sys
from pathlib import Path

MOST_GROWTH = 100.0
"""The megabytes that an attack may cost."""


def peak(process: int | str = "self") -> float:
    """Return the most megabytes that a process ever had; None where the system does not tell."""
    if sys.platform != "linux":
        return 0.0
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
