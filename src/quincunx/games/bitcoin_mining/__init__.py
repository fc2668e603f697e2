"""Bitcoin Mining, 2 to 6 players: buy land, order miners, and collect BTC before the fourth cycle ends."""
