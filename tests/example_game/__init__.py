"""Pig, the smallest game with all the files of a game: tests use it where ours would be too large."""
