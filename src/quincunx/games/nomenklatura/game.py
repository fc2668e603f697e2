"""The game object of Nomenklatura, which ties its parts together."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.encoding import ActionSpace
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.games.nomenklatura import events, moves, playtest, snapshot
from quincunx.games.nomenklatura import numbers as shape
from quincunx.games.nomenklatura.ai import evaluator
from quincunx.games.nomenklatura.ai.bot import NomenklaturaBot
from quincunx.games.nomenklatura.ai.policy import Rival, trained
from quincunx.games.nomenklatura.help import chances, reasons
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import has_run_out, winners
from quincunx.games.nomenklatura.snapshot import Snapshot, hide, restore
from quincunx.games.nomenklatura.state import Setup
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType


class NomenklaturaGame(Game[Nomenklatura]):
    name = "nomenklatura"
    numbers_type = shape.Numbers
    snapshot_type = Snapshot
    move_names = moves.MOVES
    default_verbs = ("bid", "markers")
    event_kinds = events.KINDS
    toggles = {
        "income": "what each region would score now",
        "texts": "what the cards on the agenda say",
    }

    prepare = staticmethod(shape.prepare)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)
    decode = staticmethod(moves.decode)
    encode = staticmethod(moves.encode)
    drawn_from = staticmethod(moves.drawn_from)
    explain = staticmethod(moves.explain)
    words = staticmethod(moves.words)
    chances = staticmethod(chances.chances)
    reason = staticmethod(reasons.reason)
    why_not = staticmethod(moves.why_not)
    tell = staticmethod(events.tell)
    narrate = staticmethod(events.narrate)

    def components(self) -> list[str]:
        regions = [region["id"] for region in self.toml["map"]["regions"]]
        return [*self.toml["cards"], "consolidation", *regions]

    def new(self, players: int, numbers: Setup) -> Nomenklatura:
        return Nomenklatura(numbers, players)

    def restore(self, data: Snapshot, numbers: Setup) -> Nomenklatura:
        return restore(data, numbers, self.player_counts)

    def view(self, state: Nomenklatura, seat: int) -> dict[str, Any]:
        return hide(self.to_dict(state), state, seat)

    def scores(self, state: Nomenklatura) -> list[float]:
        return [float(player.rubles) for player in state.seats]

    def progress(self, state: Nomenklatura) -> list[float]:
        """Count what lies on the players' own spaces of the track too, which is theirs after the bid."""
        return [float(player.rubles + player.coins) for player in state.seats]

    def result(self, state: Nomenklatura) -> Result:
        """Return the winners: most rubles, then most markers left over (NK-14, NK-16)."""
        best = winners(state)
        rubles = [player.rubles for player in state.seats]
        most = rubles[best[0]]
        kind = "most-rubles"
        if len(best) > 1:
            kind = "shared"
        elif rubles.count(most) > 1:
            kind = "most-markers"
        amounts = {"rubles": most, "round": state.round}
        for seat in range(state.players):
            amounts[f"ran-out-{seat + 1}"] = int(has_run_out(state, seat))
        return Result(best, self.scores(state), Event(kind, best[0], amounts))

    def best_of(self, state: Nomenklatura, seats: list[int]) -> list[int]:
        return winners(state, seats)

    def goal(self, numbers: Setup) -> str:
        return "Have the most rubles when somebody has every marker on the board."

    def draw(self, state: Nomenklatura, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.nomenklatura.screens.terminal import draw  # only a terminal needs it

        return draw(state, seat, voice)

    def legend(self) -> dict[str, str]:
        from quincunx.games.nomenklatura.screens.terminal import LEGEND  # only a terminal needs it

        return LEGEND

    def board(self, state: Nomenklatura, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.nomenklatura.screens.web import board  # only a browser needs it

        return board(state, seat)

    def bot(self) -> Bot:
        return NomenklaturaBot()

    def evaluator(self) -> Evaluator:
        return evaluator.NomenklaturaValue(evaluator.WEIGHTS)

    def candidate_policies(self) -> list[Bot]:
        return evaluator.minds()

    def own_policy(self) -> Bot:
        return evaluator.adept()

    def trained_policy(self) -> Bot:
        return trained()

    def opponent_policy(self) -> Bot:
        return Rival()

    def search_config(self) -> SearchConfig:
        return evaluator.THINKING

    def space(self, players: int, numbers: Setup) -> ActionSpace:
        from quincunx.games.nomenklatura.encoding import NomenklaturaSpace  # only a learner needs it

        return NomenklaturaSpace(numbers, players)

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def pieces(self) -> Pieces:
        return playtest.Cards()


GAME = NomenklaturaGame()
