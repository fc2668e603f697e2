"""Bitcoin Mining, tied together."""

from typing import TYPE_CHECKING, Any

from quincunx.core.bot import Bot
from quincunx.core.event import Event
from quincunx.core.game import Choice, Game, Result
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.voice import Voice
from quincunx.games.bitcoin_mining import events, moves
from quincunx.games.bitcoin_mining import snapshot as positions
from quincunx.games.bitcoin_mining.bot import BitcoinMiningBot
from quincunx.games.bitcoin_mining.loop import CITIES, CORNERS
from quincunx.games.bitcoin_mining.numbers import Numbers, prepare
from quincunx.games.bitcoin_mining.rules import BitcoinMining, start
from quincunx.games.bitcoin_mining.state import Edition

if TYPE_CHECKING:
    from rich.console import RenderableType

FACES = ["bear", "bull", "fiat-inflation"]
SIDES = "numbers of properties on a side: 3 for a short game, 5 for a long one"


class BitcoinMiningGame(Game[BitcoinMining]):
    name = "bitcoin-mining"
    numbers_type = Numbers
    snapshot_type = positions.Snapshot
    move_names = moves.MOVES
    event_kinds = events.KINDS.keys()
    choices = {"side": Choice("side", {"3": 3, "4": 4, "5": 5}, SIDES)}

    def components(self) -> list[str]:
        return [*CITIES, *CORNERS, *FACES, *self.toml["bull"], *self.toml["bear"]]

    def prepare(self, numbers: Numbers) -> Edition:
        return prepare(numbers)

    def new(self, players: int, numbers: Edition) -> BitcoinMining:
        return start(numbers, players)

    def bot(self) -> Bot:
        return BitcoinMiningBot()

    def decode(self, state: BitcoinMining, seat: int, action: int) -> Move:
        return moves.decode(state, seat, action)

    def encode(self, state: BitcoinMining, seat: int, move: Move) -> int:
        return moves.encode(state, seat, move)

    def why_not(self, state: BitcoinMining, seat: int, move: Move, voice: Voice) -> str:
        return moves.why_not(state, seat, move, voice)

    def explain(self, state: BitcoinMining, seat: int, move: Move, voice: Voice) -> str:
        return moves.explain(state, seat, move, voice)

    def tell(self, event: Event, voice: Voice, numbers: Edition) -> str:
        return events.tell(event, voice, numbers)

    def result(self, state: BitcoinMining) -> Result:
        cause, limit = state.ending()
        scores = [miner.btc / 2 for miner in state.miners]
        winners = [seat for seat, btc in enumerate(scores) if btc == max(scores)]
        return Result(winners, scores, Event("ended", amounts={"limit": limit}, causes=[cause]))

    def snapshot(self, state: BitcoinMining) -> positions.Snapshot:
        return positions.snapshot(state)

    def restore(self, shot: positions.Snapshot, numbers: Edition) -> BitcoinMining:
        return positions.restore(shot, numbers, self.player_counts)

    def view(self, state: BitcoinMining, seat: int) -> dict[str, Any]:
        return positions.view(self.to_dict(state), seat)

    def problem(self, state: BitcoinMining) -> str:
        return positions.problem(state)

    def draw(self, state: BitcoinMining, seat: int, voice: Voice) -> "RenderableType":
        from quincunx.games.bitcoin_mining.terminal import draw

        return draw(state, voice)

    def board(self, state: BitcoinMining, seat: int, voice: Voice) -> dict[str, Any]:
        from quincunx.games.bitcoin_mining.web import board

        return board(state, seat, voice)

    def playtest(self) -> Observer:
        from quincunx.games.bitcoin_mining.playtest import Playtest

        return Playtest()

    def playtest_report(self, rows: list[dict[str, Cell]]) -> str:
        from quincunx.games.bitcoin_mining.playtest import report

        return report(rows)


GAME = BitcoinMiningGame()
