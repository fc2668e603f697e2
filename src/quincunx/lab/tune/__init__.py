"""`quincunx tune`: the search for game numbers that meet a designer's goals, and its results."""
