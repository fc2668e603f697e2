"""In place of `quincunx.brain`: `quick` hardly thinks, `stuck` never answers, `dead` ends at once."""

import sys

from quincunx import brain, thought

if sys.argv[1] == "dead":
    sys.exit()
if sys.argv[1] == "stuck":
    sys.stdin.buffer.read()  # For as long as somebody may ask.
thought.LONGEST = 0.01
brain.main()
