"""The position of Total eClips: each player's side, the projects, and the progress of the round."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from quincunx.core.state import State
from quincunx.games.total_eclips.codes import ENDED, REVEAL, ROLLED, waiting_source
from quincunx.games.total_eclips.cores import FACES, KINDS, LEVEL, LEVELS
from quincunx.games.total_eclips.parts import NOTHING, Parts
from quincunx.games.total_eclips.places import ALGORITHMS, NO_CARD, PLACES, PROJECTS, UNLOCK

if TYPE_CHECKING:
    from quincunx.games.total_eclips.cards import Project

# The sources of clips and other counts: the tally that designers read.
FROM_PROJECTS: Final = 0
FROM_MANUFACTURE: Final = 1
FROM_X2: Final = 2
FROM_TRACK: Final = 3
TRUST_EARNED: Final = 4
TOOK_PART: Final = 5
MET_NEED: Final = 6
BONUSES: Final = 7
TALLIES: Final = 8

# Decisions that the winner of a bonus may have: which cores to gain, to unlock, to raise.
GAINS: Final = 0
UNLOCKS: Final = 1
RAISES: Final = 2


# No cycle of references goes through a Side, so the garbage collector need not track it: copies are faster.
@mypyc_attr(acyclic=True)
class Side:
    """The cores, tokens and scores of one player.

    A core is in exactly one of: `supply`, `spent` (free), `placed` (on a place, not rolled yet), `rolling`
    (in the air), `rolled` (its face lies on the current place), `locked` (in a slot). Clones share the lists
    that seldom change: those are replaced, never changed.
    """

    def __init__(self, parts: Parts, like: "Side | None" = None) -> None:
        """Make an empty side, or one equal to another."""
        self.parts = parts
        if like is None:
            self.position = 0
            self.trust = 0
            self.rerolls = 0
            self.choice = NOTHING
            """The code this player secretly chose to re-roll."""
            self.flops = 0
            self.locking = False
            """Whether buying is over in this phase: locking comes last (EC-5)."""
            self.done = False
            """Whether this player has nothing more to decide in this phase."""
            self.spent: list[int] = []
            self.placed: list[int] = []
            self.count: list[int] = []
            """The number of cores that wait on each place for their roll."""
            self.tokens: list[int] = []
            self.laid: list[int] = []
            """Tokens on places, by kind; `laid_on` is the number on each place."""
            self.laid_on: list[int] = []
            self.tally: list[int] = []
            # Shared by clones.
            self.supply: list[int] = []
            self.rolling: list[int] = []
            """The kinds in the air, in order."""
            self.rolled: list[int] = []
            """The codes rolled, in order."""
            self.locked: list[list[int]] = []
            """The codes locked in each algorithm, from the right-most slot on."""
            self.freed: list[int] = []
            """The FLOPS of the cores unlocked this round that their algorithm has still to count (EC-6)."""
            self.freed_kinds: list[int] = []
            """The kinds of those cores, for each algorithm: bit 1 << kind (EC-12)."""
        else:
            self.position = like.position
            self.trust = like.trust
            self.rerolls = like.rerolls
            self.choice = like.choice
            self.flops = like.flops
            self.locking = like.locking
            self.done = like.done
            self.spent = like.spent[:]
            self.placed = like.placed[:]
            self.count = like.count[:]
            self.tokens = like.tokens[:]
            self.laid = like.laid[:]
            self.laid_on = like.laid_on[:]
            self.tally = like.tally[:]
            self.supply = like.supply
            self.rolling = like.rolling
            self.rolled = like.rolled
            self.locked = like.locked
            self.freed = like.freed
            self.freed_kinds = like.freed_kinds

    def set_up(self) -> None:
        """Set up the side: some cores locked with their first face up, some spent, the rest in the supply."""
        parts = self.parts
        self.trust = parts.start_trust
        self.spent = parts.start[:]
        self.placed = [0] * (PLACES * KINDS)
        self.count = [0] * PLACES
        self.locked = parts.start_locked
        self.freed = [0] * ALGORITHMS
        self.freed_kinds = [0] * ALGORITHMS
        self.tokens = [0] * len(parts.tokens)
        self.laid = [0] * (PLACES * len(parts.tokens))
        self.laid_on = [0] * PLACES
        self.tally = [0] * TALLIES
        self.fill_supply()

    def fill_supply(self) -> None:
        """Put all cores that are nowhere else into the supply; an unlimited one never changes."""
        used = self.cores() if self.parts.limited else [0] * KINDS
        self.supply = [core.count - used[kind] for kind, core in enumerate(self.parts.cores)]

    def clone(self) -> "Side":
        return Side(self.parts, self)

    def numbers(self) -> list[int]:
        """Return all numbers of the side, for the key of a position."""
        numbers = [self.position, self.trust, self.rerolls, self.choice, self.flops]
        numbers += [int(self.locking), int(self.done)]
        numbers += self.supply + self.spent + self.placed + self.count + self.tokens + self.laid
        numbers += self.freed + self.freed_kinds
        for codes in [*self.locked, self.rolling, self.rolled]:
            numbers.append(len(codes))
            numbers += codes
        return numbers + self.tally

    def cores(self) -> list[int]:
        """Return the number of cores of each kind that are not in the supply."""
        counts = self.free_cores()
        for kind in self.rolling:
            counts[kind] += 1
        for codes in [self.rolled, *self.locked]:
            for code in codes:
                counts[code // FACES] += 1
        return counts

    def free_cores(self) -> list[int]:
        """Return the number of cores of each kind that are spent or wait for their roll."""
        counts = self.spent[:]
        for place in range(PLACES):
            if self.count[place]:
                for kind in range(KINDS):
                    counts[kind] += self.placed[place * KINDS + kind]
        return counts

    def lock(self, algorithm: int, codes: list[int]) -> None:
        """Replace the cores in the slots of an algorithm."""
        locked = self.locked[:]
        locked[algorithm] = codes
        self.locked = locked

    def has(self, kind: int) -> bool:
        """Whether the supply can give a core of that kind (EC-2)."""
        return not self.parts.limited or self.supply[kind] > 0

    def of_level(self, level: int) -> list[int]:
        """Return the kinds of a level that the supply can give."""
        return [kind for kind in LEVELS[level] if self.has(kind)]

    def room(self, place: int) -> int:
        """Return how many more cores a place takes: slots less locked cores on an algorithm (EC-4)."""
        if place < PROJECTS:
            return self.parts.project_cores - self.count[place]
        algorithm = place - UNLOCK
        return len(self.parts.slots[algorithm]) - len(self.locked[algorithm]) - self.count[place]

    def has_placed(self) -> bool:
        for cores in self.count:
            if cores:
                return True
        for tokens in self.laid_on:
            if tokens:
                return True
        return False

    def total(self, place: int) -> int:
        """Return the FLOPS on a place: rolled, locked and just unlocked cores, and tokens (EC-5, EC-6,
        EC-12)."""
        values = self.parts.values
        flops = 0
        for code in self.rolled:
            flops += values[code]
        if place >= UNLOCK:
            flops += self.freed[place - UNLOCK]
            for code in self.locked[place - UNLOCK]:
                flops += values[code]
        return flops + self.token_flops(place) if self.laid_on[place] else flops

    def token_flops(self, place: int) -> int:
        flops = 0
        kinds = len(self.tokens)
        for token, part in enumerate(self.parts.tokens):
            laid = self.laid[place * kinds + token]
            if laid and part.flops and self.works(token, place):
                flops += laid * part.flops
        return flops

    def rerolls_on(self, place: int) -> int:
        """Return how many cores may be re-rolled there with tokens."""
        rerolls = 0
        kinds = len(self.tokens)
        for token, part in enumerate(self.parts.tokens):
            laid = self.laid[place * kinds + token]
            if laid and part.rerolls and self.works(token, place):
                rerolls += laid * part.rerolls
        return rerolls

    def tie_token(self, place: int) -> int:
        """Return a token there that wins ties, or NOTHING (EC-9)."""
        kinds = len(self.tokens)
        for token, part in enumerate(self.parts.tokens):
            if part.wins_ties and self.laid[place * kinds + token] and self.works(token, place):
                return token
        return NOTHING

    def works(self, token: int, place: int) -> bool:
        """Whether a token works: some need a kind of core that is used there (EC-12)."""
        needs = self.parts.tokens[token].needs
        return needs == NOTHING or self.uses(needs, place)

    def uses(self, kind: int, place: int) -> bool:
        """Whether a core of that kind is used there: placed, locked, or unlocked this round (EC-12)."""
        if self.placed[place * KINDS + kind] or kind in self.rolling:
            return True
        for code in self.rolled:
            if code // FACES == kind:
                return True
        if place >= UNLOCK:
            if self.freed_kinds[place - UNLOCK] >> kind & 1:
                return True
            for code in self.locked[place - UNLOCK]:
                if code // FACES == kind:
                    return True
        return False

    def tier(self, algorithm: int, slot: int) -> int:
        """Return the tier of a slot, counted from the right."""
        return self.parts.slots[algorithm][slot]

    def raisable(self, level: int) -> list[int]:
        """Return the sources of the cores of that level that are not in slots (EC-14)."""
        found: list[int] = []
        for kind in LEVELS[level]:
            if self.spent[kind]:
                found.append(kind)
            for place in range(PLACES):
                if self.placed[place * KINDS + kind]:
                    found.append(waiting_source(kind, place))
        last = NOTHING
        for code in self.rolled:
            if code != last and LEVEL[code // FACES] == level:
                found.append(ROLLED + code)
            last = code
        return found


class Position(State):
    """The whole table. `cards` are the projects on A to D and `lying` the Trust on them.

    Clones share all lists but `sides`: they are replaced, never changed.
    """

    def __init__(self, parts: Parts, players: int, like: "Position | None" = None) -> None:
        """Make an empty table, or one equal to another."""
        super().__init__(players)
        self.parts = parts
        if like is None:
            self.sides: list[Side] = []
            self.cards: list[int] = [NO_CARD] * PROJECTS
            self.lying: list[int] = [0] * PROJECTS
            self.stage = 0
            self.left: list[int] = []
            """The regular projects of this stage still in the deck; their order is chance."""
            self.round = 0
            self.phase = REVEAL
            self.place = 0
            self.contest: list[int] = []
            """The seats that break a tie."""
            self.winner = NOTHING
            """The seat that takes the bonus of the current project."""
            self.due = [0, 0, 0]
            """The decisions left in the bonus: GAINS, UNLOCKS and RAISES."""
            self.finished = False
            """Whether the last project is completed; the round is played out (EC-16)."""
        else:
            self.sides = [side.clone() for side in like.sides]
            self.cards = like.cards
            self.lying = like.lying
            self.stage = like.stage
            self.left = like.left
            self.round = like.round
            self.phase = like.phase
            self.place = like.place
            self.contest = like.contest
            self.winner = like.winner
            self.due = like.due
            self.finished = like.finished

    def position_key(self) -> bytes:
        numbers = [self.stage, self.round, self.phase, self.place, self.winner]
        numbers += [*self.due, int(self.finished)]
        numbers += self.cards + self.lying + [len(self.left), *self.left]
        numbers += [len(self.contest), *self.contest]
        for side in self.sides:
            numbers += side.numbers()
        return str(numbers).encode()

    def turns(self) -> int:
        return self.round

    def roller(self) -> int:
        """Return the seat whose cores are in the air."""
        for seat, side in enumerate(self.sides):
            if side.rolling:
                return seat
        return NOTHING

    def all_done(self) -> bool:
        for side in self.sides:
            if not side.done:
                return False
        return True

    def project(self) -> "Project":
        """Return the project of the current place."""
        return self.parts.projects[self.cards[self.place]]

    def winners(self, seats: list[int] | None = None) -> list[int]:
        """Return the seats with the highest position, then the most Trust; several share the win (EC-16).
        `seats` None means all."""
        among = list(range(self.players)) if seats is None else seats
        reached = [(self.sides[seat].position, self.sides[seat].trust) for seat in among]
        return [seat for seat, place in zip(among, reached, strict=True) if place == max(reached)]

    def stopped(self) -> bool:
        """Whether the technical stop ended the game, not the last project (EC-17)."""
        return self.phase == ENDED and not self.finished


def replaced(numbers: list[int], index: int, number: int) -> list[int]:
    """Return a new list with another number in one place.

    >>> replaced([3, 3, 4], 1, 5)
    [3, 5, 4]
    """
    found = numbers[:]
    found[index] = number
    return found


def without(numbers: list[int], number: int) -> list[int]:
    """Return a new list without one of these numbers.

    >>> without([3, 3, 4], 3)
    [3, 4]
    """
    found = numbers[:]
    found.remove(number)
    return found


def different(codes: list[int]) -> list[int]:
    """Return each code once; equal cores are one choice.

    >>> different([3, 3, 4])
    [3, 4]
    """
    found: list[int] = []
    for code in codes:
        if not found or found[-1] != code:
            found.append(code)
    return found
