"""King of Tokyo as the engine plays it: what chance and players may do, and doing it."""

from typing import Final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.king_of_tokyo.board import (
    BUY,
    CHANGE,
    DISPLAY,
    FINISHED,
    FREEZE,
    HEARTS,
    HIDE_THREES,
    JETS,
    LAB,
    METAMORPH,
    MIMIC_MOVE,
    MIMIC_TARGET,
    OPPORTUNIST,
    PEEK,
    PROBE,
    PROBE_ROLL,
    REACT,
    REROLL,
    REVEAL,
    ROLL,
    ROLL_OFF,
    YIELD,
)
from quincunx.games.king_of_tokyo.dice import BITS, DIE, END, FACES, FULL, THREE, count, roll, rolls, size
from quincunx.games.king_of_tokyo.pieces import ANY_DICE, NO_DICE, NOTHING, Card, Monster
from quincunx.games.king_of_tokyo.turn import GIFT, ON_SELF, Turn

# A move is a verb, a card in the mover's hand that it is made with (1 for the first, 0 for none), and
# what it is made on. Rolling dice again is verb 0, so that taking up no dice is the move NO (KT-17).
NO: Final = 0
WITH: Final = END
VERB: Final = WITH << BITS
CHANGES: Final = 1 * VERB
HEART_USES: Final = 2 * VERB
YIELDS: Final = 3 * VERB
BUYS: Final = 4 * VERB
BUYS_FROM: Final = 5 * VERB
BUYS_TOP: Final = 6 * VERB
SWEEPS: Final = 7 * VERB
PEEKS: Final = 8 * VERB
COPIES: Final = 9 * VERB
SELLS: Final = 10 * VERB
PLAYS_AGAIN: Final = 11 * VERB
USES: Final = 12 * VERB

SEAT: Final = 64
"""A card in someone's hand is seat * SEAT + its place there."""

QUESTIONS: Final[dict[int, str]] = {
    MIMIC_MOVE: "Have your Mimic copy another card, or pass.",
    REROLL: "Choose dice to roll again, or keep them.",
    PROBE: "Choose a die to roll again, or pass.",
    CHANGE: "Change dice, or say that you are done.",
    HEARTS: "Choose what to use this heart on.",
    JETS: "Yield Tokyo before the attack, or stay.",
    HIDE_THREES: "Roll your 3s again, or keep them.",
    REACT: "You are about to lose hearts: use a card, or pass.",
    YIELD: "Yield Tokyo, or stay.",
    BUY: "Buy cards, or say that you are done.",
    LAB: "Buy the card you look at, or put it back.",
    MIMIC_TARGET: "Choose which card your Mimic copies.",
    OPPORTUNIST: "Buy a card that was just revealed, or pass.",
    METAMORPH: "Sell cards, or say that you are done.",
    FREEZE: "Take another turn, or pass.",
}


