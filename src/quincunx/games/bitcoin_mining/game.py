"""The game object of Bitcoin Mining, which ties its parts together."""

from quincunx.core.event import NOBODY
from quincunx.core.game import Choice, Game, Result
from quincunx.core.parts import Bots, Coach, Codec, Encoding, Lab, Later, Phrases, Screens, Snapshots
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
from quincunx.games.bitcoin_mining.state import Edition

FACES = ["bear", "bull", "fiat-inflation"]
SIDES = "numbers of properties on a side: 3 for a short game, 5 for a long one"


def goal(numbers: Edition) -> str:
    sooner = f", or once somebody has {coins(numbers.btc_goal)}" if numbers.btc_goal else ""
    return f"Have the most BTC when cycle {numbers.cycles} ends{sooner}."


def roller(state: BitcoinMining) -> int:
    # A player who could do something else before the roll has said `roll`.
    asked = state.may_pay_fee(state.active) or state.may_order(state.miners[state.active])
    return state.active if state.phase == codes.DICE and not asked else NOBODY


class BitcoinMiningGame(Game[BitcoinMining]):
    name = "bitcoin-mining"
    numbers_type = numbers.Numbers
    prepare = staticmethod(numbers.prepare)
    choices = {"side": Choice("side", {"3": 3, "4": 4, "5": 5}, SIDES)}

    codec = Codec(moves)
    snapshots = Snapshots(
        snapshot, restore=lambda shot, numbers: snapshot.restore(shot, numbers, GAME.player_counts)
    )
    phrases = Phrases(events, moves, goal=goal)
    coach = Coach(chances, reasons)
    screens = Screens(
        terminal=Later(".terminal:draw"),
        legend=Later(".terminal:LEGEND"),
        web=Later(".web:board"),
        roller=roller,
    )
    bots = Bots(
        policy=BitcoinMiningBot,
        evaluator=lambda: evaluator.BitcoinMiningValue(evaluator.WEIGHTS),
        analysis_evaluator=None,  # a match takes a millisecond to its end, so an estimate could only be worse
        search_config=evaluator.THINKING,
    )
    lab = Lab(observer=playtest.Playtest, pieces=playtest.Properties, observe_every=16)
    encoding = Encoding(space=Later(".encoding:BitcoinMiningSpace"))

    def components(self) -> list[str]:
        return [*CITIES, *CORNERS, *FACES, *self.toml["bull"], *self.toml["bear"]]

    def new_initial_state(self, players: int, numbers: Edition) -> BitcoinMining:
        return BitcoinMining(numbers, players)

    def scores(self, state: BitcoinMining) -> list[float]:
        return [miner.btc / 2 for miner in state.miners]

    def result(self, state: BitcoinMining) -> Result:
        scores = self.scores(state)
        winners = [seat for seat, btc in enumerate(scores) if btc == max(scores)]
        return Result(winners, scores, why_over(state))


GAME: Game[BitcoinMining] = BitcoinMiningGame()
