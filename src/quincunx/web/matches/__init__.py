"""Matches that people play: their seats, their moves, bots and clocks, and everything that changes them."""
