"""`quincunx bench`: the speed of the games on one core."""
