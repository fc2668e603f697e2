"""Sentences for a reader: grammar, the phrasing of events, and what makes text safe to print."""
