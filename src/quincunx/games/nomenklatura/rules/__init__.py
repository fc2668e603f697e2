"""How the game goes on: the round, bids, cards, consolidations and scoring."""
