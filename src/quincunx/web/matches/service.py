"""The service: carries out what people ask for.

Everything that changes a match happens here, by way of `change`: one at a time per match, and stored
before anyone hears of it (`registry.py`). Moves go the way that `move_pipeline.py` describes.
"""

import asyncio
from dataclasses import replace

from quincunx.input_limits import LONGEST_CHAT
from quincunx.match.chance import joined
from quincunx.match.match import from_record
from quincunx.text.grammar import Look
from quincunx.web.matches import fair_dice, match_events, move_pipeline
from quincunx.web.matches.autoplay import Autoplay
from quincunx.web.matches.clean_text import clean_name, clean_text
from quincunx.web.matches.cluster import Cluster
from quincunx.web.matches.live_match import CREATOR, LiveMatch
from quincunx.web.matches.registry import Registry
from quincunx.web.matches.setup import COLOURS, OPPONENT, MatchSetup, distinct_name, now, recolour, set_up
from quincunx.web.matches.tokens import Keys, digest, own_token
from quincunx.web.server.errors import NotYours, Refused
from quincunx.web.server.limits import Limits, Rates
from quincunx.web.storage.models import (
    Answer,
    Happening,
    Head,
    Made,
    Said,
    Stored,
    StoredMove,
    TakeBackRequest,
)
from quincunx.web.storage.store import Store

PUBLIC = "public"
"""Stands for an invitation: any open seat of a public table."""
GONE_AFTER = 20.0
"""Seconds without a connection after which others may let a bot play for a person."""
MOST_RETURNS = 100
"""Times that a person may come back to one match; then a bot plays to the end."""
MOST_SAID = 5000
"""Lines of chat that a match keeps."""
MOST_TAKE_BACKS = 1000
"""Take-backs that one match allows."""


