"""How fast the games are on one core."""
