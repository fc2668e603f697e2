"""The parts of the game that do not change in play: tokens, prices, the track."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from quincunx.games.total_eclips.cores import FACES, KIND_NAMES, KINDS, Core, Sums, weakest_first
from quincunx.games.total_eclips.places import ALGORITHMS, NO_CARD

if TYPE_CHECKING:
    from quincunx.games.total_eclips.cards import Project

MOST_TOKENS: Final = 16
"""The most kinds of token that there can be."""
MOST_MAKES: Final = 16
"""The most Manufacture rewards that there can be."""

NOTHING: Final = -1


class Token:
    """A kind of bonus token: its effect, and the places where it fits (EC-12)."""

    def __init__(
        self, slug: str, name: str, flops: int, needs: int, rerolls: int, wins_ties: bool, fits: list[int]
    ) -> None:
        self.slug = slug
        self.name = name
        self.flops = flops
        self.needs = needs
        """The kind of core that must be used there for the token to work, or NOTHING."""
        self.rerolls = rerolls
        self.wins_ties = wins_ties
        self.fits = fits
        self.fits_set: i64 = sum([1 << place for place in fits])
        """The set of the places in `fits`: see MEMBERS."""


class Price:
    """A price in FLOPS and Trust, and for Manufacture the clips or cores of level I that it buys."""

    def __init__(self, flops: int, trust: int, clips: int, cores: int) -> None:
        self.flops = flops
        self.trust = trust
        self.clips = clips
        self.cores = cores


class Track:
    """The score track: ranks of equal length, each with its reward at the end of a round."""

    def __init__(self, steps: list[str], ranks: list[str], clips: list[int], trust: list[int]) -> None:
        self.steps = steps
        self.ranks = ranks
        self.clips = clips
        self.trust = trust
        self.last = len(steps) * len(ranks) - 1

    def rank(self, position: int) -> int:
        return position // len(self.steps)

    def label(self, position: int) -> str:
        """Return the position that the two markers show together: `64 Million`."""
        rank = self.ranks[self.rank(position)]
        return f"{self.steps[position % len(self.steps)]}{'' if rank.startswith('/') else ' '}{rank}"


class Worths:
    """The values of things to a bot, counted in clips."""

    def __init__(
        self,
        trust: float,
        flops: float,
        slot: float,
        make_slot: float,
        reroll: float,
        tokens: float,
        ties: float,
        power: list[float],
    ) -> None:
        self.trust = trust
        self.flops = flops
        """One FLOPS more in every remaining round."""
        self.slot = slot
        """One more open slot, in FLOPS a round; `make_slot` is added for a slot of Manufacture."""
        self.make_slot = make_slot
        self.reroll = reroll
        """The FLOPS that a re-roll adds."""
        self.tokens = tokens
        """A token, as a share of a core that shows as much; `ties` is the value of winning ties, in FLOPS."""
        self.ties = ties
        self.power = power
        """The average that each kind of core shows, in FLOPS."""
        self.unlocks: dict[tuple[int, ...], list[float]] = {}
        """The values of Unlock and Upgrade for each number of FLOPS, cached by cores, which recur."""
        self.upgrades: dict[tuple[int, ...], list[float]] = {}


class Parts:
    """Everything of one match that does not change while it is played."""

    def __init__(
        self,
        cores: list[Core],
        tokens: list[Token],
        projects: "list[Project]",
        track: Track,
        unlock_prices: list[Price],
        upgrade_prices: list[Price],
        makes: list[Price],
        slots: list[list[int]],
    ) -> None:
        self.cores = cores
        self.tokens = tokens
        self.projects = projects
        self.track = track
        self.unlock_prices = unlock_prices
        """The prices by tier; tier 0 is not used."""
        self.upgrade_prices = upgrade_prices
        """The prices by the level a core is raised from."""
        self.makes = makes
        self.slots = slots
        """The tiers of each algorithm's slots, from the right: locked cores are packed to the right."""
        self.values = [core.values[face] for core in cores for face in range(FACES)]
        """The FLOPS that each code counts."""
        self.x2 = [core.x2[face] for core in cores for face in range(FACES)]
        self.stages = max([project.stage for project in projects]) + 1
        self.ends = [NO_CARD] * self.stages
        self.regular: list[list[int]] = [[] for _ in range(self.stages)]
        for index, project in enumerate(projects):
            if project.end:
                self.ends[project.stage] = index
            else:
                self.regular[project.stage].append(index)
        self.powers = [core.power for core in cores]
        self.reaches = [core.reach for core in cores]
        self.by_power = weakest_first(self.powers)
        self.by_reach = weakest_first(self.reaches)
        self.sums = Sums(cores, [1.0])
        self.known_odds: dict[tuple[int, ...], float] = {}
        """The cache of chances with re-rolls, which take long and are asked for repeatedly."""
        # The rest is set by `numbers.prepare`.
        self.colours: list[str] = []
        """The colour of each seat's company; `companies` has their names."""
        self.companies: list[str] = []
        self.start = [0] * KINDS
        self.start_locked: list[list[int]] = [[] for _ in range(ALGORITHMS)]
        self.start_trust = 0
        self.project_cores = 4
        self.reusable = True
        self.tokens_per_place = 0
        self.limited = True
        self.x2_locked_pays = False
        self.at_once = False
        self.max_rounds = 100

    def face(self, code: int) -> str:
        """Return the face of a code: `3`, `0` for a blank, `x2`."""
        return "x2" if self.x2[code] else str(self.values[code])

    def core(self, code: int) -> str:
        """Return a core and the face it shows: `m1 2`."""
        return f"{KIND_NAMES[code // FACES]} {self.face(code)}"
