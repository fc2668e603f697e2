"""The playtest report of Bitcoin Mining: length, endings, where the money goes, and the value of land."""

from collections import Counter

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import CITIES
from quincunx.games.bitcoin_mining.names import title
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import Edition

Row = dict[str, Cell]

NOBODY_YET = -1


class Playtest(Observer):
    """The counts of one game. Sums are those of all players together."""

    def begins(self, state: State) -> None:
        self.counts: Counter[str] = Counter()
        self.leader = NOBODY_YET

    def event(self, state: State, event: Event) -> None:
        assert isinstance(state, BitcoinMining)
        if event.kind == "cycle-began":
            self._cycle_began(state)
        elif event.kind in ("bought", "toll", "ordered", "payout"):
            self._land_event(event)
        self._count_leaders(state)

    def _cycle_began(self, state: BitcoinMining) -> None:
        self.counts[f"fiat in cycle {state.cycle}"] = sum(miner.fiat for miner in state.miners)
        if state.cycle == state.edition.cycles:
            fee = state.edition.inspection_fee
            self.counts["below the fee"] = sum(miner.fiat < fee for miner in state.miners)

    def _land_event(self, event: Event) -> None:
        city = event.pieces[0].rpartition("-")[0]
        self.counts[f"{city} {event.kind}"] += 1
        self.counts[f"{city} {event.kind} fiat"] += event.amounts.get("fiat", 0)
        self.counts[f"{city} {event.kind} halves"] += event.amounts.get("btc", 0)

    def _count_leaders(self, state: BitcoinMining) -> None:
        """Count how often a new player is alone in the lead."""
        most = state.most_btc()
        ahead = [seat for seat, miner in enumerate(state.miners) if miner.btc == most]
        if len(ahead) == 1 and ahead[0] != self.leader:
            self.leader = ahead[0]
            self.counts["leaders"] += 1

    def ends(self, state: State) -> Row:
        assert isinstance(state, BitcoinMining)
        most = state.most_btc()
        return {
            "players": state.players,
            "side": state.board.side,
            "cycles": state.edition.cycles,
            "turns": state.turns(),
            "ended by BTC": int(state.ending()[0] == "btc"),
            "shared": int(sum(miner.btc == most for miner in state.miners) > 1),
            "BTC of the winner": most / 2,
            "batches": sum(place.batches for place in state.places),
            "fiat at the end": sum(miner.fiat for miner in state.miners),
            **self.counts,
        }


class Properties(Pieces):
    """Properties as pieces to compare: bought by a player who lands on them. Those of a city count as one."""

    noun = "city"

    def titles(self, numbers: Edition) -> dict[str, str]:
        return {city: title(city) for city in CITIES}

    def due(self, state: State) -> bool:
        assert isinstance(state, BitcoinMining)
        return state.phase == codes.PURCHASE

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, BitcoinMining)
        return CITIES[state.board.city(state.landed_on().number)] if action == codes.BUY else ""
