"""Mutation test of the games' rules: a small fault at a time, and which scenarios notice it."""
