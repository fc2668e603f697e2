"""The desk: pages on which a designer changes the numbers of a game and has games simulated."""
