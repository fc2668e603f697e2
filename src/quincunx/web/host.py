"""The host: keeps the matches that are played in memory and carries out what people ask for.

Everything that changes a match happens here, one change at a time per match, and is stored before
anyone hears of it. Moves go the way that `play.py` describes.
"""

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass

from quincunx.chance import joined
from quincunx.core.mistake import Mistake
from quincunx.core.state import IllegalMove
from quincunx.core.voice import Look
from quincunx.match import Match
from quincunx.web import play, words
from quincunx.web.autoplay import Autoplay
from quincunx.web.clean_text import clean_name, clean_text
from quincunx.web.limits import Limits, Rates
from quincunx.web.live_match import LiveMatch, TakeBackRequest
from quincunx.web.new_match import COLOURS, Setup, distinct_name, now, recolour, set_up
from quincunx.web.refusal import NotFound, NotYours, Refused, Unplayable
from quincunx.web.store import Said, Store, Stored
from quincunx.web.tokens import Keys, digest, own_token

MATCH_ID = re.compile(r"[0-9a-f]{10}")
MOST_IN_MEMORY = 2000
MOST_PLAYED = 5000
"""How many matches may be in memory because people or clocks are at them; then no more are begun."""
GONE_AFTER = 20.0
"""Seconds without a connection after which others may have a bot play for someone."""


@dataclass
class Made:
    """A move that was made and stored. `at` counts the steps that its mover may know of."""

    at: int
    move: str


