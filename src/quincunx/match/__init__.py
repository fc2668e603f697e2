"""A match and its record, variants, scenarios, dice, players and taking back."""
