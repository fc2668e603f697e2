"""Reads the record of a match and writes its analysis as JSON: for a server, which must not wait for it."""

import os
import sys

import msgspec

from quincunx import record
from quincunx.analysis.whole import analyse
from quincunx.match import from_record

NICE = 10
"""Whoever plays comes first."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    seconds = float(sys.argv[1])
    match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    sys.stdout.buffer.write(msgspec.json.encode(analyse(match, seconds=seconds, jobs=1)))


if __name__ == "__main__":
    main()
