"""The host: keeps the running matches in memory and carries out what people ask for.

Everything that changes a match happens here, one change at a time per match, and is stored before
anyone hears of it.
"""

import asyncio
import contextlib
import datetime
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from typing import Any

from quincunx import bots, games, variant
from quincunx.chance import SOURCES
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import IllegalMove
from quincunx.match import Match
from quincunx.table.autoplay import Autoplay
from quincunx.table.limits import Limits, Rates
from quincunx.table.refusal import NotFound, NotYours, Refused
from quincunx.table.running import Asked, Running, new_head
from quincunx.table.seats import Keys, digest, invitation, new_token, own_token
from quincunx.table.store import Said, Seat, Store, Stored
from quincunx.table.words import clean_name, clean_text

COLOURS = ["red", "blue", "green", "yellow", "purple", "orange"]
DICE = [source for source in SOURCES if source != "real"]
NAME = re.compile(r"[0-9a-f]{10}")
"""A match is named by ten hexadecimal digits."""
MOST_IN_MEMORY = 2000
MOST_PLAYED = 5000
"""So many matches may be in memory because people or clocks are at them; then no more are begun."""
GONE_AFTER = 20.0
"""Seconds without a connection after which others may have a bot play for someone."""
LONGEST_CLOCK = 24 * 3600


@dataclass
class Wishes:
    """What somebody wants to play, and with whom: `me`, `friend`, or a bot's name for each seat."""

    game: str
    seats: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    colour: str = ""
    dice: str = "fair"
    seed: str = ""
    clock: int = 0
    variant: dict[str, Any] = field(default_factory=dict)
    wait: bool = False
    """Do not begin before the creator says so."""


@dataclass
class Made:
    """A move that was made and stored."""

    at: int
    move: str


