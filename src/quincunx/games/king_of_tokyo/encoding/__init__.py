"""Moves as indices, and what a seat sees as numbers, for learners."""
