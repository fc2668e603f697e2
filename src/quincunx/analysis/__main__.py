"""A program that reads a match's record and writes its analysis as JSON, which a server runs in a process.

Each line but the last is its progress: the number of decisions judged, and the number in all.
"""

import sys

import msgspec

from quincunx.analysis.analyse import Analysis, analyse
from quincunx.match import record
from quincunx.match.match import from_record
from quincunx.thinking.worker import stand_back


def main() -> None:
    stand_back()
    seconds = float(sys.argv[1])
    match = from_record(record.decode(sys.stdin.buffer.read(), "standard input"))
    tell(analyse(match, seconds=seconds, jobs=1, progress=lambda done, total: tell([done, total])))


def tell(news: list[int] | Analysis) -> None:
    """Write a line of JSON and flush it."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
