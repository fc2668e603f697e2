"""The numbers of the policy and the evaluator, trained by play, as trained.json has them."""

from pathlib import Path
from typing import Final

import msgspec

TRAINED: Final = msgspec.json.decode(
    Path(__file__).with_name("trained.json").read_bytes(), type=dict[str, dict[str, list[float]]]
)
"""For policy and evaluator, the numbers with `two` players and with `more`."""