class MatchService:
    """Does to matches all that people may ask for."""

    def __init__(self, store: Store, limits: Limits, pace: float = 0.0) -> None:
        self.registry = Registry(store, limits.bot_seconds)
        self.autoplay = Autoplay(self.registry, pace)
        self.registry.go_on = self.autoplay.go_on
        self._store = store
        self.cluster = Cluster(self.registry)
        self._limits = limits
        self._chat_rates = Rates(limits.chat_rate, limits.chat_burst)
        self._deed_rates = Rates(limits.deed_rate, limits.deed_burst)

    async def open(self) -> None:
        """Set bots and clocks to work, and listen to other servers."""
        await self.cluster.open()
        self.autoplay.open()

    async def close(self) -> None:
        await self.autoplay.close()
        await self.registry.stop()
        await self.cluster.close()
        await self._store.close()

    def charge(self, live: LiveMatch, seat: int, points: float = 1.0) -> None:
        """Charge a seat for something besides a move; raise Refused if that is too much."""
        if not self._deed_rates.allow((live.id, seat), points):
            raise Refused("You do that too often; wait a moment.", 429)

    # --- new matches

    async def create(self, setup: MatchSetup, address: str = "") -> tuple[LiveMatch, Keys]:
        """Return a new match and its creator's keys. Limits count for `address`."""
        self.registry.refuse_if_full()
        fair_dice.check("", setup.hash)
        head, seats, keys = set_up(setup)
        head.origin = digest(address)[:16]
        head.driver = self._store.worker
        await self._refuse_if_too_many_clocks(head)
        await self._store.add(head, seats)
        live = LiveMatch(Stored(head, seats), self.registry.bot_seconds)
        self.registry.keep(live)
        if not setup.wait and fair_dice.are_in(seats):
            await self.registry.change(live, lambda: self.settle_words(live))
        return live, keys

    async def _refuse_if_too_many_clocks(self, head: Head) -> None:
        if head.clock and await self._store.running(head.origin) >= self._limits.clocks:
            raise Refused("Too many clocks run in matches from your address; finish some of them.", 429)

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
        """Take the seat of an invitation, or with the token `PUBLIC` any open seat of a public table. Return
        the seat and its new token.

        `visitor` is a secret of the person who joins: if the answer is lost, the same request gives it again.
        """
        name = clean_name(name)
        fair_dice.check(word, word_hash)
        fresh = own_token(token, visitor)

        async def sit_down() -> tuple[int, str]:
            used, number = token, live.holds(token)
            if number is None:
                used, number = fresh, live.holds(fresh)
            if number is None:
                number = _offered(live, token)
            if number is None:
                raise NotYours("This link opens no seat here; perhaps somebody has taken it.")
            seat = live.seats[number]
            self.charge(live, number)
            before = replace(seat)
            if not seat.taken:
                seat.token, seat.taken, used = digest(fresh), True, fresh
            others = [other for other in live.seats if other is not seat]
            if live.phase != "over":  # The record's names are final.
                seat.name = distinct_name(others, name or seat.name)
            if colour in COLOURS:
                recolour(live.seats, number, COLOURS.index(colour))
            if live.match is None and not live.head.reveal_by and (word or word_hash or not seat.pledge):
                fair_dice.pledge(seat, word, word_hash)
            if seat == before:
                return number, used
            if live.match is not None:
                live.match.seats[number].name = seat.name
                await self.registry.store_change(live, self._store.change_seats(live.head, live.seats))
            else:
                await self.settle_words(live)
            live.changed()
            return number, used

        return await self.registry.change(live, sit_down)

    async def start(
        self, live: LiveMatch, keys: Keys, given: dict[int, tuple[str, str]], request: str | None = None
    ) -> Answer | None:
        """Begin the match; bots take the open seats. Return the stored reply if there is a request id.

        `given` has words or hashes for the creator's own seats. When all words are in, everybody at the table
        may ask to begin without those that devices have not revealed.
        """
        _check(request or "")
        for word, hashed in given.values():
            fair_dice.check(word, hashed)

        async def begin() -> Answer | None:
            if live.match is not None or (CREATOR, request) in live.answers:
                return live.answers.get((CREATOR, request or ""))
            if not live.may_begin(keys) and not (live.head.reveal_by and live.mine(keys)):
                raise NotYours("Whoever set the table begins the match.")
            if fair_dice.seconds_left(live):
                raise fair_dice.waited_for(live)
            await self._refuse_if_too_many_clocks(live.head)
            if not live.head.reveal_by:
                for seat in live.open_seats():
                    seat.bot, seat.token, seat.taken = OPPONENT, "", True
                for number, (word, hashed) in given.items():
                    fair_dice.pledge(live.seats[number], word, hashed)
                for seat in live.seats:
                    seat.pledge = seat.pledge or fair_dice.NONE
            await self.settle_words(live, request)
            return live.answers.get((CREATOR, request or ""))

        return await self.registry.change(live, begin)

    async def give_word(self, live: LiveMatch, seat: int, word: str, hashed: str) -> None:
        """A seat gives its word or its hash; or, when all words are in, reveals it."""
        fair_dice.check(word, hashed)

        async def note() -> None:
            given = live.seats[seat]
            self.charge(live, seat)
            if live.head.dice != "fair":
                raise Refused("These dice come from a seed; no words are mixed into them.")
            if live.match is not None:
                if word and given.word == word:
                    return  # The answer was lost, and the word is sent again.
                raise Refused("The match has begun; no more words can be given.")
            if live.head.reveal_by:
                fair_dice.reveal(given, word)
            else:
                fair_dice.pledge(given, word, hashed)
            await self.settle_words(live)

        await self.registry.change(live, note)

    async def settle_words(self, live: LiveMatch, request: str | None = None) -> None:
        """Store what was given, and go on if all words are in: begin, or let devices reveal theirs first. One
        change, for whoever holds the lock; `request` is the creator's."""
        head, all_in = live.head, fair_dice.are_in(live.seats)
        waits = bool(fair_dice.unrevealed(live.seats))
        if all_in and (not waits or (head.reveal_by and not fair_dice.seconds_left(live))):
            await self.begin(live, request)
            return
        if all_in and not head.reveal_by:
            head.reveal_by = fair_dice.time_to_reveal()
            answered = live.answer(CREATOR, request)
            await self.registry.store_change(live, self._store.close_words(head, live.seats, *answered))
            live.remember_reply(answered)
        else:
            await self.registry.store_change(live, self._store.change_seats(head, live.seats))
        live.changed()

    async def begin(self, live: LiveMatch, request: str | None = None) -> None:
        """Begin the match with its first roll, under the lock."""
        head = live.head
        if head.dice == "fair":
            head.nonce = joined([seat.word for seat in live.seats])
        head.started = now()
        # A bot from outside is made in a thread when it is first asked.
        record = Stored(head, live.seats, live.inherited).record()
        # Replaying a long match takes a while; other requests must not wait.
        live.begin(await asyncio.to_thread(from_record, record) if live.inherited else from_record(record))
        live.stored = len(live.inherited)
        answered: list[Answer] = []

        async def store(moves: list[StoredMove]) -> None:
            answered.extend(live.answer(CREATOR, request))
            await self._store.start(head, live.seats, moves, *answered)

        await move_pipeline.carry_out(self.registry, live, move_pipeline.by_nobody(), store=store)
        live.remember_reply(answered)

    # --- during the match

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

        async def attempt() -> None:
            choices = move_pipeline.by_person(live, seat, text, at, take_backs, request, ask)
            await move_pipeline.carry_out(self.registry, live, choices, request)

        await self.registry.change(live, attempt)
        return live.made(seat, request)

    async def undo(
        self,
        live: LiveMatch,
        seats: list[int],
        answer: str,
        request: str | None = None,
        take_backs: int | None = None,
    ) -> Answer | None:
        """Ask to take back the last decision of a person, agree, or refuse, for a holder of these seats.

        `take_backs` is how many they had seen: if there was one since, nothing happens.
        """
        _check(request or "")
        return await self.registry.change(live, lambda: self._undo(live, seats, answer, request, take_backs))

    async def _undo(
        self, live: LiveMatch, seats: list[int], answer: str, request: str | None, take_backs: int | None
    ) -> Answer | None:
        if known := live.answers.get((seats[0], request or "")):
            return known
        self.charge(live, seats[0])
        if take_backs is not None and take_backs < len(live.playing().take_backs):
            return None
        asked = live.take_back_request
        if answer == "ask":
            if live.playing().over:
                raise Refused("The match is over.")
            if len(live.playing().take_backs) >= MOST_TAKE_BACKS:
                raise Refused(
                    f"Moves were taken back {MOST_TAKE_BACKS:,} times in this match; now they stand."
                )
            if not live.may_take_back(seats):
                raise Refused(
                    "Nothing can be taken back: nobody has moved, dice or secrets were shown since, "
                    "or somebody is away who would have to agree."
                )
            if asked is None or asked.seat not in seats:  # Asking twice keeps the answers so far.
                asked = TakeBackRequest(seats[0], live.others(seats))
        elif asked is None:
            raise Refused("Nobody asks to take a move back now.")
        elif answer == "refuse":
            asked = None
        elif answer == "agree":
            asked = TakeBackRequest(asked.seat, asked.unanswered - set(seats))
        else:
            raise Refused("Answer `ask`, `agree` or `refuse`.", 422)
        if not request and asked == live.take_back_request:
            return None
        if asked is not None and not asked.unanswered:
            answered = await self._take_back(live, asked.seat, seats[0], request)
        else:
            live.take_back_request = asked
            answered = live.answer(seats[0], request)
            await self.registry.store_change(live, self._store.ask(live.head, *answered))
        live.remember_reply(answered)
        live.changed()
        return answered[0] if answered else None

    async def _take_back(self, live: LiveMatch, asker: int, by: int, request: str | None) -> list[Answer]:
        live.take_back_request = None
        match = live.playing()
        kept = len(match.steps) - match.undoable()
        undone = {
            key: live.made(*key)
            for key, number in live.requests.items()
            if isinstance(number, int) and number > kept
        }
        match.undo()
        live.seat_substitutes()
        live.forget_steps(kept)
        live.requests |= undone
        requests = [(seat, named, made.move, made.at) for (seat, named), made in undone.items()]
        answered = live.answer(by, request)
        number, happened = len(match.take_backs), live.happening(match_events.TOOK_BACK, asker)
        taken = self._store.take_back(live.head, number, match.take_backs[-1], requests, happened, *answered)
        await self.registry.store_change(live, taken)
        live.add_happenings([happened])
        return answered

    async def say(self, live: LiveMatch, seat: int, text: str, request: str | None) -> Answer | None:
        """Add a line of chat, once per request. Return the stored reply if there is a request id."""
        _check(request or "")
        text = clean_text(text, LONGEST_CHAT)
        if not text:
            raise Refused("Say something.", 422)

        async def speak() -> Answer | None:
            if known := live.answers.get((seat, request or "")):
                return known
            if len(live.chat) >= MOST_SAID:
                raise Refused(f"{MOST_SAID:,} lines were said in this match; now there is no room for more.")
            said = Said(len(live.chat) + 1, seat, text, request)
            answered = live.answer(seat, request)
            await self.registry.store_change(live, self._store.add_chat(live.head, said, *answered))
            live.chat.append(said)
            live.remember_reply(answered)
            live.changed()
            return answered[0] if answered else None

        if (seat, request) not in live.answers and not self._chat_rates.allow((live.id, seat)):
            raise Refused("You talk too quickly; wait a moment.", 429)
        return await self.registry.change(live, speak)

    async def mute(self, live: LiveMatch, seat: int, whom: int, on: bool) -> None:
        async def switch() -> None:
            live.person(whom)
            if whom == seat:
                raise Refused("You cannot mute yourself.", 422)
            mutes = live.seats[seat].mutes
            if on == (whom in mutes):
                return
            self.charge(live, seat)
            mutes.add(whom) if on else mutes.discard(whom)
            await self.registry.store_change(live, self._store.change_seats(live.head, [live.seats[seat]]))
            live.changed()

        await self.registry.change(live, switch)

    async def leave(self, live: LiveMatch, by: int, seat: int) -> None:
        """Let a bot play for a person who leaves, or who has been gone for a while."""

        async def go() -> None:
            match, leaving = live.playing(), live.person(seat)
            if by != seat and live.unseen_for(seat) < GONE_AFTER:
                raise Refused(
                    f"{leaving.name} was here a moment ago; a bot can play for somebody who is gone for "
                    f"{GONE_AFTER:g} seconds."
                )
            if leaving.away or match.over:
                return
            self.charge(live, by)
            live.take_back_request = None  # Somebody who is away cannot agree to a take-back.
            kind = match_events.LEFT if by == seat else match_events.REPLACED
            await self._set_away(live, seat, True, live.happening(kind, seat, by))

        await self.registry.change(live, go)

    async def come_back(self, live: LiveMatch, seat: int) -> None:
        """Let a person play for themselves again."""

        async def sit() -> None:
            if live.has_resigned(seat):
                raise Refused("You gave this match up; a bot plays it to the end.")
            if live.person(seat).away and live.phase != "over":
                self.charge(live, seat)
                if match_events.count(live.happenings, match_events.BACK, seat) >= MOST_RETURNS:
                    raise Refused(f"You came back {MOST_RETURNS} times; now a bot plays to the end for you.")
                await self._set_away(live, seat, False, live.happening(match_events.BACK, seat))

        await self.registry.change(live, sit)

    async def resign(self, live: LiveMatch, seat: int) -> None:
        """Resign for a person: a bot plays for them to the end."""

        async def give_up() -> None:
            if live.playing().over:
                raise Refused("The match is over.")
            live.person(seat)
            if live.has_resigned(seat):
                return
            live.take_back_request = None
            await self._set_away(live, seat, True, live.happening(match_events.RESIGNED, seat))

        await self.registry.change(live, give_up)

    async def delete(self, live: LiveMatch, keys: Keys) -> bool:
        """Ask to delete a match. One that is not over is deleted once all people who ever played have asked.
        Return whether it should leave the asker's list: a finished match stays for the others."""

        async def remove() -> bool:
            mine, people, agreed = live.mine(keys), live.people(), live.want_it_deleted()
            if not live.created_by(keys) and not mine:
                raise NotYours
            if live.phase == "over":
                return True
            if people <= agreed.union(mine):
                await self.registry.store_change(live, self._store.delete(live.head))
                self.registry.drop(live)
                return True
            if not mine:
                raise Refused("Others sit at this table: only they can delete the match.")
            for seat in set(mine) - agreed:
                self.charge(live, seat)
                asked = live.happening(match_events.DELETE, seat)
                await self.registry.store_change(live, self._store.change_seats(live.head, [], asked))
                live.happenings.append(asked)
            live.changed()
            return False

        return await self.registry.change(live, remove)

    async def _set_away(self, live: LiveMatch, seat: int, away: bool, happened: Happening) -> None:
        live.seats[seat].away = away
        if live.match is not None:
            live.seat_substitutes()
            live.note_waiting(len(live.match.steps))
        await self.registry.store_change(
            live, self._store.change_seats(live.head, [live.seats[seat]], happened)
        )
        live.add_happenings([happened])
        live.changed()

    async def settle(self, live: LiveMatch, seconds: float) -> None:
        """Wait until bots have moved, for at most that many seconds. Pages without a script would not show
        their moves."""
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


def _offered(live: LiveMatch, token: str) -> int | None:
    """Return the first open seat of a public table, if the token is `PUBLIC`."""
    free = live.offered_seats() if token == PUBLIC else []
    return free[0].number if free else None


def _check(request: str) -> None:
    if not request.isprintable():
        raise Refused("A `request` is made of printable characters.", 422)
