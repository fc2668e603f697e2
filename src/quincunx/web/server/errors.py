"""Exceptions that refuse a request with a sentence and an HTTP status."""

import re
from typing import Any


class Refused(Exception):
    """A refusal with a sentence for the person and an HTTP status."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.status = status


class NotFound(Refused):
    def __init__(self, sentence: str = "There is no such match here.") -> None:
        super().__init__(sentence, 404)


class NotYours(Refused):
    def __init__(self, sentence: str = "You do not sit there: open the seat's own link first.") -> None:
        super().__init__(sentence, 403)


class StaleVersion(Refused):
    """A change to a version of the match that is no longer the newest."""

    def __init__(self) -> None:
        super().__init__("Somebody was quicker than you; look at the table again.")


class Unreachable(Refused):
    """A database that does not answer. Whether the last change was stored shows when it is back."""

    def __init__(self) -> None:
        super().__init__("The database cannot be reached; try again in a moment.", 503)


class Unplayable(Refused):
    """A stored match that the present rules cannot replay."""


class Question(Refused):
    """A move that needs confirming: the person sends it again and says they mean it."""


WANTED = {"int": "a whole number", "bool": "true or false", "string": "a text", "list": "a list"}
"""The wanted kind of value, by the first word of Pydantic's error type."""


def wrong_input(problem: dict[str, Any]) -> str:
    """Return a sentence for a problem that Pydantic found in a request.

    >>> wrong_input({"type": "int_parsing", "loc": ("query", "line"), "msg": "Input should be an integer"})
    '`line` must be a whole number.'
    >>> wrong_input({"type": "too_long", "loc": ("body", "names"), "msg": "List should have 12 items"})
    '`names` must have 12 items.'
    """
    kind, (where, *path) = str(problem["type"]), problem["loc"]
    if kind == "json_invalid":
        return f"The {where} is not JSON; look at its character {path[0] + 1}."
    if not path:
        return f"The {where} must be a JSON object, sent as `application/json`."
    name = ".".join(map(str, path))
    if kind == "missing":
        return f"`{name}` is missing."
    if kind == "extra_forbidden":
        return f"`{name}` is not known here; `/docs` lists what can be sent."
    first, _, rest = kind.partition("_")
    if first in WANTED and rest in ("type", "parsing", "from_float", "parsing_size"):
        return f"`{name}` must be {WANTED[first]}."
    return f"`{name}` {re.sub(r'^[A-Z][a-z]+ should ', 'must ', problem['msg'])}."


def answers_programs(path: str, accept: str) -> bool:
    """Whether an error is answered with JSON: at addresses of data, and if the client asks for it."""
    return path.startswith("/api/") or path.endswith("/analysis.json") or "application/json" in accept
