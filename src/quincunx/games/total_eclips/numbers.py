"""The shape of game.toml, and the sense its numbers must make."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field
from msgspec.structs import asdict

from quincunx.core.mistake import nearest
from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    FACES,
    KINDS,
    MANUFACTURE,
    MOST_MAKES,
    MOST_ROLLED,
    MOST_TOKENS,
    NOTHING,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    UPGRADE,
    Bonus,
    Core,
    Parts,
    Price,
    Project,
    Token,
    Track,
)
from quincunx.games.total_eclips.words import KIND_NAMES

Few = Annotated[int, Meta(ge=0, le=99)]
Level = Annotated[int, Meta(ge=1, le=4)]
Tier = Annotated[int, Meta(ge=1, le=6)]
Slots = Annotated[list[Tier], Meta(min_length=1, max_length=MOST_ROLLED)]
Where = Literal["projects", "unlock", "manufacture", "upgrade"]
PLACES_OF: dict[str, list[int]] = {
    "projects": list(range(PROJECTS)),
    "unlock": [UNLOCK],
    "manufacture": [MANUFACTURE],
    "upgrade": [UPGRADE],
}


BONUS_THINGS = ("trust", "clips", "cores", "tokens", "unlocks", "raises")


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A table of game.toml: no key is taken for another."""


class Options(Shape):
    tokens: Literal["reusable", "single-use"]
    tokens_per_place: Few
    start_trust: Few
    supply: Literal["limited", "unlimited"]
    x2_locked_pays: bool
    end: Literal["round", "at-once"]
    max_rounds: Annotated[int, Meta(ge=1, le=1000)]


class Companies(Shape):
    red: str
    yellow: str
    blue: str
    black: str


class CoreNumbers(Shape):
    name: str
    faces: Annotated[list[Few | Literal["x2"]], Meta(min_length=FACES, max_length=FACES)]
    count: Few


class Cores(Shape):
    """The kinds of core, in the order the rules number them."""

    m1: CoreNumbers
    m2: CoreNumbers
    m3: CoreNumbers
    multi: CoreNumbers
    ai: CoreNumbers
    quantum: CoreNumbers


class KindCounts(Shape):
    m1: Few
    m2: Few
    m3: Few
    multi: Few
    ai: Few
    quantum: Few


class LockedAtStart(Shape):
    t1: str
    t2: str
    t3: str
    t4: str
    t5: str
    t6: str


class BoardNumbers(Shape):
    project_cores: Annotated[int, Meta(ge=1, le=MOST_ROLLED)]
    start: KindCounts
    unlock: Slots
    manufacture: Slots
    upgrade: Slots
    locked: LockedAtStart


class PriceNumbers(Shape):
    flops: Few
    trust: Few = 0


class UnlockPrices(Shape):
    t1: PriceNumbers
    t2: PriceNumbers
    t3: PriceNumbers
    t4: PriceNumbers
    t5: PriceNumbers
    t6: PriceNumbers


class MakeNumbers(PriceNumbers):
    clips: Few = 0
    cores: Few = 0


class Manufacture(Shape):
    rewards: Annotated[list[MakeNumbers], Meta(max_length=MOST_MAKES)]


class UpgradePrices(Shape):
    i: PriceNumbers
    ii: PriceNumbers
    iii: PriceNumbers


class Rank(Shape):
    name: str
    clips: Few = 0
    trust: Few = 0


class TrackNumbers(Shape):
    steps: Annotated[list[str], Meta(min_length=1, max_length=20)]
    ranks: Annotated[list[Rank], Meta(min_length=1, max_length=20)]


class TokenNumbers(Shape):
    name: str
    flops: Few
    rerolls: Annotated[int, Meta(ge=0, le=3)]
    wins_ties: bool
    on: list[Where]
    with_: str = field(name="with")


class Reward(Shape):
    trust: Few = 0
    clips: Few = 0


class BonusPart(Shape):
    """One thing of a bonus, and its level, tier or kind of token."""

    trust: Few = 0
    clips: Few = 0
    cores: Few = 0
    tokens: Few = 0
    unlocks: Few = 0
    raises: Few = 0
    level: Level = 1
    tier: Tier = 6
    token: str = ""


class ProjectNumbers(Shape):
    name: str
    stage: Annotated[int, Meta(ge=1, le=9)]
    need: Few
    high: Reward
    low: Reward = field(default_factory=Reward)
    bonus: list[BonusPart] = []
    end: bool = False


class Numbers(Shape):
    """Everything a variant may change."""

    options: Options
    companies: Companies
    cores: Cores
    board: BoardNumbers
    unlock: UnlockPrices
    manufacture: Manufacture
    upgrade: UpgradePrices
    track: TrackNumbers
    tokens: Annotated[dict[str, TokenNumbers], Meta(max_length=MOST_TOKENS)]
    projects: dict[str, ProjectNumbers]


def prepare(numbers: Numbers) -> Parts:
    """The parts as the rules use them; ValueError with a sentence if the numbers make no sense."""
    _check_stages(list(numbers.projects.values()))
    known = list(numbers.tokens)
    board = numbers.board
    goods = [(reward.clips, reward.cores) for reward in numbers.manufacture.rewards]
    if len(set(goods)) < len(goods):
        raise ValueError("two of `manufacture.rewards` give the same.")
    parts = Parts(
        [_core(slug, core) for slug, core in asdict(numbers.cores).items()],
        [_token(slug, token) for slug, token in numbers.tokens.items()],
        [_project(slug, project, known) for slug, project in numbers.projects.items()],
        _track(numbers.track),
        [Price(0, 0, 0, 0), *[_price(price) for price in asdict(numbers.unlock).values()]],
        [_price(price) for price in asdict(numbers.upgrade).values()],
        [_make(reward) for reward in numbers.manufacture.rewards],
        [
            _slots("unlock", board.unlock),
            _slots("manufacture", board.manufacture),
            _slots("upgrade", board.upgrade),
        ],
    )
    parts.colours = list(asdict(numbers.companies))
    parts.companies = list(asdict(numbers.companies).values())
    _set_options(parts, numbers.options)
    _set_start(parts, board)
    return parts


