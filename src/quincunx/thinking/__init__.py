"""A decision as a request and an answer: the process that thinks, hints, and why a bot moved."""
