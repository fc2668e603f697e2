"""Measures the cost of a move for the server: milliseconds to draw the changed page, and bytes to send it.

python bench/pages.py [GAME…] [--moves N] [--rounds N]

Random matches with the fewest players, at least two where the game allows it. After every move the first
seat's page is drawn, then those of the others, which share parts with it. Printed are the first page and the
mean of all, in processor time. The same moves are made three times, and the quickest of each counts.
"""

import argparse
import asyncio
import itertools
import time
import zlib

import msgspec

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.web.live.page_diff import PageCopy, update
from quincunx.web.live.view import Viewer
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import MatchSetup, set_up
from quincunx.web.matches.tokens import Keys
from quincunx.web.routes.match import COMPRESSION
from quincunx.web.storage.models import Stored
from quincunx.web.templates.fragment_cache import Keep


class Match:
    """A match in memory with the pages of its seats."""

    def __init__(self, game: str, number: int) -> None:
        low, high = games.load(game).header.players
        seats = ["me", *["friend"] * (max(low, min(2, high)) - 1)]
        head, sitting, _ = set_up(MatchSetup(game, seats, dice="seed", seed=str(number)))
        head.started = head.created
        for seat in sitting:
            seat.taken = True
        self.live = LiveMatch(Stored(head, sitting))
        self.pages = [
            PageCopy(Viewer(Keys({seat.number: "token"}), [seat.number], seat.number), "", "")
            for seat in sitting
        ]
        self._rng = Rng(f"{game}:{number}")
        self._settle()

    def move(self) -> bool:
        """Make a random move; return False if the match is over."""
        match = self.live.playing()
        if match.over:
            return False
        seat = match.state.current_player()
        match.play(seat, match.state.random_action(seat, self._rng))
        self._settle()
        return True

    def _settle(self) -> None:
        self.live.roll()
        self.live.stored = len(self.live.playing().steps)


Cost = tuple[float, int]
"""Milliseconds and compressed bytes of an update."""


def measure(game: str, moves: int) -> list[list[Cost]]:
    """Return the costs of all pages after each move, the first seat's first."""
    Keep.forget()  # Otherwise a second round would find everything drawn.
    costs: list[list[Cost]] = []
    for number in itertools.count():
        match = Match(game, number)
        for page in match.pages:
            update(page, match.live)
        while len(costs) < moves and match.move():
            costs.append([_cost(page, match.live) for page in match.pages])
        if len(costs) == moves:
            return costs
    raise AssertionError


def _cost(page: PageCopy, live: LiveMatch) -> Cost:
    start = time.process_time()
    fresh = update(page, live)
    took = time.process_time() - start
    return took * 1000, len(zlib.compress(msgspec.json.encode(fresh), COMPRESSION)) if fresh else 0


def _mean(rounds: list[list[list[Cost]]], seats: slice) -> tuple[float, float]:
    """Return the mean milliseconds and bytes of a page of these seats."""
    quickest = [
        min(times)
        for costs in zip(*rounds, strict=True)
        for times in zip(*(c[seats] for c in costs), strict=True)
    ]
    return tuple(sum(each) / len(quickest) for each in zip(*quickest, strict=True))


async def main() -> None:
    arguments = argparse.ArgumentParser(description="What a browser's move costs the server.")
    arguments.add_argument("games", nargs="*", default=list(games.GAMES), help="games by their names")
    arguments.add_argument("--moves", type=int, default=300, help="how many moves of each")
    arguments.add_argument("--rounds", type=int, default=3, help="how often the same moves are made")
    chosen = arguments.parse_args()
    for game in chosen.games:
        rounds = [measure(game, chosen.moves) for _ in range(chosen.rounds)]
        (first, size), (every, its_size) = _mean(rounds, slice(1)), _mean(rounds, slice(None))
        print(
            f"{game:15} first seat {first:5.2f} ms {size:7,.0f} bytes   "
            f"every seat {every:5.2f} ms {its_size:7,.0f} bytes",
            flush=True,
        )


if __name__ == "__main__":
    asyncio.run(main())
