"""The database: its tables, and how matches are read and written."""
