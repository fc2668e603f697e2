"""Five games, and one engine to play, prove and tune them."""

import os

if os.environ.get("QUINCUNX_PLAIN"):
    from quincunx import _plain

    _plain.prefer_source()
