"""The numbers and cards of one variant, as the rules look them up."""

from mypy_extensions import i64

from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import Handful, handfuls


class Tables:
    """The data that does not change during a match. `numbers.prepare` makes it from game.toml."""

    def __init__(
        self,
        cards: list[Card],
        names: list[str],
        colours: list[str],
        dice: int,
        rerolls: int,
        health: int,
        goal: int,
        sweep: int,
        enter: int,
        hold: int,
        bay_from: int,
        wins_at_end_of_turn: bool,
        two_player_energy: bool,
        any_number_feeds: bool,
    ) -> None:
        self.cards = cards
        self.titles = {card.slug: card.name for card in cards}
        self.names = names
        self.colours = colours
        self.dice: i64 = dice
        self.rerolls: i64 = rerolls
        self.health: i64 = health
        self.goal: i64 = goal
        self.sweep: i64 = sweep
        self.enter: i64 = enter
        self.hold: i64 = hold
        self.bay_from: i64 = bay_from
        self.wins_at_end_of_turn = wins_at_end_of_turn
        self.two_player_energy = two_player_energy
        self.any_number_feeds = any_number_feeds
        self.costs = [card.cost for card in cards]
        self.end_order = sorted(
            [card for card in cards if card.end_order()], key=lambda card: card.end_order()
        )
        """The cards that work at the end of a turn, in their order."""
        self.token_cards = [card for card in cards if card.leaves_tokens()]
        self.selling = [card for card in cards if card.sells()]
        self.deck: list[int] = []
        for card in cards:
            self.deck += [card.kind] * card.copies
        self._handfuls: dict[int, list[int]] = {}
        self._choices: dict[int, list[Handful]] = {}

    def handfuls(self, dice: int) -> list[int]:
        """Return every way to take up some of the dice, or none; cached, since the same rolls recur."""
        known = self._handfuls.get(dice)
        if known is None:
            known = handfuls(dice)
            self._handfuls[dice] = known
        return known

    def choices(self, dice: int) -> list[Handful]:
        """Return the same ways except the empty one, with the number of dice: bots look at each of them."""
        known = self._choices.get(dice)
        if known is None:
            known = [Handful(picked) for picked in handfuls(dice) if picked]
            self._choices[dice] = known
        return known
