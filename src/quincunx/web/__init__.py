"""Played in a browser: pages, live updates, seats, database."""
