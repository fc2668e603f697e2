"""Fingers: choose in secret, show together."""

from collections.abc import Callable
from typing import Any

import msgspec

from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move, MoveName
from quincunx.core.parts import Codec, Phrases, Screens, Snapshots
from quincunx.core.rng import Rng
from quincunx.core.state import TERMINAL, State
from quincunx.text.grammar import WATCHER, Voice
from quincunx.text.phrasing import Teller


class Fingers(State):
    """A position of Fingers. `chosen` is 0 for a seat that has not chosen yet; `shown` is the round
    before."""

    def __init__(self, chosen: list[int], points: list[int], shown: list[int], goal: int) -> None:
        super().__init__(len(points))
        self.chosen, self.points, self.shown, self.goal = chosen, points, shown, goal

    def players_to_move(self) -> list[int]:
        if max(self.points) >= self.goal:
            return []
        return [seat for seat, fingers in enumerate(self.chosen) if not fingers]

    def current_player(self) -> int:
        return next(iter(self.players_to_move()), TERMINAL)

    def _legal_actions(self, seat: int) -> list[int]:
        return [1, 2, 3] if seat in self.players_to_move() else []

    def move(self, seat: int, action: int) -> None:
        self.chosen[seat] = action
        self.log_event("chosen", seat)
        self.log_event("will-show", seat, {"fingers": action}, to=seat)
        if 0 not in self.chosen:
            self.show()

    def show(self) -> None:
        alone = [fingers for fingers in self.chosen if self.chosen.count(fingers) == 1]
        if alone:
            self.points[self.chosen.index(max(alone))] += max(alone)
        self.shown = self.chosen
        self.chosen = [0] * len(self.points)
        for seat, fingers in enumerate(self.shown):
            self.log_event("shown", seat, {"fingers": fingers})

    def clone(self) -> "Fingers":
        return Fingers(self.chosen[:], self.points[:], self.shown[:], self.goal)

    def resample_hidden(self, seat: int, rng: Rng) -> "Fingers":
        twin = self.clone()
        for other, fingers in enumerate(twin.chosen):
            if fingers and other != seat:
                twin.chosen[other] = rng.below(3) + 1
        return twin

    def returns(self) -> list[float]:
        return [float(points) for points in self.points]

    def turns(self) -> int:
        return 0

    def position_key(self) -> bytes:
        return repr((self.chosen, self.points, self.shown)).encode()


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    goal: int


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    chosen: list[int]
    points: list[int]
    shown: list[int]


KINDS: dict[str, Callable[[Teller[Any]], str]] = {
    "chosen": lambda t: f"{t.does('has')} chosen.",
    "will-show": lambda t: f"You will show {t.amounts['fingers']}.",
    "shown": lambda t: f"{t.does('shows')} {t.amounts['fingers']}.",
    "won": lambda t: f"first to {t.amounts['goal']}",
}


def tell(event: Event, voice: Voice, numbers: Numbers) -> str:
    return KINDS[event.kind](Teller(event, voice, numbers))


def draw(state: Fingers, seat: int, voice: Voice) -> str:
    own = "" if seat == WATCHER else f", your choice {state.chosen[seat]}"
    return f"Points {state.points}{own}."


class Positions(Snapshots):
    type = Snapshot

    def take(self, state: Fingers) -> Snapshot:
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
        return {"chosen": hidden, "points": state.points, "shown": state.shown}


class FingersGame(Game[Fingers]):
    name = "fingers"
    numbers_type = Numbers
    codec = Codec(
        moves=[MoveName("show NUMBER", "Show that many fingers.")],
        decode=lambda state, seat, action: Move("show", str(action)),
    )
    snapshots = Positions()
    phrases = Phrases(kinds=KINDS, tell=tell)
    screens = Screens(terminal=draw)

    def new_initial_state(self, players: int, numbers: Numbers) -> Fingers:
        return Fingers([0] * players, [0] * players, [0] * players, numbers.goal)

    def result(self, state: Fingers) -> Result:
        best = max(state.points)
        winners = [seat for seat, points in enumerate(state.points) if points == best]
        return Result(winners, state.returns(), Event("won", amounts={"goal": state.goal}))


GAME = FingersGame()
