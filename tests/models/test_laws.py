"""The laws of each game, wherever Hypothesis leads a match: back and on, through a save, to its end."""

import os
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from quincunx import bots, games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.testing.setups import LONGEST, Setup, setups_of
from tests.models.laws import LAWS
from tests.models.replay import Told, play

EXAMPLES = int(os.environ.get("QUINCUNX_LAWS", "3"))
"""Matches for each game: `QUINCUNX_LAWS=1000 python -m pytest tests/models/test_laws.py` plays many."""

numbers = st.integers(0, 2**16)


class Laws(RuleBasedStateMachine):
    """A match of people; the bots help them on, so that late positions are reached too."""

    setups: list[Setup]

    @initialize(which=numbers, seed=numbers)
    def begin(self, which: int, seed: int) -> None:
        self.setup = self.setups[which % len(self.setups)]
        people = [Human(f"P{seat}") for seat in self.setup.seats]
        self.match = Match(self.setup.game.name, people, SeedDice(f"laws {seed}"))
        self.rng = Rng(f"laws {seed}")
        self.bot = bots.make("greedy", self.setup.game)
        self.keys = [self.key()]

    def key(self) -> bytes:
        return self.match.state.position_key()

    def step(self, pick: int, bot: bool) -> None:
        """Make one move, and hold what it changed against what it told."""
        match, game = self.match, self.setup.game
        before, actors = game.to_dict(match.state), match.state.players_to_move()
        seat = actors[pick % len(actors)]
        if seat == CHANCE:
            made = match.roll()
        elif bot:
            made = match.play(seat, match.think(seat, self.bot, match.state))
        else:
            actions = match.state.legal_actions(seat)
            made = match.play(seat, actions[pick % len(actions)])
        events = [Told(**event.to_dict()) for event in made.events]  # type: ignore[arg-type]
        LAWS[game.name].check(before, game.to_dict(match.state), events)
        self.keys.append(self.key())

    @rule(pick=numbers)
    def move(self, pick: int) -> None:
        if not self.match.over:
            self.step(pick, bot=False)

    @rule(moves=st.integers(1, 60))
    def go_on(self, moves: int) -> None:
        for _ in range(moves):
            if not self.match.over:
                self.step(0, bot=True)

    @rule(moves=st.integers(1, 12))
    def undo_and_redo(self, moves: int) -> None:
        """What is undone was there before, and made again it leads where it led."""
        match = self.match
        undone = match.undo() if match.undoable() else match.rewind(max(0, len(match.steps) - moves))
        assert self.key() == self.keys[len(match.steps)]
        for line in undone:
            match.replay(line)
            assert self.key() == self.keys[len(match.steps)]

    @rule()
    def save_and_load(self) -> None:
        """A saved position takes the place of the one it was saved from."""
        game, state = self.setup.game, self.match.state
        loaded = game.from_dict(game.to_dict(state), self.setup.numbers)
        loaded.log, self.match.state = state.log, loaded
        assert self.key() == self.keys[-1]

    @rule(seat=numbers)
    def doubt(self, seat: int) -> None:
        """No seat's view changes with what it cannot know."""
        game, state, seat = self.setup.game, self.match.state, seat % self.setup.players
        believed = state.resample_hidden(seat, self.rng)
        assert game.view(believed, seat) == game.view(state, seat)
        assert believed.legal_actions(seat) == state.legal_actions(seat)

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "match"):
            assert self.setup.game.snapshots.problem(self.match.state) == ""

    def teardown(self) -> None:
        """However it began, the match ends."""
        if hasattr(self, "match"):
            while not self.match.over:
                assert len(self.keys) < LONGEST
                self.step(0, bot=True)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_laws_hold(name: str) -> None:
    machine = type("Laws", (Laws,), {"setups": setups_of(games.load(name))})
    run_state_machine_as_test(machine, settings=settings(max_examples=EXAMPLES, stateful_step_count=20))


@pytest.mark.parametrize("name", games.GAMES)
def test_a_law_notices_an_amount_one_more(name: str) -> None:
    law, seen = LAWS[name], set()
    steps = play(setups_of(games.load(name))[0], "greedy", "law").steps
    for before, (_, _, events, after) in pairwise(steps):
        for place, event in enumerate(events):
            if event.kind not in law.moves or event.kind in seen or not law.moves[event.kind](event):
                continue
            seen.add(event.kind)
            more = replace(event, amounts={amount: many + 1 for amount, many in event.amounts.items()})
            if law.moves[event.kind](more) != law.moves[event.kind](event):
                with pytest.raises(AssertionError):
                    law.check(before.position, after, [*events[:place], more, *events[place + 1 :]])
    assert seen
