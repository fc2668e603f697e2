"""Whether what people do can be stored, and how the operator hears of it if it cannot."""

import logging
import time

PAUSE = 10.0
"""Seconds between two lines of the log about one trouble."""

log = logging.getLogger(__name__)


class Health:
    """Counts what could not be stored. The first failure is logged at once, then how many there were
    meanwhile, and at last that it is over."""

    def __init__(self) -> None:
        self.failed = 0
        """How many changes could not be stored since the server began."""
        self.failing = False
        """Whether that is so now: nothing was stored since a change could not be."""
        self._before = 0
        self._told = 0.0

    def note_failure(self, error: BaseException, changes: int = 1) -> None:
        self.failed += changes
        if not self.failing:
            self.failing, self._before, self._told = True, self.failed - changes, 0.0
        if time.monotonic() - self._told < PAUSE:
            return
        self._told = time.monotonic()
        # Without its parameters, which may be secret.
        why = str(getattr(error, "orig", error) or type(error).__name__).splitlines()[0]
        log.error(
            "The database takes no changes (%s): %d could not be stored.", why, self.failed - self._before
        )

    def note_success(self) -> None:
        if self.failing:
            self.failing = False
            log.warning(
                "The database takes changes again; %d could not be stored.", self.failed - self._before
            )
