"""Measures how strong a player of King of Tokyo is, with the luck of the dice taken out.

    python research/king_of_tokyo_luck.py expert --against hard --players 6 --seats 3 --games 60 --keep six

One player has one or more seats, another all others; they rotate with the same dice for each rotation. A
solver judges the position before and after each roll; before it, by the exact mean over all dice. The sum of
these differences is the luck of a game: 0 on average, however well the solver judges. The result minus the
luck varies less than the result, so fewer games are needed. Games in the file are not played again.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from quincunx import bots, games
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.king_of_tokyo.ai.levels import SIMPLE_BOTS
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.roll_tables import roll_tables_of
from quincunx.games.king_of_tokyo.ai.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.dice import size
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import ROLL
from quincunx.lab.stats.estimate import mean
from quincunx.match import variant

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})


class Played(msgspec.Struct):
    """A game: its number, the share of the win of the player's seats, and how much of that was luck."""

    number: int
    got: float
    luck: float


class Luck:
    """Adds up the luck of some seats' dice in a game."""

    def __init__(self, seats: list[int], names: list[str]) -> None:
        self.seats = seats
        self.total = 0.0
        simple = [name in SIMPLE_BOTS for name in names]
        self._solver = Solver(insight(simple), GAME.bots.trained_policy(), simple=simple)
        self._dice = 0
        self._rolls: list[list[float]] = []
        """The expected result of the seats for every combination of dice, for each roll left in the turn."""
        self._turn = -1

    def roll(self, state: KingOfTokyo, rolled: int) -> None:
        """Count a roll that is about to be made. Extra rolls by cards do not count, nor do turns with more
        dice than the solver handles: both are known before the roll, so that the luck stays unbiased."""
        if state.turn != self._turn:
            self._turn = state.turn
            self._dice = state.rolling
            follows = size(state.dice) == 0 and state.rolling <= MOST_DICE
            stages = self._solver.outlook(state) if follows else []
            self._rolls = [self._together(stage) for stage in stages]
        if self._rolls and size(state.dice) + state.rolling == self._dice:
            hopes = self._rolls.pop()
            place = roll_tables_of(self._dice).place
            self.total += hopes[place[state.dice + rolled]] - hopes[place[state.dice]]

    def _together(self, stage: list[list[float]]) -> list[float]:
        return [sum(hopes) for hopes in zip(*(stage[seat] for seat in self.seats), strict=True)]


def play(player: str, against: str, players: int, seats: int, seed: str, number: int) -> Played:
    """Play one game. The player's seats rotate from game to game, as far apart as possible."""
    own = [(number + place * players // seats) % players for place in range(seats)]
    dice, thoughts = Rng(f"{seed} dice {number // players}"), Rng(f"{seed} {number}")
    names = [player if seat in own else against for seat in range(players)]
    seated = bots.table(names, GAME)
    state, luck = GAME.new_initial_state(players, NUMBERS), Luck(own, names)
    while (actor := state.current_player()) != TERMINAL:
        if actor == CHANCE:
            outcome = state.sample_outcome(dice)
            if state.phase == ROLL:
                luck.roll(state, outcome)
            state.move(CHANCE, outcome)
        else:
            state.move(actor, ask(seated[actor], state, actor, thoughts, GAME.header.secrets))
    returns = state.returns()
    return Played(number, sum(returns[seat] for seat in own), luck.total)


def show(played: list[Played], fair: float) -> None:
    shares = {
        "share of wins": mean([game.got for game in played]),
        "without luck": mean([game.got - game.luck for game in played]),
    }
    words = [
        f"{name} {share.value:.3f} ({share.low:.3f} to {share.high:.3f})" for name, share in shares.items()
    ]
    print(f"{len(played)} games, fair {fair:.3f}: {', '.join(words)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("player", help="a level or a bot")
    parser.add_argument("--against", default="hard", help="who has all other seats")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seats", type=int, default=1, help="how many of them the player has")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, help="where games are kept, one in a line")
    chosen = parser.parse_args()
    lines = chosen.keep.read_bytes().splitlines() if chosen.keep.exists() else []
    played = [msgspec.json.decode(line, type=Played) for line in lines]
    known = {game.number for game in played}
    game_of = partial(play, chosen.player, chosen.against, chosen.players, chosen.seats, chosen.seed)
    with ProcessPoolExecutor(chosen.jobs) as pool, chosen.keep.open("ab") as file:
        for game in pool.map(game_of, [number for number in range(chosen.games) if number not in known]):
            played.append(game)
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            show(played, chosen.seats / chosen.players)


if __name__ == "__main__":
    main()
