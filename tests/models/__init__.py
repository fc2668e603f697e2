"""Second opinions: models of each game's scoring and resources, written from its rulebook alone."""