def hand_slot(action: int) -> int:
    """The place in the mover's hand of the card a move is made with, or NOTHING."""
    return (action // WITH & FULL) - 1


class KingOfTokyo(Turn):
    """The game."""

    def actor(self) -> int:
        if self.phase < MIMIC_MOVE:
            return CHANCE
        return OVER if self.phase == FINISHED else self.asked

    def turns(self) -> int:
        return self.turn

    def returns(self) -> list[float]:
        return [1.0 if seat == self.winner else 0.0 for seat in range(len(self.monsters))]

    def clone(self) -> "KingOfTokyo":
        twin = KingOfTokyo(self.table, 0)
        twin.take_from(self)
        return twin

    def determinize(self, seat: int, rng: Rng) -> "KingOfTokyo":
        """A card that others saw and put back could be any of the pile."""
        twin = self.clone()
        if twin.top != NOTHING and not twin.top_seen >> seat & 1:
            place = rng.below(len(twin.pile) + 1)
            if place < len(twin.pile):
                twin.top, twin.pile[place] = twin.pile[place], twin.top
                twin.pile.sort()
        return twin

    # Chance.

    def sample(self, rng: Rng) -> int:
        if self.phase == REVEAL or self.phase == PEEK:
            return self.pile[rng.below(len(self.pile))]
        return roll(self.rolling, rng)

    def outcomes(self) -> list[tuple[int, float]]:
        if self.phase == REVEAL or self.phase == PEEK:
            left = float(len(self.pile))
            return [(kind, self.pile.count(kind) / left) for kind in sorted(set(self.pile))]
        return rolls(self.rolling)

    def possible(self, outcome: int) -> bool:
        if self.phase == REVEAL or self.phase == PEEK:
            return outcome in self.pile
        return 0 <= outcome < END and size(outcome) == self.rolling

    def _chance(self, outcome: int) -> None:
        if self.phase == ROLL:
            self.rolled(outcome)
        elif self.phase == REVEAL:
            self.reveal(outcome)
        elif self.phase == PEEK:
            self.peeked(outcome)
        elif self.phase == ROLL_OFF:
            self.rolled_off(outcome)
        elif self.phase == PROBE_ROLL:
            self.probed(outcome)
        else:
            self.hide(outcome)

    # What players may do.

    def actions(self, seat: int) -> list[int]:
        if self.phase < MIMIC_MOVE or self.phase == FINISHED:
            return []
        monster = self.monsters[seat]
        if monster.health == 0:
            return []
        moves = self._answers(monster) if seat == self.asked else []
        if monster.hand:
            for slot in monster.usable(self.phase == REACT and seat == self.asked):
                moves.append(USES + slot)
        return moves

    def _answers(self, me: Monster) -> list[int]:
        """The answers to the question that is open."""
        phase = self.phase
        if phase == REROLL:
            return self._rerolls(me)
        if phase == MIMIC_TARGET:
            return self._copies(me)
        moves = [NO]
        if phase == BUY:
            self._add_purchases(me, moves)
        elif phase in (JETS, YIELD):
            moves.append(YIELDS)
        elif phase == HEARTS:
            moves += [HEART_USES + use for use in self.heart_uses(me)]
        elif phase == PROBE:
            self._add_probes(me, moves)
        elif phase == CHANGE:
            moves += [CHANGES + WITH * (slot + 1) + old * FACES + new for slot, old, new in self.changes(me)]
            self._add_threes(me, self.dice, moves)
        elif phase == HIDE_THREES:
            self._add_threes(me, self.hiding_dice, moves)
        elif phase == OPPORTUNIST:
            moves += [BUYS + slot for slot in self.affordable(me, self.revealed)]
        elif phase == LAB:
            moves.append(BUYS_TOP)
        elif phase == MIMIC_MOVE:
            moves += self._copies(me)
        elif phase == METAMORPH:
            moves += [SELLS + slot for slot in range(len(me.hand))]
        elif phase != REACT:
            moves.append(PLAYS_AGAIN)
        return moves

    def _rerolls(self, me: Monster) -> list[int]:
        free = self.rolls_used < me.rolls(self.table)
        moves = self.table.handfuls(self.dice)[:] if free else [NO]
        for slot, held in enumerate(me.hand):
            which = held.power.rolls_again(me, held)
            # A second copy adds nothing, unless each has counters of its own.
            if which == NO_DICE or (held.counters == 0 and me.has_before(slot)):
                continue
            if which == ANY_DICE:
                pay = WITH * (slot + 1)
                for picked in self.table.handfuls(self.dice):
                    if picked:
                        moves.append(pay + picked)
            else:
                self._add_threes(me, self.dice, moves)
        return moves

    def _add_threes(self, me: Monster, dice: int, moves: list[int]) -> None:
        """Rolling 3s again with the card that allows it."""
        slot = me.threes_card()
        if slot != NOTHING:
            for number in range(1, count(dice, THREE) + 1):
                moves.append(WITH * (slot + 1) + number * DIE[THREE])

    def _add_probes(self, me: Monster, moves: list[int]) -> None:
        for slot, held in enumerate(me.hand):
            if held.power.rerolls_others(held):
                for face in range(FACES):
                    if count(self.dice, face):
                        moves.append(WITH * (slot + 1) + DIE[face])

    def _add_purchases(self, me: Monster, moves: list[int]) -> None:
        for slot in self.affordable(me, (1 << DISPLAY) - 1):
            moves.append(BUYS + slot)
        if self.may_sweep(me):
            moves.append(SWEEPS)
        if me.hand:
            if self.may_peek(me):
                moves.append(PEEKS)
            for seat, slot in self.affordable_from_others(me):
                moves.append(BUYS_FROM + seat * SEAT + slot)

    def _copies(self, me: Monster) -> list[int]:
        return [COPIES + seat * SEAT + slot for seat, slot in self.targets(me.hand[self.aiming])]

    # Doing it.

    def move(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            self._chance(action)
            return
        me = self.monsters[seat]
        if action >= USES:
            me.hand[action - USES].power.use(self, me)
            self._ask_again()
        elif action == NO:
            self._decline(me)
        elif action < CHANGES:
            self._roll_again(me, action % END, hand_slot(action))
        elif action < HEART_USES:
            old, new = divmod(action % WITH, FACES)
            self.change(me, hand_slot(action), old, new)
        elif action < YIELDS:
            self.use_heart(action - HEART_USES)
        elif action < BUYS:
            self._leave_tokyo()
        elif action < BUYS_FROM:
            self.buy(me, action - BUYS)
        elif action < BUYS_TOP:
            owner, slot = divmod(action - BUYS_FROM, SEAT)
            self.buy_from(owner, slot)
        elif action == BUYS_TOP:
            self.buy_top()
        elif action == SWEEPS:
            self.sweep()
        elif action == PEEKS:
            self.peek()
        elif action < SELLS:
            self._copy(me, action)
        elif action < PLAYS_AGAIN:
            self.sell(me, action - SELLS)
        else:
            self.next_turn(True)

    def _decline(self, me: Monster) -> None:
        """Take no dice, buy no more, stay where one is: the answer that changes nothing."""
        phase = self.phase
        if phase == REROLL:
            self.offer_probe(1)
        elif phase == BUY:
            self.end_turn()
        elif phase == YIELD:
            self.answer_yield(False)
        elif phase == JETS:
            self.answer_dodge(False)
        elif phase == HEARTS:
            self.waste_heart()
        elif phase == REACT:
            self.next_defender()
        elif phase == PROBE:
            self.no_probe()
        elif phase == CHANGE:
            self.resolve(me)
        elif phase == HIDE_THREES:
            self.hidden_enough()
        elif phase == OPPORTUNIST:
            self.pass_reveals()
        elif phase == LAB:
            self.offer_buy()
        elif phase == MIMIC_MOVE:
            self.offer_mimic_move(self.aiming + 1)
        elif phase == METAMORPH:
            self.end_effects(me)
        else:
            self.next_turn(False)

    def _roll_again(self, me: Monster, picked: int, slot: int) -> None:
        if self.phase == PROBE:
            self.probe(me, picked, slot)
        elif self.phase == HIDE_THREES:
            self.hide_again(me, picked, slot)
        else:
            self.reroll(me, picked, slot)

    def _leave_tokyo(self) -> None:
        if self.phase == JETS:
            self.answer_dodge(True)
        else:
            self.answer_yield(True)

    def _copy(self, me: Monster, action: int) -> None:
        seat, slot = divmod(action - COPIES, SEAT)
        mimic = me.hand[self.aiming]
        if self.phase == MIMIC_MOVE:
            mimic.card.moved(me)
        self.copy(me, mimic, self.monsters[seat].hand[slot])
        if self.phase == MIMIC_MOVE:
            self.offer_mimic_move(self.aiming + 1)
        else:
            self.purchase_done()

    def _ask_again(self) -> None:
        """Someone used a card out of turn: does the question still stand?"""
        phase = self.phase
        if phase == REACT:
            if self.may_not_react(self.monsters[self.asked]):
                self.next_defender()
        elif phase == REROLL:
            self.offer_reroll()
        elif phase == CHANGE:
            self.offer_change()
        elif phase == HEARTS:
            self.offer_heart()
        elif phase == BUY:
            self.offer_buy()
        elif phase == LAB:
            self.offer_top()
        elif phase == OPPORTUNIST:
            self.offer_reveals_again()
        elif phase == MIMIC_MOVE:
            self.offer_mimic_move(self.aiming)

    # Why not.

    def why_not(self, seat: int, action: int) -> str:
        if not 0 <= seat < len(self.monsters):
            return "There is no such seat."
        me = self.monsters[seat]
        if me.health == 0:
            return "Your monster is out of the game."
        verb = action - action % VERB
        what = action - verb
        if verb == USES and what < len(me.hand):
            return self._why_not_use(me, what)
        if self.phase < MIMIC_MOVE:
            return "A card is being drawn." if self.phase in (REVEAL, PEEK) else "Dice are rolling."
        if seat != self.asked:
            return f"It is not your move: {self.table.names[self.asked]} is asked."
        if verb == 0 and action > 0:
            return self._why_not_roll(me, action)
        if verb in (BUYS, BUYS_FROM, SWEEPS, PEEKS):
            return self._why_not_buy(me, verb, what)
        if verb == YIELDS:
            return "You may yield only when an attack on you in Tokyo has cost you hearts."
        if verb == HEART_USES and self.phase == HEARTS:
            return self._why_not_heart(me, what)
        return self.question()

    def question(self) -> str:
        """What the one who is asked has to decide."""
        return QUESTIONS[self.phase]

    def _why_not_use(self, me: Monster, slot: int) -> str:
        card = me.hand[slot].power
        if me.energy < 2:
            return f"You have {me.energy} energy; {card.name} takes 2."
        return f"{card.name} is of no use now."

    def _why_not_roll(self, me: Monster, action: int) -> str:
        slot = hand_slot(action)
        if self.phase not in (REROLL, PROBE, CHANGE, HIDE_THREES):
            return self.question()
        if slot == NOTHING:
            return "You have no rolls left." if self.phase == REROLL else self.question()
        if slot < len(me.hand):
            return f"You cannot roll those dice again with {me.hand[slot].card.name}."
        return "You have no such card."

    def _why_not_buy(self, me: Monster, verb: int, what: int) -> str:
        if self.phase != BUY and (verb != BUYS or self.phase != OPPORTUNIST):
            return self.question()
        if verb == SWEEPS:
            return f"You have {me.energy} energy; sweeping costs {self.table.sweep}."
        if verb == PEEKS:
            return "You have no card left this turn that looks at the pile."
        owner, slot = divmod(what, SEAT)
        if verb == BUYS_FROM:
            if not me.buys_from_others():
                return "You cannot buy from other monsters without Parasitic Tentacles."
            if owner >= len(self.monsters) or slot >= len(self.monsters[owner].hand) or owner == me.seat:
                return "There is no such card to buy."
            return self._too_dear(me, self.monsters[owner].hand[slot].card)
        if what >= DISPLAY or self.display[what] == NOTHING:
            return "There is no such card to buy."
        card = self.card(self.display[what])
        if self.phase == OPPORTUNIST and not self.revealed >> what & 1:
            return f"{card.name} was not revealed just now."
        return self._too_dear(me, card)

    def _too_dear(self, me: Monster, card: Card) -> str:
        return f"You have {me.energy} energy; {card.name} costs {me.price(card)}."

    def _why_not_heart(self, me: Monster, use: int) -> str:
        if use >= GIFT:
            return "You can give hearts only with Healing Ray, to a living monster that lacks some."
        if me.in_tokyo:
            return "In Tokyo you cannot use hearts on yourself."
        return "You lack no hearts." if use == ON_SELF else "You have no such token."
