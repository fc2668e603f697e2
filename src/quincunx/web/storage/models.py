"""Rows of the database as Python objects: a match's header, seats, moves, chat and events."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from quincunx.match.chance import Chance, FairDice, SeedDice
from quincunx.match.record import FIRST_RULES, Absence, Branch, Outcome, Player, Record, TakeBack, write_move

HASH_LENGTH = 64


class TakeBackRequest(msgspec.Struct):
    """A request to take a move back, until all others have agreed."""

    seat: int
    unanswered: set[int]


class Waiting(msgspec.Struct):
    """The pending decisions: the step since which each seat has had its own, and its deadline in seconds
    since 1970."""

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
    """The digest of all numbers in force then; empty in matches of release 0.1."""
    result: str = ""
    """The ending as JSON, so that it is known even if the rules have changed since."""
    version: int = 0
    """The number of changes so far. A change made on another version is not stored."""
    asked: TakeBackRequest | None = None
    waiting: Waiting = field(default_factory=Waiting)
    due: float | None = None
    """Time when a bot or a clock is to move, in seconds since 1970; 0 for now, None for never."""
    driver: str = ""
    """The server that plays for bots and clocks."""
    origin: str = ""
    """A digest of the creator's address."""
    reveal_by: str = ""
    """Time until which devices may reveal their words; empty while words can still be given."""
    creator_seat: int = -1
    """The creator's first seat; -1 without one."""
    seed_by: str = ""
    """The chooser of the seed: `creator` or `server`."""
    public: bool = False
    """Whether the lobby offers it to everybody, to join or to watch."""
    hints: bool = True
    """Whether people may ask for hints."""
    rematch: str = ""
    """The id of this match's rematch."""
    branch: Branch | None = None
    """The match and the position that this one was branched from."""
    again: str = ""
    """The id of the match that this is a rematch of; each seat is kept for the person who had it there."""

    def chance(self, sitting: "Sequence[Seat]" = ()) -> Chance:
        """Return the dice, with the words of those who sit there if the match has begun."""
        if self.dice == "seed":
            return SeedDice(self.seed)
        words = [seat.word for seat in sitting]
        return FairDice(bytes.fromhex(self.secret), self.nonce, words, [seat.hash for seat in sitting])


@dataclass
class Seat:
    """The occupant of a seat. `bot` names a bot; `away` means that a bot stands in for the person."""

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
    """The state of the seat's word: `none`, `open`, the hash of a word still to be revealed, or empty before
    an answer."""

    @property
    def hash(self) -> str:
        """The hash that the seat's device gave instead of its word, or ""."""
        return self.pledge if len(self.pledge) == HASH_LENGTH else ""


@dataclass
class StoredMove:
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
    """An event that is no move. `match_events.py` has the kinds."""

    number: int
    kind: str
    seat: int
    """The seat that it concerns."""
    by: int
    """The seat that caused it, often the same."""
    after: int
    """Steps made before it."""


class Ending(Outcome, omit_defaults=True):
    """The ending of a match, with those parts of its record that cannot be computed without its rules."""

    draws: dict[int, list[str]] = {}
    digest: str = ""
    absences: list[Absence] = []
    """Missing in matches that release 0.3 has ended."""


@dataclass
class Answer:
    """The reply to a request, stored so that a repeated request gets the same one."""

    number: int
    seat: int
    request: str
    at: int
    phase: str


@dataclass
class SeenRows:
    """The number of rows of a match that are already in memory."""

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
    """The stored rows of a match."""

    head: Head
    seats: list[Seat]
    moves: list[StoredMove] = field(default_factory=list)
    take_backs: list[TakeBack] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    taken_back: dict[tuple[int, str], Made] = field(default_factory=dict)
    """Requests whose moves were taken back, by seat and request: what each was answered."""

    def record(self) -> Record:
        """Return the match's record as a file would have it, without replaying it."""
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
