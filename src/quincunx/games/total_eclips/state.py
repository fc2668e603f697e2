"""A position of Total eClips: what lies on the table, who is waited for, and how dice and draws fall."""

from typing import Final

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State
from quincunx.games.total_eclips.board import SOURCES, Board
from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    CODES,
    FACES,
    KINDS,
    MOST_MAKES,
    MOST_ROLLED,
    MOST_TOKENS,
    NOTHING,
    PLACES,
    POWER,
    Parts,
    Project,
)

# Phases. Between REVEAL and BUY the place now played is `place`.
REVEAL: Final = 0
PLACE: Final = 1
ROLL: Final = 2
REROLL: Final = 3
BONUS: Final = 4
BUY: Final = 5
ENDED: Final = 6

# Moves: a stretch of numbers for each kind of move. Placing comes first, because Python keeps small
# numbers ready-made and placing is what players do most.
DONE: Final = 0
TAKE_BACK: Final = 1
PUT: Final = 2
LAY: Final = PUT + PLACES * KINDS
AGAIN: Final = LAY + PLACES * MOST_TOKENS
FREE: Final = AGAIN + CODES
MAKE: Final = FREE + ALGORITHMS * MOST_ROLLED
RAISE: Final = MAKE + MOST_MAKES
LOCK: Final = RAISE + SOURCES * KINDS
GAIN: Final = LOCK + CODES


class Position(State):
    """What lies on the table. `cards` are the projects on A to D and `lying` the Trust on them."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.parts = parts
        self.boards: list[Board] = []
        self.cards: list[int] = []
        self.lying: list[int] = []
        self.stage = 0
        self.left: list[int] = []
        """The regular projects of this stage still in the deck; their order is chance."""
        self.round = 0
        self.phase = REVEAL
        self.place = 0
        self.contest: list[int] = []
        """Seats that break a tie."""
        self.winner = NOTHING
        """Who takes the bonus of the project now played, and what of it is still to be decided."""
        self.gains = 0
        self.unlocks = 0
        self.raises = 0
        self.finished = False
        """Whether the last project is completed; the round is played out (EC-16)."""

    def actor(self) -> int:
        if self.phase == REVEAL or self.phase == ROLL:
            return CHANCE
        if self.phase == ENDED:
            return OVER
        if self.phase == BONUS:
            return self.winner
        for seat, board in enumerate(self.boards):
            if not board.done:
                return seat
        raise AssertionError("nobody is asked")

    def actors(self) -> list[int]:
        """Placing, re-rolling and buying are done by all at once (EC-1, EC-13)."""
        if self.phase == PLACE or self.phase == REROLL or self.phase == BUY:
            return [seat for seat, board in enumerate(self.boards) if not board.done]
        first = self.actor()
        return [] if first == OVER else [first]

    def roller(self) -> int:
        """Whose cores are in the air."""
        for seat, board in enumerate(self.boards):
            if board.rolling:
                return seat
        return NOTHING

    def all_done(self) -> bool:
        for board in self.boards:
            if not board.done:
                return False
        return True

    def project(self) -> Project:
        """The project now played."""
        return self.parts.projects[self.cards[self.place]]

    def colour(self, seat: int) -> str:
        return self.parts.colours[seat].capitalize()

    # Chance.

    def sample(self, rng: Rng) -> int:
        if self.phase == REVEAL:
            return self.left[rng.below(len(self.left))]
        outcome = 0
        for index, kind in enumerate(self.boards[self.roller()].rolling):
            outcome += self.parts.cores[kind].first[rng.below(FACES)] * POWER[index]
        return outcome

    def outcomes(self) -> list[tuple[int, float]]:
        if self.phase == REVEAL:
            return [(card, 1 / len(self.left)) for card in self.left]
        found = [(0, 1.0)]
        for index, kind in enumerate(self.boards[self.roller()].rolling):
            chances = self.parts.cores[kind].chances
            found = [
                (outcome + face * POWER[index], chance * chances[face])
                for outcome, chance in found
                for face in range(FACES)
                if chances[face] > 0
            ]
        return found

    def possible(self, outcome: int) -> bool:
        if self.phase == REVEAL:
            return outcome in self.left
        rolling = self.boards[self.roller()].rolling
        if outcome < 0 or outcome >= POWER[len(rolling)]:
            return False
        for kind in rolling:
            if self.parts.cores[kind].chances[outcome % FACES] == 0:
                return False
            outcome //= FACES
        return True

    # The end, and copies.

    def returns(self) -> list[float]:
        winners = self.winners()
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.boards))]

    def winners(self) -> list[int]:
        """The highest position, then the most Trust; then shared (EC-16)."""
        best = max([(board.position, board.trust) for board in self.boards])
        return [seat for seat, board in enumerate(self.boards) if (board.position, board.trust) == best]

    def stopped(self) -> bool:
        """Whether the technical stop ended the game, not the last project (EC-17)."""
        return self.phase == ENDED and not self.finished

    def turns(self) -> int:
        return self.round

    def key(self) -> bytes:
        numbers = [self.stage, self.round, self.phase, self.place, self.winner]
        numbers += [self.gains, self.unlocks, self.raises, int(self.finished)]
        numbers += self.cards + self.lying + [len(self.left), *self.left]
        numbers += [len(self.contest), *self.contest]
        for board in self.boards:
            numbers += board.numbers()
        return str(numbers).encode()

    def copy_to(self, twin: "Position") -> None:
        twin.boards = [board.clone() for board in self.boards]
        twin.cards = self.cards[:]
        twin.lying = self.lying[:]
        twin.stage = self.stage
        twin.left = self.left[:]
        twin.round = self.round
        twin.phase = self.phase
        twin.place = self.place
        twin.contest = self.contest[:]
        twin.winner = self.winner
        twin.gains = self.gains
        twin.unlocks = self.unlocks
        twin.raises = self.raises
        twin.finished = self.finished


def different(codes: list[int]) -> list[int]:
    """Each code once; equal cores are one choice.

    >>> different([3, 3, 4])
    [3, 4]
    """
    found: list[int] = []
    for code in codes:
        if not found or found[-1] != code:
            found.append(code)
    return found
