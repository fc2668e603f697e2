"""A report of how a game plays, for its designer: measured, judged, and drawn as a page."""
