"""A model check of versions: two servers on one database do whatever they like, one after the other or at
the same moment, and nothing that was answered is lost.

The servers do not hear of each other here, so that each often acts on what is no longer true.
"""

import asyncio
import itertools
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from quincunx.core.state import IllegalMove
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.service import MatchService
from quincunx.web.matches.setup import MatchSetup
from quincunx.web.matches.tokens import Keys, invitation
from quincunx.web.server.errors import Refused
from quincunx.web.server.limits import Limits
from quincunx.web.storage.models import Stored
from quincunx.web.storage.store import Store

SERVERS = st.integers(0, 1)
SEATS = st.integers(0, 1)
MOVES = st.sampled_from(["roll", "hold"])
NAMES = st.sampled_from(["Ann", "Bob", "Cleo"])
UNLIMITED = Limits(rate=1e9, burst=1e9, chat_rate=1e9, chat_burst=1e9)


class TwoServers(RuleBasedStateMachine):
    """Two servers with what was answered: moves by request, lines of chat, names, and how often anything
    changed."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.counter = itertools.count()
        self.moved: dict[tuple[int, str], str] = {}
        self.said: list[str] = []
        self.names: dict[int, set[str]] = {}
        self.tokens: dict[int, str] = {}
        self.version = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    @initialize(wait=st.booleans())
    def open(self, wait: bool) -> None:
        self.run(self._open(wait))

    async def _open(self, wait: bool) -> None:
        address = f"sqlite:///{Path(self.folder.name) / 'quincunx.db'}"
        self.stores = [await Store.open(address) for _ in range(3)]
        self.hosts = [MatchService(store, UNLIMITED) for store in self.stores[:2]]
        seats = ["me", "friend" if wait else "me"]
        live, keys = await self.hosts[0].create(MatchSetup("pig", seats, variant={"goal": 10**6}))
        self.id, self.keys = live.id, keys
        self.tokens = dict(keys.seats) or {}
        await self.hosts[1].registry.get(self.id)

    def teardown(self) -> None:
        async def close() -> None:
            for host in self.hosts:
                await host.close()
            await self.stores[2].close()

        if hasattr(self, "hosts"):
            self.run(close())
        self.runner.close()
        self.folder.cleanup()

    # --- what people do; each may be refused, and then nothing was done

    async def move(self, server: int, seat: int, name: str) -> None:
        live, request = await self.hosts[server].registry.get(self.id), f"r{next(self.counter)}"
        at = live.position(seat) if live.match else 0
        try:
            made = await self.hosts[server].move(live, seat, name, at, request)
        except (Refused, IllegalMove):
            return
        self.moved[seat, request] = made.move

    async def say(self, server: int, seat: int) -> None:
        text = f"line {next(self.counter)}"
        try:
            await self.hosts[server].say(await self.hosts[server].registry.get(self.id), seat, text, None)
        except Refused:
            return
        self.said.append(text)

    async def undo(self, server: int, seat: int, answer: str) -> None:
        try:
            await self.hosts[server].undo(await self.hosts[server].registry.get(self.id), [seat], answer)
        except Refused:
            return

    async def join(self, server: int, seat: int, name: str) -> None:
        token = self.tokens.get(seat) or invitation(self.keys.creator, seat)
        live = await self.hosts[server].registry.get(self.id)
        visitor = f"visitor {next(self.counter)}"
        try:
            number, fresh = await self.hosts[server].join(live, token, name, "", "word", visitor)
        except Refused:
            return
        assert seat in (number, seat)
        assert self.tokens.setdefault(number, fresh) == fresh, "one seat was given to two people"
        self.names.setdefault(number, set()).add(live.seats[number].name)

    async def start(self, server: int) -> None:
        live = await self.hosts[server].registry.get(self.id)
        given = {0: (f"word {next(self.counter)}", "")}
        await self.hosts[server].start(live, Keys(creator=self.keys.creator), given)

    def acts(self, what: str, server: int, seat: int, move: str, name: str) -> Coroutine[Any, Any, None]:
        return {
            "move": lambda: self.move(server, seat, move),
            "say": lambda: self.say(server, seat),
            "ask": lambda: self.undo(server, seat, "ask"),
            "agree": lambda: self.undo(server, seat, "agree"),
            "join": lambda: self.join(server, seat, name),
            "start": lambda: self.start(server),
        }[what]()

    WHAT = st.sampled_from(["move", "move", "say", "ask", "agree", "join", "start"])

    @rule(what=WHAT, server=SERVERS, seat=SEATS, move=MOVES, name=NAMES)
    def one_acts(self, what: str, server: int, seat: int, move: str, name: str) -> None:
        self.run(self.acts(what, server, seat, move, name))

    @rule(first=WHAT, second=WHAT, seats=st.tuples(SEATS, SEATS), move=MOVES, name=NAMES)
    def both_act_at_once(self, first: str, second: str, seats: tuple[int, int], move: str, name: str) -> None:
        async def both() -> None:
            await asyncio.gather(
                self.acts(first, 0, seats[0], move, name), self.acts(second, 1, seats[1], move, name)
            )

        self.run(both())

    @rule(server=SERVERS)
    def one_forgets(self, server: int) -> None:
        async def forget() -> None:
            self.hosts[server].registry.drop(await self.hosts[server].registry.get(self.id))

        self.run(forget())

    # --- what must be true

    @invariant()
    def nothing_is_lost(self) -> None:
        if not hasattr(self, "hosts"):
            return
        stored: Stored | None = self.run(self.stores[2].load(self.id))
        assert stored is not None
        assert stored.head.version >= self.version, "the match went back"
        self.version = stored.head.version
        # Dice are checked against the words, and every move against the rules.
        live = LiveMatch(stored)
        for (seat, request), name in self.moved.items():
            assert live.made(seat, request).move == name, "an answered move is lost"
        assert sorted(line.text for line in stored.chat) == sorted(self.said)
        assert [line.number for line in stored.chat] == list(range(1, len(stored.chat) + 1))
        for seat, names in self.names.items():
            assert stored.seats[seat].name in names, "a name is not the one that was given"
        words = " ".join(seat.word for seat in stored.seats if seat.word)
        assert not stored.head.started or stored.head.nonce == words


@pytest.mark.usefixtures("pig")
def test_two_servers_lose_nothing() -> None:
    run_state_machine_as_test(
        TwoServers,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
            phases=[Phase.generate],  # To make a failure smaller would take minutes.
        ),
    )
