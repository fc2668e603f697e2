"""My Game: a race with one decision a turn."""

# Before the modules of this package: with QUINCUNX_PLAIN=1 it has their source imported where they are compiled.
import quincunx as quincunx
