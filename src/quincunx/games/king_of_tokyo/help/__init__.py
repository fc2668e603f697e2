"""Help for players: the chances of the dice, and reasons for a plan."""
