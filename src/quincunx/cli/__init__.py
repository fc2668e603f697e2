"""The command line: one file per group of commands.

Heavy modules are imported where they are used, so that it starts quickly.
"""

from quincunx.cli.entry import app as app
from quincunx.cli.entry import main as main
