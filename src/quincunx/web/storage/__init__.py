"""The database: its tables, and how matches are read and written. No rules and no pages."""
