"""The command line: `entry` starts it, `commands/` has one file a command, loaded when it is called."""

from quincunx.cli.entry import app as app
from quincunx.cli.entry import main as main
