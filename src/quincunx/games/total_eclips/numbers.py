"""The shape of game.toml, and the checks that its numbers make sense."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field
from msgspec.structs import asdict

from quincunx.core.cards import fill
from quincunx.core.errors import nearest
from quincunx.games.total_eclips.cards import Bonus, Project
from quincunx.games.total_eclips.cores import (
    FACES,
    KIND_NAMES,
    KINDS,
    LEVEL_NAMES,
    MOST_ROLLED,
    TOP_LEVEL,
    Core,
)
from quincunx.games.total_eclips.parts import MOST_MAKES, MOST_TOKENS, NOTHING, Parts, Price, Token, Track
from quincunx.games.total_eclips.places import ALGORITHMS, MANUFACTURE, PROJECTS, UNLOCK, UPGRADE

Few = Annotated[int, Meta(ge=0, le=99)]
Tier = Annotated[int, Meta(ge=1, le=6)]
Slots = Annotated[list[Tier], Meta(min_length=1, max_length=MOST_ROLLED)]
Where = Literal["projects", "unlock", "manufacture", "upgrade"]
PLACES_OF: dict[str, list[int]] = {
    "projects": list(range(PROJECTS)),
    "unlock": [UNLOCK],
    "manufacture": [MANUFACTURE],
    "upgrade": [UPGRADE],
}
BONUSES = {kind.__name__.lower(): kind for kind in Bonus.__subclasses__()}
"""The kinds of bonus by name, in the order in which a winner takes them."""


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """A table of game.toml that refuses unknown keys."""


class Options(Shape):
    companies: list[str]
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
    on: Annotated[list[Where], Meta(min_length=1)]
    with_: str = field(name="with")


class Reward(Shape):
    trust: Few = 0
    clips: Few = 0


class BonusTexts(Shape):
    """The text of a kind of bonus on a card, and the instruction to its winner."""

    text: str
    asks: str = ""


class ProjectNumbers(Shape):
    name: str
    stage: Annotated[int, Meta(ge=1, le=9)]
    need: Few
    high: Reward
    low: Reward = field(default_factory=Reward)
    bonus: list[dict[str, int | str]] = []
    end: bool = False


class Numbers(Shape):
    """All numbers that a variant may change."""

    options: Options
    companies: Companies
    cores: Cores
    board: BoardNumbers
    unlock: UnlockPrices
    manufacture: Manufacture
    upgrade: UpgradePrices
    track: TrackNumbers
    tokens: Annotated[dict[str, TokenNumbers], Meta(max_length=MOST_TOKENS)]
    bonuses: dict[str, BonusTexts]
    projects: dict[str, ProjectNumbers]


def prepare(numbers: Numbers) -> Parts:
    """Return the parts as the rules use them; raise ValueError with a sentence if the numbers make no
    sense."""
    _check_stages(list(numbers.projects.values()))
    if list(numbers.bonuses) != list(BONUSES):
        raise ValueError(f"`bonuses` must have the texts of {', '.join(BONUSES)}, in this order.")
    board = numbers.board
    goods = [(reward.clips, reward.cores) for reward in numbers.manufacture.rewards]
    if len(set(goods)) < len(goods):
        raise ValueError("two of `manufacture.rewards` give the same.")
    parts = Parts(
        [_core(slug, core) for slug, core in asdict(numbers.cores).items()],
        [_token(slug, token) for slug, token in numbers.tokens.items()],
        [_project(slug, project, numbers) for slug, project in numbers.projects.items()],
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
    names = asdict(numbers.companies)
    parts.colours = numbers.options.companies
    if sorted(parts.colours) != sorted(names):
        raise ValueError(
            f"`options.companies` must be {', '.join(names)}, each once, in the order of the seats."
        )
    parts.companies = [names[colour] for colour in parts.colours]
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
    if token.wins_ties and "projects" not in token.on:
        raise ValueError(f"`tokens.{slug}` wins ties, and there are none but on `projects`.")
    if not token.flops and not token.rerolls and not token.wins_ties:
        raise ValueError(f"`tokens.{slug}` does nothing: give it `flops`, `rerolls` or `wins_ties`.")
    return Token(slug, token.name, token.flops, needs, token.rerolls, token.wins_ties, fits)


def _project(slug: str, project: ProjectNumbers, numbers: Numbers) -> Project:
    if project.end and project.low != Reward():
        raise ValueError(
            f"`projects.{slug}` ends its stage and pays nothing below its need: leave `low` out."
        )
    if not project.end and not project.need:
        raise ValueError(f"`projects.{slug}.need` must be 1 or more, or `low` would never be paid.")
    return Project(
        slug,
        project.name,
        project.stage - 1,
        project.end,
        project.need,
        (project.low.trust, project.low.clips),
        (project.high.trust, project.high.clips),
        _bonus(f"projects.{slug}.bonus", project.bonus, numbers),
    )


def _bonus(where: str, given: list[dict[str, int | str]], numbers: Numbers) -> list[Bonus]:
    found: dict[str, Bonus] = {}
    for part in given:
        names = [name for name in part if name in BONUSES]
        if len(names) != 1 or names[0] in found:
            raise ValueError(f"each part of `{where}` must be one of {', '.join(BONUSES)}, and each once.")
        found[names[0]] = _bonus_part(where, names[0], part, numbers)
    return [found[name] for name in BONUSES if name in found]


def _bonus_part(where: str, name: str, part: dict[str, int | str], numbers: Numbers) -> Bonus:
    kind, texts, count = BONUSES[name], numbers.bonuses[name], part[name]
    for key in part:
        if key not in (name, kind.term):
            raise ValueError(f"`{where}`: {name} have no `{key}`{nearest(key, [name, kind.term])}")
    if not isinstance(count, int) or not 1 <= count <= 99:
        raise ValueError(f"`{where}`: `{name}` must be a whole number from 1 to 99.")
    of, words = _term(where, kind, part, numbers) if kind.term else (0, {})
    values = {"n": count, "times": "" if count == 1 else f"{count} x ", **words}
    bonus = kind(name, count, of)
    bonus.text = fill(texts.text, values, f"bonuses.{name}.text")
    bonus.asks = fill(texts.asks, values, f"bonuses.{name}.asks")
    decides = kind.which != NOTHING
    if decides != bool(bonus.asks):
        raise ValueError(f"`bonuses.{name}.asks` must {'say something' if decides else 'be left out'}.")
    return bonus


def _term(
    where: str, kind: type[Bonus], part: dict[str, int | str], numbers: Numbers
) -> tuple[int, dict[str, str]]:
    """Return the level, tier or token of a bonus, as the rules number it and as a text writes it."""
    if kind.term == "token":
        token, known = str(part.get("token", "")), list(numbers.tokens)
        if token not in known:
            raise ValueError(f"`{where}` names no token: `{token}`{nearest(token, known)}")
        return known.index(token), {"token": numbers.tokens[token].name}
    board = numbers.board
    tiers = sorted({*board.unlock, *board.manufacture, *board.upgrade})
    allowed = tiers if kind.term == "tier" else list(range(1, kind.most_level + 1))
    number = part.get(kind.term, max(tiers) if kind.term == "tier" else 1)
    if not isinstance(number, int) or number not in allowed:
        shown = ", ".join(str(one) for one in allowed)
        raise ValueError(f"`{where}`: the `{kind.term}` of {kind.__name__.lower()} must be one of {shown}.")
    if kind.term == "tier":
        return number, {"tier": str(number)}
    return number - 1, {"level": LEVEL_NAMES[number - 1], "next": LEVEL_NAMES[min(number, TOP_LEVEL)]}


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
