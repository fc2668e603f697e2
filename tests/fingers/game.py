"""Fingers: choose in secret, show together."""

from typing import Any

import msgspec

from quincunx.bots.random import RandomBot
from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.rng import Rng
from quincunx.core.state import OVER, State


class Fingers(State):
    """`chosen` is 0 for a seat that has not chosen yet; `shown` is the round before."""

    def __init__(self, chosen: list[int], points: list[int], shown: list[int], goal: int) -> None:
        super().__init__()
        self.chosen, self.points, self.shown, self.goal = chosen, points, shown, goal

    def actors(self) -> list[int]:
        if max(self.points) >= self.goal:
            return []
        return [seat for seat, fingers in enumerate(self.chosen) if not fingers]

    def actor(self) -> int:
        return next(iter(self.actors()), OVER)

    def actions(self, seat: int) -> list[int]:
        return [1, 2, 3] if seat in self.actors() else []

    def move(self, seat: int, action: int) -> None:
        self.chosen[seat] = action
        self.tell(f"Player {seat + 1} has chosen.")
        self.tell(f"You will show {action}.", seat)
        if 0 not in self.chosen:
            self.show()

    def show(self) -> None:
        alone = [fingers for fingers in self.chosen if self.chosen.count(fingers) == 1]
        if alone:
            self.points[self.chosen.index(max(alone))] += max(alone)
        self.shown = self.chosen
        self.chosen = [0] * len(self.points)
        self.tell(f"Shown: {self.shown}.")

    def clone(self) -> "Fingers":
        return Fingers(self.chosen[:], self.points[:], self.shown[:], self.goal)

    def determinize(self, seat: int, rng: Rng) -> "Fingers":
        twin = self.clone()
        for other, fingers in enumerate(twin.chosen):
            if fingers and other != seat:
                twin.chosen[other] = rng.below(3) + 1
        return twin

    def returns(self) -> list[float]:
        return [float(points) for points in self.points]

    def turns(self) -> int:
        return 0

    def key(self) -> bytes:
        return repr((self.chosen, self.points, self.shown)).encode()


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    goal: int


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    chosen: list[int]
    points: list[int]
    shown: list[int]


class FingersGame(Game[Fingers]):
    name = "fingers"
    numbers_type = Numbers
    snapshot_type = Snapshot
    moves = [MoveName("show NUMBER", "Show so many fingers.")]

    def new(self, players: int, numbers: Numbers) -> Fingers:
        return Fingers([0] * players, [0] * players, [0] * players, numbers.goal)

    def snapshot(self, state: Fingers) -> Snapshot:
        return Snapshot(state.chosen[:], state.points[:], state.shown[:])

    def restore(self, snapshot: Snapshot, numbers: Numbers) -> Fingers:
        return Fingers(snapshot.chosen[:], snapshot.points[:], snapshot.shown[:], numbers.goal)

    def problem(self, state: Fingers) -> str:
        seats = {len(state.chosen), len(state.points), len(state.shown)}
        if len(seats) > 1 or seats.pop() not in (2, 3):
            return "every list has a number for each of 2 or 3 players."
        if 0 not in state.chosen or any(fingers not in (0, 1, 2, 3) for fingers in state.chosen):
            return "somebody chooses still, and others have chosen 1 to 3."
        return ""

    def view(self, state: Fingers, seat: int) -> dict[str, Any]:
        hidden = [fingers if other == seat else bool(fingers) for other, fingers in enumerate(state.chosen)]
        return {**self.to_dict(state), "chosen": hidden}

    def say(self, state: Fingers, seat: int, action: int) -> str:
        return f"show {action}"

    def result(self, state: Fingers) -> Result:
        best = max(state.points)
        winners = [seat for seat, points in enumerate(state.points) if points == best]
        return Result(winners, state.returns(), f"first to {state.goal}")

    def draw(self, state: Fingers, seat: int, look: Look) -> str:
        return f"Points {state.points}, your choice {state.chosen[seat]}."

    def bot(self) -> Bot:
        return RandomBot()


GAME = FingersGame()
