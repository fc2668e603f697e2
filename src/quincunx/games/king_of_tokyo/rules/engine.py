"""King of Tokyo as the engine plays it: the legal moves of chance and players, and their dispatch.

The effects of moves are not here.
"""

from typing import Final, final

from mypy_extensions import i64

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ANY_DICE
from quincunx.games.king_of_tokyo.clone import copy_into
from quincunx.games.king_of_tokyo.dice import (
    DIE,
    END,
    FACES,
    THREE,
    count,
    handful,
    roll,
    rolls,
    size,
    ways,
)
from quincunx.games.king_of_tokyo.rules import battle, shop
from quincunx.games.king_of_tokyo.rules import dice as rules_dice
from quincunx.games.king_of_tokyo.rules import turn as rules_turn
from quincunx.games.king_of_tokyo.rules.dice import GIFT
from quincunx.games.king_of_tokyo.state import Monster, Position

# A move is a verb, a card in the mover's hand that it is made with (1 for the first, 0 for none), and a
# target. Rolling dice again is verb 0, so that taking up no dice is the move NO (KT-17).
NO: Final = 0
HAND: Final = 1 << 16
"""A number above the most cards that a hand can hold."""
WITH: Final = END
VERB: Final = WITH * HAND
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

# A card in someone's hand is seat * HAND + its place there.

SWEEP_BIT: Final = 1 << s.DISPLAY
PURCHASES: Final[list[list[int]]] = [
    [NO]
    + [BUYS + slot for slot in range(s.DISPLAY) if bits >> slot & 1]
    + ([SWEEPS] if bits & SWEEP_BIT else [])
    for bits in range(2 * SWEEP_BIT)
]
"""The moves that buy open cards, given as bits, and a sweep if SWEEP_BIT is set; made once, since random
players ask for one of them at every purchase."""


def hand_slot(action: i64) -> i64:
    """Return the place in the mover's hand of the card a move is made with, or s.NOTHING."""
    return action // WITH % HAND - 1


def with_card(slot: i64) -> i64:
    """Return what a move adds for the card it is made with: `hand_slot` finds the place again."""
    return (slot + 1) * WITH


