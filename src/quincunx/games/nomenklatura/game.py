"""Nomenklatura: the game that ties its parts together."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from quincunx.games.nomenklatura import events, moves, snapshot
from quincunx.games.nomenklatura import numbers as shape
from quincunx.games.nomenklatura.bot import NomenklaturaBot
from quincunx.games.nomenklatura.rules import Nomenklatura
from quincunx.games.nomenklatura.rules_scoring import has_run_out, winners
from quincunx.games.nomenklatura.snapshot import Snapshot
from quincunx.games.nomenklatura.state import Setup

if TYPE_CHECKING:
    from rich.console import RenderableType


class NomenklaturaGame(Game[Nomenklatura]):
    name = "nomenklatura"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
    toggles = {
        "income": "what each region would score now",
        "texts": "what the cards on the agenda say",
    }

    def components(self) -> list[str]:
        regions = [region["id"] for region in self.toml["map"]["regions"]]
        return [*self.toml["cards"], "consolidation", *regions]

    def prepare(self, numbers: Any) -> Setup:
        return shape.prepare(numbers)

    def new(self, players: int, numbers: Setup) -> Nomenklatura:
        return Nomenklatura(numbers, players)

    def snapshot(self, state: Nomenklatura) -> Snapshot:
        return snapshot.snapshot(state)

    def restore(self, data: Snapshot, numbers: Setup) -> Nomenklatura:
        return snapshot.restore(data, numbers, self.player_counts)

    def view(self, state: Nomenklatura, seat: int) -> dict[str, Any]:
        return snapshot.hide(self.to_dict(state), state, seat)

    def problem(self, state: Nomenklatura) -> str:
        return snapshot.problem(state)

    def decode(self, state: Nomenklatura, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def encode(self, state: Nomenklatura, seat: int, move: Move) -> int:
        return moves.encode(state, seat, move)

    def explain(self, state: Nomenklatura, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def why_not(self, state: Nomenklatura, seat: int, move: Move, voice: Voice) -> str:
        return moves.why_not(state, seat, move, voice)

    def tell(self, event: Event, voice: Voice, numbers: Setup) -> str:
        return events.tell(event, voice, numbers)

    def result(self, state: Nomenklatura) -> Result:
        """Most rubles, then most markers left over (NK-14, NK-16)."""
        best = winners(state)
        rubles = state.rubles[best[0]]
        kind = "most-rubles"
        if len(best) > 1:
            kind = "shared"
        elif state.rubles.count(rubles) > 1:
            kind = "most-markers"
        amounts = {"rubles": rubles, "round": state.round}
        for seat in range(state.players):
            amounts[f"ran-out-{seat + 1}"] = int(has_run_out(state, seat))
        return Result(best, [float(amount) for amount in state.rubles], Event(kind, best[0], amounts))

    def draw(self, state: Nomenklatura, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.nomenklatura.terminal import draw  # only a terminal needs it

        return draw(state, seat, voice)

    def board(self, state: Nomenklatura, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.nomenklatura.web import board  # only a browser needs it

        return board(state, seat)

    def bot(self) -> Bot:
        return NomenklaturaBot()

    def playtest(self) -> Observer:
        from quincunx.games.nomenklatura.playtest import Playtest

        return Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        from quincunx.games.nomenklatura.playtest import report

        return report(rows)


GAME = NomenklaturaGame()