def _check_stages(projects: list[ProjectNumbers]) -> None:
    stages = max((project.stage for project in projects), default=0)
    ends = sorted(project.stage for project in projects if project.end)
    if not stages or ends != list(range(1, stages + 1)):
        raise ValueError("`projects` must have one card with `end = true` for each stage from 1 on, no more.")


def _kind(slug: str, where: str) -> int:
    if slug not in KIND_NAMES:
        raise ValueError(f"`{where}` names no kind of core: `{slug}`{nearest(slug, KIND_NAMES)}")
    return KIND_NAMES.index(slug)


def _core(slug: str, core: CoreNumbers) -> Core:
    values = [0 if face == "x2" else face for face in core.faces]
    if len(set(values)) == 1:
        raise ValueError(f"`cores.{slug}.faces` must not all count the same, or ties would never end.")
    return Core(core.name, values, [face == "x2" for face in core.faces], core.count)


def _token(slug: str, token: TokenNumbers) -> Token:
    needs = _kind(token.with_, f"tokens.{slug}.with") if token.with_ else NOTHING
    fits = sorted({place for where in token.on for place in PLACES_OF[where]})
    if not token.flops and not token.rerolls and not token.wins_ties:
        raise ValueError(f"`tokens.{slug}` does nothing: give it `flops`, `rerolls` or `wins_ties`.")
    return Token(slug, token.name, token.flops, needs, token.rerolls, token.wins_ties, fits)


def _project(slug: str, project: ProjectNumbers, tokens: list[str]) -> Project:
    if project.end and project.low != Reward():
        raise ValueError(
            f"`projects.{slug}` ends its stage and pays nothing below its need: leave `low` out."
        )
    return Project(
        slug,
        project.name,
        project.stage - 1,
        project.end,
        project.need,
        (project.low.trust, project.low.clips),
        (project.high.trust, project.high.clips),
        _bonus(slug, project.bonus, tokens),
    )


def _bonus(slug: str, parts: list[BonusPart], tokens: list[str]) -> Bonus:
    where = f"projects.{slug}.bonus"
    bonus = Bonus()
    for part in parts:
        given = [name for name in BONUS_THINGS if getattr(part, name)]
        if len(given) != 1 or getattr(bonus, given[0]):
            raise ValueError(
                f"each part of `{where}` must be one of {', '.join(BONUS_THINGS)}, and each once."
            )
        setattr(bonus, given[0], getattr(part, given[0]))
        if part.cores:
            bonus.core_level = part.level - 1
        if part.unlocks:
            bonus.unlock_tier = part.tier
        if part.raises:
            if part.level > TOP_LEVEL:
                raise ValueError(f"`{where}` cannot raise a core of level {part.level}: that is the highest.")
            bonus.raise_level = part.level - 1
        if part.tokens:
            if part.token not in tokens:
                raise ValueError(f"`{where}` names no token: `{part.token}`{nearest(part.token, tokens)}")
            bonus.token = tokens.index(part.token)
    return bonus


def _track(track: TrackNumbers) -> Track:
    ranks = track.ranks
    return Track(
        track.steps,
        [rank.name for rank in ranks],
        [rank.clips for rank in ranks],
        [rank.trust for rank in ranks],
    )


def _price(price: PriceNumbers) -> Price:
    return Price(price.flops, price.trust, 0, 0)


def _make(reward: MakeNumbers) -> Price:
    if (reward.clips > 0) == (reward.cores > 0):
        raise ValueError("each of `manufacture.rewards` must give either `clips` or `cores`.")
    return Price(reward.flops, reward.trust, reward.clips, reward.cores)


def _slots(name: str, tiers: list[int]) -> list[int]:
    if tiers != sorted(set(tiers)):
        raise ValueError(f"`board.{name}` must list rising tiers, from the left.")
    return tiers[::-1]


def _set_options(parts: Parts, options: Options) -> None:
    parts.reusable = options.tokens == "reusable"
    parts.tokens_per_place = options.tokens_per_place
    parts.start_trust = options.start_trust
    parts.limited = options.supply == "limited"
    parts.x2_locked_pays = options.x2_locked_pays
    parts.at_once = options.end == "at-once"
    parts.max_rounds = options.max_rounds


def _set_start(parts: Parts, board: BoardNumbers) -> None:
    """Fill the slots from the right, and check that there are cores enough."""
    parts.project_cores = board.project_cores
    parts.start = list(asdict(board.start).values())
    locked = list(asdict(board.locked).values())
    for algorithm in range(ALGORITHMS):
        filled = [locked[tier - 1] for tier in parts.slots[algorithm]]
        while filled and not filled[-1]:
            filled.pop()
        if "" in filled:
            raise ValueError("`board.locked` leaves a gap: locked cores sit in the right-most slots.")
        parts.start_locked[algorithm] = [_kind(slug, "board.locked") * FACES for slug in filled]
    for kind in range(KINDS):
        used = parts.start[kind] + sum(codes.count(kind * FACES) for codes in parts.start_locked)
        if parts.limited and used > parts.cores[kind].count:
            count = parts.cores[kind].count
            raise ValueError(
                f"`cores.{KIND_NAMES[kind]}.count` is {count}, but {used} are on the board at the start."
            )
