"""The interface for learners: every move as an index. The observation is not here."""

from typing import Final

from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter
from quincunx.core.state import State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import ANY_DICE, ONLY_THREES, Card
from quincunx.games.king_of_tokyo.dice import END, FACE_NAMES, FACES, FULL, THREE, count
from quincunx.games.king_of_tokyo.encoding.observation import Sight
from quincunx.games.king_of_tokyo.moves import DECLINES, HEARTS
from quincunx.games.king_of_tokyo.names import PHASES
from quincunx.games.king_of_tokyo.rules import engine as r
from quincunx.games.king_of_tokyo.rules.dice import GIFT
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo, hand_slot
from quincunx.games.king_of_tokyo.state import Held, Monster
from quincunx.games.king_of_tokyo.tables import Tables

RICH: Final = 1000
"""A monster's energy that pays for any card."""


class KingOfTokyoSpace(ActionSpace):
    """The moves as indices. A card in a hand is named by its kind and, where a kind has several copies, by
    its number among them.

    So a range of moves with cards has one part for each kind, and in it one for each copy. The lists named
    `…_at` hold where the part of each kind begins.
    """

    def __init__(self, players: int, tables: Tables) -> None:
        super().__init__(players)
        self.dice = most_dice(tables)
        self.sight = Sight(self, tables, self.dice)
        powers = Powers(tables)
        names = ["pass", *dict.fromkeys(DECLINES.values())]
        declines = {name: self.add(name) for name in names}
        self.declines = [declines[DECLINES.get(phase, "pass")] for phase in range(len(PHASES))]
        self.plain: dict[int, int] = {
            r.YIELDS: self.add("yield"),
            r.SWEEPS: self.add("sweep"),
            r.PEEKS: self.add("peek"),
            r.PLAYS_AGAIN: self.add("again"),
        }
        for use, name in HEARTS.items():
            self.plain[r.HEART_USES + use] = self.add(name)
        for seat in range(players):
            self.plain[r.HEART_USES + GIFT + seat] = self.add(f"heal {seat + 1}")
        self.sets = [places_of(chosen, self.dice) for chosen in range(1, 1 << self.dice)]
        """All sets of dice, by their places."""
        self.free_at = len(self.moves)
        for chosen in self.sets:
            self.add(f"reroll {chosen}")
        self.buys_at = self._with_copies(tables, powers.all, ["buy {}"], s.DISPLAY)
        rolls = [f"reroll {chosen} with {{}}" for chosen in self.sets]
        self.rolls_at = self._with_copies(tables, powers.roll_any, rolls)
        threes = [f"reroll {number} threes with {{}}" for number in range(1, FULL + 1)]
        self.threes_at = self._with_copies(tables, powers.roll_threes, threes)
        places = range(1, self.dice + 1)
        probes = [f"reroll {place} with {{}}" for place in places]
        self.probes_at = self._with_copies(tables, powers.probe, probes)
        changes = [f"change {place} to {face} with {{}}" for place in places for face in FACE_NAMES]
        self.changes_at = self._with_copies(tables, powers.change, changes)
        self.uses_at = self._with_copies(tables, powers.use, ["use {}"])
        self.sells_at = self._with_copies(tables, powers.keep, ["sell {}"])
        seats = range(1, players + 1)
        self.buys_from_at = self._with_copies(
            tables, powers.keep, [f"buy {{}} from {seat}" for seat in seats]
        )
        self.copies_at = self._with_copies(tables, powers.keep, [f"copy {{}} from {seat}" for seat in seats])

    def _with_copies(self, tables: Tables, kinds: list[int], ways: list[str], most: int = RICH) -> list[int]:
        """List each way to do something with each copy of the cards. Return where the part of each kind
        begins."""
        begins = [NOT_LISTED] * len(tables.cards)
        for kind in kinds:
            card = tables.cards[kind]
            begins[kind] = len(self.moves)
            for copy in range(min(card.copies, most)):
                name = f"{card.slug}-{copy + 1}" if copy else card.slug
                for way in ways:
                    self.add(way.replace("{}", name))
        return begins

    def index(self, state: State, seat: int, action: int) -> int:
        assert isinstance(state, KingOfTokyo)
        if action == r.NO:
            return self.declines[state.phase]
        if action < r.WITH:
            return self.free_at + chosen_places(state.dice, action) - 1
        if action in self.plain:
            return self.plain[action]
        me = state.monsters[seat]
        if action < r.CHANGES:
            return self._rolled_with(state, me.hand, hand_slot(action), action % END)
        if action < r.HEART_USES:
            old, new = divmod(action % r.WITH, FACES)
            way = place_of(state.dice, old) * FACES + new
            return in_hand(self.changes_at, me.hand, hand_slot(action), self.dice * FACES) + way
        if action < r.BUYS_FROM:
            return self._bought(state, action - r.BUYS)
        if action < r.BUYS_TOP or r.COPIES <= action < r.SELLS:
            begins = self.copies_at if action >= r.COPIES else self.buys_from_at
            owner, slot = divmod(action % r.VERB, r.HAND)
            return in_hand(begins, state.monsters[owner].hand, slot, self.players) + owner
        if action == r.BUYS_TOP:
            return self.buys_at[state.top]
        begins = self.uses_at if action >= r.USES else self.sells_at
        return in_hand(begins, me.hand, action % r.VERB, 1)

    def _rolled_with(self, state: KingOfTokyo, hand: list[Held], slot: int, picked: int) -> int:
        """Return the index of rolling dice again with a card."""
        held = hand[slot]
        if self.probes_at[held.card.kind] != NOT_LISTED:
            way = chosen_places(state.dice, picked).bit_length() - 1
            return in_hand(self.probes_at, hand, slot, self.dice) + way
        if (
            state.phase != s.PROBE
            and held.power.rolls_again(state.monsters[state.asked], held) == ONLY_THREES
        ):
            return in_hand(self.threes_at, hand, slot, FULL) + count(picked, THREE) - 1
        way = chosen_places(state.dice, picked) - 1
        return in_hand(self.rolls_at, hand, slot, len(self.sets)) + way

    def _bought(self, state: KingOfTokyo, slot: int) -> int:
        kind = state.display[slot]
        return self.buys_at[kind] + state.display[:slot].count(kind)

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        assert isinstance(state, KingOfTokyo)
        self.sight.observe(state, seat, sheet)


