"""Reads the record of a match and writes its analysis as JSON: for a server, which must not wait for it.

Each line but the last says how far it is: how many decisions are judged, of how many.
"""

import os
import sys

import msgspec

from quincunx.analysis.analyse import Analysis, analyse
from quincunx.match import record
from quincunx.match.match import from_record

NICE = 10
"""Whoever plays comes first."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    seconds = float(sys.argv[1])
    match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    tell(analyse(match, seconds=seconds, jobs=1, progress=lambda done, total: tell([done, total])))


def tell(news: list[int] | Analysis) -> None:
    """Write a line that can be read at once."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
