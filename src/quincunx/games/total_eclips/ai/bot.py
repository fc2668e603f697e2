"""The bot `normal` for Total eClips: rules of thumb, with all values counted in paperclips.

The choice of places and the values of things are not here.
"""

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.total_eclips import codes
from quincunx.games.total_eclips.ai.parameters import Parameters
from quincunx.games.total_eclips.ai.placement import Placing
from quincunx.games.total_eclips.ai.seat_evaluation import SMALL, SeatEvaluation
from quincunx.games.total_eclips.cards import unlock_worth
from quincunx.games.total_eclips.codes import free, lift, source_kind
from quincunx.games.total_eclips.cores import FACES, KINDS, LEVEL, TOP_LEVEL, X2_WORTH
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules.algorithms import can_make, can_pay_raise, can_unlock
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import different


class EClipsBot(Bot):
    """Place cores where they bring most for their power; buy what pays; lock what rolled well."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters: Parameters = parameters if parameters is not None else Parameters()
        self.placings: list[Placing | None] = []
        """The last two placings of each seat: each is continued, or a search returns to the one before."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, TotalEClips)
        if state.phase == codes.PLACE:
            return self.placing(state, seat).move()
        now = AfterRoll(state, seat, self.parameters)
        if state.phase == codes.REROLL:
            return now.reroll()
        if state.phase == codes.BUY:
            return now.purchase()
        assert state.phase == codes.BONUS
        return now.bonus()

    def placing(self, state: TotalEClips, seat: int) -> Placing:
        """Return the seat's placing as far as it has come, or a new one."""
        index = 2 * seat + state.round % 2
        while len(self.placings) <= index:
            self.placings.append(None)
        known = self.placings[index]
        if known is not None and known.fits(state, seat):
            return known
        new = Placing(state, seat, self.parameters)
        self.placings[index] = new
        return new


class AfterRoll(SeatEvaluation):
    """The decisions of a player once the cores are rolled."""

    def __init__(self, state: TotalEClips, seat: int, parameters: Parameters) -> None:
        super().__init__(state, state.sides[seat], parameters)
        self.state = state
        self.seat = seat
        self.best = codes.DONE
        """The best offer so far; `most` is its value."""
        self.most = 0.0

    def reroll(self) -> int:
        """Choose the core that most likely brings what a project still needs; else one that shows far too
        little."""
        missing = self.state.project().need - self.side.total(self.state.place) if self.on_project() else 0
        best = codes.DONE
        most = 0.0
        if missing > 0:
            for code in different(self.side.rolled):
                chance = self.chance_of(code // FACES, self.parts.values[code] + missing)
                if chance > most:
                    most = chance
                    best = codes.AGAIN + code
        if best != codes.DONE:
            return best
        most = self.parameters.reroll
        for code in self.side.rolled:
            shown = X2_WORTH if self.parts.x2[code] else float(self.parts.values[code])
            if self.power[code // FACES] - shown > most:
                most = self.power[code // FACES] - shown
                best = codes.AGAIN + code
        return best

    def on_project(self) -> bool:
        return self.state.place < PROJECTS

    def chance_of(self, kind: int, least: int) -> float:
        """Return the chance that one core of a kind shows `least` FLOPS or more."""
        core = self.parts.cores[kind]
        chance = 0.0
        for face in range(FACES):
            if core.values[face] >= least:
                chance += core.chances[face]
        return chance

    def purchase(self) -> int:
        """Choose what to buy, then what to lock: locking ends the buying."""
        self.best = codes.DONE
        self.most = SMALL
        if not self.side.locking:
            self.look_at_offers()
        if self.most < SMALL * 2:
            for code in different(self.side.rolled):
                if self.locks(code):
                    self.consider(codes.LOCK + code, SMALL * 2)
        return self.best

    def consider(self, move: int, worth: float) -> None:
        """Keep a move if it is better than the best so far; of equal moves the first stays."""
        if worth > self.most:
            self.most = worth
            self.best = move

    def look_at_offers(self) -> None:
        """Consider everything that the current algorithm sells."""
        side = self.side
        if self.state.place == UNLOCK:
            for algorithm in range(ALGORITHMS):
                for slot in range(len(side.locked[algorithm])):
                    if can_unlock(side, algorithm, slot):
                        price = self.parts.unlock_prices[side.tier(algorithm, slot)]
                        if not self.keeps(price):
                            worth = unlock_worth(side, self.worths, algorithm, slot)
                            self.consider(free(algorithm, slot), worth)
        elif self.state.place == MANUFACTURE:
            for index in range(len(self.parts.makes)):
                if can_make(side, index):
                    self.consider(codes.MAKE + index, self.make_worth(index))
        else:
            for level in range(TOP_LEVEL):
                if can_pay_raise(side, level):
                    for source in side.raisable(level):
                        for kind in side.of_level(level + 1):
                            self.consider(lift(source, kind), self.raised(source, kind))

    def raised(self, source: int, kind: int) -> float:
        """Return the value of raising a core for each FLOPS; a spent core is preferred to one that could be
        locked."""
        old = source_kind(source)
        price = self.parts.upgrade_prices[LEVEL[old]]
        worth = self.raise_worth(old, kind) / (price.flops + 1)
        return worth + SMALL if source < KINDS and worth > 0 else worth

    def locks(self, code: int) -> bool:
        """Whether to lock a core: it shows much more than its average, and slots and rounds enough are
        left."""
        algorithm = self.state.place - UNLOCK
        empty = len(self.parts.slots[algorithm]) - len(self.side.locked[algorithm])
        gain = self.parts.values[code] - self.power[code // FACES]
        return (
            empty > self.parameters.open_slots
            and gain >= self.parameters.lock[self.stage]
            and self.state.stage + 2 < self.parts.stages
        )

    def bonus(self) -> int:
        """Choose the strongest core, and every unlock and raise on offer."""
        part = self.state.project().due(self.state)
        assert part is not None
        self.best = codes.DONE
        self.most = -1.0
        for action in part.choices(self.state, self.seat):
            self.consider(
                action, 0.0 if action == codes.DONE else part.choice_worth(self.side, self.worths, action)
            )
        return self.best
