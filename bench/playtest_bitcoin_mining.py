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


def play(players: int, changes: variant.Variant, number: int) -> Figures:
    """So many games between bots."""
    numbers = variant.numbers(GAME, changes)
    figures = Figures(players)
    for game in range(number):
        dice, minds = Rng(f"playtest {game}"), Rng(f"minds {game}")
        seats = [bots.make("greedy", GAME) for _ in range(players)]
        state: BitcoinMining = GAME.new(players, numbers)
        watch = Watch(state, figures)
        while (seat := state.actor()) != OVER:
            watch.move(
                seat, state.sample(dice) if seat == CHANCE else ask(seats[seat], state, seat, minds, True)
            )
        _end(state, watch, figures)
    return figures


def _end(state: BitcoinMining, watch: Watch, figures: Figures) -> None:
    result = GAME.result(state)
    figures.turns.append(state.turns())
    figures.by_btc.append(not state.last_turn)
    figures.shared.append(len(result.winners) > 1)
    figures.best.append(max(result.scores))
    figures.leads.append(watch.leads)
    figures.fiat.setdefault(0, []).extend(miner.fiat for miner in state.miners)
    for seat in range(figures.players):
        figures.batches.append(sum(place.batches for place in state.owned(seat)))


def share_against_random(players: int, changes: variant.Variant, number: int) -> float:
    """The wins of one bot among random players, shared ones in part."""
    numbers = variant.numbers(GAME, changes)
    won = 0.0
    for game in range(number):
        seat = game % players
        names = ["greedy" if other == seat else "random" for other in range(players)]
        state = GAME.new(players, numbers)
        contest(state, [bots.make(name, GAME) for name in names], Rng(f"d{game}"), Rng(f"m{game}"), True)
        won += state.returns()[seat]
    return won / number


def table(title: str, headings: list[str], rows: list[list[str]]) -> None:
    """A table in Markdown."""
    print(f"\n### {title}\n")
    print("| " + " | ".join(headings) + " |")
    print("|" + "---:|" * len(headings))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def percent(values: list[bool]) -> str:
    return f"{100 * fmean(values):.0f}%"


def lengths(figures: dict[tuple[int, int], Figures]) -> None:
    rows = []
    for (side, players), seen in figures.items():
        turns = fmean(seen.turns)
        minutes = f"{turns * SECONDS_A_TURN / 60:.0f}"
        numbers = [f"{turns:.0f}", f"{turns / players:.1f}", minutes, percent(seen.by_btc)]
        more = [percent(seen.shared), f"{fmean(seen.best):.1f}", f"{fmean(seen.batches):.1f}"]
        rows.append([f"{6 * side + 6}", str(players), *numbers, *more, f"{fmean(seen.leads):.1f}"])
    headings = ["tiles", "players", "turns", "rounds", "minutes", "ended by BTC", "shared wins"]
    table("Length and ending", [*headings, "winner's BTC", "batches each", "leaders"], rows)


def money(figures: dict[tuple[int, int], Figures], cycles: int) -> None:
    rows = []
    for (side, players), seen in figures.items():
        if side == 4:
            begun = [f"{fmean(seen.fiat[cycle]):,.0f}" for cycle in range(2, cycles + 1)]
            rows.append([str(players), *begun, f"{fmean(seen.fiat[0]):,.0f}", percent(seen.poor)])
    begins = [f"cycle {cycle}" for cycle in range(2, cycles + 1)]
    poor = "below the fee in the last cycle"
    table("Fiat of a player when a cycle begins, 30 tiles", ["players", *begins, "end", poor], rows)


def cities(figures: dict[tuple[int, int], Figures], number: int) -> None:
    rows = []
    for players in (2, 4, 6):
        for name, city in zip(CITIES, figures[4, players].cities, strict=True):
            bought = max(city.bought, 1)
            tolls = city.tolls / bought
            rows.append(
                [
                    str(players),
                    name,
                    f"{100 * city.bought / number / 4:.0f}%",
                    f"{city.batches / bought:.2f}",
                    f"{tolls:,.0f}",
                    f"{100 * city.tolls / max(city.price, 1):.0f}%",
                    f"{city.btc / bought:.2f}",
                ]
            )
    headings = ["players", "city", "bought", "batches", "tolls", "of the price", "BTC"]
    table("A property of each city, 30 tiles", headings, rows)


def report(name: str, changes: variant.Variant, number: int) -> None:
    print(f"\n## {name}: {number:,} games of each kind")
    figures = {
        (side, players): play(players, {**changes, "side": side}, number)
        for side in SIDES
        for players in PLAYERS
    }
    numbers: Any = variant.numbers(GAME, changes)
    lengths(figures)
    money(figures, numbers.cycles)
    cities(figures, number)
    shares = [share_against_random(players, changes, number) for players in PLAYERS]
    rows = [
        [str(players), f"{share:.3f}", f"{share * players:.2f}"]
        for players, share in zip(PLAYERS, shares, strict=True)
    ]
    table("One bot among random players", ["players", "share of wins", "times a fair share"], rows)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    report("The game as it is", {}, count)
    report("The lively variant", variant.read_variant(LIVELY, GAME), count)
