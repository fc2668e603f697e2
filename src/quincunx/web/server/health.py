"""Whether changes reach the database, and the log lines that tell the operator when they do not."""

import logging
import time

PAUSE = 10.0
"""Least seconds between two log lines about the same outage."""

log = logging.getLogger(__name__)


class Health:
    """Counter of changes that could not be stored. The log gets the first failure at once, then the count at
    intervals, and a line when the outage is over."""

    def __init__(self) -> None:
        self.failed = 0
        """Changes that could not be stored since the server began."""
        self.failing = False
        """Whether the last change could not be stored."""
        self._before = 0
        self._told = 0.0

    def note_failure(self, error: BaseException, changes: int = 1) -> None:
        self.failed += changes
        if not self.failing:
            self.failing, self._before, self._told = True, self.failed - changes, 0.0
        if time.monotonic() - self._told < PAUSE:
            return
        self._told = time.monotonic()
        # The parameters of the statement are left out: they may be secret.
        why = (str(getattr(error, "orig", error)) or type(error).__name__).splitlines()[0]
        log.error(
            "The database takes no changes (%s): %d could not be stored.", why, self.failed - self._before
        )

    def note_success(self) -> None:
        if self.failing:
            self.failing = False
            log.warning(
                "The database takes changes again; %d could not be stored.", self.failed - self._before
            )
