"""My Game: a race with one decision a turn."""
