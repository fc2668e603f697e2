"""How the game goes on: turns, dice, battles, gains and the shop."""
