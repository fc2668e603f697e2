"""How the game goes on: the turn, the cycles, and all that happens on the way."""
