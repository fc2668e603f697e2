"""Golden games: whole games as readable text, compared word for word with a file.

After a change that is meant to change them, run the tests with `QUINCUNX_GOLDEN=update` in the environment.
Then read the difference before you keep it.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quincunx import bots
from quincunx.core.event import EVERYONE
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player, write_move
from quincunx.text.grammar import WATCHER

RANDOM_MOVES = 30
"""The number of decisions made at random, to reach rare cases; then the bot ends the game."""

POSITION_EVERY = 300


def check_golden(game: Game[Any], players: int, folder: Path) -> None:
    """Check that a game goes as written in `folder/NAME-PLAYERS.txt`."""
    path = folder / f"{game.name}-{players}.txt"
    lines = list(playthrough(game, players))
    if os.environ.get("QUINCUNX_GOLDEN") == "update":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == lines


def playthrough(game: Game[Any], players: int) -> Iterator[str]:
    names = game.phrases.seat_names(game.numbers(game.toml), players)
    match = Match(game, [Player(name) for name in names], SeedDice("golden"))
    yield f"{game.header.title}, {players} player{'s' * (players > 1)}, seed `golden`"
    yield from position(match)
    rng = Rng("golden minds")
    random, greedy = bots.make("random", game), bots.make("greedy", game)
    decisions = 0
    while not match.over:
        seat = match.state.current_player()
        if seat == CHANCE:
            step = match.roll()
        else:
            bot = random if decisions < RANDOM_MOVES else greedy
            step = match.play(seat, ask(bot, match.state, seat, rng, game.header.secrets))
            decisions += 1
        yield f"{len(match.steps)}. {write_move(step.seat, step.name)}"
        for event in step.events:
            secret = event.to != EVERYONE
            text = game.phrases.tell(event, match.voice(event.to if secret else WATCHER), match.numbers)
            yield f"    {text}" + (f" (seat {event.to + 1} only)" if secret else "")
        if len(match.steps) % POSITION_EVERY == 0:
            yield from position(match)
    yield from position(match)
    assert match.result is not None
    winners = ", ".join(str(seat + 1) for seat in match.result.winners) or "nobody"
    scores = ", ".join(f"{score:g}" for score in match.result.scores)
    yield f"Winner: {winners}. Scores: {scores}. {match.reason()}"


def position(match: Match) -> Iterator[str]:
    import yaml  # slow to import

    text = yaml.safe_dump(
        match.game.to_dict(match.state), sort_keys=False, default_flow_style=None, width=100
    )
    for line in text.splitlines():
        yield f"  | {line}"
