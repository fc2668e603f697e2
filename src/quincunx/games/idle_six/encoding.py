"""The interface for learners: every move as an index, and the observation of the player as numbers."""

from typing import Final

from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Cards
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import POWER, places, values

DIGITS: Final[list[str]] = ["0", "1", "2", "3", "4", "5"]


class IdleSixSpace(ActionSpace):
    def __init__(self, players: int, cards: Cards) -> None:
        super().__init__(1)
        self.known: dict[int, int] = {}
        """The indexes of the moves that mean the same in every state: all but `put`."""
        self.known[codes.DONE] = self.add("done")
        self.known[codes.CLAIM] = self.add("claim")
        for card in cards.upgrades:
            self.known[codes.UPGRADES + card.slot] = self.add(f"upgrade {card.name}")
        for card in cards.actions:
            self._add_uses(card, cards.most_dice)
        self.puts = [0, 0]
        """The first index of the orders by the number of rolled dice; one die is put back unasked."""
        for dice in range(2, most_rolled(cards) + 1):
            self.puts.append(len(self.moves))
            for roll in range(POWER[dice]):
                self.add(f"put {' '.join([str(value or 6) for value in reversed(values(roll, dice))])}")
        self.boxes = [[str(box + 1) for box in range(len(card.costs))] for card in cards.actions]
        self.names = [card.name for card in cards.actions]
        self.box_of = [f"box of {name}" for name in self.names]
        self.rolled = [f"rolled on die {place + 1}" for place in range(cards.most_dice)]
        self.dice = [f"die {place + 1}" for place in range(cards.most_dice)]

    def _add_uses(self, card: Card, most_dice: int) -> None:
        """List every set of dice that the card may take on some box, fewer dice and lower ones first."""
        found: set[int] = set()
        for box in range(len(card.costs)):
            if card.works(box):
                found.update(card.choices(box, min(card.strength[box], most_dice)))
        for dice in sorted(found, key=lambda dice: (len(places(dice)), dice)):
            words = [*card.name.split("-"), *[str(place + 1) for place in places(dice)]]
            self.known[card.action(dice)] = self.add(" ".join(words))

    def index(self, state: State, seat: int, action: int) -> int:
        assert isinstance(state, IdleSix)
        if state.phase == codes.PUT:
            return self.puts[len(places(state.rolling))] + action - codes.PUTS
        return self.known.get(action, NOT_LISTED)

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        assert isinstance(state, IdleSix)
        sheet.about("")
        sheet.one_of("phase", state.phase, codes.PHASES)
        sheet.number("turns", state.turns_taken, 10)
        sheet.number("money dice", state.dice)
        sheet.one_of_each(self.dice, values(state.money, len(self.dice)), DIGITS)
        for slot, boxes in enumerate(self.boxes):
            sheet.one_of(self.box_of[slot], state.clips[slot], boxes)
        sheet.counts("used", [state.used >> slot & 1 for slot in range(len(self.names))], self.names)
        sheet.number("claimed", state.claimed)
        sheet.flag("bought", state.bought)
        rolling = places(state.rolling)
        sheet.members("rolling", rolling, self.dice)
        rolled = [-1] * len(self.dice)
        if state.phase == codes.PUT:
            for place, value in zip(rolling, values(state.roll, len(rolling)), strict=True):
                rolled[place] = value
        sheet.one_of_each(self.rolled, rolled if rolling else [], DIGITS)


def most_rolled(cards: Cards) -> int:
    """Return the most dice that any card rolls at once."""
    most = 0
    for card in cards.actions:
        if card.rolls:
            for box in range(len(card.costs)):
                most = max(most, min(card.allowance(box), card.strength[box], cards.most_dice))
    return most
