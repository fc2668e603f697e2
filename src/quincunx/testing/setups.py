"""The setups a game is tested in (player counts and variants), and walks through random games."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console

from quincunx.core.bot import RandomBot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.match import variant
from quincunx.match.chance import Chance
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER, Look, Voice

LONGEST = 50_000
"""The most moves a game may take, even at random."""


@dataclass(frozen=True)
class Setup:
    """A game with a number of players and an optional variant."""

    game: Game[Any]
    players: int
    changes: variant.Variant = field(default_factory=dict)
    label: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, [self.game.name, str(self.players), self.label]))

    @property
    def seats(self) -> range:
        return range(self.players)

    @cached_property
    def numbers(self) -> Any:
        return variant.numbers(self.game, self.changes)

    def new(self) -> State:
        state: State = self.game.new_initial_state(self.players, self.numbers)
        return state

    def voice(self, reader: int = WATCHER, look: Look | None = None) -> Voice:
        return Voice(self.game.phrases.seat_names(self.numbers, self.players), reader, look)

    def told(self, state: State, seat: int) -> list[str]:
        """Return the sentences of the log that a seat is told."""
        voice, numbers = self.voice(seat), self.numbers
        events = [event for event in state.log or [] if event.is_for(seat)]
        return [told for event in events if (told := self.game.phrases.tell(event, voice, numbers))]

    def match(self, chance: Chance, bot: str = "random") -> Match:
        players = [Player(name, bot) for name in self.voice().names]
        return Match(self.game, players, chance, self.changes)

    def render(self, state: State, seat: int, width: int = 80, unicode: bool = True) -> str:
        """Return the board of a seat as plain text."""
        file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8" if unicode else "ascii", newline="\n")
        console = Console(
            file=file, width=width, color_system=None, force_terminal=False, legacy_windows=False
        )
        console.print(
            self.game.screens.terminal(state, seat, self.voice(seat, Look(unicode=unicode, width=width)))
        )
        file.seek(0)
        return file.read()


def setups_of(game: Game[Any], variants: Path | None = None) -> list[Setup]:
    """Return a setup for each player count, and for the fewest and most players with each variant.

    `variants` is a folder of variant files.
    """
    setups = [Setup(game, players) for players in game.player_counts]
    for path in sorted(variants.glob("*.toml")) if variants else []:
        changes = variant.read_variant(path, game)
        setups += [Setup(game, players, changes, path.stem) for players in sorted(set(game.header.players))]
    return setups


def walk(setup: Setup, seed: str, every: int = 1) -> Iterator[State]:
    """Yield positions of a random game: one for every `every` moves, fewer as it goes on, and the last.

    Do not change them. A game of thousands of moves gives some hundred positions. Now and then a seat makes
    an optional out-of-turn move, where the rules allow one.
    """
    rng = Rng(f"{seed}:{setup}")
    state = setup.new()
    for number in range(LONGEST):
        actors = state.players_to_move()
        if number % max(every, number // 20) == 0 or not actors:
            yield state
        if not actors:
            return
        step(state, others_turn(setup, state, rng) or actors, rng)
    raise AssertionError(f"{setup} is not over after {LONGEST} moves")


def others_turn(setup: Setup, state: State, rng: Rng) -> list[int]:
    """Return, one time in four, the seats with optional out-of-turn moves; else none."""
    if rng.below(4):
        return []
    actors = state.players_to_move()
    return [seat for seat in setup.seats if seat not in actors and state.legal_actions(seat)]


def step(state: State, seats: list[int], rng: Rng) -> None:
    """Make a random move for one of the seats, or the roll that is due."""
    seat = seats[rng.below(len(seats))]
    if seat == CHANCE:
        state.apply(CHANCE, state.sample_outcome(rng))
    else:
        state.apply(seat, RandomBot().choose(state, seat, rng))


def play_on(state: State, rng: Rng, moves: int) -> list[bytes]:
    """Make random moves and return the keys of the positions they lead to."""
    keys: list[bytes] = []
    while len(keys) < moves and state.players_to_move():
        step(state, state.players_to_move(), rng)
        keys.append(state.position_key())
    return keys


def some(items: list[int], rng: Rng, most: int = 200) -> list[int]:
    """Return all items, or a sample if there are many."""
    return items if len(items) <= most else [items[rng.below(len(items))] for _ in range(most)]


Check = Callable[[Setup], None]
