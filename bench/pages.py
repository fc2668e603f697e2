"""What a browser's move costs the server: milliseconds to draw what is new, and bytes to send it.

python bench/pages.py [GAME…] [--moves N] [--rounds N]

Random matches with the fewest players, at least two where the game allows it; the page of the first seat
after every move. Times are this process's own. The same moves are made three times, and the quickest of
each counts: a machine that has other work slows a move, never speeds one up.
"""

import argparse
import asyncio
import itertools
import time
import zlib

import msgspec

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.web.keep import Keep
from quincunx.web.live_match import LiveMatch
from quincunx.web.match_pages import COMPRESSION
from quincunx.web.new_match import Setup, set_up
from quincunx.web.parts import PageCopy, update
from quincunx.web.stored import Stored
from quincunx.web.view import Viewer


class Match:
    """A match in memory and the page of its first seat."""

    def __init__(self, game: str, number: int) -> None:
        low, high = games.load(game).header.players
        seats = ["me", *["friend"] * (max(low, min(2, high)) - 1)]
        head, sitting, keys = set_up(Setup(game, seats, dice="seed", seed=str(number)))
        head.started = head.created
        for seat in sitting:
            seat.taken = True
        self.live = LiveMatch(Stored(head, sitting))
        self.page = PageCopy(Viewer(keys, [0], 0), "", "")
        self._rng = Rng(f"{game}:{number}")
        self._settle()

    def move(self) -> bool:
        """One random move; False if the match is over."""
        match = self.live.playing()
        if match.over:
            return False
        seat = match.state.actor()
        match.play(seat, match.state.pick(seat, self._rng))
        self._settle()
        return True

    def _settle(self) -> None:
        self.live.roll()
        self.live.stored = len(self.live.playing().steps)


def measure(game: str, moves: int) -> list[tuple[float, int]]:
    """Milliseconds and compressed bytes of each update."""
    Keep.forget()  # Else a second round would find everything drawn.
    costs: list[tuple[float, int]] = []
    for number in itertools.count():
        match = Match(game, number)
        update(match.page, match.live)
        while len(costs) < moves and match.move():
            start = time.process_time()
            fresh = update(match.page, match.live)
            took = time.process_time() - start
            costs.append((took * 1000, len(zlib.compress(msgspec.json.encode(fresh), COMPRESSION))))
        if len(costs) == moves:
            return costs
    raise AssertionError


async def main() -> None:
    arguments = argparse.ArgumentParser(description="What a browser's move costs the server.")
    arguments.add_argument("games", nargs="*", default=list(games.GAMES), help="games by their names")
    arguments.add_argument("--moves", type=int, default=300, help="how many moves of each")
    arguments.add_argument("--rounds", type=int, default=3, help="how often the same moves are made")
    chosen = arguments.parse_args()
    for game in chosen.games:
        rounds = [measure(game, chosen.moves) for _ in range(chosen.rounds)]
        quickest = sum(min(costs)[0] for costs in zip(*rounds, strict=True)) / chosen.moves
        size = sum(size for _, size in rounds[0]) / chosen.moves
        print(f"{game:15} {quickest:6.2f} ms {size:8,.0f} bytes", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
