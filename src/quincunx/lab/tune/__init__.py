"""The search for numbers that meet a designer's goals."""
