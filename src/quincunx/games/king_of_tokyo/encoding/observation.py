"""The observation of King of Tokyo: what a seat sees, as numbers for a learner."""

from typing import Final

from quincunx.core.encoding import ActionSpace, ObservationWriter, relative
from quincunx.games.king_of_tokyo.dice import FACE_NAMES, FACES, count, faces
from quincunx.games.king_of_tokyo.names import CAUSES, PHASES, PLACES, SOURCES
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.rules.turn import OUT
from quincunx.games.king_of_tokyo.state import NOTHING, Monster
from quincunx.games.king_of_tokyo.tables import Tables

ROLL_OFF: Final[list[str]] = ["out", "to roll", "rolled"]


class Sight:
    """The writer of an observation; the seats are counted from the viewer."""

    def __init__(self, space: ActionSpace, tables: Tables, dice: int) -> None:
        self.players = space.players
        self.seats = space.seats
        self.around = space.around
        self.cards = [card.slug for card in tables.cards]
        self.dice = [f"die {place + 1}" for place in range(dice)]

    def observe(self, state: KingOfTokyo, seat: int, sheet: ObservationWriter) -> None:
        sheet.about("")
        self._turn(state, seat, sheet)
        self._dice(state, sheet)
        self._blow(state, seat, sheet)
        self._cards(state, seat, sheet)
        for step in range(self.players):
            other = (seat + step) % self.players
            sheet.about(self.around[step])
            self._monster(state, state.monsters[other], sheet)
            self._hand(state, state.monsters[other], seat, sheet)

    def _turn(self, state: KingOfTokyo, seat: int, sheet: ObservationWriter) -> None:
        players = self.players
        sheet.one_of("I sit on", seat, self.seats)
        sheet.one_of("phase", state.phase, PHASES)
        sheet.number("turn", state.turn, 10)
        sheet.one_of("active", relative(state.active, seat, players), self.around)
        sheet.one_of("asked", relative(state.asked, seat, players), self.around)
        sheet.one_of("last regular turn", relative(state.regular, seat, players), self.around)
        sheet.one_of("winner", relative(state.winner, seat, players), self.around)

    def _dice(self, state: KingOfTokyo, sheet: ObservationWriter) -> None:
        sheet.counts("dice", counted(state.dice), FACE_NAMES)
        sheet.one_of_each(self.dice, faces(state.dice), FACE_NAMES)
        sheet.number("dice in the air", state.rolling)
        sheet.number("rolls used", state.rolls_used)
        sheet.flag("changing dice", state.changing)
        sheet.number("probing with card", state.probing + 1)
        sheet.number("fewer dice", state.fewer_dice)
        sheet.number("claws", state.claws)
        sheet.flag("has harmed", state.harmed)
        sheet.number("hearts left", state.hearts)
        sheet.number("hearts on oneself", state.own_hearts)
        sheet.number("hearts on shrink", state.shrink_cures)
        sheet.number("hearts on poison", state.poison_cures)

    def _blow(self, state: KingOfTokyo, seat: int, sheet: ObservationWriter) -> None:
        """Write the hearts being lost."""
        players = self.players
        sheet.one_of("cause", state.cause, CAUSES)
        sheet.one_of("dealer", relative(state.dealer, seat, players), self.around)
        sheet.number("hiding places used", state.hidden)
        sheet.counts("hiding dice", counted(state.hiding_dice), FACE_NAMES)
        yielded = [0] * players if state.yielders else []
        for number, other in enumerate(state.yielders):
            yielded[relative(other, seat, players)] = number + 1
        sheet.counts("yields as number", yielded, self.around)
        sheet.flag("bay yielded", state.bay_yielded)

    def _cards(self, state: KingOfTokyo, seat: int, sheet: ObservationWriter) -> None:
        """Write the cards that lie open or are known; the rest is in the pile."""
        sheet.members("open", state.display, self.cards)
        shown = [kind for slot, kind in enumerate(state.display) if state.revealed >> slot & 1]
        sheet.members("just revealed", shown, self.cards)
        sheet.counts("discarded", tally(state.discards, len(self.cards)), self.cards)
        sheet.members("under the pile", state.under, self.cards)
        sheet.flag("somebody knows the top card", state.top != NOTHING)
        sheet.one_of("top card", state.top if state.top_seen >> seat & 1 else NOTHING, self.cards)
        sheet.one_of("buyer", relative(state.buyer, seat, self.players), self.around)
        sheet.one_of("bought", state.bought, self.cards)
        sheet.one_of("source", state.source, SOURCES)
        sheet.number("aiming with card", state.aiming + 1)

    def _monster(self, state: KingOfTokyo, monster: Monster, sheet: ObservationWriter) -> None:
        sheet.number("hearts", monster.health)
        sheet.number("points", monster.points)
        sheet.number("energy", monster.energy)
        sheet.one_of("place", monster.place, PLACES)
        sheet.number("shrink", monster.shrink)
        sheet.number("poison", monster.poison)
        sheet.number("extra turns", monster.extra_turns)
        sheet.flag("shielded", monster.shielded)
        sheet.number("about to lose", monster.danger)
        sheet.number("lost", monster.lost)
        sheet.flag("attacked", monster.attacked)
        sheet.flag("answered", monster.answered)
        sheet.number("gift", monster.gift)
        claws = state.roll_off[monster.seat]
        sheet.one_of("roll-off", 0 if claws == OUT else 1 if claws == NOTHING else 2, ROLL_OFF)
        sheet.number("claws in the roll-off", max(0, claws))
        sheet.flag("knows the top card", bool(state.top_seen >> monster.seat & 1))

    def _hand(self, state: KingOfTokyo, monster: Monster, seat: int, sheet: ObservationWriter) -> None:
        held: list[int] = []
        used: list[int] = []
        counters: list[int] = []
        copied: list[int] = []
        owners: list[int] = []
        for one in monster.hand:
            kind = one.card.kind
            held.append(kind)
            counters += [kind] * one.counters
            if one.used:
                used.append(kind)
            if one.copied is not None:
                copied.append(one.power.kind)
                owner, _ = state.whereabouts(one.copied)
                owners.append(relative(owner, seat, self.players))
        sheet.members("holds", held, self.cards)
        sheet.members("used", used, self.cards)
        sheet.members("counters on", counters, self.cards)
        sheet.members("copies", copied, self.cards)
        sheet.members("copies a card of", owners, self.around)


def counted(dice: int) -> list[int]:
    """Return how many dice show each face."""
    return [count(dice, face) for face in range(FACES)]


def tally(kinds: list[int], size: int) -> list[int]:
    """Return how many cards there are of each kind."""
    counts = [0] * size
    for kind in kinds:
        counts[kind] += 1
    return counts
