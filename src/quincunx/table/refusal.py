"""What the table answers when it will not do something."""


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
