"""Pig in words."""

from typing import Annotated

import msgspec

from quincunx.core.bot import Bot
from quincunx.core.game import Game, Look, MoveName, Result
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from tests.toy.rules import HOLD, ROLL, Pig


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    goal: int


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    points: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    turn: int
    pot: int
    rolling: bool


class PigBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Pig)
        return HOLD if state.pot >= 20 or state.points[seat] + state.pot >= state.goal else ROLL


class PigGame(Game[Pig]):
    name = "pig"
    numbers_type = Numbers
    snapshot_type = Snapshot
    moves = [
        MoveName("roll", "Roll on."),
        MoveName("hold", "Bank the pot."),
        MoveName("show FACE", "The die."),
    ]

    def prepare(self, numbers: Numbers) -> int:
        if numbers.goal < 1:
            raise ValueError("`goal` must be at least 1.")
        return numbers.goal

    def new(self, players: int, numbers: int) -> Pig:
        return Pig([0, 0], 0, 0, False, numbers)

    def snapshot(self, state: Pig) -> Snapshot:
        return Snapshot(state.points[:], state.turn, state.pot, state.rolling)

    def restore(self, snapshot: Snapshot, numbers: int) -> Pig:
        return Pig(snapshot.points[:], snapshot.turn, snapshot.pot, snapshot.rolling, numbers)

    def say(self, state: Pig, seat: int, action: int) -> str:
        return f"show {action}" if seat == CHANCE else self.moves[action].pattern

    def result(self, state: Pig) -> Result:
        return Result(
            [state.returns().index(1.0)], [float(n) for n in state.points], f"first to {state.goal}"
        )

    def draw(self, state: Pig, seat: int, look: Look) -> str:
        return f"You {state.points[seat]}, they {state.points[1 - seat]}, the pot {state.pot}."

    def problem(self, state: Pig) -> str:
        return "nothing here is below 0." if min(*state.points, state.turn, state.pot) < 0 else ""

    def bot(self) -> Bot:
        return PigBot()


GAME = PigGame()