class Host:
    """All matches of one server."""

    def __init__(self, store: Store, limits: Limits, pace: float = 0.0) -> None:
        self.store = store
        self.autoplay = Autoplay(self, pace)
        self._chatter = Rates(limits.chat_rate, limits.chat_burst)
        self._running: OrderedDict[str, Running] = OrderedDict()
        self._loading = asyncio.Lock()

    async def close(self) -> None:
        for running in self._running.values():
            self.autoplay.stop(running)
        await asyncio.sleep(0)
        await self.store.close()

    # --- finding and making matches

    async def get(self, match: str) -> Running:
        """The match of that name, read from the database if it is not in memory."""
        if not NAME.fullmatch(match):
            raise NotFound
        if match not in self._running:
            async with self._loading:
                if match not in self._running:
                    stored = await self.store.load(match)
                    if stored is None:
                        raise NotFound
                    # A long match takes a while to be played again; tables in play shall not wait for it.
                    self._keep(await asyncio.to_thread(Running, stored))
                    self.autoplay.go_on(self._running[match])
        self._running.move_to_end(match)
        return self._running[match]

    def _keep(self, running: Running) -> None:
        self._running[running.id] = running
        if len(self._running) > MOST_IN_MEMORY:
            idle = [match for match, other in self._running.items() if other.idle and other is not running]
            for match in idle[: len(self._running) - MOST_IN_MEMORY]:
                self._running.pop(match).dropped = True

    def drop(self, running: Running) -> None:
        """Forget what is in memory, because the database may know better."""
        self.autoplay.stop(running)
        running.dropped = True
        running.changed()
        if self._running.get(running.id) is running:
            del self._running[running.id]

    @contextlib.asynccontextmanager
    async def changing(self, running: Running) -> AsyncIterator[None]:
        """One change at a time. A refusal changes nothing; after anything else memory is not trusted."""
        async with running.lock:
            if running.dropped:
                raise Refused("The table was just laid out anew; try again.", 503)
            try:
                yield
            except (Refused, Mistake, IllegalMove):
                raise
            except BaseException:
                self.drop(running)
                raise

    async def _store(self, running: Running, writing: Awaitable[None]) -> None:
        """Wait until a change is stored. If it cannot be, memory is ahead of the database: forget it."""
        try:
            await writing
        except BaseException:
            self.drop(running)
            raise

    async def create(self, wishes: Wishes) -> tuple[Running, Keys]:
        """A new match, and the keys of whoever wanted it."""
        if len(self._running) >= MOST_PLAYED:
            raise Refused("All tables are taken; come back later.", 503)
        try:
            json.dumps(wishes.variant, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Mistake("The variant holds signs that are no text.") from None
        game = games.load(wishes.game)
        kinds = wishes.seats or ["me", *["greedy"] * (game.header.players[0] - 1)]
        game.seat(len(kinds))
        variant.numbers(game, wishes.variant)
        if wishes.dice not in DICE:
            raise Mistake(f"There are no `{wishes.dice}` dice here{nearest(wishes.dice, DICE)}")
        if not 0 <= wishes.clock <= LONGEST_CLOCK:
            raise Mistake("A clock gives 1 second to 24 hours for each move.")
        keys = Keys(creator=new_token())
        seats = _sit(kinds, wishes, keys)
        seed = clean_text(wishes.seed, 64) or secrets.token_hex(8)
        head = new_head(
            secrets.token_hex(5),  # as NAME says
            game.name,
            wishes.variant,
            wishes.dice,
            seed if wishes.dice == "seed" else "",
            wishes.clock,
            keys.creator,
            _now(),
        )
        await self.store.add(head, seats)
        running = Running(Stored(head, seats))
        self._keep(running)
        if not wishes.wait and not open_seats(running):
            async with self.changing(running):
                await self._start(running)
        return running, keys

    # --- before the first move

    async def join(
        self, running: Running, token: str, name: str, colour: str, word: str, visitor: str
    ) -> tuple[int, str]:
        """Take the seat of an invitation; the seat and its new token.

        `visitor` is a secret of whoever joins: if the answer is lost, the same request gives it again.
        """
        name = clean_name(name)
        fresh = own_token(token, visitor)
        async with self.changing(running):
            number = running.holds(token)
            if number is None:
                number, token = running.holds(fresh), fresh
            if number is None:
                raise NotYours("This link opens no seat here; perhaps somebody has taken it.")
            seat = running.seats[number]
            if not seat.taken:
                seat.token, seat.taken, token = digest(fresh), True, fresh
            seat.name = _unlike(
                [other.name for other in running.seats if other is not seat], name or seat.name
            )
            if colour in COLOURS:
                _recolour(running.seats, number, COLOURS.index(colour))
            seat.word = clean_text(word, 64) if running.match is None else seat.word
            await self._store(running, self.store.change_seats(running.id, running.seats))
            if running.match is not None:
                running.match.seats[number].name = seat.name
            elif not open_seats(running):
                await self._start(running)
            running.changed()
        return number, token

    async def start(self, running: Running, keys: Keys, word: str = "") -> None:
        """Begin; bots take the seats that are still open."""
        async with self.changing(running):
            if running.match is not None:
                return
            if not running.created_by(keys):
                raise NotYours("Whoever set the table begins the match.")
            mine = running.mine(keys)
            if mine and word:
                running.seats[mine[0]].word = clean_text(word, 64)
            for seat in open_seats(running):
                seat.bot, seat.token = "greedy", ""
            await self._start(running)

    async def _start(self, running: Running) -> None:
        head = running.head
        for seat in running.seats:
            if seat.bot:
                seat.taken = True
        head.nonce = " ".join(seat.word for seat in running.seats if seat.word)
        head.started = _now()
        match = Match(running.game, running.players(), running.chance(), head.variant)
        match.started = head.started
        running.begin(match)
        running.roll()
        running.note_waiting(0)
        moves = running.unsaved()
        await self._store(running, self.store.start(head, running.seats, moves))
        running.stored = len(moves)
        running.changed()
        self.autoplay.go_on(running)

    # --- while it is played

    async def move(
        self, running: Running, seat: int, text: str, at: int, request: str, take_backs: int | None = None
    ) -> Made:
        """Make a person's move, once per request; it is stored when this returns.

        `at` and `take_backs` say how many moves, and how many take-backs, the mover had seen.
        """
        _check(request)
        async with self.changing(running):
            match = running.playing()
            done = running.requests.get((seat, request))
            if done is not None:
                return Made(len(match.steps), done)
            if match.over:
                raise Refused("The match is over.")
            if running.seats[seat].away:
                raise Refused("A bot plays for you; come back to your seat first.")
            if not running.up_to_date(seat, at, take_backs):
                raise Refused("The table has changed since you looked; look again and choose anew.")
            step = match.play(seat, text)
            running.roll()
            await self.save(running, request)
            running.requests[seat, request] = step.name
        self.autoplay.go_on(running)
        return Made(running.stored, step.name)

    async def save(self, running: Running, request: str | None = None) -> None:
        """Store the steps that are only in memory, then tell everyone."""
        moves = running.unsaved(request)
        if not moves:
            return
        before = running.stored
        await self._store(running, self.store.add_moves(running.id, moves))
        running.stored += len(moves)
        running.note_waiting(before)
        running.asked = None
        running.changed()

    async def undo(self, running: Running, seats: list[int], answer: str) -> None:
        """Someone with these seats asks to take back the last decision of a person, agrees, or refuses."""
        async with self.changing(running):
            match = running.playing()
            if answer == "ask":
                if match.over:
                    raise Refused("The match is over.")
                if not match.undoable():
                    raise Refused(
                        "Nothing can be taken back: nobody has moved, or dice or secrets were shown since."
                    )
                running.asked = Asked(seats[0], running.others(seats))
            elif running.asked is None:
                raise Refused("Nobody asks to take a move back now.")
            elif answer == "refuse":
                running.asked = None
            elif answer == "agree":
                running.asked.open -= set(seats)
            else:
                raise Refused("Answer `ask`, `agree` or `refuse`.", 422)
            await self._take_back_if_agreed(running)
            running.changed()
        self.autoplay.go_on(running)

    async def _take_back_if_agreed(self, running: Running) -> None:
        if running.asked is None or running.asked.open:
            return
        running.asked = None
        match = running.playing()
        kept = len(match.steps) - match.undoable()
        undone = {(step.seat, step.name) for step in match.steps[kept:]}
        requests = [
            (seat, request, name)
            for (seat, request), name in running.requests.items()
            if (seat, name) in undone
        ]
        match.undo()
        running.put_stand_ins()
        running.stored = kept
        number = len(match.take_backs)
        await self._store(running, self.store.take_back(running.id, number, match.take_backs[-1], requests))
        running.forget_waiting()

    async def say(self, running: Running, seat: int, text: str, request: str | None) -> Said | None:
        """A line of chat; None if this request was already heard."""
        _check(request or "")
        text = clean_text(text, 300)
        if not text:
            raise Refused("Say something.", 422)
        async with self.changing(running):
            if request and (seat, request) in running.said:
                return None
            if not self._chatter.allow((running.id, seat)):
                raise Refused("You talk too quickly; wait a moment.", 429)
            said = Said(len(running.chat) + 1, seat, text, request)
            await self._store(running, self.store.add_chat(running.id, said))
            running.add_said(said)
            running.changed()
            return said

    async def mute(self, running: Running, seat: int, whom: int, on: bool) -> None:
        async with self.changing(running):
            running.person(whom)
            if whom == seat:
                raise Refused("You cannot mute yourself.", 422)
            mutes = running.seats[seat].mutes
            mutes.add(whom) if on else mutes.discard(whom)
            await self._store(running, self.store.change_seats(running.id, [running.seats[seat]]))
            running.changed()

    async def leave(self, running: Running, by: int, seat: int) -> None:
        """A bot plays for a person: who leaves, or who has been gone for a while."""
        async with self.changing(running):
            running.playing()
            leaving = running.person(seat)
            if by != seat and running.unseen_for(seat) < GONE_AFTER:
                raise Refused(
                    f"{leaving.name} was here a moment ago; a bot can play for somebody who is gone for "
                    f"{GONE_AFTER:g} seconds."
                )
            leaving.away = True
            await self._store(running, self.store.change_seats(running.id, [leaving]))
            running.put_stand_ins()
            running.note_waiting(len(running.playing().steps))
            running.asked = None  # Whoever is asked about a move must have been there.
            running.changed()
        self.autoplay.go_on(running)

    async def come_back(self, running: Running, seat: int) -> None:
        async with self.changing(running):
            back = running.person(seat)
            back.away = False
            await self._store(running, self.store.change_seats(running.id, [back]))
            if running.match is not None:
                running.put_stand_ins()
                running.note_waiting(len(running.match.steps))
            running.changed()
        self.autoplay.go_on(running)

    # --- who is there

    def connect(self, running: Running, seats: list[int]) -> None:
        for seat in seats:
            running.connected[seat] += 1
            if running.connected[seat] == 1:
                running.changed()

    def disconnect(self, running: Running, seats: list[int]) -> None:
        for seat in seats:
            running.connected[seat] -= 1
            if running.connected[seat] == 0:
                running.see([seat])
                running.changed()

    async def settle(self, running: Running, seconds: float) -> None:
        """Wait until bots have moved, but no longer than that: for pages without a script, which do
        not see them move."""
        driver = running.driver
        if driver is not None and not running.onlookers:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.shield(driver), seconds)


