"""A match in memory: its seats, moves, listeners and deadlines. `service.py` and `move_pipeline.py` change
it."""

import asyncio
import bisect
import copy
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from quincunx import bots, games
from quincunx.core.bot import Bot
from quincunx.core.state import CHANCE
from quincunx.match.match import Match, Step, from_record
from quincunx.match.record import Player, write_move
from quincunx.thinking import hints
from quincunx.thinking.hints import Hint, Why
from quincunx.thinking.protocol import SearchResult
from quincunx.web.jobs.postgame import LookBack
from quincunx.web.matches import match_events
from quincunx.web.matches.match_events import DELETE, placed
from quincunx.web.matches.presence import Presence
from quincunx.web.matches.snapshots import MatchSnapshot, Snapshots
from quincunx.web.matches.tokens import Keys, digest
from quincunx.web.server.errors import NotYours, Refused
from quincunx.web.storage.models import (
    Answer,
    Happening,
    Made,
    Seat,
    SeenRows,
    Stored,
    StoredMove,
    TakeBackRequest,
    Waiting,
)

CREATOR = -2
"""Stands for the match's creator where answers are kept by seat. Seats are 0 and more, chance is -1."""
STAND_IN = "normal"
"""The bot that plays for a person who is away or out of time."""
SHOWN_FOR = 1.1
"""Seconds that a browser shows a bot's move at its normal pace."""
LONGEST_SHOW = 30.0
MOST_STEPS = 20_000
"""Length beyond which bots stop: such a match's variant has no end."""


@dataclass
class Thinking:
    """A bot that thinks in a process of its own, and about which decision."""

    seat: int
    decision: tuple[int, int]
    task: asyncio.Future[SearchResult]


@dataclass
class Advice:
    """An answer for a seat that asked for hints, or why a bot did something; there once it is worked out."""

    at: tuple[int, int]
    """Which decision the seat had when it asked."""
    hints: list[Hint] = field(default_factory=list)
    why: Why | None = None
    is_thinking: bool = True
    is_closed: bool = False

    @property
    def opening(self) -> str:
        """The line above the hints."""
        return hints.opening(self.hints)


