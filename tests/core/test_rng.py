"""Random numbers, and that Ctrl-C can come in while they are made."""

import signal
import time

import pytest

from quincunx.core.rng import Rng
from tests.waiting import PATIENCE

TIMES = 60
"""The number of times that Ctrl-C comes in. In a compiled program it may while large integers are
multiplied."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer rings here")
def test_ctrl_c_while_dice_of_their_own_are_made_is_no_lack_of_memory() -> None:
    rng, caught, begun = Rng(""), 0, time.monotonic()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        while caught < TIMES and time.monotonic() - begun < PATIENCE:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.003)
                while True:
                    rng.restart(7, 0x7FFFFFFF)
            except KeyboardInterrupt:
                caught += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert caught == TIMES
