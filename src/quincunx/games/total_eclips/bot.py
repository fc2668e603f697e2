"""A person's fifth game of Total eClips: rules of thumb, counted in paperclips."""

from typing import Final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.total_eclips.cards import Project, unlock_worth
from quincunx.games.total_eclips.codes import (
    AGAIN,
    BONUS,
    BUY,
    DONE,
    LOCK,
    MAKE,
    PLACE,
    REROLL,
    free,
    lay,
    lift,
    put,
    source_kind,
)
from quincunx.games.total_eclips.cores import FACES, KINDS, LEVEL, LEVELS, M1, TOP_LEVEL, X2_WORTH, Sums
from quincunx.games.total_eclips.odds import sums, waiting
from quincunx.games.total_eclips.parts import Price, Worths
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, MEMBERS, PROJECTS, UNLOCK
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.rules_algorithms import can_make, can_pay_raise, can_unlock
from quincunx.games.total_eclips.rules_placing import free_kinds, roomy_places, token_places
from quincunx.games.total_eclips.state import Side, different
from quincunx.games.total_eclips.worths import (
    MOST_FLOPS,
    REROLL_WORTH,
    dearest,
    knapsack,
    token_flops,
)

ROUNDS_LEFT: Final = [12.0, 9.0, 6.0, 4.0]
"""About how many rounds are to come in each stage."""
FLOPS_WORTH: Final = 0.13
"""What one FLOPS a round brings, in clips."""
TRUST_WORTH: Final = 0.22
RICH: Final = 12
"""More Trust than this is worth little."""
SLOT_WORTH: Final = 0.8
"""What one more open slot is worth, in FLOPS a round."""
BETTER_CORE: Final = 2.0
"""What a better core is worth to a player who cannot end the game without it, in clips."""
CATCH_UP: Final = 2
"""So many clips may come in besides in the last round."""
PATIENCE: Final = 30
"""Up to this round a player who would lose by it does not end the game."""
FURTHER: Final = 6
"""What an algorithm brings is found out for so many FLOPS more than asked: more cores will be tried."""
SMALL: Final = 0.02


class EClipsBot(Bot):
    """Put cores where they bring most for what they can do; buy what pays; lock what rolled well.

    `flops` and `trust` say how much more than usual it wants of them.
    """

    def __init__(self, flops: float = 1.0, trust: float = 1.0) -> None:
        self.flops = flops
        self.trust = trust

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, TotalEClips)
        view = View(state, seat, self.flops, self.trust)
        if state.phase == PLACE:
            return view.placement()
        if state.phase == REROLL:
            return view.reroll()
        if state.phase == BUY:
            return view.purchase()
        assert state.phase == BONUS
        return view.bonus()


