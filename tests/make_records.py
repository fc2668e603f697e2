"""Finished matches for tests/records: `python -m tests.make_records VERSION` writes those of this version.

What a released version wrote is never written again: later versions must replay it to the same result, or
refuse it by the name of its rules' version.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quincunx import bots, games
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.match import record
from quincunx.match.chance import Chance, FairDice, RealDice, SeedDice, word_hash
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.match.variant import Variant, read_variant

TESTS = Path(__file__).parent
LONGEST = 6000
"""The most moves of a match by random players; longer ones are played by bots that know the game."""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in games.GAMES:
        for title, match in matches(games.load(name)):
            path = folder / f"{title}.json"
            if path.exists():
                sys.exit(f"{path} is there already, and is never written again.")
            record.save(match.record(), path)
    kept = sorted((TESTS / "records").rglob("*.json"))
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder.parent)}" for path in kept
    ]
    (folder.parent / "SHA256SUMS").write_text("\n".join(sums) + "\n")


def matches(game: Game[Any]) -> Iterator[tuple[str, Match]]:
    """Yield matches for every number of players, with a seed and with fair dice; for one number of players
    real dice, words that devices kept to themselves, take-backs and every variant."""
    for players in game.player_counts:
        for chance in (SeedDice(f"record {players}"), FairDice(b"\1" * 32, words=words(players))):
            yield f"{game.name}-{players}-{chance.header().dice}", play(game, players, chance, {})
    fewest = game.header.players[0]
    rng = Rng("real dice")
    yield (
        f"{game.name}-{fewest}-real",
        play(game, fewest, RealDice(lambda state: state.sample_outcome(rng)), {}),
    )
    yield f"{game.name}-{game.header.players[1]}-hidden-words", hidden_words(game)
    yield f"{game.name}-{fewest}-taken-back", taken_back(game)
    for path in sorted((TESTS / "variants" / game.name).glob("*.toml")):
        changes = read_variant(path, game)
        yield f"{game.name}-{fewest}-{path.stem}", play(game, fewest, SeedDice(path.stem), changes)


def words(players: int) -> list[str]:
    return [f"word {seat}" for seat in range(1, players + 1)]


def hidden_words(game: Game[Any]) -> Match:
    """Return the dice of devices that gave a hash before the start; the last of them did not reveal its
    word."""
    players = game.header.players[1]
    hashes = [word_hash(word) for word in words(players)]
    revealed = ["word 1", *words(players)[1:-1], *[""] * (players > 1)]
    return play(game, players, FairDice(b"\2" * 32, words=revealed, hashes=hashes), {})


def taken_back(game: Game[Any]) -> Match:
    """Return a person's match: every seventh decision is taken back, with all that came after it, if
    allowed."""
    players = game.header.players[0]
    seats = [Player("Ann"), *(Player(f"Player {n}", "greedy") for n in range(2, players + 1))]
    match = Match(game, seats, FairDice(b"\3" * 32, words=words(players)), {})
    decisions, bot = 0, bots.make("greedy", game)
    while not match.over:
        if match.advance():
            continue
        decisions += 1
        match.play(0, match.think(0, bot, match.state))
        if decisions % 7 == 0 and match.undoable():
            match.undo()
    return match


def play(game: Game[Any], players: int, chance: Chance, changes: Variant) -> Match:
    """Return a match of one random player among others who know the game, or none if that would take too
    long."""
    for last in ("random", "greedy"):
        seats = [Player(f"Player {n}", "greedy" if n < players else last) for n in range(1, players + 1)]
        match = Match(game, seats, chance.restart(), changes)
        while len(match.steps) < LONGEST and match.advance():
            pass
        if match.over:
            return match
    raise ValueError(f"{game.name} with {players} is not over after {LONGEST} moves")


if __name__ == "__main__":
    main(TESTS / "records" / sys.argv[1])
