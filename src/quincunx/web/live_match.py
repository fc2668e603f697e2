"""A match in memory: its seats, its moves, who listens and who is waited for."""

import asyncio
import bisect
import time
from collections import Counter
from dataclasses import dataclass

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.state import CHANCE
from quincunx.match import Match, Step, from_record
from quincunx.record import Player
from quincunx.web.refusal import NotYours, Refused
from quincunx.web.store import Move, Said, Seat, Stored
from quincunx.web.tokens import Keys, digest

STAND_IN = "greedy"
"""The bot that plays for a person who is away or out of time."""


@dataclass
class TakeBackRequest:
    """Somebody wants to take a move back, and others have to agree."""

    seat: int
    unanswered: set[int]


class LiveMatch:
    """One match that is being looked at or played. Changes go through the Host, under `lock`."""

    def __init__(self, stored: Stored) -> None:
        self.head = stored.head
        self.seats = stored.seats
        self.chat = stored.chat
        self.game = games.load(stored.head.game)
        self.requests = {(m.seat, m.request): m.name for m in stored.moves if m.request} | stored.taken_back
        """The move that each request made, by seat and request."""
        self.said = {(said.seat, said.request) for said in stored.chat if said.request}
        self.lock = asyncio.Lock()
        self.take_back_request: TakeBackRequest | None = None
        self.connected: Counter[int] = Counter()
        self.seen_at = [time.monotonic()] * len(self.seats)
        self.listeners: set[asyncio.Event] = set()
        self.watchers = 0
        """How many people without a seat listen."""
        self.onlookers = 0
        """How many browsers show the match as it changes."""
        self.dropped = False
        self.driver: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.seconds_to_think: dict[int, float] = {}
        self.waiting_since: dict[int, int] = {}
        self.deadlines: dict[int, float] = {}
        self.stored = 0
        """How many steps are safe in the database; nobody is shown more than these."""
        self._known: dict[int, list[int]] = {}
        self._known_until: dict[int, int] = {}
        self.match: Match | None = None
        if self.head.started:
            self.begin(from_record(stored.record()))
            self.stored = len(stored.moves)

    @property
    def id(self) -> str:
        return self.head.id

    # --- the match itself

    def begin(self, match: Match) -> None:
        # Whoever could guess how bots think would know their secrets.
        match.bot_seed = f"{self.head.secret or self.head.seed}:bots"
        self.match = match
        self.put_stand_ins()
        self.note_waiting(0)

    def put_stand_ins(self) -> None:
        """Bots play at the seats of those who are away."""
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
            raise Refused("The match has not begun: seats are still open, or words for the dice are missing.")
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

    # --- what a reader may know of

    def known(self, reader: int) -> list[int]:
        """The numbers of the steps that a reader may know of, be it a seat or a WATCHER.

        Everything that is counted for a reader counts these alone. So nobody learns how many steps
        others have made in secret, neither from a page nor from the API nor from the id of an event.
        """
        numbers = self._known.setdefault(reader, [])
        first = self._known_until.get(reader, 0)
        if first < self.stored:
            match = self.playing()
            new = enumerate(match.steps[first : self.stored], first + 1)
            numbers += [number for number, step in new if may_know(match, step, reader)]
            self._known_until[reader] = self.stored
        return numbers

    def position(self, reader: int, steps: int | None = None) -> int:
        """How many steps a reader may know of, among all or among the first `steps`."""
        known = self.known(reader)
        return len(known) if steps is None else bisect.bisect_right(known, steps)

    def forget_steps(self, kept: int) -> None:
        """Only the first `kept` steps are left: the others were taken back."""
        self.stored = kept
        self._known.clear()
        self._known_until.clear()
        self.waiting_since.clear()
        self.deadlines.clear()
        self.note_waiting(kept)

    def up_to_date(self, seat: int, at: int, take_backs: int | None) -> bool:
        """Whether a mover who has seen `at` steps has seen all that matters: everything, or everything
        since this decision became theirs (others who decide at the same time do not disturb)."""
        if take_backs is not None and take_backs != len(self.playing().take_backs):
            return False
        now = self.position(seat)
        since = self.position(seat, self.waiting_since[seat]) if seat in self.waiting_since else now
        return at == now or since <= at < now

    def may_take_back(self, seats: list[int]) -> bool:
        """Whether people at these seats may ask to take the last decision back.

        Where there are secrets, the answer must not tell whether others have moved: nobody may ask
        while several people choose at once, nor for a move that they cannot know of.
        """
        match = self.playing()
        if match.over or any(seat.away for seat in self.seats):
            return False  # Whoever is away cannot be asked.
        choosing = [seat for seat in match.state.actors() if match.bots[seat] is None]
        if self.game.header.secrets and len(choosing) > 1:
            return False
        back = match.undoable()
        decision = match.steps[len(match.steps) - back] if back else None
        return decision is not None and any(may_know(match, decision, seat) for seat in seats)

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

    def connect(self, seats: list[int]) -> None:
        for seat in seats:
            self.connected[seat] += 1
            if self.connected[seat] == 1:
                self.changed()

    def disconnect(self, seats: list[int]) -> None:
        for seat in seats:
            self.connected[seat] -= 1
            if self.connected[seat] == 0:
                self.see([seat])
                self.changed()

    # --- who is who

    def open_seats(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.bot and not seat.taken]

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
        """The people of this match who sit elsewhere."""
        return {
            other.number
            for other in self.seats
            if not other.bot and other.taken and not other.away and other.number not in seats
        }

    # --- telling those who look

    def changed(self) -> None:
        """Wake everyone who listens."""
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


def may_know(match: Match, step: Step, reader: int) -> bool:
    """Whether a reader may know of a step while the match goes on."""
    if not match.game.header.secrets or step.seat == reader:
        return True
    return any(event.is_for(reader) for event in step.events)
