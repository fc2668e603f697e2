"""Two or more variants on the same seeds: what differs."""
