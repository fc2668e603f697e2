"""Pig, the smallest game with all the files of a game: the tests play it where ours would be too much."""
