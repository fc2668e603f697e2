"""What a learner needs: every move as an index, and what the player sees as numbers."""

from typing import Final

from quincunx.core.space import NOT_LISTED, Sheet, Space
from quincunx.core.state import State
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Card, Cards
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import POWER, places, values

PHASES: Final[list[str]] = ["action", "roll", "put", "upgrade", "won"]
DIGITS: Final[list[str]] = ["0", "1", "2", "3", "4", "5"]


class IdleSixSpace(Space):
    def __init__(self, cards: Cards) -> None:
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
        """Where the orders of so many rolled dice begin; one die is put back unasked."""
        for dice in range(2, most_rolled(cards) + 1):
            self.puts.append(len(self.moves))
            for roll in range(POWER[dice]):
                self.add(f"put {' '.join([str(value or 6) for value in reversed(values(roll, dice))])}")
        self.boxes = [[str(box + 1) for box in range(len(card.costs))] for card in cards.actions]
        self.dice = [f"die {place + 1}" for place in range(cards.most_dice)]

    def _add_uses(self, card: Card, most_dice: int) -> None:
        """Every set of dice that the card may take on some box, fewer dice and lower ones first."""
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

    def observe(self, state: State, seat: int, sheet: Sheet) -> None:
        assert isinstance(state, IdleSix)
        sheet.about("")
        sheet.one_of("phase", state.phase, PHASES)
        sheet.number("turns", state.turns_taken, 10)
        sheet.number("money dice", state.dice)
        money = state.money
        for name in self.dice:
            sheet.one_of(name, money % 6, DIGITS)
            money //= 6
        for slot, boxes in enumerate(self.boxes):
            sheet.about(state.cards.actions[slot].name)
            sheet.one_of("box", state.clips[slot], boxes)
            sheet.flag("used", bool(state.used >> slot & 1))
        sheet.about("")
        sheet.number("claimed", state.claimed)
        sheet.flag("bought", state.bought)
        rolled = state.roll
        for place, name in enumerate(self.dice):
            rolling = bool(state.rolling >> place & 1)
            landed = rolling and state.phase == codes.PUT
            sheet.about(name)
            sheet.flag("rolling", rolling)
            sheet.one_of("rolled", rolled % 6 if landed else -1, DIGITS)
            if landed:
                rolled //= 6


def most_rolled(cards: Cards) -> int:
    """The most dice that any card rolls at once."""
    most = 0
    for card in cards.actions:
        if card.rolls:
            for box in range(len(card.costs)):
                most = max(most, min(card.allowance(box), card.strength[box], cards.most_dice))
    return most
