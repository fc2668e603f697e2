"""The game object of Bitcoin Mining, which ties its parts together."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.encoding import ActionSpace
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import NOBODY
from quincunx.core.game import Choice, Game, Result
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.games.bitcoin_mining import (
    chances,
    codes,
    evaluator,
    events,
    moves,
    numbers,
    playtest,
    reasons,
    snapshot,
)
from quincunx.games.bitcoin_mining.bot import BitcoinMiningBot
from quincunx.games.bitcoin_mining.loop import CITIES, CORNERS
from quincunx.games.bitcoin_mining.names import coins
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining, why_over
from quincunx.games.bitcoin_mining.snapshot import Snapshot, restore, view
from quincunx.games.bitcoin_mining.state import Edition
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType

FACES = ["bear", "bull", "fiat-inflation"]
SIDES = "numbers of properties on a side: 3 for a short game, 5 for a long one"


class BitcoinMiningGame(Game[BitcoinMining]):
    name = "bitcoin-mining"
    numbers_type = numbers.Numbers
    snapshot_type = Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS
    choices = {"side": Choice("side", {"3": 3, "4": 4, "5": 5}, SIDES)}

    prepare = staticmethod(numbers.prepare)
    tell = staticmethod(events.tell)
    narrate = staticmethod(events.narrate)
    decode = staticmethod(moves.decode)
    encode = staticmethod(moves.encode)
    drawn_from = staticmethod(moves.drawn_from)
    words = staticmethod(moves.words)
    explain = staticmethod(moves.explain)
    chances = staticmethod(chances.chances)
    reason = staticmethod(reasons.reason)
    why_not = staticmethod(moves.why_not)
    problem = staticmethod(snapshot.problem)
    snapshot = staticmethod(snapshot.snapshot)
    observe_every = 16

    def components(self) -> list[str]:
        return [*CITIES, *CORNERS, *FACES, *self.toml["bull"], *self.toml["bear"]]

    def new(self, players: int, numbers: Edition) -> BitcoinMining:
        return BitcoinMining(numbers, players)

    def bot(self) -> Bot:
        return BitcoinMiningBot()

    def evaluator(self) -> Evaluator:
        return evaluator.BitcoinMiningValue(evaluator.WEIGHTS)

    def analysis_evaluator(self) -> None:
        """Give none: a match takes a millisecond to its end, so an estimate could only be worse."""

    def search_config(self) -> SearchConfig:
        return evaluator.THINKING

    def space(self, players: int, numbers: Edition) -> ActionSpace:
        from quincunx.games.bitcoin_mining.encoding import BitcoinMiningSpace  # only a learner needs it

        return BitcoinMiningSpace(numbers, players)

    def playtest(self) -> Observer:
        return playtest.Playtest()

    def pieces(self) -> Pieces:
        return playtest.Properties()

    def draw(self, state: BitcoinMining, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.bitcoin_mining.terminal import draw  # only a terminal needs it

        return draw(state, voice)

    def goal(self, numbers: Edition) -> str:
        sooner = f", or once somebody has {coins(numbers.btc_goal)}" if numbers.btc_goal else ""
        return f"Have the most BTC when cycle {numbers.cycles} ends{sooner}."

    def roller(self, state: BitcoinMining) -> int:
        # A player who could do something else before the roll has said `roll`.
        asked = state.may_pay_fee(state.active) or state.may_order(state.miners[state.active])
        return state.active if state.phase == codes.DICE and not asked else NOBODY

    def legend(self) -> dict[str, str]:
        from quincunx.games.bitcoin_mining.terminal import LEGEND  # only a terminal needs it

        return LEGEND

    def board(self, state: BitcoinMining, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.bitcoin_mining.web import board  # only a browser needs it

        return board(state, seat, voice)

    def restore(self, shot: Snapshot, numbers: Edition) -> BitcoinMining:
        return restore(shot, numbers, self.player_counts)

    def view(self, state: BitcoinMining, seat: int) -> dict[str, Any]:
        return view(self.to_dict(state), seat)

    def scores(self, state: BitcoinMining) -> list[float]:
        return [miner.btc / 2 for miner in state.miners]

    def result(self, state: BitcoinMining) -> Result:
        scores = self.scores(state)
        winners = [seat for seat, btc in enumerate(scores) if btc == max(scores)]
        return Result(winners, scores, why_over(state))


GAME = BitcoinMiningGame()
