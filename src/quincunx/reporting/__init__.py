"""Charts, standalone pages and terminal tables, shared by the lab, the analysis and the web server."""
