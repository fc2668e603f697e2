"""A pause for compiled code that computes for long. This file is never compiled."""


def yield_gil() -> None:
    """Let other threads and Ctrl-C have their turn, which happens whenever Python code is run."""
