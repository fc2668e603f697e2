"""The exact chances of a roll: what a place will bring, before and after re-rolls."""

from quincunx.games.total_eclips.board import Board
from quincunx.games.total_eclips.cards import FACES, KINDS, Parts


def sums(parts: Parts, kinds: list[int]) -> list[float]:
    """The chance of each sum of FLOPS that these cores can roll; the index is the sum."""
    chances = [1.0]
    for kind in kinds:
        chances = add_core(parts, chances, kind)
    return chances


def add_core(parts: Parts, chances: list[float], kind: int) -> list[float]:
    """The sums with one more core."""
    core = parts.cores[kind]
    longer = [0.0] * (len(chances) + max(core.values))
    for face, share in enumerate(core.chances):
        if share > 0:
            value = core.values[face]
            for total, chance in enumerate(chances):
                longer[total + value] += chance * share
    return longer


def waiting(board: Board, place: int) -> list[int]:
    """The kinds of the cores that wait on a place, in order."""
    kinds: list[int] = []
    for kind in range(KINDS):
        for _ in range(board.placed[place * KINDS + kind]):
            kinds.append(kind)
    return kinds


def rerolls_on(board: Board, place: int) -> int:
    count = 0
    for token, part in enumerate(board.parts.tokens):
        count += part.rerolls * board.laid[place * len(board.tokens) + token]
    return count


def reach(board: Board, place: int, target: int) -> float:
    """The chance that a place reaches so many FLOPS with what lies there, if re-rolls are used well."""
    kinds = waiting(board, place)
    need = target - board.total(place)
    if need <= 0:
        return 1.0
    rerolls = rerolls_on(board, place)
    if not rerolls:
        return sum(sums(board.parts, kinds)[need:])
    key = (need, rerolls, *kinds)
    if key not in board.parts.known_odds:
        board.parts.known_odds[key] = Rerolls(board.parts, need).chance(kinds, rerolls)
    return board.parts.known_odds[key]


class Rerolls:
    """The best chance to reach a sum with re-rolls: each one is used on the core where it helps most."""

    def __init__(self, parts: Parts, need: int) -> None:
        self.parts = parts
        self.need = need
        self.most = [max(core.values) for core in parts.cores]
        self.known: dict[tuple[int, ...], float] = {}

    def chance(self, kinds: list[int], rerolls: int) -> float:
        """Before the first roll."""
        rolls: dict[tuple[int, ...], float] = {(): 1.0}
        for kind in kinds:
            longer: dict[tuple[int, ...], float] = {}
            for codes, chance in rolls.items():
                for face, more in enumerate(self.parts.cores[kind].chances):
                    if more > 0:
                        lying = tuple(sorted([*codes, kind * FACES + face]))
                        longer[lying] = longer.get(lying, 0.0) + chance * more
            rolls = longer
        return sum([chance * self.after(codes, rerolls) for codes, chance in rolls.items()])

    def after(self, codes: tuple[int, ...], rerolls: int) -> float:
        """With these faces up and so many re-rolls left."""
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
        """With one of the cores rolled again."""
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