@final
class KingOfTokyo(Position):
    """The game: the engine's contract on top of the position."""

    def current_player(self) -> int:
        if self.phase < s.MIMIC_MOVE:
            return CHANCE
        if self.phase == s.FINISHED:
            return TERMINAL
        return self.asked

    def turns(self) -> int:
        return self.turn

    def returns(self) -> list[float]:
        return [1.0 if seat == self.winner else 0.0 for seat in range(self.players)]

    def clone(self) -> "KingOfTokyo":
        twin = KingOfTokyo(self.tables, 0)
        copy_into(twin, self)
        return twin

    def has_hidden_info(self, seat: int) -> bool:
        """Whether the top card is known to others but not to the seat; cards still to be drawn are chance."""
        return self.top != s.NOTHING and not self.top_seen >> seat & 1

    def resample_hidden(self, seat: int, rng: Rng) -> "KingOfTokyo":
        """Replace a card that others saw and put back by any of the pile."""
        twin = self.clone()
        if self.has_hidden_info(seat):
            place = rng.below(len(twin.pile) + 1)
            if place < len(twin.pile):
                twin.own_cards()
                twin.top, twin.pile[place] = twin.pile[place], twin.top
                twin.pile.sort()
        return twin

    # Chance.

    def sample_outcome(self, rng: Rng) -> int:
        if self.phase == s.REVEAL or self.phase == s.PEEK:
            return self.pile[rng.below(len(self.pile))]
        return roll(self.rolling, rng)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.phase == s.REVEAL or self.phase == s.PEEK:
            left = float(len(self.pile))
            return [(kind, self.pile.count(kind) / left) for kind in sorted(set(self.pile))]
        return rolls(self.rolling)

    def possible(self, outcome: int) -> bool:
        if self.phase == s.REVEAL or self.phase == s.PEEK:
            return outcome in self.pile
        return 0 <= outcome < END and size(outcome) == self.rolling

    def _chance(self, outcome: int) -> None:
        if self.phase == s.ROLL:
            rules_dice.rolled(self, outcome)
        elif self.phase == s.REVEAL:
            shop.reveal(self, outcome)
        elif self.phase == s.PEEK:
            shop.top_drawn(self, outcome)
        elif self.phase == s.ROLL_OFF:
            rules_turn.rolled_off(self, outcome)
        elif self.phase == s.PROBE_ROLL:
            rules_dice.probed(self, outcome)
        else:
            battle.hide(self, outcome)

    # Legal moves.

    def _legal_actions(self, seat: int) -> list[int]:
        if self.phase < s.MIMIC_MOVE or self.phase == s.FINISHED:
            return []
        monster = self.monsters[seat]
        if monster.health == 0:
            return []
        moves = self._answers(monster) if seat == self.asked else []
        in_danger = self.phase == s.REACT and seat == self.asked
        for slot in range(len(monster.hand)):
            if monster.may_use(slot, in_danger):
                moves.append(USES + slot)
        return moves

    def random_action(self, seat: int, rng: Rng) -> int:
        # The most common questions need no list, unless a card of the monster's adds to the answers.
        me = self.monsters[seat]
        if seat == self.asked and not me.may_roll_or_use():
            if self.phase == s.REROLL and self.rolls_used < me.rolls(self.tables):
                return handful(self.dice, rng.below(ways(self.dice)))
            if self.phase == s.YIELD:
                return YIELDS if rng.below(2) else NO
            if self.phase == s.BUY and not me.hand:
                purchases = self._purchases(me)
                return purchases[rng.below(len(purchases))]
        moves = self._legal_actions(seat)
        return moves[rng.below(len(moves))]

    def _answers(self, me: Monster) -> list[int]:
        """Return the answers to the open question."""
        phase = self.phase
        if phase == s.REROLL:
            return self._rerolls(me)
        if phase == s.MIMIC_TARGET:
            return self._copies(me)
        if phase == s.BUY:
            moves = self._purchases(me)[:]
            self._add_card_purchases(me, moves)
            return moves
        moves = [NO]
        if phase in (s.JETS, s.YIELD):
            moves.append(YIELDS)
        elif phase == s.HEARTS:
            uses = rules_dice.heart_uses(self, me)
            moves += [HEART_USES + use for use in range(GIFT + self.players) if uses >> use & 1]
        elif phase == s.PROBE:
            self._add_probes(me, moves)
        elif phase == s.CHANGE:
            moves += [
                CHANGES + with_card(slot) + old * FACES + new
                for slot, old, new in rules_dice.changes(self, me)
            ]
            self._add_threes(me, self.dice, moves)
        elif phase == s.HIDE_THREES:
            self._add_threes(me, self.hiding_dice, moves)
        elif phase == s.OPPORTUNIST:
            moves = PURCHASES[shop.affordable(self, me, self.revealed)][:]
        elif phase == s.LAB:
            moves.append(BUYS_TOP)
        elif phase == s.MIMIC_MOVE:
            moves += self._copies(me)
        elif phase == s.METAMORPH:
            moves += [SELLS + slot for slot in range(len(me.hand))]
        elif phase != s.REACT:
            moves.append(PLAYS_AGAIN)
        return moves

    def _rerolls(self, me: Monster) -> list[int]:
        free = self.rolls_used < me.rolls(self.tables)
        moves = self.tables.handfuls(self.dice)[:] if free else [NO]
        if not me.hand:
            return moves
        for slot in rules_dice.rolling_cards(me):
            held = me.hand[slot]
            if held.power.rolls_again(me, held) == ANY_DICE:
                pay = with_card(slot)
                for picked in self.tables.handfuls(self.dice):
                    if picked:
                        moves.append(pay + picked)
            else:
                self._add_threes(me, self.dice, moves)
        return moves

    def _add_threes(self, me: Monster, dice: int, moves: list[int]) -> None:
        """Add the moves that roll 3s again with the card that allows it."""
        slot = me.threes_card()
        if slot != s.NOTHING:
            three: i64 = DIE[THREE]
            for number in range(1, count(dice, THREE) + 1):
                moves.append(with_card(slot) + number * three)

    def _add_probes(self, me: Monster, moves: list[int]) -> None:
        for slot, held in enumerate(me.hand):
            if held.power.rerolls_others(held):
                for face in range(FACES):
                    if count(self.dice, face):
                        moves.append(with_card(slot) + DIE[face])

    def _purchases(self, me: Monster) -> list[int]:
        """Return the purchases possible without the help of cards; the list must not be changed."""
        bits = shop.affordable(self, me, shop.ALL_OPEN)
        if shop.may_sweep(self, me):
            bits |= SWEEP_BIT
        return PURCHASES[bits]

    def _add_card_purchases(self, me: Monster, moves: list[int]) -> None:
        if me.hand:
            if shop.may_peek(self, me):
                moves.append(PEEKS)
            for seat, slot in shop.affordable_from_others(self, me):
                moves.append(BUYS_FROM + seat * HAND + slot)

    def _copies(self, me: Monster) -> list[int]:
        mimic = me.hand[self.aiming]
        return [COPIES + seat * HAND + slot for seat, slot in mimic.card.targets(self, mimic)]

    # Carrying moves out.

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
            rules_dice.change(self, me, hand_slot(action), old, new)
        elif action < YIELDS:
            rules_dice.use_heart(self, action - HEART_USES)
        elif action < BUYS:
            self._leave_tokyo()
        elif action < BUYS_FROM:
            shop.buy(self, me, action - BUYS)
        elif action < BUYS_TOP:
            owner, slot = divmod(action - BUYS_FROM, HAND)
            shop.buy_from(self, owner, slot)
        elif action == BUYS_TOP:
            shop.buy_top(self)
        elif action == SWEEPS:
            shop.sweep(self)
        elif action == PEEKS:
            shop.peek(self)
        elif action < SELLS:
            owner, slot = divmod(action - COPIES, HAND)
            rules_turn.copy(self, me, owner, slot)
        elif action < PLAYS_AGAIN:
            rules_turn.sell(self, me, action - SELLS)
        else:
            rules_turn.play_again(self, me)

    def _decline(self, me: Monster) -> None:
        """Answer with what changes nothing: take no dice, buy no more, stay."""
        phase = self.phase
        if phase == s.REROLL:
            rules_dice.offer_probe(self, 1)
        elif phase == s.BUY:
            rules_turn.end_turn(self)
        elif phase == s.YIELD:
            battle.answer_yield(self, False)
        elif phase == s.JETS:
            battle.answer_flight(self, False)
        elif phase == s.HEARTS:
            rules_dice.waste_heart(self)
        elif phase == s.REACT:
            battle.next_defender(self)
        elif phase == s.PROBE:
            rules_dice.no_probe(self)
        elif phase == s.CHANGE:
            rules_dice.resolve(self, me)
        elif phase == s.HIDE_THREES:
            battle.hidden_enough(self)
        elif phase == s.OPPORTUNIST:
            shop.pass_reveals(self)
        elif phase == s.LAB:
            shop.put_back(self)
        elif phase == s.MIMIC_MOVE:
            rules_turn.offer_mimic_move(self, self.aiming + 1)
        elif phase == s.METAMORPH:
            rules_turn.end_effects(self, me)
        else:
            rules_turn.next_turn(self)

    def _roll_again(self, me: Monster, picked: i64, slot: i64) -> None:
        if self.phase == s.PROBE:
            rules_dice.probe(self, me, picked, slot)
        elif self.phase == s.HIDE_THREES:
            rules_dice.hide_again(self, me, picked, slot)
        else:
            rules_dice.reroll(self, me, picked, slot)

    def _leave_tokyo(self) -> None:
        if self.phase == s.JETS:
            battle.answer_flight(self, True)
        else:
            battle.answer_yield(self, True)

    def _ask_again(self) -> None:
        """Ask the open question again after someone used a card out of turn, if it still stands."""
        phase = self.phase
        if phase == s.REACT:
            if battle.may_not_react(self, self.monsters[self.asked]):
                battle.next_defender(self)
        elif phase == s.REROLL:
            rules_dice.offer_reroll(self)
        elif phase == s.CHANGE:
            rules_dice.offer_change(self)
        elif phase == s.HEARTS:
            rules_dice.offer_heart(self)
        elif phase == s.BUY:
            shop.offer_buy(self)
        elif phase == s.LAB:
            shop.offer_top(self)
        elif phase == s.OPPORTUNIST:
            shop.offer_reveals_again(self)
        elif phase == s.MIMIC_MOVE:
            rules_turn.offer_mimic_move(self, self.aiming)
