"""The sentences of a game, gathered to be read: `python -m tests.games.sentences GAME`."""

import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from rich.console import Console

from quincunx import games
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.text.grammar import Look, Voice

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]
MOST_MOVES = 40
"""The most moves of a position that are put into words."""
NUMBER = re.compile(r"\d[\d,.]*")


def said(name: str, matches: int = 3, every: int = 1) -> dict[str, dict[str, str]]:
    """Return the sentences by where they stand, each by its form without numbers, which is told once."""
    game = games.load(name)
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for number in range(matches):
        players = max(game.player_counts) if number % 2 else min(game.player_counts)
        for kind, sentence in _of_match(game, players, f"sentences {number}", every):
            found[kind].setdefault(NUMBER.sub("0", sentence), sentence)
    for step in game.tour():
        found["tour"][step.say] = step.say
    for sign, meaning in game.screens.legend().items():
        found["legend"][sign] = f"{sign}: {meaning}"
    return found


def _of_match(game: Game[Any], players: int, seed: str, every: int) -> Iterator[tuple[str, str]]:
    match = Match(game.name, [Human(name) for name in NAMES[:players]], SeedDice(seed))
    yield "goal", game.phrases.goal(match.numbers)
    bot, rng = game.bots.policy(), Rng(seed)
    known: set[int] = set()
    place = 0
    while not match.over:
        state = match.state
        actor = state.players_to_move()[0]
        if actor == CHANCE:
            step = match.roll()
        else:
            place += 1
            if place % every == 0:
                yield from _of_position(game, state, actor, match.voice(actor), rng, known)
            actions = state.legal_actions(actor)
            action = (
                actions[rng.below(len(actions))] if rng.below(3) == 0 else ask(bot, state, actor, rng, True)
            )
            step = match.play(actor, action)
        for reader in (max(step.seat, 0), (step.seat + 1) % players):
            voice = match.voice(reader)
            for event in step.events:
                if event.is_for(reader):
                    yield f"event {event.kind}", game.phrases.tell(event, voice, match.numbers)
            if not step.events:
                yield "silent move", game.phrases.narrate(step.seat, step.move, voice, match.numbers)
    yield "end", match.reason(0)


def _of_position(
    game: Game[Any], state: State, seat: int, voice: Voice, rng: Rng, known: set[int]
) -> Iterator[tuple[str, str]]:
    for action in state.legal_actions(seat)[:MOST_MOVES]:
        move = game.codec.decode(state, seat, action)
        explained = game.phrases.explain(state, seat, move, voice)
        yield "words", f"{game.phrases.words(state, seat, move, voice)}: {explained}"
        yield "reason", game.coach.reason(state, seat, [action], voice)
        if question := game.phrases.confirm(state, seat, move, voice):
            yield "confirm", question
    for chance in game.coach.chances(state, seat, voice):
        yield "chances", chance
    known.update(state.legal_actions(seat)[:MOST_MOVES])
    for action in sorted(known)[rng.below(MOST_MOVES) :: MOST_MOVES]:
        if refused := game.refusal(state, seat, action, voice):
            yield "refusal", refused
    for text in _texts(game.screens.web(state, seat, voice)):
        yield "board", text
    console = Console(width=80, height=24, record=True, file=io.StringIO())
    look = Look(width=80, height=24)
    console.print(game.screens.terminal(state, seat, Voice(voice.names, seat, look)))
    for line in console.export_text().splitlines():
        yield "terminal", line


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif hasattr(value, "__dataclass_fields__"):
        for each in value.__dataclass_fields__:
            yield from _texts(getattr(value, each))


if __name__ == "__main__":
    for kind, sentences in sorted(said(sys.argv[1]).items()):
        print(f"\n== {kind}")
        for sentence in sentences.values():
            print(f"  {sentence}")
