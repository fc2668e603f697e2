"""Measures how well the network, a look at the next turn, and rollouts judge positions of King of Tokyo.

    python research/king_of_tokyo_judges.py 6 --games 100 --jobs 2

The solver plays. After every other turn each judge estimates the expected result of the player who had it,
which is compared with the result minus the luck of all later dice. That is right on average but varies
much, so most of each figure is the same for all judges, and only their differences count.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from quincunx import games
from quincunx.bots.rollout import Rollout
from quincunx.core.rng import Rng, scramble
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.solver import MOST_DICE, Solver
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import ROLL
from quincunx.lab.stats.estimate import mean

GAME = games.load("king-of-tokyo")
NOISE = 3
"""The percentage of random moves."""
JUDGES = ["the next turn", "the network", "rollouts, the network after 6 turns", "rollouts as a search makes"]


def play(players: int, rollouts: int, seed: int) -> list[float]:
    """Play one game and return the mean squared error of each judge."""
    rng = Rng(f"judges {seed}")
    state = GAME.new_initial_state(players, GAME.numbers(GAME.toml))
    value = insight()
    solver = Solver(value, GAME.bots.trained_policy())
    trained = Rollout(GAME.bots.trained_policy(), GAME.bots.policy(), value)
    usual = Rollout(GAME.bots.own_policy(), GAME.bots.policy(), GAME.bots.evaluator())
    far = GAME.bots.search_config().horizon_turns[players]
    turn, mover = state.turns(), 0
    positions: list[tuple[int, list[float], list[float], list[float]]] = []
    while (seat := state.current_player()) != TERMINAL:
        if state.turns() != turn:
            turn = state.turns()
            if state.phase == ROLL and state.rolling <= MOST_DICE:
                tried: list[float] = []
                if turn % 2 and state.monsters[mover].alive:
                    family = rng.word()
                    tried = [tries(state, mover, trained, 6, rollouts, family)]
                    tried.append(tries(state, mover, usual, far, rollouts, family))
                positions.append((mover, solver.expects(state), value.evaluate(state), tried))
            mover = state.active
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        else:
            stray = rng.below(100) < NOISE
            state.move(seat, state.random_action(seat, rng) if stray else solver.choose(state, seat, rng))
    squares: list[list[float]] = []
    later = [0.0] * players
    for mover, hopes, said, tried in reversed(positions):
        came = [hope + more for hope, more in zip(hopes, later, strict=True)]
        later = [worth - guess for worth, guess in zip(came, said, strict=True)]
        if tried:
            squares.append([(came[mover] - judged) ** 2 for judged in (hopes[mover], said[mover], *tried)])
    return [sum(column) / len(squares) for column in zip(*squares, strict=True)]


def tries(state: KingOfTokyo, seat: int, rollout: Rollout, turns: int, number: int, family: int) -> float:
    """Return a seat's mean result in a number of rollouts."""
    worlds = [scramble(family + world) for world in range(number)]
    limit = state.turns() + turns
    return sum(rollout.play(state.clone(), seat, world, limit)[seat] for world in worlds) / number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("players", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rollouts", type=int, default=300, help="how many for each position")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        played = list(pool.map(partial(play, chosen.players, chosen.rollouts), range(chosen.games)))
    print(f"{chosen.players} players, {len(played)} games: mean square of mistakes, more than the first by")
    for place, judge in enumerate(JUDGES):
        more = mean([game[place] - game[0] for game in played])
        average = sum(game[place] for game in played) / len(played)
        print(f"  {judge}: {average:.4f}, {more.value:.4f} ({more.low:.4f} to {more.high:.4f})", flush=True)


if __name__ == "__main__":
    main()
