"""The host: keeps the matches that are played in memory and carries out what people ask for.

Everything that changes a match happens here, one change at a time per match, and is stored before
anyone hears of it. Moves go the way that `play.py` describes.
"""

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from quincunx.core.mistake import Mistake
from quincunx.core.state import IllegalMove
from quincunx.core.voice import Look
from quincunx.match import Match
from quincunx.web import play
from quincunx.web.autoplay import Autoplay
from quincunx.web.clean_text import clean_name, clean_text
from quincunx.web.limits import Limits, Rates
from quincunx.web.live_match import LiveMatch, Made
from quincunx.web.metrics import Metrics
from quincunx.web.neighbours import Neighbours
from quincunx.web.new_match import COLOURS, Setup, distinct_name, now, recolour, set_up
from quincunx.web.refusal import Late, NotFound, NotYours, Refused, Unplayable
from quincunx.web.store import Answer, Move, Said, Store, Stored, TakeBackRequest
from quincunx.web.tokens import Keys, digest, own_token

MATCH_ID = re.compile(r"[0-9a-f]{10}")
MOST_IN_MEMORY = 2000
MOST_PLAYED = 5000
"""How many matches may be in memory because people or clocks are at them; then no more are begun."""
CREATOR = -2
"""Stands for whoever set up the match where answers are kept by seat. Seats are 0 and more, chance is -1."""
ABSENT_AFTER = 4.0
"""Seconds after which somebody counts as absent whom no other server says it sees."""
GONE_AFTER = 20.0
"""Seconds without a connection after which others may have a bot play for someone."""


MOST_TRIES = 5
"""How often a change is tried anew because other servers were quicker."""

T = TypeVar("T")


