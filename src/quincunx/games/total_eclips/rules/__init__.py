"""How the game goes on: the round, placing, projects, algorithms and rewards."""
