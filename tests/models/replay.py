"""Matches are played by the game and replayed by its model, which must agree after every step."""

import importlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, NoReturn

from quincunx import bots
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.testing.setups import Setup, others_turn

BOTS = ("random", "greedy")


@dataclass(frozen=True)
class Told:
    """An event as programs are told of it; seats count from 1, and 0 is nobody."""

    kind: str
    seat: int = 0
    amounts: dict[str, int] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)
    by: int = 0
    to: int = 0


class Step(NamedTuple):
    """A move or an outcome by name, the events it brought, and the position after it."""

    seat: int
    move: str
    events: list[Told]
    position: dict[str, Any]


class Result(NamedTuple):
    """The seats that won, from 1, and everybody's score."""

    winners: list[int]
    scores: list[float]


class Disagreement(AssertionError):
    """A model counts differently."""


class Model:
    """A second opinion. For an event `money-gained` a model has the method `on_money_gained`.

    `silent` are the kinds of events that say nothing of what the model keeps; any other is a disagreement.
    """

    silent: ClassVar[set[str]] = set()

    def __init__(self, players: int, numbers: dict[str, Any]) -> None:
        self.seats = range(1, players + 1)
        self.numbers = numbers

    def moved(self, seat: int, verb: str, words: list[str]) -> None:
        """Carry out what the move says by itself; the seat 0 is chance."""

    def settled(self) -> None:
        """Check what must hold once all events of a step are told."""

    def compare(self, position: dict[str, Any]) -> None:
        """Compare everything the model keeps with a snapshot."""
        raise NotImplementedError

    def result(self) -> Result:
        raise NotImplementedError

    def same(self, what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            self.disagree(f"{what}: {mine!r} by the rulebook, {theirs!r} by the game")

    def disagree(self, why: str) -> NoReturn:
        raise Disagreement(why)

    def replay(self, steps: list[Step]) -> None:
        for number, step in enumerate(steps):
            try:
                self._step(step)
            except Exception as error:
                past = [(each.seat, each.move) for each in steps[max(0, number - 8) : number]]
                raise Disagreement(f"{error!r} at step {number}: {step[:3]}, after {past}") from error

    def _step(self, step: Step) -> None:
        verb, *words = step.move.split()
        self.moved(step.seat, verb, words)
        for event in step.events:
            if event.kind not in self.silent:
                handle = getattr(self, f"on_{event.kind.replace('-', '_')}", None)
                if handle is None:
                    self.disagree(f"nothing is known of `{event.kind}`")
                handle(event)
        self.settled()
        self.compare(step.position)


class Replay(NamedTuple):
    """A match with all that a model is fed."""

    setup: Setup
    steps: list[Step]
    result: Result

    def check(self) -> None:
        model = self.model()
        model.replay(self.steps)
        model.same("the result", model.result(), self.result)

    def model(self) -> Model:
        made: Callable[[int, dict[str, Any]], Model] = importlib.import_module(
            f"tests.models.{self.setup.game.name.replace('-', '_')}"
        ).Opinion
        return made(self.setup.players, self.setup.game.toml)

    def unnoticed(self) -> list[tuple[str, str]]:
        """Return the kinds of events and amounts of which one more, where they come first, goes unnoticed."""
        missed, model = [], self.model()
        seen: set[tuple[str, str]] = set()
        for number, step in enumerate(self.steps):
            for place, event in enumerate(step.events):
                for name in event.amounts.keys() - {name for kind, name in seen if kind == event.kind}:
                    seen.add((event.kind, name))
                    more = replace(event, amounts={**event.amounts, name: event.amounts[name] + 1})
                    events = [*step.events[:place], more, *step.events[place + 1 :]]
                    wrong = [step._replace(events=events), *self.steps[number + 1 :]]
                    try:
                        deepcopy(model, {id(model.numbers): model.numbers}).replay(wrong)
                    except Disagreement:
                        continue
                    missed.append((event.kind, name))
            model.replay([step])
        return missed


def play(setup: Setup, bot: str, seed: str) -> Replay:
    """Play a match to its end. Random players also move out of turn, where the rules allow it."""
    game, rng = setup.game, Rng(f"{seed}:{setup}:{bot}")
    players = [bots.make(bot, game) for _ in setup.seats]
    state, steps = setup.new(), []
    while actors := state.players_to_move():
        if bot == "random":
            actors = others_turn(setup, state, rng) or actors
        seat = actors[rng.below(len(actors))]
        if seat == CHANCE:
            action = state.sample_outcome(rng)
        else:
            action = ask(players[seat], state, seat, rng, game.header.secrets)
        steps.append(_step(setup, state, seat, action))
    found = game.result(state)
    return Replay(setup, steps, Result([seat + 1 for seat in found.winners], list(found.scores)))


def _step(setup: Setup, state: State, seat: int, action: int) -> Step:
    move = setup.game.say(state, seat, action)
    state.log = []
    state.apply(seat, action)
    events = [Told(**event.to_dict()) for event in state.log]  # type: ignore[arg-type]
    return Step(seat + 1, move, events, setup.game.to_dict(state))
