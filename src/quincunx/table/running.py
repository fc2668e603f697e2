"""A match in memory: its seats, its moves, who listens and who is waited for."""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass

from quincunx import bots, games
from quincunx.chance import Chance, FairDice, SeedDice
from quincunx.core.bot import Bot
from quincunx.core.state import CHANCE
from quincunx.match import Match, from_record
from quincunx.record import Player, Record, write_move
from quincunx.table.refusal import NotYours, Refused
from quincunx.table.seats import Keys, digest
from quincunx.table.store import Head, Move, Said, Seat, Stored

STAND_IN = "greedy"
"""Who plays for a person who is away or out of time."""


@dataclass
class Asked:
    """Somebody wants to take a move back, and others have to agree."""

    seat: int
    open: set[int]
    """Who has not answered yet."""


class Running:
    """One match that is being looked at or played. Changes go through the Host, under `lock`."""

    def __init__(self, stored: Stored) -> None:
        self.head = stored.head
        self.seats = stored.seats
        self.chat = stored.chat
        self.game = games.load(stored.head.game)
        self.requests = {(m.seat, m.request): m.name for m in stored.moves if m.request} | stored.taken_back
        self.said = {(said.seat, said.request) for said in stored.chat if said.request}
        self.lock = asyncio.Lock()
        self.asked: Asked | None = None
        self.connected: Counter[int] = Counter()
        self.seen_at = [time.monotonic()] * len(self.seats)
        self.listeners: set[asyncio.Event] = set()
        self.watchers = 0
        """So many listen without a seat."""
        self.onlookers = 0
        """So many browsers show the table as it changes."""
        self.version = 0
        self.dropped = False
        self.driver: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.seconds_to_think: dict[int, float] = {}
        self.waiting_since: dict[int, int] = {}
        self.deadlines: dict[int, float] = {}
        self.stored = 0
        """So many steps are safe in the database; no more than these are shown to anyone."""
        self.match: Match | None = None
        if self.head.started:
            self._set_match(stored)

    @property
    def id(self) -> str:
        return self.head.id

    # --- the match itself

    def chance(self) -> Chance:
        if self.head.dice == "seed":
            return SeedDice(self.head.seed)
        return FairDice(bytes.fromhex(self.head.secret), self.head.nonce)

    def _set_match(self, stored: Stored) -> None:
        moves = [write_move(move.seat, move.name) for move in stored.moves]
        record = Record(
            self.head.game,
            self.players(),
            self.chance().header(),
            moves,
            variant=self.head.variant,
            started=self.head.started,
            take_backs=stored.take_backs,
        )
        self.begin(from_record(record))
        self.stored = len(moves)

    def begin(self, match: Match) -> None:
        # Whoever could guess how bots think would know their secrets.
        match.minds = f"{self.head.secret or self.head.seed}:minds"
        self.match = match
        self.put_stand_ins()
        self.note_waiting(0)

    def put_stand_ins(self) -> None:
        """Bots at the seats of those who are away."""
        match = self.playing()
        for seat in self.seats:
            if not seat.bot:
                match.bots[seat.number] = self.stand_in() if seat.away else None

    def stand_in(self) -> Bot:
        return bots.make(STAND_IN, self.game)

    def players(self) -> list[Player]:
        return [Player(seat.name, seat.bot) for seat in self.seats]

    def playing(self) -> Match:
        if self.match is None:
            raise Refused("The match has not begun: some seats are still open.")
        return self.match

    @property
    def phase(self) -> str:
        if self.match is None:
            return "waiting"
        return "over" if self.match.over else "playing"

    def unsaved(self, request: str | None = None) -> list[Move]:
        """The steps that are not in the database yet; the first of them answers the request."""
        steps = self.playing().steps[self.stored :]
        return [
            Move(number, step.seat, step.name, request if number == self.stored + 1 else None)
            for number, step in enumerate(steps, self.stored + 1)
        ]

    def roll(self) -> None:
        """Let chance make the moves that are due."""
        match = self.playing()
        while match.state.actors() == [CHANCE]:
            match.roll()

    # --- who is waited for

    def note_waiting(self, seen: int) -> None:
        """After steps beyond the first `seen`: since when each seat has had its decision, and until when."""
        match = self.playing()
        moved = {step.seat for step in match.steps[seen:]}
        actors = match.state.actors()
        at, now = len(match.steps), time.monotonic()
        for seat in [seat for seat in self.waiting_since if seat not in actors or seat in moved]:
            del self.waiting_since[seat]
            self.deadlines.pop(seat, None)
        for seat in actors:
            self.waiting_since.setdefault(seat, at)
            # Also for those who are away, so that nobody gains time by stepping away and coming back.
            if self.head.clock and seat >= 0 and not self.seats[seat].bot:
                self.deadlines.setdefault(seat, now + self.head.clock)

    def forget_waiting(self) -> None:
        self.waiting_since.clear()
        self.deadlines.clear()
        self.note_waiting(len(self.playing().steps))

    def up_to_date(self, seat: int, at: int, take_backs: int | None) -> bool:
        """Whether a mover who has seen `at` moves has seen all that matters: everything, or everything
        since this decision became theirs (others who decide at the same time do not disturb)."""
        if take_backs is not None and take_backs != len(self.playing().take_backs):
            return False
        now = len(self.playing().steps)
        return at == now or self.waiting_since.get(seat, now) <= at < now

    def next_bot(self) -> int | None:
        """A seat that a bot is to move for now."""
        match = self.match
        if match is None:
            return None
        for seat in match.state.actors():
            if seat >= 0 and match.bots[seat] is not None:
                return seat
        return None

    def see(self, seats: list[int]) -> None:
        """People at these seats show that they are there."""
        for seat in seats:
            self.seen_at[seat] = time.monotonic()

    def unseen_for(self, seat: int) -> float:
        """For how many seconds nobody has been seen at that seat."""
        return 0.0 if self.connected[seat] else time.monotonic() - self.seen_at[seat]

    # --- who is who

    def person(self, seat: int) -> Seat:
        """The seat of that number, if a person sits there."""
        if not 0 <= seat < len(self.seats) or self.seats[seat].bot:
            raise Refused(f"No person sits at seat {seat + 1}.", 422)
        return self.seats[seat]

    def holds(self, token: str) -> int | None:
        """The seat that a token opens."""
        hashed = digest(token)
        for seat in self.seats:
            if seat.token and seat.token == hashed:
                return seat.number
        return None

    def mine(self, keys: Keys) -> list[int]:
        """The taken seats that these tokens open."""
        return sorted(
            number
            for number, token in keys.seats.items()
            if number < len(self.seats) and self.seats[number].taken and self.holds(token) == number
        )

    def created_by(self, keys: Keys) -> bool:
        return bool(keys.creator) and digest(keys.creator) == self.head.creator

    def must_hold(self, keys: Keys, seat: int | None) -> int:
        """The seat someone acts for: the one named, or the only one held."""
        mine = self.mine(keys)
        self.see(mine)
        if seat is None and mine:
            actors = self.match.state.actors() if self.match else []
            return next((own for own in mine if own in actors), mine[0])
        if seat is None or seat not in mine:
            raise NotYours
        return seat

    def others(self, seats: list[int]) -> set[int]:
        """The people at the table who sit elsewhere."""
        return {
            other.number
            for other in self.seats
            if not other.bot and other.taken and not other.away and other.number not in seats
        }

    # --- telling those who look

    def changed(self) -> None:
        """Wake everyone who listens."""
        self.version += 1
        for listener in self.listeners:
            listener.set()

    def add_said(self, said: Said) -> None:
        self.chat.append(said)
        if said.request:
            self.said.add((said.seat, said.request))

    @property
    def idle(self) -> bool:
        busy = self.listeners or self.lock.locked() or self.alarm or self.driver
        return not busy


def new_head(
    match: str,
    game: str,
    variant: dict[str, object],
    dice: str,
    seed: str,
    clock: int,
    creator: str,
    now: str,
) -> Head:
    """The header of a new match; fair dice get their secret now, before anyone adds a word."""
    import secrets

    secret = secrets.token_hex(32) if dice == "fair" else ""
    return Head(match, game, variant, dice, seed, secret, clock, digest(creator), now)
