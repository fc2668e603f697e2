"""Whole random games in one line each: to compare the compiled rules, the plain ones and a wheel.

`python -m tests.digests` prints them; it needs nothing but the package.
"""

import hashlib
import json
from typing import Any

from quincunx import games
from quincunx.bots.random import RandomBot
from quincunx.bots.search import Search
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.core.value import Thinking

GAMES_EACH = 12


def digest(game: Game[Any], players: int, seed: str) -> str:
    """Every move, key and event of a game, and its end, in one hash. Half the games are greedy ones."""
    state = game.new(players, game.numbers(game.toml))
    state.log = []
    rng = Rng(seed)
    bot: Bot = game.bot() if seed.endswith("greedy") else RandomBot()
    whole = hashlib.sha256()
    while state.actors():
        seat = state.actor()
        action = state.sample(rng) if seat == CHANCE else ask(bot, state, seat, rng, game.header.secrets)
        whole.update(f"{seat}: {game.say(state, seat, action)}\n".encode())
        state.apply(seat, action)
        whole.update(state.key())
    whole.update("\n".join(repr(event) for event in state.log).encode())
    whole.update(json.dumps([game.to_dict(state), state.returns()]).encode())
    return whole.hexdigest()


def searcher(game: Game[Any], rollouts: int) -> Search:
    """A search of few plans and short rollouts: plain Python is slow."""
    soon = dict.fromkeys(game.player_counts, 1)
    return Search(game.bot(), game.value(), game.minds()[:1], Thinking(turns=soon, plans=3), rollouts)


def searched(game: Game[Any], players: int, decisions: int, rollouts: int) -> list[str]:
    """What a search does with the first decisions of a game, each by its name."""
    state = game.new(players, game.numbers(game.toml))
    rng, search, said = Rng(f"searched {game.name}"), searcher(game, rollouts), list[str]()
    while len(said) < decisions and state.actors():
        seat = state.actor()
        action = state.sample(rng) if seat == CHANCE else search.choose(state, seat, rng)
        if seat != CHANCE:
            said.append(game.say(state, seat, action))
        state.apply(seat, action)
    return said


def digests() -> list[str]:
    lines: list[str] = []
    for name in games.GAMES:
        game = games.load(name)
        for players in game.player_counts:
            for number in range(GAMES_EACH):
                seed = f"{number} {'greedy' if number % 2 else 'random'}"
                lines.append(f"{name} {players} {number} {digest(game, players, seed)}")
        lines.append(f"{name} searched: {'; '.join(searched(game, max(game.player_counts), 6, 12))}")
    return lines


if __name__ == "__main__":
    print("\n".join(digests()))
