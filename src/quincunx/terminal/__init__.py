"""Playing any game in a terminal."""