class LiveMatch(Presence):
    """One match that is being looked at or played. Changes go through the service, under `lock`."""

    def __init__(self, stored: Stored, bot_seconds: float | None = None) -> None:
        super().__init__(len(stored.seats))
        self.game = games.load(stored.head.game)
        self._bot_seconds = bot_seconds
        self.lock = asyncio.Lock()
        self.watchers = 0
        """Listeners without a seat."""
        self.onlookers = 0
        """Browsers that follow the match."""
        self.snapshots = Snapshots()
        self.is_past = False
        """Whether this is a copy of the match at an earlier step."""
        self.streams = 0
        """Open streams of events."""
        self.dropped = False
        self.closing = False
        """Whether the server is stopping, so that listeners should reconnect."""
        self.heard_of = 0
        """The newest version announced by another server."""
        self.driver: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.seconds_to_think: dict[int, float] = {}
        self.thinking: Thinking | None = None
        self.advice: dict[int, Advice] = {}
        """The last answer to each seat."""
        self.chances: dict[int, tuple[tuple[int, int, list[str]], list[str]]] = {}
        """How likely is what a seat hopes for, and at which position: pages are drawn often."""
        self.look_back: LookBack | None = None
        """The analysis of the match after its end."""
        self.is_looked_back_at = False
        self._read(stored)

    def _read(self, stored: Stored) -> None:
        self.head = stored.head
        self.seats = stored.seats
        self.chat = stored.chat
        self.happenings = stored.happenings
        self.answers = {(answer.seat, answer.request): answer for answer in stored.answers}
        """Stored replies to requests other than moves, by seat and request id."""
        self.requests: dict[tuple[int, str], int | Made] = {**stored.taken_back}
        """The step that each request made, by seat and request; of one taken back, what it was answered."""
        self.requests |= {(m.seat, m.request): m.number for m in stored.moves if m.request}
        self.stored = 0
        """Steps that are in the database. Nobody is shown more than these."""
        self._known: dict[int, list[int]] = {}
        self._known_until: dict[int, int] = {}
        self.match: Match | None = None
        self.inherited = [] if self.head.started else stored.moves
        """Moves copied from the match that this one was branched from, until it begins."""
        if self.head.started:
            waiting = self.head.waiting
            record = stored.record()
            if record.result is None:  # A finished record holds the notes as they were then.
                record.hints, record.absences = match_events.notes(stored.happenings)
            self.begin(from_record(record))
            self.stored = len(stored.moves)
            if waiting.since:
                self.head.waiting = waiting

    def reload(self, fresh: "LiveMatch") -> None:
        """Replace all by `fresh`, just read from the database. Listeners stay."""
        for name in ("head", "seats", "chat", "happenings", "answers", "requests", "stored"):
            setattr(self, name, getattr(fresh, name))
        self.match, self.inherited = fresh.match, fresh.inherited
        self._known, self._known_until = fresh._known, fresh._known_until
        self.snapshots.clear()
        self.changed()

    def apply_remote(self, news: Stored) -> None:
        """Add rows that other servers have stored since. A take-back among them needs `read_anew` instead."""
        match, before = self.match, self.stored
        self.add_happenings(news.happenings)
        for move in news.moves:
            if move.seat != CHANCE or self._is_a_new_roll():
                self.take_snapshot()
            self.playing().replay(write_move(move.seat, move.name))
            if move.request:
                self.requests[move.seat, move.request] = move.number
        self.stored += len(news.moves)
        self.head, self.seats = news.head, news.seats
        self.chat += news.chat
        self.answers |= {(answer.seat, answer.request): answer for answer in news.answers}
        if match is not None:
            for player, seat in zip(match.seats, news.seats, strict=True):
                player.name = seat.name
            self.seat_substitutes()
            if not self.head.waiting.since:
                self.note_waiting(before)
        self.changed()

    @property
    def seen(self) -> SeenRows:
        """The number of rows in memory of each table."""
        taken = len(self.match.take_backs) if self.match else 0
        moves = self.stored if self.match else len(self.inherited)
        return SeenRows(moves, taken, len(self.chat), len(self.answers), len(self.happenings))

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def take_back_request(self) -> TakeBackRequest | None:
        return self.head.asked

    @take_back_request.setter
    def take_back_request(self, asked: TakeBackRequest | None) -> None:
        self.head.asked = asked

    @property
    def waiting_since(self) -> dict[int, int]:
        return self.head.waiting.since

    @property
    def deadlines(self) -> dict[int, float]:
        return self.head.waiting.until

    # --- the match itself

    def begin(self, match: Match) -> None:
        # Bots' choices must not be predictable: they would reveal bots' secrets.
        match.bot_seed = f"{self.head.secret or self.head.seed}:bots"
        match.referee.time_limit = self._bot_seconds
        self.match = match
        self.head.waiting = Waiting()
        self.seat_substitutes()
        self.note_waiting(0)

    def seat_substitutes(self) -> None:
        """Seat bots for people who are away, and tell all bots who plays where."""
        match = self.playing()
        for seat in self.seats:
            if not seat.bot and (match.bots[seat.number] is not None) != seat.away:
                match.bots[seat.number] = self.stand_in() if seat.away else None
        sitting = [seat.bot or (STAND_IN if seat.away else "") for seat in self.seats]
        if sitting != match.sitting:
            match.sit_down(sitting)

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

    def unsaved(self, request: str | None = None) -> list[StoredMove]:
        """Return the steps that are not in the database yet. The last that is no roll carries the request
        id."""
        steps = enumerate(self.playing().steps[self.stored :], self.stored + 1)
        made = [StoredMove(number, step.seat, step.name, None) for number, step in steps]
        for move in reversed(made):
            if move.seat != CHANCE:
                move.request = request
                break
        return made

    def roll(self) -> None:
        """Let chance make the moves that are due."""
        match = self.playing()
        while match.state.players_to_move() == [CHANCE]:
            if self._is_a_new_roll():
                self.take_snapshot()
            match.roll()

    def _is_a_new_roll(self) -> bool:
        """Whether dice are due for a seat whose own last move did not cause them."""
        match = self.playing()
        seat = match.game.screens.roller(match.state)
        return seat >= 0 and not (match.steps and match.steps[-1].seat == seat)

    def take_snapshot(self) -> None:
        """Keep this position for the browsers that follow the match."""
        if self.onlookers:
            self.snapshots.note(self.playing())

    # --- steps that a reader may know of

    def known(self, reader: int) -> list[int]:
        """Return the numbers of the steps that a reader, a seat or WATCHER, may know of.

        All counts shown to a reader count these alone. So neither pages nor the API nor event ids tell how
        many steps others have made in secret.
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
        """Return how many steps a reader may know of, among all or among the first `steps`."""
        known = self.known(reader)
        return len(known) if steps is None else bisect.bisect_right(known, steps)

    def forget_steps(self, kept: int) -> None:
        """Drop all but the first `kept` steps, after a take-back."""
        self.stored = kept
        self.snapshots.clear()
        self._known.clear()
        self._known_until.clear()
        self.waiting_since.clear()
        self.deadlines.clear()
        self.note_waiting(kept)

    def up_to_date(self, seat: int, at: int, take_backs: int | None) -> bool:
        """Whether a mover who has seen `at` steps has seen all that matters: everything since this decision
        became theirs. Moves of others who decide at the same time do not count."""
        if take_backs is not None and take_backs != len(self.playing().take_backs):
            return False
        now = self.position(seat)
        since = self.position(seat, self.waiting_since[seat]) if seat in self.waiting_since else now
        return at == now or since <= at < now

    def decision(self, seat: int) -> tuple[int, int]:
        """A seat's decision: how many steps and take-backs there were when it became theirs."""
        return self.waiting_since.get(seat, -1), len(self.playing().take_backs)

    def may_take_back(self, seats: list[int]) -> bool:
        """Whether people at these seats may ask to take the last decision back.

        Where there are secrets, the answer must not tell whether others have moved: nobody may ask while
        several people choose at once, nor for a move that they cannot know of.
        """
        match = self.playing()
        if self.is_past or match.over or any(seat.away for seat in self.seats):
            return False  # A person who is away cannot agree.
        choosing = [seat for seat in match.state.players_to_move() if match.bots[seat] is None]
        if self.game.header.secrets and len(choosing) > 1:
            return False
        back = match.undoable()
        decision = match.steps[len(match.steps) - back] if back else None
        return decision is not None and any(may_know(match, decision, seat) for seat in seats)

    def as_it_was(self, snapshot: MatchSnapshot) -> "LiveMatch":
        """The match at that snapshot, to be looked at only."""
        then, match, steps = copy.copy(self), copy.copy(self.playing()), snapshot.steps
        match.state, match.steps = snapshot.state, match.steps[:steps]
        then.match, then.stored, then.is_past = match, steps, True
        then._known = {who: known[: bisect.bisect_right(known, steps)] for who, known in self._known.items()}
        then._known_until = {who: min(until, steps) for who, until in self._known_until.items()}
        return then

    # --- decisions and deadlines

    def note_waiting(self, seen: int) -> None:
        """Update each seat's decision and deadline after steps beyond the first `seen`."""
        match = self.playing()
        moved = {step.seat for step in match.steps[seen:]}
        actors = match.state.players_to_move()
        at, now = len(match.steps), time.time()
        for seat in [seat for seat in self.waiting_since if seat not in actors or seat in moved]:
            del self.waiting_since[seat]
            self.deadlines.pop(seat, None)
        for seat in actors:
            self.waiting_since.setdefault(seat, at)
            # Also for people who are away, so that nobody gains time by leaving and coming back.
            if self.head.clock and seat >= 0 and not self.seats[seat].bot:
                self.deadlines.setdefault(seat, now + self.head.clock + self._showing(seat))

    def _showing(self, seat: int) -> float:
        """Return the seconds that a browser needs to show the bots' moves since that seat's last one: the
        clock does not run during them."""
        match, moves = self.playing(), 0
        for step in reversed(match.steps):
            if step.seat == seat or moves * SHOWN_FOR >= LONGEST_SHOW:
                break
            moves += step.seat >= 0 and match.bots[step.seat] is not None and may_know(match, step, seat)
        return min(moves * SHOWN_FOR, LONGEST_SHOW)

    def when_due(self) -> float | None:
        """Return the time at which a bot or a clock is to move: 0 for now, None for never."""
        return 0.0 if self.next_bot() is not None else min(self.deadlines.values(), default=None)

    def next_bot(self) -> int | None:
        """Return a seat for which a bot is to move now."""
        match = self.match
        if match is None or len(match.steps) >= MOST_STEPS:
            return None
        for seat in match.state.players_to_move():
            if seat >= 0 and match.bots[seat] is not None:
                return seat
        return None

    def has_players(self) -> bool:
        """Whether any person plays, and not only bots."""
        return any(not seat.bot and not seat.away for seat in self.seats)

    # --- seats and tokens

    def open_seats(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.bot and not seat.taken]

    def offered_seats(self) -> list[Seat]:
        """Return the seats that anybody may take. Those of a rematch are kept for its people."""
        is_open = self.head.public and self.match is None and not self.head.again
        return self.open_seats() if is_open else []

    def person(self, seat: int) -> Seat:
        """Return the seat of that number, or raise Refused if it is a bot's."""
        if not 0 <= seat < len(self.seats) or self.seats[seat].bot:
            raise Refused(f"No person sits at seat {seat + 1}.", 422)
        return self.seats[seat]

    def holds(self, token: str) -> int | None:
        """Return the seat that a token opens."""
        hashed = digest(token)
        for seat in self.seats:
            if seat.token and seat.token == hashed:
                return seat.number
        return None

    def mine(self, keys: Keys) -> list[int]:
        """Return the taken seats that these tokens open."""
        return sorted(
            number
            for number, token in keys.seats.items()
            if number < len(self.seats) and self.seats[number].taken and self.holds(token) == number
        )

    def created_by(self, keys: Keys) -> bool:
        return bool(keys.creator) and digest(keys.creator) == self.head.creator

    def may_begin(self, keys: Keys) -> bool:
        """Whether these keys may begin the match: the creator's, or in a rematch those of anybody seated."""
        return self.created_by(keys) or bool(self.head.again and self.mine(keys))

    def must_hold(self, keys: Keys, seat: int | None) -> int:
        """Return the seat to act for: the named one, or one of those held; raise NotYours if it is not
        held."""
        mine = self.mine(keys)
        self.see(mine)
        if seat is None and mine:
            actors = self.match.state.players_to_move() if self.match else []
            return next((own for own in mine if own in actors), mine[0])
        if seat is None or seat not in mine:
            raise NotYours
        return seat

    def people(self) -> set[int]:
        """Return the seats that people ever took, also of those who are away or resigned."""
        return {seat.number for seat in self.seats if not seat.bot and seat.taken}

    def want_it_deleted(self) -> set[int]:
        """Return the seats that asked to delete the match and have not moved since."""
        steps = self.match.steps if self.match else []
        return {
            each.seat
            for after, each in placed(self.happenings)
            if each.kind == DELETE
            and (self.seats[each.seat].away or all(step.seat != each.seat for step in steps[after:]))
        }

    def others(self, seats: list[int]) -> set[int]:
        """Return the other people's seats, without those who are away."""
        return {
            other.number
            for other in self.seats
            if not other.bot and other.taken and not other.away and other.number not in seats
        }

    # --- events between moves

    def has_resigned(self, seat: int) -> bool:
        """Whether the person at that seat resigned."""
        return match_events.count(self.happenings, match_events.RESIGNED, seat) > 0

    def happening(self, kind: str, seat: int, by: int | None = None) -> Happening:
        """Return an event placed after the stored steps. Store it, then add it."""
        return Happening(len(self.happenings) + 1, kind, seat, seat if by is None else by, self.stored)

    def add_happenings(self, happened: Sequence[Happening]) -> None:
        self.happenings += happened
        if self.match is not None and happened:
            self.match.hints, self.match.absences = match_events.notes(self.happenings)

    # --- replies to requests

    def made(self, seat: int, request: str) -> Made:
        """Return the reply to the move of a request, the same however often it comes."""
        steps, number = self.playing().steps, self.requests[seat, request]
        if isinstance(number, Made):
            return number
        after = number
        while after < self.stored and steps[after].seat == CHANCE:
            after += 1  # Include the dice that the move led to.
        return Made(self.position(seat, after), steps[number - 1].name)

    def answer(self, seat: int, request: str | None) -> list[Answer]:
        """Return the reply to store under a request id, if there is one: how far the match is after it."""
        if not request:
            return []
        unsaved = self.match.steps[self.stored :] if self.match else []
        at = self.position(seat) + sum(may_know(self.playing(), step, seat) for step in unsaved)
        return [Answer(len(self.answers) + 1, seat, request, at, self.phase)]

    def remember_reply(self, answered: list[Answer]) -> None:
        for answer in answered:
            self.answers[answer.seat, answer.request] = answer

    def stop(self) -> None:
        """Stop the bots and the clock."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        if self.driver is not None and self.driver is not asyncio.current_task():
            self.driver.cancel()

    @property
    def idle(self) -> bool:
        """Whether it may leave memory. Running clocks are in the database too."""
        return not (self.listeners or self.lock.locked() or self.driver)


def may_know(match: Match, step: Step, reader: int) -> bool:
    """Whether a reader may know of a step while the match goes on."""
    if not match.game.header.secrets or step.seat == reader:
        return True
    return any(event.is_for(reader) for event in step.events)
