"""Charts, standalone pages and tables of the screen, which lab, analysis and the web server draw with."""