def _check(request: str) -> None:
    if not request.isprintable():
        raise Refused("A `request` is made of printable signs.", 422)


def open_seats(running: Running) -> list[Seat]:
    return [seat for seat in running.seats if not seat.bot and not seat.taken]


def _sit(kinds: list[str], wishes: Wishes, keys: Keys) -> list[Seat]:
    """The seats of a new match; the keys get a token for each of the creator's own."""
    seats: list[Seat] = []
    names = [clean_name(name) for name in wishes.names]
    for number, kind in enumerate(kinds):
        seat = Seat(number, "", number % len(COLOURS))
        if kind == "me":
            given = names.pop(0) if names else ""
            seat.name = _unlike([other.name for other in seats], given or f"Player {number + 1}")
            keys.seats[number] = new_token()
            seat.token, seat.taken = digest(keys.seats[number]), True
        elif kind == "friend":
            seat.name = f"Seat {number + 1}"
            seat.token = digest(invitation(keys.creator, number))
        elif kind in bots.BOTS:
            seat.name = _unlike([other.name for other in seats], kind.capitalize())
            seat.bot, seat.taken = kind, True
        else:
            raise Mistake(f"Nobody called `{kind}` can sit down{nearest(kind, ['me', 'friend', *bots.BOTS])}")
        seats.append(seat)
    if wishes.colour in COLOURS and keys.seats:
        _recolour(seats, min(keys.seats), COLOURS.index(wishes.colour))
    return seats


def _recolour(seats: list[Seat], number: int, colour: int) -> None:
    """Give a seat its colour; a bot or an empty seat that had it gets the other one. A person keeps it."""
    had = next((other for other in seats if other.colour == colour), seats[number])
    if had is not seats[number] and had.taken and not had.bot:
        return
    had.colour, seats[number].colour = seats[number].colour, colour


def _unlike(names: list[str], name: str) -> str:
    """The name, with a number if somebody else is called so."""
    number, wanted = 2, name
    while name in names:
        name = f"{wanted} {number}"
        number += 1
    return name


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
