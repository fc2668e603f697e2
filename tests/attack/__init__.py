"""Hostile input, made of what is right by small changes: requests, forms, files, bots' answers. A small part
of it runs in the check, where Hypothesis chooses the changes, and much of it by `python -m bench.attack`."""
