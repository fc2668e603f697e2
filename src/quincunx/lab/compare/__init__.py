"""`quincunx compare`: two or more variants played on the same seeds, and how they differ."""
