"""One player's side of the table: cores, slots, tokens, Trust, and the marker on the track."""

from typing import Final

from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    FACES,
    KINDS,
    LEVEL,
    LEVELS,
    M1,
    MANUFACTURE,
    NOTHING,
    PLACES,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    UPGRADE,
    Parts,
)

# Where clips come from, what else is counted: the tally that designers read.
FROM_PROJECTS: Final = 0
FROM_MANUFACTURE: Final = 1
FROM_X2: Final = 2
FROM_TRACK: Final = 3
TRUST_EARNED: Final = 4
TOOK_PART: Final = 5
MET_NEED: Final = 6
BONUSES: Final = 7
TALLIES: Final = 8


class Board:
    """What one player has.

    A core is in exactly one of: `supply`, `spent` (free), `placed` (on a place, not rolled yet),
    `rolling` (in the air), `rolled` (its face lies on the place now played), `locked` (in a slot).
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.position = 0
        self.trust = 0
        self.supply: list[int] = []
        self.spent: list[int] = []
        self.placed: list[int] = []
        self.count: list[int] = []
        """How many cores wait on each place for their roll."""
        self.rolling: list[int] = []
        """Kinds, in order."""
        self.rolled: list[int] = []
        """Codes, in order."""
        self.locked: list[list[int]] = []
        """Codes for each algorithm, from the right-most slot on."""
        self.freed: list[int] = []
        """FLOPS of the cores unlocked this round that their algorithm has still to count (EC-6)."""
        self.tokens: list[int] = []
        self.laid: list[int] = []
        """Tokens on places, by kind, and how many on each."""
        self.laid_on: list[int] = []
        self.rerolls = 0
        self.choice = NOTHING
        """The code this player secretly chose to re-roll."""
        self.flops = 0
        self.locking = False
        """Whether buying is over in this phase: locking comes last (EC-5)."""
        self.done = False
        """Whether this player has nothing more to decide in this phase."""
        self.tally: list[int] = []

    def set_up(self) -> None:
        """Cores locked with their first face up, the first few spent, the rest in the supply."""
        parts = self.parts
        self.trust = parts.start_trust
        self.supply = [core.count for core in parts.cores]
        self.spent = parts.start[:]
        self.placed = [0] * (PLACES * KINDS)
        self.count = [0] * PLACES
        self.locked = [codes[:] for codes in parts.start_locked]
        self.freed = [0] * ALGORITHMS
        self.tokens = [0] * len(parts.tokens)
        self.laid = [0] * (PLACES * len(parts.tokens))
        self.laid_on = [0] * PLACES
        self.tally = [0] * TALLIES
        for kind in range(KINDS):
            for _ in range(self.spent[kind]):
                self._take_from_supply(kind)
        for codes in self.locked:
            for code in codes:
                self._take_from_supply(code // FACES)

    def clone(self) -> "Board":
        twin = Board(self.parts)
        twin.position = self.position
        twin.trust = self.trust
        twin.supply = self.supply[:]
        twin.spent = self.spent[:]
        twin.placed = self.placed[:]
        twin.count = self.count[:]
        twin.rolling = self.rolling[:]
        twin.rolled = self.rolled[:]
        twin.locked = [codes[:] for codes in self.locked]
        twin.freed = self.freed[:]
        twin.tokens = self.tokens[:]
        twin.laid = self.laid[:]
        twin.laid_on = self.laid_on[:]
        twin.rerolls = self.rerolls
        twin.choice = self.choice
        twin.flops = self.flops
        twin.locking = self.locking
        twin.done = self.done
        twin.tally = self.tally[:]
        return twin

    def numbers(self) -> list[int]:
        """Everything, for the key of a position."""
        numbers = [self.position, self.trust, self.rerolls, self.choice, self.flops]
        numbers += [int(self.locking), int(self.done)]
        numbers += self.supply + self.spent + self.placed + self.count + self.freed + self.tokens + self.laid
        for codes in [*self.locked, self.rolling, self.rolled]:
            numbers.append(len(codes))
            numbers += codes
        return numbers + self.tally

    def cores(self) -> list[int]:
        """All cores by kind that are not in the supply."""
        counts = self.spent[:]
        for index, count in enumerate(self.placed):
            counts[index % KINDS] += count
        for kind in self.rolling:
            counts[kind] += 1
        for codes in [self.rolled, *self.locked]:
            for code in codes:
                counts[code // FACES] += 1
        return counts

    # What others give.

    def advance(self, clips: int, source: int) -> None:
        """Move the marker; positions stop at the last one (EC-16)."""
        before = self.position
        self.position = min(before + clips, self.parts.track.last)
        self.tally[source] += self.position - before

    def earn(self, trust: int) -> None:
        self.trust += trust
        self.tally[TRUST_EARNED] += trust

    def has(self, kind: int) -> bool:
        """Whether the supply can give such a core (EC-2)."""
        return not self.parts.limited or self.supply[kind] > 0

    def gain(self, kind: int) -> None:
        """A core out of the supply; it can be placed from the next round on (EC-14)."""
        self.spent[kind] += 1
        self._take_from_supply(kind)

    def _take_from_supply(self, kind: int) -> None:
        if self.parts.limited:
            self.supply[kind] -= 1

    def _give_to_supply(self, kind: int) -> None:
        if self.parts.limited:
            self.supply[kind] += 1

    # Placing.

    def room(self, place: int) -> int:
        """How many more cores a place takes: slots less locked cores on an algorithm (EC-4)."""
        if place < PROJECTS:
            return self.parts.project_cores - self.count[place]
        algorithm = place - UNLOCK
        return len(self.parts.slots[algorithm]) - len(self.locked[algorithm]) - self.count[place]

    def put(self, kind: int, place: int) -> None:
        self.spent[kind] -= 1
        self.placed[place * KINDS + kind] += 1
        self.count[place] += 1

    def takes_token(self, place: int) -> bool:
        """On a project a token needs a core of its owner there (EC-12)."""
        if place < PROJECTS and not self.count[place]:
            return False
        most = self.parts.tokens_per_place
        return not most or self.laid_on[place] < most

    def lay(self, token: int, place: int) -> None:
        self.tokens[token] -= 1
        self.laid[place * len(self.tokens) + token] += 1
        self.laid_on[place] += 1

    def has_placed(self) -> bool:
        for place in range(PLACES):
            if self.count[place] or self.laid_on[place]:
                return True
        return False

    def take_back(self) -> None:
        """All cores and tokens return to the hand, while placing."""
        for index in range(PLACES * KINDS):
            if self.placed[index]:
                self.spent[index % KINDS] += self.placed[index]
                self.placed[index] = 0
        for place in range(PLACES):
            self.count[place] = 0
            self._return_tokens(place)

    def _return_tokens(self, place: int) -> None:
        if not self.laid_on[place]:
            return
        kinds = len(self.tokens)
        for token in range(kinds):
            self.tokens[token] += self.laid[place * kinds + token]
            self.laid[place * kinds + token] = 0
        self.laid_on[place] = 0

    # Rolling.

    def throw(self, place: int) -> None:
        """Take the cores of a place into the hand to roll them."""
        self.rerolls = 0
        if not self.count[place]:
            return
        self.count[place] = 0
        for kind in range(KINDS):
            for _ in range(self.placed[place * KINDS + kind]):
                self.rolling.append(kind)
            self.placed[place * KINDS + kind] = 0
        if self.laid_on[place]:
            for token, part in enumerate(self.parts.tokens):
                self.rerolls += part.rerolls * self.laid[place * len(self.tokens) + token]

    def throw_again(self) -> None:
        """The whole pool, to break a tie (EC-9)."""
        self.rolling = [code // FACES for code in self.rolled]
        self.rolled = []

    def land(self, outcome: int) -> None:
        """The thrown cores show their faces: the digits of the outcome, the first core lowest."""
        for kind in self.rolling:
            self.rolled.append(kind * FACES + outcome % FACES)
            outcome //= FACES
        self.rolling = []
        self.rolled.sort()

    def total(self, place: int) -> int:
        """The FLOPS on a place: rolled, locked and just unlocked cores, and tokens (EC-5, EC-6, EC-12)."""
        values = self.parts.values
        flops = 0
        for code in self.rolled:
            flops += values[code]
        if place >= UNLOCK:
            flops += self.freed[place - UNLOCK]
            for code in self.locked[place - UNLOCK]:
                flops += values[code]
        if not self.laid_on[place]:
            return flops
        kinds = len(self.tokens)
        for token, part in enumerate(self.parts.tokens):
            laid = self.laid[place * kinds + token]
            if laid and part.flops and (part.needs == NOTHING or self.uses(part.needs, place)):
                flops += laid * part.flops
        return flops

    def uses(self, kind: int, place: int) -> bool:
        """Whether a core of that kind is used there: placed there this round, or locked there (EC-12)."""
        if self.placed[place * KINDS + kind] or kind in self.rolling:
            return True
        for code in self.rolled:
            if code // FACES == kind:
                return True
        if place >= UNLOCK:
            for code in self.locked[place - UNLOCK]:
                if code // FACES == kind:
                    return True
        return False

    def pay_x2(self, place: int) -> int:
        """One step for each x2 that stands after re-rolls; locked ones only by option (EC-3)."""
        clips = 0
        x2 = self.parts.x2
        for code in self.rolled:
            if x2[code]:
                clips += 1
        if self.parts.x2_locked_pays and place >= UNLOCK:
            for code in self.locked[place - UNLOCK]:
                if x2[code]:
                    clips += 1
        if clips:
            self.advance(clips, FROM_X2)
        return clips

    def wins_ties(self, place: int) -> bool:
        for token, part in enumerate(self.parts.tokens):
            if part.wins_ties and self.laid[place * len(self.tokens) + token]:
                return True
        return False

    def clear(self) -> None:
        """The rolled cores go to the Spent Cores area."""
        for code in self.rolled:
            self.spent[code // FACES] += 1
        self.rolled = []

    # Buying and locking.

    def tier(self, algorithm: int, slot: int) -> int:
        """The tier of a slot, counted from the right."""
        return self.parts.slots[algorithm][slot]

    def can_unlock(self, algorithm: int, slot: int) -> bool:
        price = self.parts.unlock_prices[self.tier(algorithm, slot)]
        return price.flops <= self.flops and price.trust <= self.trust

    def unlock(self, algorithm: int, slot: int, still_counts: bool) -> int:
        """Take a core out of its slot; those to its left slide right (EC-4, EC-6). Returns its code."""
        code = self.locked[algorithm].pop(slot)
        self.spent[code // FACES] += 1
        if still_counts:
            self.freed[algorithm] += self.parts.values[code]
        return code

    def pay_unlock(self, algorithm: int, slot: int) -> None:
        price = self.parts.unlock_prices[self.tier(algorithm, slot)]
        self.flops -= price.flops
        self.trust -= price.trust

    def can_make(self, index: int) -> bool:
        """One reward a round, and none that would give nothing (EC-2)."""
        reward = self.parts.makes[index]
        if self.locking or reward.flops > self.flops or reward.trust > self.trust:
            return False
        if reward.clips and self.position < self.parts.track.last:
            return True
        return reward.cores > 0 and self.has(M1)

    def make(self, index: int) -> None:
        reward = self.parts.makes[index]
        self.flops -= reward.flops
        self.trust -= reward.trust
        self.advance(reward.clips, FROM_MANUFACTURE)
        for _ in range(reward.cores):
            if self.has(M1):
                self.gain(M1)
        self.locking = True

    def can_pay_raise(self, level: int) -> bool:
        if level == TOP_LEVEL:
            return False
        price = self.parts.upgrade_prices[level]
        return price.flops <= self.flops and price.trust <= self.trust

    def pay_raise(self, level: int) -> None:
        price = self.parts.upgrade_prices[level]
        self.flops -= price.flops
        self.trust -= price.trust

    def raisable(self, level: int) -> list[int]:
        """Where cores of that level lie that are not in slots, as sources (EC-14)."""
        found: list[int] = []
        for kind in LEVELS[level]:
            if self.spent[kind]:
                found.append(kind)
            for place in range(PLACES):
                if self.placed[place * KINDS + kind]:
                    found.append((place + 1) * KINDS + kind)
        last = NOTHING
        for code in self.rolled:
            if code != last and LEVEL[code // FACES] == level:
                found.append(ROLLED + code)
            last = code
        return found

    def lift(self, source: int, kind: int) -> None:
        """Exchange a core for one of the next level (EC-14)."""
        old = source_kind(source)
        if source >= ROLLED:
            self.rolled.remove(source - ROLLED)
            self.spent[kind] += 1
        elif source < KINDS:
            self.spent[old] -= 1
            self.spent[kind] += 1
        else:
            self.placed[source - KINDS] -= 1
            self.placed[source - KINDS - old + kind] += 1
        self._give_to_supply(old)
        self._take_from_supply(kind)

    def lock(self, code: int, algorithm: int) -> None:
        """A rolled core goes into the right-most empty slot with its face (EC-5)."""
        self.rolled.remove(code)
        self.locked[algorithm].append(code)
        self.locking = True

    def can_buy(self, place: int) -> bool:
        """Whether anything is left to buy or lock in this algorithm's phase."""
        if self.rolled:
            return True
        if self.locking:
            return False
        if place == UNLOCK:
            for algorithm in range(ALGORITHMS):
                for slot in range(len(self.locked[algorithm])):
                    if self.can_unlock(algorithm, slot):
                        return True
        elif place == MANUFACTURE:
            for index in range(len(self.parts.makes)):
                if self.can_make(index):
                    return True
        elif place == UPGRADE:
            for level in range(TOP_LEVEL):
                if self.can_pay_raise(level) and self.higher(level) and self.raisable(level):
                    return True
        return False

    def higher(self, level: int) -> list[int]:
        """The kinds of the next level that the supply can give."""
        return [kind for kind in LEVELS[level + 1] if self.has(kind)]

    def end_round(self) -> None:
        """Tokens come back, or are gone if single-use (EC-12)."""
        for place in range(PLACES):
            if self.parts.reusable:
                self._return_tokens(place)
        self.laid = [0] * len(self.laid)
        self.laid_on = [0] * PLACES


ROLLED: Final = (PLACES + 1) * KINDS
"""Sources of a core to raise: below KINDS a kind that is spent, then place and kind, from here on codes."""
SOURCES: Final = ROLLED + KINDS * FACES


def source_kind(source: int) -> int:
    """The kind of core a source names.

    >>> source_kind(2), source_kind(3 * KINDS + 1), source_kind(ROLLED + 4 * FACES + 5)
    (2, 1, 4)
    """
    return (source - ROLLED) // FACES if source >= ROLLED else source % KINDS
