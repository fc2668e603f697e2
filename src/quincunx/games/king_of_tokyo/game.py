"""The game object of King of Tokyo, which ties its parts together."""

from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core.bot import Bot
from quincunx.core.encoding import ActionSpace
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import NOBODY, Event
from quincunx.core.game import Game, Result
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.games.king_of_tokyo import events, moves, playtest, snapshot
from quincunx.games.king_of_tokyo import numbers as shape
from quincunx.games.king_of_tokyo.ai import evaluator, policy
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.ai.levels import LOOKS, Reckoner
from quincunx.games.king_of_tokyo.help import chances, reasons, words
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.snapshot import view
from quincunx.games.king_of_tokyo.state import NOTHING, ROLL
from quincunx.games.king_of_tokyo.tables import Tables
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType


class KingOfTokyoGame(Game[KingOfTokyo]):
    name = "king-of-tokyo"
    observe_every = 2
    numbers_type = shape.Numbers
    snapshot_type = snapshot.Snapshot
    move_names = moves.MOVES
    default_verbs = ("reroll",)
    event_kinds = events.KINDS
    toggles = {
        "texts": "what the cards in play do; switch it off for a shorter screen",
        "pleased": "the question whether you are pleased with a roll, before `keep` ends the rolling",
    }

    prepare = staticmethod(shape.prepare)
    tell = staticmethod(events.tell)
    narrate = staticmethod(events.narrate)
    decode = staticmethod(moves.decode)
    encode = staticmethod(moves.encode)
    drawn_from = staticmethod(moves.drawn_from)
    explain = staticmethod(moves.explain)
    words = staticmethod(words.words)
    typed = staticmethod(moves.typed)
    chances = staticmethod(chances.chances)
    reason = staticmethod(reasons.reason)
    confirm = staticmethod(moves.confirm)
    why_not = staticmethod(moves.why_not)
    restore = staticmethod(snapshot.restore)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)

    def is_about(self, event: Event, seat: int) -> bool:
        return event.kind not in events.QUIET and seat in (event.seat, event.by)

    def components(self) -> list[str]:
        return list(self.toml["cards"])

    def seat_names(self, numbers: Tables, players: int) -> list[str]:
        return numbers.names[:players]

    def new(self, players: int, numbers: Tables) -> KingOfTokyo:
        return KingOfTokyo(numbers, players)

    def goal(self, numbers: Tables) -> str:
        return f"Be the first with {numbers.goal} points, or the last monster alive."

    def roller(self, state: KingOfTokyo) -> int:
        begins = state.phase == ROLL and state.rolls_used == 1 and not state.changing
        return state.active if begins else NOBODY

    def bot(self) -> Bot:
        return KingOfTokyoBot()

    def evaluator(self) -> Evaluator:
        return evaluator.KingOfTokyoValue(evaluator.WEIGHTS, evaluator.BY_PLAYERS)

    def analysis_evaluator(self) -> Evaluator:
        from quincunx.games.king_of_tokyo.ai.turn_evaluator import (
            KingOfTokyoForesight,  # only a look back needs it
        )

        return KingOfTokyoForesight()

    def candidate_policies(self) -> list[Bot]:
        return evaluator.minds()

    def own_policy(self) -> Bot:
        return evaluator.adept()

    def trained_policy(self) -> Bot:
        return policy.trained()

    def level(self, name: str) -> Bot | None:
        """Return the solver for `hard` and `expert`: it beats a search with rollouts."""
        return Reckoner(name) if name in LOOKS else None

    def search_config(self) -> SearchConfig:
        return evaluator.THINKING

    def space(self, players: int, numbers: Tables) -> ActionSpace:
        from quincunx.games.king_of_tokyo.encoding.actions import KingOfTokyoSpace  # only a learner needs it

        return KingOfTokyoSpace(numbers, players)

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def pieces(self) -> Pieces:
        return playtest.Cards()

    def draw(self, state: KingOfTokyo, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.king_of_tokyo.screens.terminal import draw  # only a terminal needs it

        return draw(state, seat, voice)

    def legend(self) -> dict[str, str]:
        from quincunx.games.king_of_tokyo.screens.terminal import LEGEND  # only a terminal needs it

        return LEGEND

    def board(self, state: KingOfTokyo, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.king_of_tokyo.screens.web import board  # only a browser needs it

        return board(state, seat, voice)

    def view(self, state: KingOfTokyo, seat: int) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(view(state, seat), str_keys=True)
        return data

    def scores(self, state: KingOfTokyo) -> list[float]:
        return [float(monster.points) for monster in state.monsters]

    def result(self, state: KingOfTokyo) -> Result:
        points = self.scores(state)
        if state.winner == NOTHING:
            return Result([], points, Event("ended-with-nobody"))
        if state.living() == 1:
            return Result([state.winner], points, Event("ended-with-one", state.winner))
        goal = {"points": state.tables.goal}
        return Result([state.winner], points, Event("ended-by-points", state.winner, goal))

    def best_of(self, state: KingOfTokyo, seats: list[int]) -> list[int]:
        """Rank the living before the dead."""
        return super().best_of(state, [seat for seat in seats if state.monsters[seat].alive] or seats)


GAME = KingOfTokyoGame()
