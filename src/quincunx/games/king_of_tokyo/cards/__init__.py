"""The power cards, one class each: keep cards by what they are about, and discard cards.

`numbers.py` finds the class of a card by its name in game.toml.
"""
