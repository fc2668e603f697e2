"""Measures how much better one level decides than another: where they differ, both plans are played out.

python bench/decisions.py GAME --players N [--level NAME] [--than NAME] [--games N] [--worlds N]
                          [--master] [--seed S]

The weaker level plays one seat, `normal` all others, and the stronger level is asked at every decision. Where
it has another plan, both are played to the end in the same new worlds by the game's adept (or its master).
The gains of a game add up to what the stronger level would win more of it. Most luck cancels out, so tens of
games say as much as thousands of results.
"""

import argparse
import math
import statistics
import time
from typing import Any

from quincunx import games
from quincunx.bots import levels
from quincunx.bots.search import Plan, Search
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import State
from quincunx.match import variant


class Both(Bot):
    """Plays like one search, and adds up the gain of another search's plans."""

    def __init__(self, plays: Search, asked: Search, judge: Search, worlds: int) -> None:
        self._plays = plays
        self._asked = asked
        self._judge = judge
        self._worlds = worlds
        self.decisions = 0
        self.differed = 0
        self.gain = 0.0
        self.seconds = [0.0, 0.0]

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        before = self._plays.considered
        begun = time.process_time()
        move = self._plays.choose(state, seat, rng)
        self.seconds[0] += time.process_time() - begun
        # If the list is the same as before, the bot only follows a plan.
        if self._plays.considered is not before and len(state.legal_actions(seat)) > 1:
            self._compare(self._plays.considered[0].moves, state, seat, rng)
        return move

    def _compare(self, usual: list[int], state: State, seat: int, rng: Rng) -> None:
        begun = time.process_time()
        other = self._asked.think(state, seat, rng)[0].moves
        self.seconds[1] += time.process_time() - begun
        self.decisions += 1
        if other != usual:
            plan = Plan(other, state.players)
            self._judge.duel(Plan(usual, state.players), plan, state, seat, rng, self._worlds)
            self.differed += 1
            self.gain += plan.gain


def player_of(game: Game[Any], level: str) -> Search:
    """Return the search of a level; for `normal` one with no plan but the bot's own."""
    if level == "normal":
        return Search(game.bots.policy(), config=SearchConfig(plans=1, random_percent=0))
    if game.bots.level(level) is not None:
        raise SystemExit(f"`{level}` of {game.name} does not search, so its plans cannot be compared.")
    return levels.search(game, level)


def judge_of(game: Game[Any], players: int, master: bool) -> Search:
    """Return a search whose rollouts go to the end of the game, so that no evaluator can favour a plan."""
    own = game.bots.trained_policy() if master else game.bots.own_policy()
    return Search(game.bots.policy(), config=SearchConfig(horizon_turns={players: 0}), own_policy=own)


def main() -> None:
    arguments = argparse.ArgumentParser(description="How much better does one level decide than another?")
    arguments.add_argument("game", help="a game by its name")
    arguments.add_argument("--players", type=int, default=2, help="how many sit at a table")
    arguments.add_argument("--level", default="expert", help="the level that is asked")
    arguments.add_argument("--than", default="hard", help="the level that plays; may be normal")
    arguments.add_argument("--games", type=int, default=20)
    arguments.add_argument("--worlds", type=int, default=400, help="in how many worlds two plans are tried")
    arguments.add_argument("--master", action="store_true", help="the master plays on, not the adept")
    arguments.add_argument("--seed", default="1")
    chosen = arguments.parse_args()
    game = games.load(chosen.game)
    numbers = variant.numbers(game, {})
    played: list[Both] = []
    for number in range(chosen.games):
        both = Both(
            player_of(game, chosen.than),
            player_of(game, chosen.level),
            judge_of(game, chosen.players, chosen.master),
            chosen.worlds,
        )
        seats: list[Bot] = [game.bots.policy() for _ in range(chosen.players)]
        seats[number % chosen.players] = both
        dice = Rng(f"{chosen.seed}:{number // chosen.players}")
        rng = Rng(f"{chosen.seed}:{number}:bots")
        contest(game.new_initial_state(chosen.players, numbers), seats, dice, rng, game.header.secrets)
        played.append(both)
        print(words(chosen.level, chosen.than, played), flush=True)


def words(level: str, than: str, played: list[Both]) -> str:
    number, gains = len(played), [both.gain for both in played]
    mean = statistics.fmean(gains)
    error = statistics.stdev(gains) / math.sqrt(number) if number > 1 else 0.0
    decisions = sum(both.decisions for both in played)
    differed = sum(both.differed for both in played)
    spent = [sum(both.seconds[which] for both in played) / max(1, decisions) for which in (1, 0)]
    return (
        f"{number} games: {level} wins {mean:+.4f} more of a game than {than} (standard error {error:.4f}); "
        f"other plans in {differed} of {decisions} decisions; seconds for one {spent[0]:.2f}, {spent[1]:.2f}"
    )


if __name__ == "__main__":
    main()
