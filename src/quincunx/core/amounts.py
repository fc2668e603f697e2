"""The amounts of a card, read from game.toml."""


class Amounts:
    """The amounts of one card. Its class takes each by name and states the bounds, so nothing else has to
    know which amounts a card needs. `cards.check` then finds what is missing, unknown or out of bounds."""

    def __init__(self, values: dict[str, int]) -> None:
        self.values = values
        self.bounds: dict[str, tuple[int, int]] = {}

    def take(self, name: str, least: int = 0, most: int = 99) -> int:
        """Return the amount of that name, and note that it must be from `least` to `most`."""
        self.bounds[name] = (least, most)
        return self.values.get(name, least)
