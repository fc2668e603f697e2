"""The figures of docs/playtests/bitcoin-mining.md: bots in all seats, the game as it is and as a variant.

python bench/playtest_bitcoin_mining.py [GAMES]
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from quincunx import bots, games, variant
from quincunx.core.playout import ask, contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.bitcoin_mining.board import CITIES
from quincunx.games.bitcoin_mining.position import BANK, Property
from quincunx.games.bitcoin_mining.rules import DICE, LANDING_CARD, BitcoinMining

GAME = games.load("bitcoin-mining")
LIVELY = Path(__file__).parents[1] / "docs" / "variants" / "bitcoin-mining-lively.toml"
SECONDS_A_TURN = 40
PLAYERS = range(2, 7)
SIDES = (3, 4, 5)


@dataclass
class City:
    """What the properties of a city brought, over many games."""

    bought: int = 0
    price: int = 0
    tolls: int = 0
    batches: int = 0
    btc: float = 0


@dataclass
class Figures:
    """What was seen in games of one kind."""

    players: int
    turns: list[int] = field(default_factory=list)
    by_btc: list[bool] = field(default_factory=list)
    shared: list[bool] = field(default_factory=list)
    best: list[float] = field(default_factory=list)
    leads: list[int] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    fiat: dict[int, list[int]] = field(default_factory=dict)
    poor: list[bool] = field(default_factory=list)
    cities: list[City] = field(default_factory=lambda: [City() for _ in CITIES])


class Watch:
    """One game, seen move by move."""

    def __init__(self, state: BitcoinMining, figures: Figures) -> None:
        self.state = state
        self.figures = figures
        self.cycle = 0
        self.leader = -1
        self.leads = 0

    def move(self, seat: int, action: int) -> None:
        state = self.state
        place = self._landing(seat, action)
        active = state.active
        before = [(miner.fiat, miner.btc) for miner in state.miners]
        owners = [place.owner for place in state.places]
        batches = [place.batches + place.ordered for place in state.places]
        state.move(seat, action)
        for bought, owner in zip(state.places, owners, strict=True):
            city = self.figures.cities[state.board.city(bought.number)]
            if owner == BANK != bought.owner:
                city.bought += 1
                city.price += before[active][0] - state.miners[active].fiat
            city.batches += max(0, bought.batches + bought.ordered - batches[bought.number])
        if place is not None and place.owner != BANK:
            city = self.figures.cities[state.board.city(place.number)]
            city.btc += (state.miners[place.owner].btc - before[place.owner][1]) / 2
            if place.owner != active:
                city.tolls += before[active][0] - state.miners[active].fiat
        self._note()

    def _landing(self, seat: int, action: int) -> Property | None:
        """The property whose toll and payout this move brings."""
        state = self.state
        if state.phase == LANDING_CARD:
            return state.landed_on()
        if seat != CHANCE or state.phase != DICE:
            return None
        one, two = action // 6 + 1, action % 6 + 1
        miner = state.miners[state.active]
        tile = (miner.tile + one + two) % state.board.tiles
        if state.board.is_corner(tile) or (miner.inspected and one != two):
            return None
        return state.places[state.board.property_at(tile)]

    def _note(self) -> None:
        state = self.state
        if state.cycle != self.cycle:
            self.cycle = state.cycle
            self.figures.fiat.setdefault(self.cycle, []).extend(miner.fiat for miner in state.miners)
            if self.cycle == state.edition.cycles:
                fee = state.edition.inspection_fee
                self.figures.poor.extend(miner.fiat < fee for miner in state.miners)
        holders = [seat for seat, miner in enumerate(state.miners) if miner.btc == state.most_btc()]
        if len(holders) == 1 and holders[0] != self.leader:
            self.leader = holders[0]
            self.leads += 1
