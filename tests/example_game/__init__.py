"""Pig, the game that CONTRIBUTING.md adds step by step."""
