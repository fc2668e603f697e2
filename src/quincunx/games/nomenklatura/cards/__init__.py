"""The agenda cards, one class each."""
