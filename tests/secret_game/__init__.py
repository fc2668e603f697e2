"""Fingers, a game with secrets in which all choose at once: it keeps the generic suite honest."""
