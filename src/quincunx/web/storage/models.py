"""What is known of a match: its header, its seats, and all that was done and said in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from quincunx.match.chance import Chance, FairDice, SeedDice
from quincunx.match.record import FIRST_RULES, Absence, Branch, Outcome, Player, Record, TakeBack, write_move

HASH_LENGTH = 64


class TakeBackRequest(msgspec.Struct):
    """Somebody wants to take a move back, and others have to agree."""

    seat: int
    unanswered: set[int]


class Waiting(msgspec.Struct):
    """Whom the match waits for: the step since which each seat has had its decision, and the time until
    which it may take, in seconds since 1970."""

    since: dict[int, int] = {}
    until: dict[int, float] = {}


@dataclass
class Head:
    """A match without its moves."""

    id: str
    game: str
    variant: dict[str, Any]
    dice: str
    seed: str
    secret: str
    clock: int
    creator: str
    created: str
    nonce: str = ""
    started: str = ""
    rules: int = FIRST_RULES
    """The version of the game's rules when the match was set up."""
    numbers: str = ""
    """The fingerprint of all numbers in force then; empty in matches of release 0.1."""
    result: str = ""
    """How it ended, as JSON: so that it is known even where the rules have changed since."""
    version: int = 0
    """How many changes there were. A change that was made on another version is not stored."""
    asked: TakeBackRequest | None = None
    waiting: Waiting = field(default_factory=Waiting)
    due: float | None = None
    """When a bot or a clock is to move, in seconds since 1970; 0 for now, None for never."""
    driver: str = ""
    """The server that plays for bots and clocks."""
    origin: str = ""
    """Stands for the address of whoever set up the match."""
    reveal_by: str = ""
    """Until when devices may reveal their words; empty as long as words can still be given."""
    creator_seat: int = -1
    """The first seat of whoever set the table; -1 if they have none."""
    seed_by: str = ""
    """Who chose the seed: `creator` or `server`."""
    public: bool = False
    """Whether the lobby offers it to everybody, to join or to watch."""
    hints: bool = True
    """Whether people may ask for hints."""
    rematch: str = ""
    """The match in which the same people play again."""
    branch: Branch | None = None
    """The match that this one goes on from."""
    again: str = ""
    """The match whose people play again here: each seat is kept for whoever had it there."""

    def chance(self, sitting: "Sequence[Seat]" = ()) -> Chance:
        """The dice. Those who sit there have mixed in their words, if the match has begun."""
        if self.dice == "seed":
            return SeedDice(self.seed)
        words = [seat.word for seat in sitting]
        return FairDice(bytes.fromhex(self.secret), self.nonce, words, [seat.hash for seat in sitting])


@dataclass
class Seat:
    """Who sits where. `bot` names a bot; `away` means that a bot plays for the person meanwhile."""

    number: int
    name: str
    colour: int
    bot: str = ""
    token: str = ""
    taken: bool = False
    away: bool = False
    word: str = ""
    mutes: set[int] = field(default_factory=set)
    pledge: str = ""
    """Whether there is a word: `none`, `open`, the hash of one that is still to be revealed, or empty if
    nothing was said about it yet."""

    @property
    def hash(self) -> str:
        """The hash that the seat's device gave in place of its word; empty if it gave none."""
        return self.pledge if len(self.pledge) == HASH_LENGTH else ""


@dataclass
class Move:
    number: int
    seat: int
    name: str
    request: str | None


@dataclass
class Said:
    """A line of the chat."""

    number: int
    seat: int
    text: str
    request: str | None


@dataclass
class Happening:
    """Something that is no move. `happenings.py` has the kinds."""

    number: int
    kind: str
    seat: int
    """Whom it concerns."""
    by: int
    """Who did it; the same seat if nobody else."""
    after: int
    """How many steps had been made."""


class Ending(Outcome, omit_defaults=True):
    """How a match ended, with those parts of its record that cannot be computed without its rules."""

    draws: dict[int, list[str]] = {}
    digest: str = ""
    absences: list[Absence] = []
    """None in matches that release 0.3 has ended."""


@dataclass
class Answer:
    """What a request was answered: so that it has the same answer when it comes again."""

    number: int
    seat: int
    request: str
    at: int
    phase: str


@dataclass
class Seen:
    """How much of a match somebody has read already."""

    moves: int = 0
    take_backs: int = 0
    chat: int = 0
    answers: int = 0
    happenings: int = 0


@dataclass
class Made:
    """A move that was made and stored. `at` counts the steps that its mover may know of."""

    at: int
    move: str


@dataclass
class Stored:
    """All that is known of a match."""

    head: Head
    seats: list[Seat]
    moves: list[Move] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    taken_back: dict[tuple[int, str], Made] = field(default_factory=dict)
    """Requests whose moves were taken back, by seat and request: what each was answered."""

    def record(self) -> Record:
        """The match as a file has it, without playing it again."""
        head = self.head
        ending = msgspec.json.decode(head.result, type=Ending) if head.result else None
        return Record(
            game=head.game,
            rules=head.rules,
            numbers=head.numbers,
            seats=[Player(seat.name, seat.bot) for seat in self.seats],
            chance=head.chance(self.seats).header(),
            moves=[write_move(move.seat, move.name) for move in self.moves],
            variant=head.variant,
            started=head.started,
            take_backs=self.take_backs,
            draws=ending.draws if ending else {},
            result=Outcome(ending.winners, ending.scores, ending.reason) if ending else None,
            digest=ending.digest if ending else "",
            branch=head.branch,
            absences=ending.absences if ending else [],
        )
