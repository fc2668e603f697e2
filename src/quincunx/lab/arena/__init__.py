"""Bots against each other: which is stronger, and how sure that is."""
