"""Digests of games that bots play, one line for each kind, and the file that keeps them: `tests/digests.txt`.

Every Python plays the same, compiled or plain, and each is held to the file: no machine needs all of them.
After a change that is meant to change moves, `python -m tests.digests --write` writes it again. It needs only
the package; without `--write` it ends with 1 and the lines that differ.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quincunx import games
from quincunx.bots import levels
from quincunx.bots.search import Search
from quincunx.core.bot import Bot, RandomBot
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE
from quincunx.lab.simulate.observed_run import PlanRunner
from quincunx.lab.simulate.plan import GamePlan

KEPT = Path(__file__).with_suffix(".txt")
GAMES_EACH = 6
"""The number of whole games for each number of players, half of them greedy ones."""
DECISIONS = {"easy": 12, "normal": 12, "hard": 8, "expert": 3}
"""The number of decisions of each level, in the middle of a game: plain Python is slow."""
SIMULATED = 20


def digest(game: Game[Any], players: int, seed: str) -> str:
    """Return one hash of every move, key and event of a game, and its end. Half the games are greedy ones."""
    state = game.new_initial_state(players, game.numbers(game.toml))
    state.log = []
    rng = Rng(seed)
    bot: Bot = game.bots.policy() if seed.endswith("greedy") else RandomBot()
    whole = hashlib.sha256()
    while state.players_to_move():
        seat = state.current_player()
        action = (
            state.sample_outcome(rng) if seat == CHANCE else ask(bot, state, seat, rng, game.header.secrets)
        )
        whole.update(f"{seat}: {game.say(state, seat, action)}\n".encode())
        state.apply(seat, action)
        whole.update(state.position_key())
    whole.update("\n".join(repr(event) for event in state.log).encode())
    whole.update(json.dumps([game.to_dict(state), state.returns()]).encode())
    return whole.hexdigest()


def searcher(game: Game[Any], rollouts: int) -> Search:
    """Return a search of few plans and short rollouts: plain Python is slow."""
    soon = dict.fromkeys(game.player_counts, 1)
    return Search(
        game.bots.policy(),
        game.bots.evaluator(),
        game.bots.candidate_policies()[:1],
        SearchConfig(horizon_turns=soon, plans=3),
        rollouts,
    )


def searched(game: Game[Any], players: int, decisions: int, rollouts: int) -> list[str]:
    """Return the results of a search for the first decisions of a game, each by its name."""
    return decided(game, players, searcher(game, rollouts), decisions)


def decided(game: Game[Any], players: int, bot: Bot, decisions: int, first_turn: int = 0) -> list[str]:
    """Return a bot's decisions in a game, each by its name; up to `first_turn` the rules of thumb play."""
    state = game.new_initial_state(players, game.numbers(game.toml))
    rng, usual, said = Rng(f"searched {game.name}"), game.bots.policy(), list[str]()
    while len(said) < decisions and state.players_to_move():
        seat = state.current_player()
        if seat == CHANCE:
            action = state.sample_outcome(rng)
        elif state.turns() < first_turn or len(state.legal_actions(seat)) == 1:
            action = usual.choose(state, seat, rng)
        else:
            action = bot.choose(state, seat, rng)
            said.append(game.say(state, seat, action))
        state.apply(seat, action)
    return said


def played_by(game: Game[Any], level: str) -> list[str]:
    """Return the decisions of a bot of that level; where it searches, with few rollouts."""
    bot = levels.make(game, level)
    if isinstance(bot, Search):
        bot.rollouts = 48
    return decided(game, min(game.player_counts), bot, DECISIONS[level], first_turn=6)


def simulated(game: Game[Any]) -> str:
    """Return one hash of the rows of a simulation."""
    seats = ["normal", "random"] * 3
    plan = GamePlan(game.name, seats[: max(game.player_counts)], SIMULATED, "digests", {})
    rows = [row for part in PlanRunner(plan).play(range(SIMULATED)) for row in part.rows()]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def digests_of(name: str) -> Iterator[str]:
    """Yield the lines of one game."""
    game = games.load(name)
    for players in game.player_counts:
        seeds = [f"{number} {'greedy' if number % 2 else 'random'}" for number in range(GAMES_EACH)]
        whole = "".join(digest(game, players, seed) for seed in seeds)
        yield f"{name}, {players} players: {hashlib.sha256(whole.encode()).hexdigest()}"
    yield f"{name}, simulated: {simulated(game)}"
    for level in levels.LEVELS:
        yield f"{name}, {level}: {'; '.join(played_by(game, level))}"


def kept(name: str) -> list[str]:
    """Return the lines of one game in the file."""
    return [line for line in KEPT.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name},")]


if __name__ == "__main__":
    found = {name: list(digests_of(name)) for name in games.GAMES}
    if sys.argv[1:] == ["--write"]:
        KEPT.write_text("".join(f"{line}\n" for lines in found.values() for line in lines), encoding="utf-8")
    wrong = [line for name, lines in found.items() for line in lines if line not in kept(name)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))
