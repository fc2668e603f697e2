"""`quincunx arena`: bots against each other, which is stronger, and how certain that is."""
