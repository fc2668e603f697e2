"""Positions of every kind of decision, and live matches that begin in them."""

import asyncio
from dataclasses import dataclass
from functools import cache

from quincunx import games
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import MatchSetup, set_up
from quincunx.web.matches.tokens import cookie_name
from quincunx.web.storage.models import Stored, StoredMove
from tests.browser.people import Served

MATCHES = 3
"""Matches that are searched for decisions."""
LONGEST = 700
"""The most steps of such a match."""
ODD = 5
"""Every so many decisions are made at random, so that rare ones are met too."""
OVER = "the end"
ALIKE = {"idle-six": dict.fromkeys(("double", "flip", "gain", "reroll", "swap"), "use")}
"""Verbs that make no decision of another kind."""


@dataclass
class Position:
    """A decision in a match: its kind, the verbs that answer it, and how it came about."""

    kind: str
    match: Match
    at: int
    seat: int
    moves: int
    """The number of legal moves: of a kind, the position with the most is kept."""

    def __str__(self) -> str:
        return f"{self.match.game.name} with {len(self.match.seats)}: {self.kind}"


@cache
def positions(name: str, players: int) -> list[Position]:
    """Return one position of every kind of decision that is met, the fullest, and the end of a match."""
    found: dict[str, Position] = {}
    for number in range(MATCHES):
        game = games.load(name)
        match = Match(
            game, [Player(f"Player {n}") for n in range(1, players + 1)], SeedDice(f"screen {number}")
        )
        rng, decisions = Rng(f"odd {number}"), 0
        while not match.over and len(match.steps) < LONGEST:
            seat = match.state.current_player()
            if seat == CHANCE:
                match.advance()
                continue
            legal = match.state.legal_actions(seat)
            verbs = {game.codec.decode(match.state, seat, action).verb for action in legal}
            kind = " ".join(sorted({ALIKE.get(name, {}).get(verb, verb) for verb in verbs}))
            if len(legal) >= found.get(kind, Position("", match, 0, 0, 0)).moves:
                found[kind] = Position(kind, match, len(match.steps), seat, len(legal))
            decisions += 1
            odd = decisions % ODD == 0
            action = (
                legal[rng.below(len(legal))]
                if odd
                else ask(game.bots.policy(), match.state, seat, Rng("x"), game.header.secrets)
            )
            match.play(seat, game.say(match.state, seat, action))
        if match.over:
            found[OVER] = Position(OVER, match, len(match.steps), 0, 0)
    return list(found.values())


def sit_down(served: Served, position: Position) -> tuple[str, dict[str, str]]:
    """Put the match of a position on the server, with bots at all seats but the one that decides. Return its
    address, and the cookie that opens the seat."""
    match = position.match
    kinds = ["me" if seat == position.seat else "normal" for seat in range(len(match.seats))]
    assert isinstance(match.chance.own, SeedDice)
    head, seats, keys = set_up(MatchSetup(match.game.name, kinds, dice="seed", seed=match.chance.own.seed))
    moves = [
        StoredMove(number, step.seat, step.name, None)
        for number, step in enumerate(match.steps[: position.at], 1)
    ]

    async def add() -> None:
        host = served.app.state.host
        await host.registry.store.add(head, seats, moves)
        live = LiveMatch(Stored(head, seats, moves), host.registry.bot_seconds)
        host.registry.keep(live)
        await host.registry.change(live, lambda: host.settle_words(live))

    asyncio.run_coroutine_threadsafe(add(), served._loop).result()
    cookie = {"name": cookie_name(head.id), "value": keys.write(), "url": served.url}
    return f"{served.url}/m/{head.id}?seat={position.seat + 1}", cookie
