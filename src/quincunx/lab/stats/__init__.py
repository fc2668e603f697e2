"""Estimates with their bounds, and how numbers are written."""
