"""My Game: a race with one decision a turn."""

# Imported first: with QUINCUNX_PLAIN=1 it makes Python import this package's source, even if it is compiled.
import quincunx as quincunx