class View:
    """How one player sees one position. Worths are in clips."""

    def __init__(self, state: TotalEClips, seat: int, flops: float, trust: float) -> None:
        self.state = state
        self.parts = state.parts
        self.seat = seat
        self.side: Side = state.sides[seat]
        last = len(ROUNDS_LEFT) - 1
        stage = min(state.stage + last + 1 - min(self.parts.stages, last + 1), last)
        self.flops_worth = FLOPS_WORTH * ROUNDS_LEFT[stage] * flops
        self.trust_worth = (TRUST_WORTH if self.side.trust < RICH else TRUST_WORTH / 10) * trust
        self.strong = 0
        """How many cores of the two highest levels the player has, counted where it matters."""
        self.short = self.falls_short()
        """Whether Trust is kept for better cores, because nothing else can end the game."""
        self.power = [core.reach if self.short else core.power for core in self.parts.cores]
        self.worths = Worths(self.trust_worth, self.flops_worth, SLOT_WORTH, REROLL_WORTH, self.power)
        self.shops: list[list[float]] = [[], [], []]
        """What the algorithms bring for each number of FLOPS, as far as that was asked for."""

    def falls_short(self) -> bool:
        """Whether the last project lies there, and all that this player could put on it is not enough."""
        last = self.parts.ends[self.parts.stages - 1]
        if last not in self.state.cards or self.side.trust > RICH:
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

    # Placing.

    def placement(self) -> int:
        """The first core of the best package for a place; when no package pays, tokens; then done."""
        best = DONE
        best_rate = SMALL
        kinds = free_kinds(self.side)
        if not kinds:
            return self.token()
        for place in roomy_places(self.state, self.side):
            rerolls = self.rerolls(place)
            rolls = sums(self.parts, waiting(self.side, place), rerolls)
            fixed = self.fixed(place)
            before = self.worth(place, rolls, fixed, self.side.count[place])
            rerolls -= self.side.count[place]
            for strongest in (False, True):
                if strongest and len(kinds) == 1:
                    break  # the same package again
                rate, kind = self.package(place, strongest, rolls, rerolls, fixed, before)
                if rate > best_rate:
                    best_rate = rate
                    best = put(kind, place)
        return best if best != DONE else self.token()

    def package(
        self, place: int, strongest: bool, rolls: Sums, rerolls: int, fixed: int, before: float
    ) -> tuple[float, int]:
        """The best worth for each unit of power, adding one to all free cores that fit; and the first."""
        free = self.side.spent[:]
        best = 0.0
        first = -1
        spent = 0.0
        for added in range(self.side.room(place)):
            kind = self.pick(free, strongest)
            if kind < 0:
                break
            if added == 0:
                first = kind
            free[kind] -= 1
            spent += self.power[kind]
            rolls = rolls.add(kind, added < rerolls)
            after = self.worth(place, rolls, fixed, self.side.count[place] + added + 1)
            best = max(best, (after - before) / spent)
        return best, first

    def pick(self, free: list[int], strongest: bool) -> int:
        best = -1
        for kind in range(KINDS):
            if free[kind] and (best < 0 or (self.power[kind] > self.power[best]) == strongest):
                best = kind
        return best

    def fixed(self, place: int) -> int:
        """FLOPS that do not depend on the roll; on an End of Stage card also the tokens that could help."""
        flops = self.side.total(place)
        if self.ends_stage(place):
            for token, part in enumerate(self.parts.tokens):
                if self.side.tokens[token] and place in part.fits and part.needs < 0:
                    flops += self.side.tokens[token] * part.flops
        return flops

    def rerolls(self, place: int) -> int:
        """The re-rolls there; on an End of Stage card also those that could be laid there."""
        rerolls = self.side.rerolls_on(place)
        if self.ends_stage(place):
            for token, part in enumerate(self.parts.tokens):
                if place in part.fits and part.needs < 0:
                    rerolls += self.side.tokens[token] * part.rerolls
        return rerolls

    def ends_stage(self, place: int) -> bool:
        return place < PROJECTS and self.parts.projects[self.state.cards[place]].end

    def worth(self, place: int, rolls: Sums, fixed: int, count: int) -> float:
        """What a place brings with such a roll."""
        if place < PROJECTS:
            return self.project_worth(place, rolls, fixed) if count else 0.0
        shop = self.shop(place, min(fixed + len(rolls.chances) - 1, MOST_FLOPS))
        total = 0.0
        for roll, chance in enumerate(rolls.chances):
            total += chance * shop[min(fixed + roll, MOST_FLOPS)]
        return total

    def project_worth(self, place: int, rolls: Sums, fixed: int) -> float:
        project = self.parts.projects[self.state.cards[place]]
        met = rolls.reaches(project.need - fixed)
        mean = fixed + rolls.mean
        high = self.reward(project.high_trust, project.high_clips)
        lying = self.state.lying[place] * self.trust_worth
        rivals = self.state.players - 1
        # Others come too, about as strong as the card asks.
        win = mean / (mean + rivals * 0.35 * project.need + 0.5)
        if project.end:
            return 0.0 if self.loses_by(project) else met * (high + win * lying + self.progress(project))
        low = self.reward(project.low_trust, project.low_clips)
        return low + met * (high - low) + win * (project.worth(self.side, self.worths) + lying)

    def progress(self, project: Project) -> float:
        """The game has to go on: nothing new comes while the card lies."""
        return 0.5 + 0.25 * self.state.lying[self.state.cards.index(self.parts.ends[project.stage])]

    def loses_by(self, project: Project) -> bool:
        """Whether the game would end with this card while another is too far ahead."""
        if project.stage + 1 < self.parts.stages or self.state.round > PATIENCE:
            return False
        mine = self.side.position + project.high_clips + CATCH_UP
        for side in self.state.sides:
            if side.position > mine:
                return True
        return False

    def reward(self, trust: int, clips: int) -> float:
        return trust * self.trust_worth + clips

    def token(self) -> int:
        """Each token where it helps most."""
        best = DONE
        most = SMALL
        takers = token_places(self.side)
        for token, count in enumerate(self.side.tokens):
            if not count:
                continue
            for place in MEMBERS[takers & self.parts.tokens[token].fits_set]:
                gain = self.token_worth(token, place)
                if gain > most:
                    most = gain
                    best = lay(token, place)
        return best

    def token_worth(self, token: int, place: int) -> float:
        part = self.parts.tokens[token]
        if part.needs >= 0 and not self.side.uses(part.needs, place):
            return 0.0
        kinds = waiting(self.side, place)
        if part.wins_ties:
            return SMALL * 2
        rerolls = part.rerolls if kinds else 0
        if part.flops == 0 and rerolls == 0:
            return 0.0
        fixed = self.side.total(place)
        laid = self.side.rerolls_on(place)
        before = self.worth(place, sums(self.parts, kinds, laid), fixed, len(kinds))
        after = self.worth(place, sums(self.parts, kinds, laid + rerolls), fixed + part.flops, len(kinds))
        if self.ends_stage(place):
            # The cores there were chosen with all tokens in mind, even if one alone changes nothing.
            return after - before + part.flops + REROLL_WORTH * rerolls
        return after - before

    # What algorithms are worth.

    def shop(self, place: int, most: int) -> list[float]:
        """What an algorithm brings for each number of FLOPS, at least up to `most`."""
        shop = self.shops[place - UNLOCK]
        if len(shop) <= most:
            most = min(most + FURTHER, MOST_FLOPS)
            if place == UNLOCK:
                shop = self.unlock_shop(most)
            elif place == MANUFACTURE:
                shop = self.make_shop(most)
            else:
                shop = self.upgrade_shop(most)
            self.shops[place - UNLOCK] = shop
        return shop

    def unlock_shop(self, most: int) -> list[float]:
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
        prices: list[int] = []
        worths: list[float] = []
        cores = self.side.spent[:]
        for index, count in enumerate(self.side.placed):
            cores[index % KINDS] += count
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

    def keeps(self, price: Price) -> bool:
        """Whether that would take Trust that better cores need."""
        return self.short and price.trust > 0

    def raise_worth(self, old: int, new: int) -> float:
        price = self.parts.upgrade_prices[LEVEL[old]]
        worth = (self.power[new] - self.power[old]) * self.flops_worth - price.trust * self.trust_worth
        if not self.short:
            return worth
        # Trust is for the finest cores, as soon as there are enough to be made so.
        return (
            worth + BETTER_CORE if LEVEL[new] == TOP_LEVEL or self.strong < self.parts.project_cores else 0.0
        )

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

    def make_worth(self, index: int) -> float:
        reward = self.parts.makes[index]
        cores = reward.cores
        if self.parts.limited:
            cores = min(cores, self.side.supply[M1])
        if self.keeps(reward):
            return 0.0
        gain = min(reward.clips, self.parts.track.last - self.side.position)
        return gain + cores * self.power[M1] * self.flops_worth - reward.trust * self.trust_worth

    # Deciding after the roll.

    def reroll(self) -> int:
        """The core that most likely brings what a project still needs; else one that shows far too little."""
        missing = self.state.project().need - self.side.total(self.state.place) if self.on_project() else 0
        best = DONE
        most = 0.0
        if missing > 0:
            for code in different(self.side.rolled):
                chance = self.chance_of(code // FACES, self.parts.values[code] + missing)
                if chance > most:
                    most = chance
                    best = AGAIN + code
        if best != DONE:
            return best
        most = 0.5
        for code in self.side.rolled:
            shown = X2_WORTH if self.parts.x2[code] else float(self.parts.values[code])
            if self.power[code // FACES] - shown > most:
                most = self.power[code // FACES] - shown
                best = AGAIN + code
        return best

    def on_project(self) -> bool:
        return self.state.place < PROJECTS

    def chance_of(self, kind: int, least: int) -> float:
        """The chance that one core of a kind shows so many FLOPS."""
        core = self.parts.cores[kind]
        chance = 0.0
        for face in range(FACES):
            if core.values[face] >= least:
                chance += core.chances[face]
        return chance

    def purchase(self) -> int:
        """Buying comes before locking, because locking ends it."""
        offers = [] if self.side.locking else self.offers()
        for code in different(self.side.rolled):
            offers.append((LOCK + code, SMALL * 2 if self.locks(code) else 0.0))
        return dearest(offers, SMALL)

    def offers(self) -> list[tuple[int, float]]:
        """What the algorithm now played sells, with its worth."""
        side = self.side
        found: list[tuple[int, float]] = []
        if self.state.place == UNLOCK:
            for algorithm in range(ALGORITHMS):
                for slot in range(len(side.locked[algorithm])):
                    price = self.parts.unlock_prices[side.tier(algorithm, slot)]
                    if can_unlock(side, algorithm, slot) and not self.keeps(price):
                        worth = unlock_worth(side, self.worths, algorithm, slot)
                        found.append((free(algorithm, slot), worth))
        elif self.state.place == MANUFACTURE:
            for index in range(len(self.parts.makes)):
                if can_make(side, index):
                    found.append((MAKE + index, self.make_worth(index)))
        else:
            for level in range(TOP_LEVEL):
                if can_pay_raise(side, level):
                    for source in side.raisable(level):
                        for kind in side.of_level(level + 1):
                            found.append((lift(source, kind), self.raised(source, kind)))
        return found

    def raised(self, source: int, kind: int) -> float:
        """Worth by the FLOPS it takes; a spent core rather than one that could be locked."""
        old = source_kind(source)
        price = self.parts.upgrade_prices[LEVEL[old]]
        worth = self.raise_worth(old, kind) / (price.flops + 1)
        return worth + SMALL if source < KINDS and worth > 0 else worth

    def locks(self, code: int) -> bool:
        """A core that shows much more than its average keeps it, while there are slots and rounds enough."""
        algorithm = self.state.place - UNLOCK
        empty = len(self.parts.slots[algorithm]) - len(self.side.locked[algorithm])
        gain = self.parts.values[code] - self.power[code // FACES]
        return empty > 2 and gain >= 1.0 and self.state.stage + 2 < self.parts.stages

    def bonus(self) -> int:
        """The finest core; every unlock and raise on offer."""
        part = self.state.project().due(self.state)
        assert part is not None
        offers: list[tuple[int, float]] = []
        for action in part.choices(self.state, self.seat):
            worth = 0.0 if action == DONE else part.choice_worth(self.side, self.worths, action)
            offers.append((action, worth))
        return dearest(offers, -1.0)
