"""`python -m quincunx`."""

from quincunx.cli import main

main()
