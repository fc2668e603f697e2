"""The old place of `observe`, kept for one version: write `quincunx.observe` instead."""

import warnings

from quincunx.lab.simulate.observed_run import observe

__all__ = ["observe"]

warnings.warn("quincunx.lab.watch is gone in 0.5: use quincunx.observe.", DeprecationWarning, stacklevel=2)
