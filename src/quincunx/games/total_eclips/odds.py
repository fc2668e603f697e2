"""The exact chances of a roll on a place, before and after re-rolls."""

import math

from quincunx.games.total_eclips.cores import FACES, KINDS, TOP_LEVEL, Sums
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import MANUFACTURE, NO_CARD, PROJECTS, UNLOCK
from quincunx.games.total_eclips.state import Position, Side
from quincunx.text.grammar import SURE, percent


def sums(parts: Parts, kinds: list[int], rerolls: int = 0) -> Sums:
    """Return the chance of each sum of FLOPS that these cores can roll, with re-rolls of low ones."""
    found = parts.sums
    for index, kind in enumerate(kinds):
        found = found.add(kind, index < rerolls)
    return found


def waiting(side: Side, place: int) -> list[int]:
    """Return the kinds of the cores that wait on a place, in order."""
    kinds: list[int] = []
    for kind in range(KINDS):
        for _ in range(side.placed[place * KINDS + kind]):
            kinds.append(kind)
    return kinds


def reach(side: Side, place: int, target: int) -> float:
    """Return the chance that a place reaches a number of FLOPS with the pieces there, if re-rolls are used
    well."""
    kinds = waiting(side, place)
    need = target - side.total(place)
    if need <= 0:
        return 1.0
    rerolls = side.rerolls_on(place)
    if not rerolls:
        return math.fsum(sums(side.parts, kinds).chances[need:])
    key = (need, rerolls, *kinds)
    if key not in side.parts.known_odds:
        side.parts.known_odds[key] = Rerolls(side.parts, need).chance(kinds, rerolls)
    return side.parts.known_odds[key]


class Rerolls:
    """The best chance to reach a sum with re-rolls: each one is used on the core where it helps most."""

    def __init__(self, parts: Parts, need: int) -> None:
        self.parts = parts
        self.need = need
        self.most = [max(core.values) for core in parts.cores]
        self.known: dict[tuple[int, ...], float] = {}

    def chance(self, kinds: list[int], rerolls: int) -> float:
        """Return the chance before the first roll."""
        rolls: dict[tuple[int, ...], float] = {(): 1.0}
        for kind in kinds:
            longer: dict[tuple[int, ...], float] = {}
            for codes, chance in rolls.items():
                for face, more in enumerate(self.parts.cores[kind].chances):
                    if more > 0:
                        lying = tuple(sorted([*codes, kind * FACES + face]))
                        longer[lying] = longer.get(lying, 0.0) + chance * more
            rolls = longer
        return math.fsum([chance * self.after(codes, rerolls) for codes, chance in rolls.items()])

    def after(self, codes: tuple[int, ...], rerolls: int) -> float:
        """Return the chance with these faces up and some re-rolls left."""
        total = sum([self.parts.values[code] for code in codes])
        if total >= self.need:
            return 1.0
        short = sorted([self.most[code // FACES] - self.parts.values[code] for code in codes])
        if total + sum(short[max(len(short) - rerolls, 0) :]) < self.need:
            return 0.0
        key = (rerolls, *codes)
        if key not in self.known:
            self.known[key] = max([self.again(codes, index, rerolls) for index in range(len(codes))])
        return self.known[key]

    def again(self, codes: tuple[int, ...], index: int, rerolls: int) -> float:
        """Return the chance with one of the cores rolled again."""
        code = codes[index]
        kind = code // FACES
        if self.parts.values[code] == self.most[kind] or (index and codes[index - 1] == code):
            return 0.0
        rest = codes[:index] + codes[index + 1 :]
        total = 0.0
        for face, chance in enumerate(self.parts.cores[kind].chances):
            if chance > 0:
                lying = tuple(sorted([*rest, kind * FACES + face]))
                total += chance * self.after(lying, rerolls - 1)
        return total


def thresholds(state: Position, place: int) -> list[int]:
    """Return the numbers of FLOPS that matter on a place, rising."""
    parts = state.parts
    if place < PROJECTS:
        return [parts.projects[state.cards[place]].need] if state.cards[place] != NO_CARD else []
    if place == UNLOCK:
        tiers = {tier for tiers in parts.slots for tier in tiers}
        return sorted({parts.unlock_prices[tier].flops for tier in tiers})
    prices = parts.makes if place == MANUFACTURE else parts.upgrade_prices[:TOP_LEVEL]
    return sorted({price.flops for price in prices})


def chances(state: Position, side: Side, place: int) -> list[tuple[int, float]]:
    """Return each threshold of a place with its chance, up to the first that is out of reach."""
    found: list[tuple[int, float]] = []
    for target in thresholds(state, place):
        chance = reach(side, place, target)
        found.append((target, chance))
        if chance == 0:
            break
    return found


def reached(state: Position, side: Side, where: int) -> str:
    """Return the chances of what matters on a place: `97% for 1, 86% for 2, 3% for 6 FLOPS`."""
    known = open_questions(state, side, where)
    return f"{', '.join(f'{percent(chance)} for {target}' for target, chance in known)} FLOPS"


def open_questions(state: Position, side: Side, where: int) -> list[tuple[int, float]]:
    """Return the last certain threshold and the uncertain ones after it; the first alone if all are out of
    reach. Of thresholds that are as likely, the last counts."""
    known = chances(state, side, where)
    known = [one for one, after in zip(known, [*known[1:], (0, -1.0)], strict=True) if one[1] != after[1]]
    sure = [one for one in known if one[1] >= SURE][-1:]
    return sure + [one for one in known if 0 < one[1] < SURE] or known[:1]
