"""Quincunx for those who train and search: PettingZoo, Gymnasium, OpenSpiel, and batches of matches."""
