"""The web server: pages, live updates, seats and storage. The terminal and the rules of games are
elsewhere."""
