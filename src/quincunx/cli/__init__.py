"""The command line: `entry` starts it; `commands/` has one file per command, loaded when it is called."""

from quincunx.cli.entry import app as app
from quincunx.cli.entry import main as main