class Host:
    """All matches of one server."""

    def __init__(self, store: Store, limits: Limits, pace: float = 0.0) -> None:
        self.store = store
        self.autoplay = Autoplay(self, pace)
        self._chat_rates = Rates(limits.chat_rate, limits.chat_burst)
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._loading = asyncio.Lock()
        self.metrics = Metrics()
        self.neighbours = Neighbours(self)

    @classmethod
    async def open(cls, address: str, limits: Limits, pace: float = 0.0) -> "Host":
        """A server on that database, with its bots and clocks at work; a Mistake if it cannot be used."""
        host = cls(await Store.open(address), limits, pace)
        await host.neighbours.open()
        host.autoplay.open()
        return host

    async def close(self) -> None:
        await self.autoplay.close()
        for live in self._live.values():
            self.autoplay.stop(live)
        await asyncio.sleep(0)
        await self.neighbours.close()
        await self.store.close()

    # --- finding and making matches

    async def get(self, match: str) -> LiveMatch:
        """The match of that name, read from the database if it is not in memory."""
        if match not in self._live:
            async with self._loading:
                if match not in self._live:
                    await self._load(match)
        elif self.store.shared:
            await self.catch_up(self._live[match], await self.store.version(match))
            if match not in self._live:
                return await self.get(match)
        self._live.move_to_end(match)
        return self._live[match]

    async def _load(self, match: str) -> None:
        live = await self._read(match)
        self._keep(live)
        self.autoplay.go_on(live)

    async def _read(self, match: str) -> LiveMatch:
        stored = await self.stored(match)
        try:
            # A long match takes a while to be played again; the others shall not wait for it.
            return await asyncio.to_thread(LiveMatch, stored)
        except Mistake as error:
            raise Unplayable(f"This match cannot go on here. {error}") from None

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

    async def change(self, live: LiveMatch, attempt: Callable[[], Awaitable[T]]) -> T:
        """Carry out one change, one at a time per match.

        A refusal changes nothing. Whoever was too late, because another server has changed the match,
        reads it again and tries anew. After anything else memory is not trusted.
        """
        async with live.lock:
            for _ in range(MOST_TRIES):
                if live.dropped:
                    raise Refused("The table was just laid out anew; try again.", 503)
                try:
                    return await attempt()
                except Late:
                    await self._read_again(live)
                except (Refused, Mistake, IllegalMove):
                    if not await self._is_behind(live):
                        raise
                    await self._read_again(live)
                except BaseException:
                    self.drop(live)
                    raise
        raise Late

    async def _is_behind(self, live: LiveMatch) -> bool:
        """Whether another server knows more, so that something may have been refused for no reason."""
        return not live.dropped and (await self.store.versions([live.id])).get(live.id, 0) > live.head.version

    async def _read_again(self, live: LiveMatch) -> None:
        """Become what the database says, for whoever holds the lock."""
        try:
            live.read_anew(await self._read(live.id))
        except BaseException:
            self.drop(live)
            raise

    async def store_change(self, live: LiveMatch, writing: Awaitable[None]) -> None:
        """Store a change; `writing` begins only here. If it cannot be stored, memory is ahead of the
        database: forget it, or read it again if it was only too late."""
        live.head.due = live.when_due()
        live.head.driver = self.autoplay.driver_of(live)
        try:
            await writing
        except Late:
            raise
        except BaseException:
            self.drop(live)
            raise

    # --- what other servers do

    def hear(self, match: str, version: int, mine: bool) -> "asyncio.Task[None] | None":
        """Another server has made that version of a match. The task that reads it, if it matters here:
        because somebody looks at it, or because we are to play for its bots."""
        live = self._live.get(match)
        if live is None:
            return asyncio.create_task(self._look_after(match)) if mine else None
        if version <= max(live.head.version, live.heard_of) or not (mine or live.listeners):
            return None
        live.heard_of = version
        return asyncio.create_task(self.catch_up(live, version))

    async def _look_after(self, match: str) -> None:
        with contextlib.suppress(Refused):
            await self.get(match)

    async def catch_up(self, live: LiveMatch, version: int) -> None:
        """Read what other servers have changed, up to that version at least."""
        if live.head.version >= version:
            return
        async with live.lock:
            if not live.dropped and live.head.version < version:
                await self._read_news(live)
        self.autoplay.go_on(live)

    async def _read_news(self, live: LiveMatch) -> None:
        try:
            news = await self.store.load(live.id, live.seen)
            if news is None:
                raise NotFound
            if news.take_backs or bool(news.head.started) != (live.match is not None):
                live.read_anew(await self._read(live.id))
            else:
                live.read_on(news)
        except BaseException:
            self.drop(live)
            raise

    async def catch_up_all(self) -> None:
        """After nobody has listened to the other servers for a while."""
        for match, version in (await self.store.versions(list(self._live))).items():
            if live := self._live.get(match):
                await self.catch_up(live, version)

    def who_is_here(self, seconds: float) -> dict[str, list[int]]:
        """The seats of each match where this server has seen somebody within so many seconds."""
        here = {match: live.here(seconds) for match, live in self._live.items()}
        return {match: seats for match, seats in here.items() if seats}

    def see_elsewhere(self, here: dict[str, list[int]]) -> None:
        for match, seats in here.items():
            if live := self._live.get(match):
                live.see_elsewhere(seats, ABSENT_AFTER)

    def forget_absent(self) -> None:
        for live in self._live.values():
            live.forget_absent()

    # --- new matches

    async def create(self, setup: Setup) -> tuple[LiveMatch, Keys]:
        """A new match, and the keys of whoever wanted it."""
        if len(self._live) >= MOST_PLAYED:
            raise Refused("All tables are taken; come back later.", 503)
        head, seats, keys = set_up(setup)
        await self.store.add(head, seats)
        live = LiveMatch(Stored(head, seats))
        self._keep(live)
        if not setup.wait and not live.open_seats():
            await self.change(live, lambda: self._start(live))
        return live, keys

    # --- before the first move

    async def join(
        self, live: LiveMatch, token: str, name: str, colour: str, word: str, visitor: str
    ) -> tuple[int, str]:
        """Take the seat of an invitation; the seat and its new token.

        `visitor` is a secret of whoever joins: if the answer is lost, the same request gives it again.
        """
        name = clean_name(name)
        fresh = own_token(token, visitor)

        async def sit_down() -> tuple[int, str]:
            used, number = token, live.holds(token)
            if number is None:
                used, number = fresh, live.holds(fresh)
            if number is None:
                raise NotYours("This link opens no seat here; perhaps somebody has taken it.")
            seat = live.seats[number]
            if not seat.taken:
                seat.token, seat.taken, used = digest(fresh), True, fresh
            others = [other for other in live.seats if other is not seat]
            seat.name = distinct_name(others, name or seat.name)
            if colour in COLOURS:
                recolour(live.seats, number, COLOURS.index(colour))
            if live.match is None:
                seat.word = clean_text(word, 64)
            else:
                live.match.seats[number].name = seat.name
            if live.match is None and not live.open_seats():
                await self._start(live)
            else:
                await self.store_change(live, self.store.change_seats(live.head, live.seats))
            live.changed()
            return number, used

        return await self.change(live, sit_down)

    async def start(
        self, live: LiveMatch, keys: Keys, word: str = "", request: str | None = None
    ) -> Answer | None:
        """Begin; bots take the seats that are still open. What the request was answered, if it is named."""
        _check(request or "")

        async def begin() -> Answer | None:
            if live.match is not None:
                return live.answers.get((CREATOR, request or ""))
            if not live.created_by(keys):
                raise NotYours("Whoever set the table begins the match.")
            mine = live.mine(keys)
            if mine and word:
                live.seats[mine[0]].word = clean_text(word, 64)
            for seat in live.open_seats():
                seat.bot, seat.token, seat.taken = "greedy", "", True
            await self._start(live, request)
            return live.answers.get((CREATOR, request or ""))

        return await self.change(live, begin)

    async def _start(self, live: LiveMatch, request: str | None = None) -> None:
        head = live.head
        head.nonce = " ".join(seat.word for seat in live.seats if seat.word)
        head.started = now()
        match = Match(live.game, live.players(), head.chance(), head.variant)
        match.started = head.started
        live.begin(match)
        answered: list[Answer] = []

        async def store(moves: list[Move]) -> None:
            answered.extend(live.answer(CREATOR, request))
            await self.store.start(head, live.seats, moves, *answered)

        await play.carry_out(self, live, play.by_nobody(), store=store)
        live.keep(answered)
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
            self, live, lambda: play.by_person(live, seat, text, at, take_backs, request, ask), request
        )
        return live.made(seat, request)

    async def undo(
        self, live: LiveMatch, seats: list[int], answer: str, request: str | None = None
    ) -> Answer | None:
        """Someone with these seats asks to take back the last decision of a person, agrees, or refuses."""
        _check(request or "")
        answered = await self.change(live, lambda: self._undo(live, seats, answer, request))
        self.autoplay.go_on(live)
        return answered

    async def _undo(
        self, live: LiveMatch, seats: list[int], answer: str, request: str | None
    ) -> Answer | None:
        if known := live.answers.get((seats[0], request or "")):
            return known
        asked = live.take_back_request
        if answer == "ask":
            if live.playing().over:
                raise Refused("The match is over.")
            if not live.may_take_back(seats):
                raise Refused(
                    "Nothing can be taken back: nobody has moved, or dice or secrets were shown since."
                )
            asked = TakeBackRequest(seats[0], live.others(seats))
        elif asked is None:
            raise Refused("Nobody asks to take a move back now.")
        elif answer == "refuse":
            asked = None
        elif answer == "agree":
            asked = TakeBackRequest(asked.seat, asked.unanswered - set(seats))
        else:
            raise Refused("Answer `ask`, `agree` or `refuse`.", 422)
        if asked is not None and not asked.unanswered:
            answered = await self._take_back(live, seats[0], request)
        else:
            live.take_back_request = asked
            answered = live.answer(seats[0], request)
            await self.store_change(live, self.store.ask(live.head, *answered))
        live.keep(answered)
        live.changed()
        return answered[0] if answered else None

    async def _take_back(self, live: LiveMatch, by: int, request: str | None) -> list[Answer]:
        live.take_back_request = None
        match = live.playing()
        kept = len(match.steps) - match.undoable()
        undone = {key: live.made(*key) for key, number in live.requests.items() if number > kept}
        match.undo()
        live.put_stand_ins()
        live.forget_steps(kept)
        for key, made in undone.items():
            del live.requests[key]
            live.taken_back[key] = made.move, made.at
        requests = [(seat, named, made.move, made.at) for (seat, named), made in undone.items()]
        answered = live.answer(by, request)
        number = len(match.take_backs)
        taken = self.store.take_back(live.head, number, match.take_backs[-1], requests, *answered)
        await self.store_change(live, taken)
        return answered

    async def say(self, live: LiveMatch, seat: int, text: str, request: str | None) -> Answer | None:
        """A line of chat, said once per request. What the request was answered, if it is named."""
        _check(request or "")
        text = clean_text(text, 300)
        if not text:
            raise Refused("Say something.", 422)

        async def speak() -> Answer | None:
            if known := live.answers.get((seat, request or "")):
                return known
            said = Said(len(live.chat) + 1, seat, text, request)
            answered = live.answer(seat, request)
            await self.store_change(live, self.store.add_chat(live.head, said, *answered))
            live.chat.append(said)
            live.keep(answered)
            live.changed()
            return answered[0] if answered else None

        if (seat, request) not in live.answers and not self._chat_rates.allow((live.id, seat)):
            raise Refused("You talk too quickly; wait a moment.", 429)
        return await self.change(live, speak)

    async def mute(self, live: LiveMatch, seat: int, whom: int, on: bool) -> None:
        async def switch() -> None:
            live.person(whom)
            if whom == seat:
                raise Refused("You cannot mute yourself.", 422)
            mutes = live.seats[seat].mutes
            mutes.add(whom) if on else mutes.discard(whom)
            await self.store_change(live, self.store.change_seats(live.head, [live.seats[seat]]))
            live.changed()

        await self.change(live, switch)

    async def leave(self, live: LiveMatch, by: int, seat: int) -> None:
        """A bot plays for a person: who leaves, or who has been gone for a while."""

        async def go() -> None:
            live.playing()
            leaving = live.person(seat)
            if by != seat and live.unseen_for(seat) < GONE_AFTER:
                raise Refused(
                    f"{leaving.name} was here a moment ago; a bot can play for somebody who is gone for "
                    f"{GONE_AFTER:g} seconds."
                )
            live.take_back_request = None  # Whoever is asked about a move must have been there.
            await self._set_away(live, seat, True)

        await self.change(live, go)
        self.autoplay.go_on(live)

    async def come_back(self, live: LiveMatch, seat: int) -> None:
        """A person plays for themselves again."""

        async def sit() -> None:
            live.person(seat)
            await self._set_away(live, seat, False)

        await self.change(live, sit)
        self.autoplay.go_on(live)

    async def _set_away(self, live: LiveMatch, seat: int, away: bool) -> None:
        live.seats[seat].away = away
        if live.match is not None:
            live.put_stand_ins()
            live.note_waiting(len(live.match.steps))
        await self.store_change(live, self.store.change_seats(live.head, [live.seats[seat]]))
        live.changed()

    async def settle(self, live: LiveMatch, seconds: float) -> None:
        """Wait until bots have moved, but no longer than that: for pages without a script, which do
        not see them move."""
        if live.onlookers:
            return
        wake = asyncio.Event()
        live.listeners.add(wake)
        try:
            async with asyncio.timeout(seconds):
                while live.next_bot() is not None and not live.dropped:
                    wake.clear()
                    await wake.wait()
        except TimeoutError:
            pass
        finally:
            live.listeners.discard(wake)


def _check(request: str) -> None:
    if not request.isprintable():
        raise Refused("A `request` is made of printable characters.", 422)
