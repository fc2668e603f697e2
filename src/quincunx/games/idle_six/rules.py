"""The rules of Idle Six: action turns, upgrade turns, achievements, and the way to three trillion."""

from typing import Final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.cards import Cards
from quincunx.games.idle_six.state import PLAYER, POWER, Position, size

ONLY_DONE: Final = [codes.DONE]
CLAIM_OR_DONE: Final = [codes.CLAIM, codes.DONE]


class IdleSix(Position):
    """A position with the cards it is played with."""

    def __init__(self, cards: Cards, like: Position | None = None) -> None:
        super().__init__(len(cards.upgrades), cards.most_dice, like)
        self.cards = cards

    def current_player(self) -> int:
        if self.phase == codes.ROLL:
            return CHANCE
        return TERMINAL if self.phase == codes.WON else PLAYER

    def _legal_actions(self, seat: int) -> list[int]:
        moves: list[int] = []
        for group in self._groups(seat):
            moves.extend(group)
        return moves

    def random_action(self, seat: int, rng: Rng) -> int:
        """Pick a move without a list of all: a reroll has up to a thousand moves, and the list took half of
        the time."""
        groups = self._groups(seat)
        count = 0
        for group in groups:
            count += len(group)
        number = rng.below(count)
        for group in groups:
            if number < len(group):
                return group[number]
            number -= len(group)
        raise AssertionError("a number below the count is in some group")

    def _groups(self, seat: int) -> list[list[int]]:
        """Return the legal moves, group by group. The lists belong to the cards: nobody may change them."""
        groups: list[list[int]] = []
        if seat != PLAYER or self.phase == codes.ROLL or self.phase == codes.WON:
            return groups
        if self.phase == codes.PUT:
            groups.append(self.cards.actions[self.roller].arrangements(self))
            return groups
        if self.phase == codes.ACTION:
            for card in self.cards.actions:
                if card.usable(self):
                    groups.append(card.actions(self))
        else:
            groups.append(self._upgrades())
        groups.append(CLAIM_OR_DONE if self.cards.achievements.waits(self) else ONLY_DONE)
        return groups

    def _upgrades(self) -> list[int]:
        moves: list[int] = []
        for card in self.cards.upgrades:
            if card.payable(self):
                moves.append(codes.UPGRADES + card.slot)
        return moves

    def move(self, seat: int, action: int) -> None:
        dice = self.dice
        if seat == CHANCE:
            self.cards.actions[self.roller].land(self, action)
        elif action == codes.DONE:
            self._end_turn()
        elif action == codes.CLAIM:
            self.cards.achievements.claim(self)
        elif self.phase == codes.PUT:
            self.cards.actions[self.roller].put(self, action)
        elif self.phase == codes.UPGRADE:
            self.bought = True
            self.cards.upgrades[action - codes.UPGRADES].upgrade(self)
        else:
            slot = codes.slot_of(action)
            self.used |= 1 << slot
            self.cards.actions[slot].use(self, codes.dice_of(action))
        if self.log is not None:
            self.cards.achievements.note_ready(self, dice)
        if self.phase == codes.ACTION or self.phase == codes.UPGRADE:
            self._end_idle_turns()

    def _end_turn(self) -> None:
        """Count the turn: an action turn always (IS-7), an upgrade turn only if something was bought
        (IS-8)."""
        acted = self.phase == codes.ACTION
        counts = acted or self.bought
        if counts:
            self.turns_taken += 1
        if self.log is not None:
            kind = "turn-counted" if counts else "turn-skipped"
            self.log_event(kind, PLAYER, {"turns": self.turns_taken}, ["action" if acted else "upgrade"])
        self.used = 0
        self.bought = False
        self.phase = codes.UPGRADE if acted else codes.ACTION

    def _end_idle_turns(self) -> None:
        """End turns in which nothing is left to do."""
        while not self.cards.achievements.waits(self) and not self.may_act():
            self._end_turn()

    def may_act(self) -> bool:
        """Whether a card can be used in this action turn, or upgraded in this upgrade turn."""
        acting = self.phase == codes.ACTION
        for card in self.cards.upgrades:
            if card.usable(self) if acting else card.payable(self):
                return True
        return False

    def possible(self, outcome: int) -> bool:
        return 0 <= outcome < self._rolls()

    def sample_outcome(self, rng: Rng) -> int:
        return rng.below(self._rolls())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(roll, 1 / self._rolls()) for roll in range(self._rolls())]

    def _rolls(self) -> int:
        """Return in how many ways the dice in the air can fall."""
        return POWER[size(self.rolling)]

    def clone(self) -> "IdleSix":
        return IdleSix(self.cards, self)

    def returns(self) -> list[float]:
        return [-float(self.turns_taken)]