class Host:
    """All matches of one server."""

    def __init__(self, store: Store, limits: Limits, pace: float = 0.0) -> None:
        self.store = store
        self.autoplay = Autoplay(self, pace)
        self._chat_rates = Rates(limits.chat_rate, limits.chat_burst)
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading = asyncio.Lock()

    async def close(self) -> None:
        for live in self._live.values():
            self.autoplay.stop(live)
        await asyncio.sleep(0)
        await self.store.close()

    # --- finding and making matches

    async def get(self, match: str) -> LiveMatch:
        """The match of that name, read from the database if it is not in memory."""
        if match not in self._live:
            async with self._loading:
                if match not in self._live:
                    await self._load(match)
        self._live.move_to_end(match)
        return self._live[match]

    async def _load(self, match: str) -> None:
        stored = await self.stored(match)
        try:
            # A long match takes a while to be played again; the others shall not wait for it.
            live = await asyncio.to_thread(LiveMatch, stored)
        except Mistake as error:
            raise Unplayable(f"This match cannot go on here. {error}") from None
        self._keep(live)
        self.autoplay.go_on(live)

    async def stored(self, match: str) -> Stored:
        """All that the database knows of a match, whether it can still be played or not."""
        stored = await self.store.load(match) if MATCH_ID.fullmatch(match) else None
        if stored is None:
            raise NotFound
        return stored

    def _keep(self, live: LiveMatch) -> None:
        self._live[live.id] = live
        if len(self._live) > MOST_IN_MEMORY:
            idle = [match for match, other in self._live.items() if other.idle and other is not live]
            for match in idle[: len(self._live) - MOST_IN_MEMORY]:
                self._live.pop(match).dropped = True

    def drop(self, live: LiveMatch) -> None:
        """Forget what is in memory, because the database may know better."""
        self.autoplay.stop(live)
        live.dropped = True
        live.changed()
        if self._live.get(live.id) is live:
            del self._live[live.id]

    @contextlib.asynccontextmanager
    async def changing(self, live: LiveMatch) -> AsyncIterator[None]:
        """One change at a time. A refusal changes nothing; after anything else memory is not trusted."""
        async with live.lock:
            if live.dropped:
                raise Refused("The table was just laid out anew; try again.", 503)
            try:
                yield
            except (Refused, Mistake, IllegalMove):
                raise
            except BaseException:
                self.drop(live)
                raise

    async def store_change(self, live: LiveMatch, writing: Awaitable[None]) -> None:
        """Wait until a change is stored. If it cannot be, memory is ahead of the database: forget it."""
        try:
            await writing
        except BaseException:
            self.drop(live)
            raise

    async def create(self, setup: Setup) -> tuple[LiveMatch, Keys]:
        """A new match, and the keys of whoever wanted it."""
        if len(self._live) >= MOST_PLAYED:
            raise Refused("All tables are taken; come back later.", 503)
        head, seats, keys = set_up(setup)
        await self.store.add(head, seats)
        live = LiveMatch(Stored(head, seats))
        self._keep(live)
        if not setup.wait and words.are_in(seats):
            async with self.changing(live):
                await self.begin(live)
        return live, keys

    # --- before the first move

    async def join(
        self,
        live: LiveMatch,
        token: str,
        name: str,
        colour: str,
        word: str,
        visitor: str,
        word_hash: str = "",
    ) -> tuple[int, str]:
        """Take the seat of an invitation; the seat and its new token.

        `visitor` is a secret of whoever joins: if the answer is lost, the same request gives it again.
        """
        name = clean_name(name)
        words.check(word, word_hash)
        fresh = own_token(token, visitor)
        async with self.changing(live):
            number = live.holds(token)
            if number is None:
                number, token = live.holds(fresh), fresh
            if number is None:
                raise NotYours("This link opens no seat here; perhaps somebody has taken it.")
            seat = live.seats[number]
            if not seat.taken:
                seat.token, seat.taken, token = digest(fresh), True, fresh
            others = [other for other in live.seats if other is not seat]
            if live.phase != "over":  # What the record says of the names is final.
                seat.name = distinct_name(others, name or seat.name)
            if colour in COLOURS:
                recolour(live.seats, number, COLOURS.index(colour))
            if live.match is None and not live.head.reveal_by and (word or word_hash or not seat.pledge):
                words.pledge(seat, word, word_hash)
            await self.store_change(live, self.store.change_seats(live.id, live.seats))
            if live.match is not None:
                live.match.seats[number].name = seat.name
            elif words.are_in(live.seats):
                await words.close(self, live)
            live.changed()
        return number, token

    async def start(self, live: LiveMatch, keys: Keys, given: dict[int, tuple[str, str]]) -> None:
        """Begin; bots take the seats that are still open. `given` has words or hashes of the creator's
        own seats. When all words are in, everybody at the table may ask to begin without those that
        their devices do not reveal."""
        for word, hashed in given.values():
            words.check(word, hashed)
        async with self.changing(live):
            if live.match is not None:
                return
            if not live.created_by(keys) and not (live.head.reveal_by and live.mine(keys)):
                raise NotYours("Whoever set the table begins the match.")
            if words.seconds_left(live):
                raise words.waited_for(live)
            if not live.head.reveal_by:
                for seat in live.open_seats():
                    seat.bot, seat.token, seat.taken = "greedy", "", True
                for number, (word, hashed) in given.items():
                    words.pledge(live.seats[number], word, hashed)
                for seat in live.seats:
                    seat.pledge = seat.pledge or words.NONE
            await words.close(self, live)

    async def begin(self, live: LiveMatch) -> None:
        """The first roll. For whoever holds the lock."""
        head = live.head
        if head.dice == "fair":
            head.nonce = joined([seat.word for seat in live.seats])
        head.started = now()
        match = Match(live.game, live.players(), head.chance(live.seats), head.variant)
        match.started = head.started
        live.begin(match)
        await play.carry_out(
            self, live, play.by_nobody(), store=lambda moves: self.store.start(head, live.seats, moves)
        )
        self.autoplay.go_on(live)

    # --- while it is played

    async def move(
        self,
        live: LiveMatch,
        seat: int,
        text: str,
        at: int,
        request: str,
        take_backs: int | None = None,
        ask: Look | None = None,
    ) -> Made:
        """Make a person's move, once per request; it is stored when this returns."""
        _check(request)
        await play.advance(
            self, live, play.by_person(live, seat, text, at, take_backs, request, ask), request
        )
        return Made(live.position(seat), live.requests[seat, request])

    async def undo(self, live: LiveMatch, seats: list[int], answer: str) -> None:
        """Someone with these seats asks to take back the last decision of a person, agrees, or refuses."""
        async with self.changing(live):
            asked = live.take_back_request
            if answer == "ask":
                if live.playing().over:
                    raise Refused("The match is over.")
                if not live.may_take_back(seats):
                    raise Refused(
                        "Nothing can be taken back: nobody has moved, dice or secrets were shown since, "
                        "or somebody is away who would have to agree."
                    )
                live.take_back_request = asked = TakeBackRequest(seats[0], live.others(seats))
            elif asked is None:
                raise Refused("Nobody asks to take a move back now.")
            elif answer == "refuse":
                live.take_back_request = None
            elif answer == "agree":
                asked.unanswered -= set(seats)
            else:
                raise Refused("Answer `ask`, `agree` or `refuse`.", 422)
            if live.take_back_request is not None and not asked.unanswered:
                await self._take_back(live)
            live.changed()
        self.autoplay.go_on(live)

    async def _take_back(self, live: LiveMatch) -> None:
        live.take_back_request = None
        match = live.playing()
        kept = len(match.steps) - match.undoable()
        undone = {(step.seat, step.name) for step in match.steps[kept:]}
        requests = [
            (seat, request, name) for (seat, request), name in live.requests.items() if (seat, name) in undone
        ]
        match.undo()
        live.put_stand_ins()
        live.forget_steps(kept)
        number = len(match.take_backs)
        taken = self.store.take_back(live.id, number, match.take_backs[-1], requests)
        await self.store_change(live, taken)

    async def say(self, live: LiveMatch, seat: int, text: str, request: str | None) -> Said | None:
        """A line of chat; None if this request was already heard."""
        _check(request or "")
        text = clean_text(text, 300)
        if not text:
            raise Refused("Say something.", 422)
        async with self.changing(live):
            if request and (seat, request) in live.said:
                return None
            if not self._chat_rates.allow((live.id, seat)):
                raise Refused("You talk too quickly; wait a moment.", 429)
            said = Said(len(live.chat) + 1, seat, text, request)
            await self.store_change(live, self.store.add_chat(live.id, said))
            live.add_said(said)
            live.changed()
            return said

    async def mute(self, live: LiveMatch, seat: int, whom: int, on: bool) -> None:
        async with self.changing(live):
            live.person(whom)
            if whom == seat:
                raise Refused("You cannot mute yourself.", 422)
            mutes = live.seats[seat].mutes
            mutes.add(whom) if on else mutes.discard(whom)
            await self.store_change(live, self.store.change_seats(live.id, [live.seats[seat]]))
            live.changed()

    async def leave(self, live: LiveMatch, by: int, seat: int) -> None:
        """A bot plays for a person: who leaves, or who has been gone for a while."""
        async with self.changing(live):
            live.playing()
            leaving = live.person(seat)
            if by != seat and live.unseen_for(seat) < GONE_AFTER:
                raise Refused(
                    f"{leaving.name} was here a moment ago; a bot can play for somebody who is gone for "
                    f"{GONE_AFTER:g} seconds."
                )
            live.take_back_request = None  # Whoever is asked about a move must have been there.
            await self._set_away(live, seat, True)
        self.autoplay.go_on(live)

    async def come_back(self, live: LiveMatch, seat: int) -> None:
        """A person plays for themselves again."""
        async with self.changing(live):
            live.person(seat)
            await self._set_away(live, seat, False)
        self.autoplay.go_on(live)

    async def _set_away(self, live: LiveMatch, seat: int, away: bool) -> None:
        live.seats[seat].away = away
        await self.store_change(live, self.store.change_seats(live.id, [live.seats[seat]]))
        if live.match is not None:
            live.put_stand_ins()
            live.note_waiting(len(live.match.steps))
        live.changed()

    async def settle(self, live: LiveMatch, seconds: float) -> None:
        """Wait until bots have moved, but no longer than that: for pages without a script, which do
        not see them move."""
        driver = live.driver
        if driver is not None and not live.onlookers:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.shield(driver), seconds)


def _check(request: str) -> None:
    if not request.isprintable():
        raise Refused("A `request` is made of printable characters.", 422)
