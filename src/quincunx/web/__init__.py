"""The table in the browser: pages, live updates, seats, store."""
