"""Help for players: chances, reasons, and the tour."""
