"""Decisions as requests and answers: the process that thinks, hints, and why a bot moved."""
