"""A pause for compiled code that thinks long. This file is never compiled."""


def yield_gil() -> None:
    """This is Python, so other threads and Ctrl-C get their turn."""
