"""The power cards, one class each."""
