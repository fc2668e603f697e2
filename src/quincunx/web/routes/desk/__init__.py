"""Routes of the desk: the form for a game's numbers, kept variants, and reports."""