class Powers:
    """The kinds of cards in the deck by what they can do, in the hand of a monster that can pay for anything.

    A card that copies others can do what any of them can.
    """

    def __init__(self, tables: Tables) -> None:
        self.all: list[int] = []
        self.keep: list[int] = []
        self.roll_any: list[int] = []
        self.roll_threes: list[int] = []
        self.probe: list[int] = []
        self.change: list[int] = []
        self.use: list[int] = []
        me = Monster(0, 1)
        me.max_health = 2
        me.energy = RICH
        for card in tables.cards:
            if card.copies:
                self.all.append(card.kind)
                if card.stays():
                    self.keep.append(card.kind)
                    self._sort(card, me, Held(card), card.copies_others())

    def _sort(self, card: Card, me: Monster, held: Held, any_power: bool) -> None:
        again = card.rolls_again(me, held)
        if any_power or again == ANY_DICE:
            self.roll_any.append(card.kind)
        elif card.rerolls_others(held):
            # A card that rolls any dice again can roll a single one: that is listed already.
            self.probe.append(card.kind)
        if any_power or again == ONLY_THREES:
            self.roll_threes.append(card.kind)
        if any_power or card.changes_to(me, held):
            self.change.append(card.kind)
        if any_power or card.usable(me, True) or card.usable(me, False):
            self.use.append(card.kind)


def in_hand(begins: list[int], hand: list[Held], slot: int, ways: int) -> int:
    """Return the first index of the moves with the card at that place in a hand."""
    kind = hand[slot].card.kind
    copy = 0
    for earlier in range(slot):
        if hand[earlier].card.kind == kind:
            copy += 1
    return begins[kind] + copy * ways


def most_dice(tables: Tables) -> int:
    """Return the most dice that a monster can roll: with all extra dice in one hand, and copied too."""
    extra = 0
    for card in tables.cards:
        extra = max(extra, card.extra_dice())
    most = tables.dice
    for card in tables.cards:
        most += card.copies * (extra if card.copies_others() else card.extra_dice())
    return most


def places_of(chosen: int, dice: int) -> str:
    """Return the places of the bits in `chosen`, counted from 1.

    >>> places_of(0b10010, 6)
    '2 5'
    """
    return " ".join([str(place + 1) for place in range(dice) if chosen >> place & 1])


def chosen_places(dice: int, picked: int) -> int:
    """Return the places of the picked dice among those shown, one bit each: of equal dice the first."""
    chosen = 0
    place = 0
    for face in range(FACES):
        number = count(picked, face)
        chosen |= ((1 << number) - 1) << place
        place += count(dice, face)
    return chosen


def place_of(dice: int, face: int) -> int:
    """Return the place of the first die that shows a face."""
    place = 0
    for lower in range(face):
        place += count(dice, lower)
    return place
