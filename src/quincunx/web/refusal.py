"""What the server answers when it will not do something."""


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


class Late(Refused):
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
