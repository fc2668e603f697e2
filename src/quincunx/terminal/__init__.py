"""The terminal: matches of any game at the keyboard, replays, menus and help."""
