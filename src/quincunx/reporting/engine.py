"""The engine that draws charts, which needs much address space."""

import subprocess
import sys

from quincunx.core.errors import UserError

TRIAL = "import vl_convert; vl_convert.vegalite_to_svg({'mark': 'bar', 'data': {'values': []}})"


def check_engine() -> None:
    """Raise a UserError if charts cannot be drawn here, before long work.

    Where `ulimit -v` limits memory, the engine raises nothing but ends its process: another one tries it.
    """
    if not _is_limited():
        return
    tried = subprocess.run([sys.executable, "-c", TRIAL], check=False, capture_output=True)
    if tried.returncode:
        raise UserError(
            "Charts need more memory than `ulimit -v` allows here; lift it: `ulimit -v unlimited`."
        )


def _is_limited() -> bool:
    if sys.platform == "win32":
        return False
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
