"""The contract that every game keeps, and nothing about any one game."""
