"""In place of `quincunx.brain`: `quick` hardly thinks, `stuck` never answers, `dead` ends at once."""

import sys
import time

from quincunx import brain, thought

if sys.argv[1] == "dead":
    sys.exit()
if sys.argv[1] == "stuck":
    time.sleep(60)
thought.LONGEST = 0.01
brain.main()
