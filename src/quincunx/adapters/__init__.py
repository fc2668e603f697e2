"""Environments for training and research: PettingZoo, Gymnasium, OpenSpiel, and batches of matches."""
