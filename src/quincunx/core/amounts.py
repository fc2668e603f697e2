"""The amounts of a card, as game.toml has them."""


class Amounts:
    """A card's class takes each amount by its name and says what it may be, so that nothing else has to
    know what a card needs. `cards.check` then finds what is missing, unknown or out of bounds."""

    def __init__(self, values: dict[str, int]) -> None:
        self.values = values
        self.bounds: dict[str, tuple[int, int]] = {}

    def take(self, name: str, least: int = 0, most: int = 99) -> int:
        """The amount of that name, from `least` to `most`."""
        self.bounds[name] = (least, most)
        return self.values.get(name, least)
