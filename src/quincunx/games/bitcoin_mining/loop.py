"""The loop of tiles and the prices on it in each cycle, which stay the same for a whole match."""

from typing import Final

from mypy_extensions import i64

CITIES: Final[list[str]] = ["caracas", "assuncion", "ciudad-del-este", "minsk", "irkutsk", "rockdale"]

CORNERS: Final[list[str]] = ["start", "incident-1", "incident-2", "inspection", "incident-3", "incident-4"]
"""The corners along the loop; behind each of them lies the city of the same number."""
START: Final = 0
INSPECTION: Final = 3

WHOLE: Final = 100_000
"""The number of units in 100%: a share counts thousandths of a percent."""
SHARES: Final = 1_000
"""The number of those units in a percent."""
HALVES: Final = 2
"""The number of steps in a BTC."""
MOST: Final = 1_000_000_000_000
"""The highest sum in game.toml."""


class Rates:
    """The prices through the cycles: exact fractions of the base price, rounded down once (BM-8)."""

    def __init__(self, cycles: int, inflation: int, miner_price: int, city_prices: list[int]) -> None:
        self.cycles = cycles
        self.inflation = inflation
        self.miner_price = miner_price
        self.city_prices = city_prices

    def by_cycle(self, base: int, share: int = WHOLE) -> list[int]:
        """Return a share of a base price in each cycle; entry 0 stands for no cycle.

        >>> Rates(4, 10_000, 0, []).by_cycle(20_000)
        [0, 20000, 22000, 22000, 24200]
        """
        found = [0]
        for cycle in range(1, self.cycles + 1):
            # Every even cycle begins with Fiat Inflation, which is permanent (BM-7).
            above = base * share
            below = WHOLE
            for _ in range(cycle // 2):
                above *= WHOLE + self.inflation
                below *= WHOLE
            found.append(above // below)
        return found


class Board:
    """The board and the price lists of a match.

    A property is known by its number, 0 to 6 * side - 1, counted from Start along the loop.
    """

    def __init__(
        self,
        side: int,
        rates: Rates,
        toll: int,
        toll_per_batch: int,
        batch_limit: int,
        most_batches: int,
    ) -> None:
        self.side = side
        self.tiles: i64 = len(CORNERS) * (side + 1)
        self.stride: i64 = side + 1
        """The tiles from one corner to the next."""
        self.properties = len(CORNERS) * side
        self.inspection = INSPECTION * (side + 1)
        # For each tile the property on it, or -1 on a corner, and the next corner: divisions are slow.
        self.numbers = [self._number(tile) for tile in range(self.tiles)]
        self.next_corners = [tile // (side + 1) + 1 for tile in range(self.tiles)]
        self.batch_limit = batch_limit
        self.miner_prices = rates.by_cycle(rates.miner_price)
        self.prices = [rates.by_cycle(price) for price in rates.city_prices]
        """The prices by city."""
        self.tolls = [
            [rates.by_cycle(price, toll + toll_per_batch * batches) for batches in range(most_batches + 1)]
            for price in rates.city_prices
        ]
        self.deeds = [self.prices[number // side] for number in range(self.properties)]
        """The prices of each property."""
        self.names = [f"{city}-{number + 1}" for city in CITIES for number in range(side)]

    def is_corner(self, tile: i64) -> bool:
        return self.numbers[tile] < 0

    def corner(self, tile: i64) -> i64:
        """Return the number of the corner on a corner tile."""
        return tile // self.stride

    def property_at(self, tile: i64) -> i64:
        """Return the number of the property on a tile; -1 on a corner."""
        return self.numbers[tile]

    def _number(self, tile: int) -> int:
        corner = tile // (self.side + 1)
        return -1 if tile == corner * (self.side + 1) else tile - 1 - corner

    def tile_of(self, number: int) -> int:
        return number + 1 + number // self.side

    def city(self, number: int) -> int:
        return number // self.side

    def price(self, number: i64, cycle: i64) -> i64:
        return self.deeds[number][cycle]

    def toll(self, number: i64, batches: i64, cycle: i64) -> i64:
        """Return a visitor's toll: a share of the price that grows with the batches (BM-12)."""
        return self.tolls[number // self.side][batches][cycle]

    def tile_name(self, tile: int) -> str:
        """Return a corner's or a property's name, as positions write it."""
        return CORNERS[self.corner(tile)] if self.is_corner(tile) else self.names[self.property_at(tile)]
