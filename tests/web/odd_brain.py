"""A replacement of `thinking.worker`: `quick` hardly thinks, `stuck` never answers, `dead` ends at once."""

import sys

from quincunx.thinking import protocol, worker

if sys.argv[1] == "dead":
    sys.exit()
if sys.argv[1] == "stuck":
    sys.stdin.buffer.read()  # For as long as somebody may ask.
protocol.LONGEST = 0.01
worker.main()
