"""Observations and action masks as NumPy arrays."""

from quincunx.adapters.setup import needed

needed("numpy", "rl")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from quincunx.core.encoding import ActionSpace, ObservationWriter  # noqa: E402
from quincunx.core.state import State  # noqa: E402

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]

HIGHEST = 1e9
"""The upper bound of all entries of an observation; the lower bound is 0."""


def observation(space: ActionSpace, state: State, seat: int, width: int) -> Floats:
    """Return a seat's observation as a vector of that width."""
    sheet = ObservationWriter()
    space.observe(state, seat, sheet)
    vector = np.zeros(width, np.float32)
    vector[sheet.ones] = 1
    vector[sheet.places] = sheet.amounts
    return vector


def mask(legal: list[int], size: int) -> Mask:
    """Return a vector with 1 for each legal move and 0 for all others."""
    marks = np.zeros(size, np.int8)
    marks[legal] = 1
    return marks
