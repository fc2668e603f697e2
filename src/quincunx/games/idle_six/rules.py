"""Idle Six: action turns, upgrade turns, achievements, and the way to three trillion."""

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.money import gain
from quincunx.games.idle_six.state import (
    ACTION,
    CLAIM,
    DONE,
    PLAYER,
    POWER,
    PUT,
    PUTS,
    ROLL,
    STRIDE,
    UPGRADE,
    UPGRADES,
    USES,
    WON,
    Position,
    places,
)


class IdleSix(Position):
    """A position with the cards it is played with."""

    def __init__(self, cards: Cards) -> None:
        super().__init__(len(cards.upgrades), cards.most_dice)
        self.cards = cards
        gain(self, cards.start_money, "start")

    def actor(self) -> int:
        if self.phase == ROLL:
            return CHANCE
        return OVER if self.phase == WON else PLAYER

    def actions(self, seat: int) -> list[int]:
        if seat != PLAYER or self.phase == ROLL or self.phase == WON:
            return []
        if self.phase == PUT:
            return [PUTS + order for order in self.cards.actions[self.roller].arrangements(self)]
        moves = self._uses() if self.phase == ACTION else self._upgrades()
        if self.cards.achievements.waits(self):
            moves.append(CLAIM)
        moves.append(DONE)
        return moves

    def _uses(self) -> list[int]:
        moves: list[int] = []
        for slot, card in enumerate(self.cards.actions):
            if not self.used >> slot & 1 and card.usable(self):
                moves.extend(card.actions(self))
        return moves

    def _upgrades(self) -> list[int]:
        moves: list[int] = []
        for slot, card in enumerate(self.cards.upgrades):
            if card.payable(self):
                moves.append(UPGRADES + slot)
        return moves

    def move(self, seat: int, action: int) -> None:
        dice = self.dice
        if seat == CHANCE:
            self.cards.actions[self.roller].land(self, action)
        elif action == DONE:
            self._end_turn()
        elif action == CLAIM:
            self.cards.achievements.claim(self)
        elif self.phase == PUT:
            self.cards.actions[self.roller].put(self, action - PUTS)
        elif self.phase == UPGRADE:
            self.bought = True
            self.cards.upgrades[action - UPGRADES].upgrade(self)
        else:
            self._use((action - USES) // STRIDE, action % STRIDE)
        if self.log is not None:
            self.cards.achievements.note_ready(self, dice)
        if self.phase == ACTION or self.phase == UPGRADE:
            self._end_idle_turns()

    def _use(self, slot: int, choice: int) -> None:
        """Each action card at most once a turn (IS-11)."""
        self.used |= 1 << slot
        self.cards.actions[slot].use(self, choice)

    def _end_turn(self) -> None:
        """The action turn counts one (IS-7), the upgrade turn only if something was bought (IS-8)."""
        if self.phase == ACTION:
            self.turns_taken += 1
            self.used = 0
            self.phase = UPGRADE
            if self.log is not None:
                self.note("turn-counted", PLAYER, {"turns": self.turns_taken}, ["action"])
            return
        if self.bought:
            self.turns_taken += 1
        if self.log is not None:
            kind = "turn-counted" if self.bought else "turn-skipped"
            self.note(kind, PLAYER, {"turns": self.turns_taken}, ["upgrade"])
        self.bought = False
        self.phase = ACTION

    def _end_idle_turns(self) -> None:
        """A turn in which nothing is left to do ends by itself."""
        while not self._something_to_do():
            self._end_turn()

    def _something_to_do(self) -> bool:
        if self.cards.achievements.waits(self):
            return True
        return self.may_use_a_card() if self.phase == ACTION else self._may_upgrade()

    def may_use_a_card(self) -> bool:
        """Whether some card is unused and could do something."""
        for slot, card in enumerate(self.cards.actions):
            if not self.used >> slot & 1 and card.usable(self):
                return True
        return False

    def _may_upgrade(self) -> bool:
        for card in self.cards.upgrades:
            if card.payable(self):
                return True
        return False

    def possible(self, outcome: int) -> bool:
        return 0 <= outcome < POWER[len(places(self.rolling))]

    def sample(self, rng: Rng) -> int:
        return rng.below(POWER[len(places(self.rolling))])

    def outcomes(self) -> list[tuple[int, float]]:
        count = POWER[len(places(self.rolling))]
        return [(roll, 1 / count) for roll in range(count)]

    def clone(self) -> "IdleSix":
        twin = IdleSix(self.cards)
        twin.take(self)
        return twin

    def returns(self) -> list[float]:
        return [-float(self.turns_taken)]
