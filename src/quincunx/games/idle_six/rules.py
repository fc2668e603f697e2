"""Idle Six: action turns, upgrade turns, achievements, and the way to three trillion."""

from typing import Final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State
from quincunx.games.idle_six.cards import POWER, REROLL, STRIDE, Cards, Purse, places
from quincunx.games.idle_six.senary import short

PLAYER: Final = 0

# The phases of a round.
ACTION: Final = 0
ROLL: Final = 1
PUT: Final = 2
UPGRADE: Final = 3
WON: Final = 4

# Moves beside those of the seven action cards, whose slots are 0 to 6.
WIN: Final = 7
UPGRADES: Final = 7 * STRIDE
PUTS: Final = 8 * STRIDE
CLAIM: Final = 9 * STRIDE
DONE: Final = 10 * STRIDE


class IdleSix(State):
    """A position. `clips` are the boxes the paperclips of the action cards are on."""

    def __init__(self, cards: Cards) -> None:
        super().__init__()
        self.cards = cards
        self.purse = Purse(0, 1, cards.most_dice)
        self.purse.add(cards.start_money)
        self.clips = [0] * len(cards.actions)
        self.used = 0
        self.claimed = 0
        self.phase = ACTION
        self.bought = False
        self.turns_taken = 0
        self.rolling = 0
        self.roll = 0

    def actor(self) -> int:
        if self.phase == ROLL:
            return CHANCE
        return OVER if self.phase == WON else PLAYER

    def actions(self, seat: int) -> list[int]:
        if seat != PLAYER or self.phase == ROLL or self.phase == WON:
            return []
        if self.phase == PUT:
            return [PUTS + order for order in self.cards.reroll.arrangements(self.rolling, self.roll)]
        moves = self._card_actions() if self.phase == ACTION else self._upgrades()
        if self.may_claim():
            moves.append(CLAIM)
        moves.append(DONE)
        return moves

    def _card_actions(self) -> list[int]:
        moves: list[int] = []
        for slot, card in enumerate(self.cards.actions):
            if self._may_use(slot):
                moves.extend(card.actions(self.clips[slot], self.purse))
        return moves

    def _upgrades(self) -> list[int]:
        moves: list[int] = []
        for slot in range(len(self.clips)):
            if self._may_upgrade(slot):
                moves.append(UPGRADES + slot)
        if self.cards.win_cost <= self.purse.value:
            moves.append(UPGRADES + WIN)
        return moves

    def _may_upgrade(self, slot: int) -> bool:
        card = self.cards.actions[slot]
        box = self.clips[slot]
        return not card.top(box) and card.costs[box + 1] <= self.purse.value

    def _may_use(self, slot: int) -> bool:
        return not self.used >> slot & 1 and self.cards.actions[slot].usable(self.clips[slot], self.purse)

    def may_claim(self) -> bool:
        """A step for each die after the first, in order, at any time between moves (IS-21, IS-22)."""
        return self.claimed < len(self.cards.rewards) and self.claimed + 1 < self.purse.dice

    def move(self, seat: int, action: int) -> None:
        kind = action // STRIDE
        choice = action % STRIDE
        if seat == CHANCE:
            self._land(action)
        elif action == DONE:
            self._end_turn()
        elif action == CLAIM:
            self._claim()
        elif self.phase == PUT:
            self._put(choice)
        elif self.phase == UPGRADE:
            self._upgrade(choice)
        else:
            self._use(kind, choice)
        if self.phase == ACTION or self.phase == UPGRADE:
            self._skip_idle_turns()

    def _use(self, slot: int, choice: int) -> None:
        """Each action card at most once a turn (IS-11)."""
        self.used |= 1 << slot
        before = self.purse.value
        self.cards.actions[slot].use(self.clips[slot], self.purse, choice)
        if slot == REROLL:
            self.rolling = choice
            self.phase = ROLL
        else:
            self._tell_money(before)

    def _land(self, roll: int) -> None:
        self.roll = roll
        orders = self.cards.reroll.arrangements(self.rolling, roll)
        self.phase = PUT
        if len(orders) == 1:
            self._put(orders[0])

    def _put(self, arrangement: int) -> None:
        before = self.purse.value
        self.cards.reroll.put(self.purse, self.rolling, arrangement)
        self.rolling = 0
        self.roll = 0
        self.phase = ACTION
        self._tell_money(before)

    def _claim(self) -> None:
        reward = self.cards.rewards[self.claimed]
        self.claimed += 1
        if self.log is not None:
            self.tell(f"Achievement {self.claimed}: you claim ${short(reward)}.")
        before = self.purse.value
        self.purse.add(reward)
        self._tell_money(before)

    def _upgrade(self, slot: int) -> None:
        """One box up, paid when taken (IS-18); past the last box the card is flipped (IS-19)."""
        self.bought = True
        if slot == WIN:
            self.purse.pay(self.cards.win_cost)
            self.turns_taken += 1
            self.phase = WON
            if self.log is not None:
                self.tell(f"You win in {self.turns_taken} turns.")
            return
        card = self.cards.actions[slot]
        self.clips[slot] += 1
        before = self.purse.value
        self.purse.pay(card.costs[self.clips[slot]])
        self._tell_money(before)
        if self.log is not None and self.clips[slot] == card.start_boxes:
            self.tell("The card is flipped.")

    def _end_turn(self) -> None:
        """The action turn counts one (IS-7), the upgrade turn only if something was bought (IS-8)."""
        if self.phase == ACTION:
            self.turns_taken += 1
            self.used = 0
            self.phase = UPGRADE
            self._tell_turn()
        else:
            if self.bought:
                self.turns_taken += 1
                self._tell_turn()
            self.bought = False
            self.phase = ACTION

    def _skip_idle_turns(self) -> None:
        """A turn in which nothing is left to do ends by itself."""
        while not self._something_to_do():
            self._end_turn()

    def _something_to_do(self) -> bool:
        if self.may_claim():
            return True
        if self.phase == UPGRADE and self.cards.win_cost <= self.purse.value:
            return True
        for slot in range(len(self.clips)):
            if self._may_use(slot) if self.phase == ACTION else self._may_upgrade(slot):
                return True
        return False

    def _tell_turn(self) -> None:
        if self.log is not None:
            self.tell(f"Turns taken: {self.turns_taken}.")

    def _tell_money(self, before: int) -> None:
        if self.log is not None:
            change = self.purse.value - before
            sign = "-" if change < 0 else "+"
            self.tell(f"{sign}${short(abs(change))}: you have ${short(self.purse.value)}.")

    def why_not(self, seat: int, action: int) -> str:
        if seat != PLAYER:
            return "It is not your move."
        if self.phase == ROLL:
            return "The dice are still rolling."
        kind = action // STRIDE
        choice = action % STRIDE
        if self.phase == PUT:
            if kind * STRIDE == PUTS:
                return "Put back just the values you rolled, in any order."
            return "Put the rolled values back first."
        if action == CLAIM:
            return "There is no achievement to claim: each needs one more money die than the last."
        if 0 <= kind < len(self.cards.actions):
            return self._why_not_use(kind)
        if kind * STRIDE == UPGRADES and choice <= WIN:
            return self._why_not_upgrade(choice)
        if kind * STRIDE != PUTS:
            return "There is no such move."
        return "No dice were rerolled, so there is nothing to put back."

    def _why_not_use(self, slot: int) -> str:
        card = self.cards.actions[slot]
        box = self.clips[slot]
        if self.phase == UPGRADE:
            return "Cards are used in the action turn; this is the upgrade turn."
        if not card.works(box):
            return "That card is locked; buy its first upgrade."
        if self.used >> slot & 1:
            return "You have used that card this turn."
        reach = self.purse.reach(card.strength[box])
        dice = "die 1" if reach == 1 else f"dice 1 to {reach}"
        if slot == REROLL:
            return f"That card reaches {dice} and rolls up to {self.cards.reroll.dice[box]} of them."
        return f"That card reaches {dice}."

    def _why_not_upgrade(self, slot: int) -> str:
        if self.phase == ACTION:
            return "Upgrades are bought in the upgrade turn; end the action turn with `done`."
        if slot != WIN and self.cards.actions[slot].top(self.clips[slot]):
            return "That card is at its last box."
        cost = self.cards.win_cost
        if slot != WIN:
            cost = self.cards.actions[slot].costs[self.clips[slot] + 1]
        return f"You have ${short(self.purse.value)}; that upgrade costs ${short(cost)}."

    def possible(self, outcome: int) -> bool:
        return 0 <= outcome < POWER[len(places(self.rolling))]

    def sample(self, rng: Rng) -> int:
        return self.cards.reroll.roll(self.rolling, rng)

    def outcomes(self) -> list[tuple[int, float]]:
        count = POWER[len(places(self.rolling))]
        return [(roll, 1 / count) for roll in range(count)]

    def clone(self) -> "IdleSix":
        twin = IdleSix(self.cards)
        twin.purse.value = self.purse.value
        twin.purse.dice = self.purse.dice
        twin.clips = self.clips[:]
        twin.used = self.used
        twin.claimed = self.claimed
        twin.phase = self.phase
        twin.bought = self.bought
        twin.turns_taken = self.turns_taken
        twin.rolling = self.rolling
        twin.roll = self.roll
        return twin

    def returns(self) -> list[float]:
        return [-float(self.turns_taken)]

    def turns(self) -> int:
        return self.turns_taken

    def key(self) -> bytes:
        parts = [self.purse.value, self.purse.dice, self.used, self.claimed, self.phase, int(self.bought)]
        parts += [self.turns_taken, self.rolling, self.roll, *self.clips]
        return ",".join([str(part) for part in parts]).encode()
