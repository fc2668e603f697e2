"""The values of cores and algorithms to one player in one position, in paperclips."""

from typing import Final

from quincunx.games.total_eclips.ai.knapsack import MOST_FLOPS, knapsack, token_flops
from quincunx.games.total_eclips.ai.parameters import RICH, Parameters, stage_of
from quincunx.games.total_eclips.cards import unlock_worth
from quincunx.games.total_eclips.cores import FACES, KINDS, LEVEL, LEVELS, M1, TOP_LEVEL
from quincunx.games.total_eclips.parts import Price
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, PROJECTS, UNLOCK
from quincunx.games.total_eclips.state import Position, Side

BETTER_CORE: Final = 2.0
"""The value of a better core to a player who cannot end the game without it, in clips."""
FURTHER: Final = 6
"""The extra FLOPS for which the value of an algorithm is calculated: more cores will be tried."""
SMALL: Final = 0.02
MOST_KEPT: Final = 20000
"""The most shops that are cached; then all are forgotten."""


class SeatEvaluation:
    """One position as one player judges it. Values are in clips.

    Nothing here depends on the cores and tokens placed: while players place, a view stays valid.
    """

    def __init__(self, state: Position, side: Side, parameters: Parameters) -> None:
        self.parts = state.parts
        self.side = side
        self.parameters = parameters
        self.stage = stage = stage_of(state.stage, self.parts.stages)
        self.strong = 0
        """The number of cores of the two highest levels that the player has; counted only if the last project
        lies."""
        self.short = self.falls_short(state)
        """Whether Trust is kept for better cores, because nothing else can end the game."""
        rich = side.trust >= parameters.rich
        if self.short:
            self.worths = parameters.worths_for(self.parts.reaches, stage, len(state.left), rich)
        else:
            self.worths = parameters.worths(self.parts, stage, len(state.left), rich)
        self.power = self.worths.power
        self.flops_worth = self.worths.flops
        self.trust_worth = self.worths.trust
        self.shops: list[list[float]] = []
        """The values of the algorithms for each number of FLOPS, as far as they were asked for."""

    def weakest_first(self) -> list[int]:
        """Return the kinds of core by their power."""
        return self.parts.by_reach if self.short else self.parameters.weakest_first(self.parts)

    def falls_short(self, state: Position) -> bool:
        """Whether the last project lies there, and all that this player could put on it is not enough."""
        last = self.parts.ends[self.parts.stages - 1]
        if last not in state.cards or self.side.trust > RICH:
            return False
        flops = 0.0
        cores = self.side.cores()
        for algorithm in range(ALGORITHMS):
            for code in self.side.locked[algorithm]:
                cores[code // FACES] -= 1
        room = self.parts.project_cores
        for kind in range(KINDS - 1, -1, -1):
            used = min(room, cores[kind])
            room -= used
            flops += used * self.parts.cores[kind].mean()
            if LEVEL[kind] >= TOP_LEVEL - 1:
                self.strong += cores[kind]
        return flops + token_flops(self.side, PROJECTS - 1) < self.parts.projects[last].need

    def reward(self, trust: int, clips: int) -> float:
        return trust * self.trust_worth + clips

    def keeps(self, price: Price) -> bool:
        """Whether that price would take Trust that better cores need."""
        return self.short and price.trust > 0

    def make_worth(self, index: int) -> float:
        """Return the value of a Manufacture reward."""
        reward = self.parts.makes[index]
        cores = reward.cores
        if self.parts.limited:
            cores = min(cores, self.side.supply[M1])
        if self.keeps(reward):
            return 0.0
        gain = min(reward.clips, self.parts.track.last - self.side.position)
        return gain + cores * self.power[M1] * self.flops_worth - reward.trust * self.trust_worth

    def raise_worth(self, old: int, new: int) -> float:
        """Return the value of replacing a core by a better one."""
        price = self.parts.upgrade_prices[LEVEL[old]]
        worth = (self.power[new] - self.power[old]) * self.flops_worth - price.trust * self.trust_worth
        if not self.short:
            return worth
        # Trust is for the best cores, as soon as there are enough cores to raise.
        return (
            worth + BETTER_CORE if LEVEL[new] == TOP_LEVEL or self.strong < self.parts.project_cores else 0.0
        )

    # The values of algorithms.

    def shop(self, place: int, most: int) -> list[float]:
        """Return the value of an algorithm for each number of FLOPS, at least up to `most`."""
        if not self.shops:
            self.shops = [[], [], []]
        shop = self.shops[place - UNLOCK]
        if len(shop) <= most:
            if place == UNLOCK:
                shop = self.unlock_shop(most)
            elif place == MANUFACTURE:
                shop = self.make_shop(min(most + FURTHER, MOST_FLOPS))
            else:
                shop = self.upgrade_shop(most)
            self.shops[place - UNLOCK] = shop
        return shop

    def unlock_shop(self, most: int) -> list[float]:
        locked = self.side.locked
        key = (self.side.trust, len(locked[0]), len(locked[1]), *locked[0], *locked[1], *locked[2])
        known = self.worths.unlocks.get(key)
        if known is None or len(known) <= most:
            known = self.find_unlock_shop(min(most + FURTHER, MOST_FLOPS))
            keep(self.worths.unlocks, key, known)
        return known

    def find_unlock_shop(self, most: int) -> list[float]:
        prices: list[int] = []
        worths: list[float] = []
        for algorithm in range(ALGORITHMS):
            for slot in range(len(self.side.locked[algorithm])):
                price = self.parts.unlock_prices[self.side.tier(algorithm, slot)]
                worth = unlock_worth(self.side, self.worths, algorithm, slot)
                if worth > 0 and price.trust <= self.side.trust and not self.keeps(price):
                    prices.append(price.flops)
                    worths.append(worth)
        return knapsack(prices, worths, most)

    def upgrade_shop(self, most: int) -> list[float]:
        cores = self.side.free_cores()
        key = (self.side.trust, *cores, *self.side.supply)
        known = self.worths.upgrades.get(key)
        if known is None or len(known) <= most:
            known = self.find_upgrade_shop(cores, min(most + FURTHER, MOST_FLOPS))
            keep(self.worths.upgrades, key, known)
        return known

    def find_upgrade_shop(self, cores: list[int], most: int) -> list[float]:
        prices: list[int] = []
        worths: list[float] = []
        for level in range(TOP_LEVEL):
            price = self.parts.upgrade_prices[level]
            if price.trust > self.side.trust:
                continue
            for kind in LEVELS[level]:
                higher = self.side.of_level(level + 1)
                if not higher:
                    continue
                worth = self.raise_worth(kind, self.finest(higher))
                left = min(cores[kind], self.side.supply[higher[0]] if self.parts.limited else cores[kind])
                for _ in range(min(left, 4)):
                    prices.append(price.flops)
                    worths.append(worth)
        return knapsack(prices, worths, most)

    def finest(self, kinds: list[int]) -> int:
        best = kinds[0]
        for kind in kinds:
            if self.power[kind] > self.power[best]:
                best = kind
        return best

    def make_shop(self, most: int) -> list[float]:
        shop = [0.0] * (most + 1)
        for index, reward in enumerate(self.parts.makes):
            if reward.trust <= self.side.trust and reward.flops <= most:
                shop[reward.flops] = max(shop[reward.flops], self.make_worth(index))
        for flops in range(1, most + 1):
            shop[flops] = max(shop[flops], shop[flops - 1])
        return shop


def keep(shops: dict[tuple[int, ...], list[float]], key: tuple[int, ...], shop: list[float]) -> None:
    if len(shops) >= MOST_KEPT:
        shops.clear()
    shops[key] = shop
