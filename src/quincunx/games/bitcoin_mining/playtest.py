"""What the designers asked: how long, which ending, where the money goes, and what land brings."""

from collections import Counter
from statistics import fmean

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer, Pieces
from quincunx.core.state import State
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.loop import CITIES
from quincunx.games.bitcoin_mining.names import title
from quincunx.games.bitcoin_mining.rules import BitcoinMining
from quincunx.games.bitcoin_mining.state import Edition

Row = dict[str, Cell]

SECONDS_A_TURN = 40
NOBODY_YET = -1


class Playtest(Observer):
    """Counts what one game brought. Sums are those of all players together."""

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
        """How often somebody new is alone in the lead."""
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
    """Properties are bought by whoever lands on them. Those of a city are alike, so they count as one."""

    noun = "city"

    def titles(self, numbers: Edition) -> dict[str, str]:
        return {city: title(city) for city in CITIES}

    def due(self, state: State) -> bool:
        assert isinstance(state, BitcoinMining)
        return state.phase == codes.PURCHASE

    def taken(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, BitcoinMining)
        return CITIES[state.board.city(state.landed_on().number)] if action == codes.BUY else ""


def report(rows: list[Row]) -> str:
    """The tables of docs/playtests/bitcoin-mining.md."""
    kinds: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        kinds.setdefault((int(row["side"]), int(row["players"])), []).append(row)
    return "\n".join([*_lengths(kinds), *_money(kinds), *_cities(kinds)])


def _table(heading: str, columns: list[str], rows: list[list[str]]) -> list[str]:
    lines = ["| " + " | ".join(row) + " |" for row in [columns, *rows]]
    return [f"### {heading}\n", lines[0], "|" + "---:|" * len(columns), *lines[1:], ""]


def _mean(rows: list[Row], key: str) -> float:
    return fmean(float(row.get(key, 0)) for row in rows)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def _lengths(kinds: dict[tuple[int, int], list[Row]]) -> list[str]:
    columns = ["tiles", "players", "turns", "rounds", "minutes", "ended by BTC", "shared wins"]
    lines = []
    for (side, players), rows in kinds.items():
        turns = _mean(rows, "turns")
        lines.append(
            [
                f"{6 * side + 6}",
                f"{players}",
                f"{turns:.0f}",
                f"{turns / players:.1f}",
                f"{turns * SECONDS_A_TURN / 60:.0f}",
                _percent(_mean(rows, "ended by BTC")),
                _percent(_mean(rows, "shared")),
                f"{_mean(rows, 'BTC of the winner'):.1f}",
                f"{_mean(rows, 'batches') / players:.1f}",
                f"{_mean(rows, 'leaders'):.1f}",
            ]
        )
    return _table("Length and ending", [*columns, "winner's BTC", "batches each", "leaders"], lines)


def _money(kinds: dict[tuple[int, int], list[Row]]) -> list[str]:
    cycles = max((int(row["cycles"]) for rows in kinds.values() for row in rows), default=1)
    begun = range(2, cycles + 1)
    lines = []
    for (side, players), rows in kinds.items():
        # Not every game gets as far as the last cycle.
        by_cycle = [[row for row in rows if f"fiat in cycle {cycle}" in row] for cycle in begun]
        fiat = [
            f"{_mean(seen, f'fiat in cycle {cycle}') / players:,.0f}" if seen else ""
            for cycle, seen in zip(begun, by_cycle, strict=True)
        ]
        poor = _percent(_mean(by_cycle[-1], "below the fee") / players) if by_cycle and by_cycle[-1] else ""
        end = f"{_mean(rows, 'fiat at the end') / players:,.0f}"
        lines.append([f"{6 * side + 6}", f"{players}", *fiat, end, poor])
    columns = ["tiles", "players", *[f"cycle {cycle}" for cycle in begun], "end"]
    heading = "Fiat of a player when a cycle begins"
    return _table(heading, [*columns, "below the fee in the last cycle"], lines)


def _cities(kinds: dict[tuple[int, int], list[Row]]) -> list[str]:
    lines = []
    for (side, players), rows in kinds.items():
        for city in CITIES:
            bought = max(_mean(rows, f"{city} bought"), 1e-9)
            tolls, price = _mean(rows, f"{city} toll fiat"), _mean(rows, f"{city} bought fiat")
            lines.append(
                [
                    f"{6 * side + 6}",
                    f"{players}",
                    title(city),
                    _percent(bought / side),
                    f"{_mean(rows, f'{city} ordered') / bought:.2f}",
                    f"{tolls / bought:,.0f}",
                    _percent(tolls / max(price, 1)),
                    f"{_mean(rows, f'{city} payout halves') / 2 / bought:.2f}",
                ]
            )
    columns = ["tiles", "players", "city", "bought", "batches", "tolls", "of the price", "BTC"]
    return _table("A property of each city", columns, lines)
