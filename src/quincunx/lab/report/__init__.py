"""`quincunx report`: how a game plays, for its designer: measured, judged, and shown as a page."""
