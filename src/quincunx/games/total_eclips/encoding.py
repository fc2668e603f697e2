"""The interface for learners: every move as an index, and the observation of a seat as numbers."""

from typing import Final

from quincunx.core.encoding import NOT_LISTED, ActionSpace, ObservationWriter, relative
from quincunx.core.state import State
from quincunx.games.total_eclips import codes
from quincunx.games.total_eclips.cores import (
    CODES,
    FACES,
    KIND_NAMES,
    KINDS,
    LEVEL,
    LEVELS,
    TOP_LEVEL,
)
from quincunx.games.total_eclips.names import goods
from quincunx.games.total_eclips.parts import NOTHING, Parts
from quincunx.games.total_eclips.places import ALGORITHMS, PLACE_NAMES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import GAINS, RAISES, UNLOCKS, Side

PHASES: Final[list[str]] = ["reveal", "place", "roll", "reroll", "bonus", "buy", "ended"]
DUE: Final[list[str]] = ["gains", "unlocks", "raises"]


class TotalEClipsSpace(ActionSpace):
    def __init__(self, players: int, parts: Parts) -> None:
        super().__init__(players)
        self.known = [NOT_LISTED] * codes.MOVES_END
        """The index of each move, by its number."""
        self._list(codes.DONE, "done")
        self._list(codes.TAKE_BACK, "take back")
        for place, where in enumerate(PLACE_NAMES):
            for kind, core in enumerate(KIND_NAMES):
                self._list(codes.put(kind, place), f"put {core} on {where}")
        for number, token in enumerate(parts.tokens):
            for place in token.fits:
                self._list(codes.lay(number, place), f"put {token.slug} on {PLACE_NAMES[place]}")
        shown = shown_codes(parts)
        for code in shown:
            self._list(codes.AGAIN + code, f"reroll {parts.core(code)}")
        for algorithm in range(ALGORITHMS):
            for slot, tier in enumerate(parts.slots[algorithm]):
                self._list(codes.free(algorithm, slot), f"unlock t{tier} {PLACE_NAMES[UNLOCK + algorithm]}")
        for number, reward in enumerate(parts.makes):
            self._list(codes.MAKE + number, f"make {goods(reward)}")
        self._list_raises(parts, shown)
        for code in shown:
            self._list(codes.LOCK + code, f"lock {parts.core(code)}")
        for kind in LEVELS[TOP_LEVEL]:
            self._list(codes.GAIN + kind, f"gain {KIND_NAMES[kind]}")
        self.tokens = [token.slug for token in parts.tokens]
        self.projects = [project.slug for project in parts.projects]
        self.cores = [parts.core(code) for code in shown]
        self.shown = [shown.index(code) if code in shown else NOTHING for code in range(CODES)]
        """The place of each code among the cores that can be seen."""
        self.places = [*PLACE_NAMES, "none"]
        self.letters = PLACE_NAMES[:PROJECTS]
        self.placed = [f"{core} on {where}" for where in PLACE_NAMES for core in KIND_NAMES]
        self.laid = [f"{token} on {where}" for where in PLACE_NAMES for token in self.tokens]
        self.slots = [
            [
                f"{PLACE_NAMES[UNLOCK + algorithm]} slot {slot + 1}"
                for slot in range(len(parts.slots[algorithm]))
            ]
            for algorithm in range(ALGORITHMS)
        ]
        self.flops = parts.values
        self.x2 = parts.x2
        self.freed = [f"freed from {where}" for where in PLACE_NAMES[UNLOCK:]]

    def _list(self, action: int, name: str) -> None:
        self.known[action] = self.add(name)

    def _list_raises(self, parts: Parts, shown: list[int]) -> None:
        """List every core below the top level: a spent one, one that waits somewhere, or one that shows a
        face."""
        for old, name in enumerate(KIND_NAMES):
            if LEVEL[old] == TOP_LEVEL:
                continue
            sources = {old: name}
            for place, where in enumerate(PLACE_NAMES):
                sources[codes.waiting_source(old, place)] = f"{name} on {where}"
            for code in shown:
                if code // FACES == old:
                    sources[codes.ROLLED + code] = f"{name} showing {parts.face(code)}"
            higher = LEVELS[LEVEL[old] + 1]
            for source, words in sources.items():
                for kind in higher:
                    to = f" to {KIND_NAMES[kind]}" if len(higher) > 1 else ""
                    self._list(codes.lift(source, kind), f"raise {words}{to}")

    def index(self, state: State, seat: int, action: int) -> int:
        return self.known[action]

    def observe(self, state: State, seat: int, sheet: ObservationWriter) -> None:
        assert isinstance(state, TotalEClips)
        self._table(state, seat, sheet)
        for step in range(self.players):
            other = (seat + step) % self.players
            sheet.about(self.around[step])
            side = state.sides[other]
            # During placing and re-rolling, the decisions of others are secret (EC-1, EC-13).
            hidden = other != seat and state.phase == codes.PLACE
            self._side(side, hidden, sheet)
            secret = other != seat and state.phase == codes.REROLL
            chosen = NOTHING if secret or side.choice == NOTHING else self.shown[side.choice]
            sheet.one_of("re-rolls", chosen, self.cores)

    def _table(self, state: TotalEClips, seat: int, sheet: ObservationWriter) -> None:
        sheet.about("")
        sheet.one_of("I sit on", seat, self.seats)
        sheet.number("round", state.round, 10)
        sheet.number("stage", state.stage + 1)
        sheet.one_of("phase", state.phase, PHASES)
        sheet.one_of("place", state.place, self.places)
        sheet.members("in the deck", state.left, self.projects)
        tied = [relative(other, seat, self.players) for other in state.contest]
        sheet.members("breaks a tie", tied, self.around)
        sheet.one_of("bonus goes to", relative(state.winner, seat, self.players), self.around)
        sheet.counts("due", [state.due[GAINS], state.due[UNLOCKS], state.due[RAISES]], DUE)
        sheet.flag("last project completed", state.finished)
        sheet.one_of_each(self.letters, state.cards, self.projects)
        sheet.counts("Trust on", state.lying, self.letters)

    def _side(self, side: Side, hidden: bool, sheet: ObservationWriter) -> None:
        sheet.number("position", side.position, 10)
        sheet.number("trust", side.trust)
        spent, tokens = in_hand(side) if hidden else (side.spent, side.tokens)
        sheet.counts("spent", spent, KIND_NAMES)
        sheet.counts("holds", tokens, self.tokens)
        sheet.counts("in the supply", side.supply, KIND_NAMES)
        sheet.counts("placed", [] if hidden else side.placed, self.placed)
        sheet.counts("laid", [] if hidden else side.laid, self.laid)
        for algorithm, locked in enumerate(side.locked):
            names = self.slots[algorithm]
            sheet.one_of_each(names, [code // FACES for code in locked], KIND_NAMES)
            sheet.counts("FLOPS in", [self.flops[code] for code in locked], names)
            sheet.counts("x2 in", [int(self.x2[code]) for code in locked], names)
            freed = side.freed_kinds[algorithm]
            kinds = [freed >> kind & 1 for kind in range(KINDS)] if freed else []
            sheet.counts(self.freed[algorithm], kinds, KIND_NAMES)
        sheet.counts("FLOPS", side.freed, self.freed)
        sheet.members("rolls", side.rolling, KIND_NAMES)
        sheet.members("rolled", [self.shown[code] for code in side.rolled], self.cores)
        sheet.number("re-rolls left", side.rerolls)
        sheet.number("FLOPS", side.flops, 10)
        sheet.flag("locks", side.locking)
        sheet.flag("done", side.done)


def shown_codes(parts: Parts) -> list[int]:
    """Return the codes that a roll can have: of equal faces the first."""
    return [
        kind * FACES + face
        for kind, core in enumerate(parts.cores)
        for face in range(FACES)
        if core.first[face] == face
    ]


def in_hand(side: Side) -> tuple[list[int], list[int]]:
    """Return the cores and tokens that the player had before placing any of them."""
    cores = side.spent[:]
    for index, count in enumerate(side.placed):
        cores[index % KINDS] += count
    tokens = side.tokens[:]
    for index, count in enumerate(side.laid):
        tokens[index % len(tokens)] += count
    return cores, tokens
