"""What the server answers when it will not do something."""

import re
from typing import Any


class Refused(Exception):
    """A sentence for the person who asked, and the HTTP status that goes with it."""

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
    """A change was made on a version of the match that is no longer the newest."""

    def __init__(self) -> None:
        super().__init__("Somebody was quicker than you; look at the table again.")


class Unreachable(Refused):
    """The database does not answer. Whether the last change is stored is seen when it does."""

    def __init__(self) -> None:
        super().__init__("The database cannot be reached; try again in a moment.", 503)


class Unplayable(Refused):
    """A stored match that the rules we have now cannot replay."""


class Question(Refused):
    """A person is asked whether they mean a move; it is made if they send it again and say so."""


WANTED = {"int": "a whole number", "bool": "true or false", "string": "a text", "list": "a list"}
"""What a value has to be, by how Pydantic begins its name for the problem."""


def wrong_input(problem: dict[str, Any]) -> str:
    """A problem that Pydantic found with what was sent, as a sentence.

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
    """Whether a refusal is JSON: at the addresses of data, and for whoever asks for it."""
    return path.startswith("/api/") or path.endswith("/analysis.json") or "application/json" in accept
