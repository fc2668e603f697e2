"""A program that reads a match's record and writes its analysis as JSON, which a server runs in a process.

Each line but the last is its progress: the number of decisions judged, and the number in all.
"""

import os
import sys

import msgspec

from quincunx.analysis.analyse import Analysis, analyse
from quincunx.match import record
from quincunx.match.match import from_record

NICE = 10
"""The added niceness of this process: matches in play come first."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    seconds = float(sys.argv[1])
    match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    tell(analyse(match, seconds=seconds, jobs=1, progress=lambda done, total: tell([done, total])))


def tell(news: list[int] | Analysis) -> None:
    """Write a line of JSON and flush it."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
