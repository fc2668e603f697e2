"""Idle Six, a solo game by Jorge Zhang: grow rich in base six."""
