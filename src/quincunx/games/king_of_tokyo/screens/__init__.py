"""The game drawn in a terminal and in a browser."""
