"""Matches that people play: seats, moves, bots, clocks and every change to them. Nothing here draws pages."""
