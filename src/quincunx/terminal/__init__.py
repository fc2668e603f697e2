"""The table in a terminal, for any game."""
