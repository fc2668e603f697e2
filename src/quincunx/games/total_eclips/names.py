"""The names of places, pieces and amounts in a text."""

from collections.abc import Iterable
from functools import lru_cache

from quincunx.games.total_eclips.cards import Project
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.parts import Parts, Price
from quincunx.games.total_eclips.places import PLACE_NAMES, PROJECTS
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import count, listed


def place_title(name: str) -> str:
    """Return a place as a sentence names it.

    >>> place_title("a"), place_title("unlock")
    ('project A', 'Unlock')
    """
    return f"project {name.upper()}" if name in PLACE_NAMES[:PROJECTS] else name.capitalize()


def amount(trust: int, clips: int) -> str:
    """Return a reward in words.

    >>> amount(2, 1), amount(0, 0)
    ('2 Trust and 1 clip', 'nothing')
    """
    parts = [f"{trust} Trust"] if trust else []
    if clips:
        parts.append(count(clips, "clip"))
    return " and ".join(parts) or "nothing"


def short_amount(trust: int, clips: int) -> str:
    """Return a reward as the cards print it: `2T 1c`."""
    parts = [f"{trust}T"] if trust else []
    if clips:
        parts.append(f"{clips}c")
    return " ".join(parts)


def cost(flops: int, trust: int) -> str:
    return f"{flops} FLOPS and {trust} Trust" if trust else f"{flops} FLOPS"


def goods(reward: Price) -> str:
    """Return the cores or clips that a Manufacture reward gives."""
    return count(reward.cores, "core") if reward.cores else count(reward.clips, "clip")


def pieces(names: Iterable[str]) -> str:
    """Return cores or tokens, equal ones together: `2 m1, ai`; empty if there are none.

    >>> pieces(["m1", "m1", "ai"])
    '2 m1, ai'
    """
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(name if many == 1 else f"{many} {name}" for name, many in counts.items())


NUMBERS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def in_words(names: Iterable[str], parts: Parts) -> str:
    """Return cores and tokens as a sentence names them: `two Millennium I cores and a token "+1 FLOPS"`."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listed([_some(name, many, parts) for name, many in counts.items()])


def _some(name: str, many: int, parts: Parts) -> str:
    number = NUMBERS[many] if many < len(NUMBERS) else str(many)
    s = "s" if many > 1 else ""
    if name not in KIND_NAMES:
        token = next(token.name for token in parts.tokens if token.slug == name)
        return f'{number} token{s} "{token}"'
    core = core_title(name, parts)
    article = "an" if many == 1 and core[0] in "AEIOU" else number
    return f"{article} {core}{s}"


def core_title(name: str, parts: Parts) -> str:
    """Return a kind of core as a sentence names it: `Millennium I core`, `Multi-Core`."""
    title = parts.cores[KIND_NAMES.index(name)].name
    return title if title.endswith("Core") else f"{title} core"


def listing(counts: list[int], names: list[str]) -> list[str]:
    """Return each name as often as its count."""
    if not any(counts):
        return []  # Most places are empty.
    return [name for name, many in zip(names, counts, strict=True) for _ in range(many)]


@lru_cache
def token_names(parts: Parts) -> list[str]:
    return [token.slug for token in parts.tokens]


def cores_on(side: Side, place: int) -> list[str]:
    """Return the cores that wait on a place for their roll."""
    if not side.count[place]:
        return []
    return listing(side.placed[place * KINDS : (place + 1) * KINDS], KIND_NAMES)


def tokens_on(side: Side, place: int) -> list[str]:
    if not side.laid_on[place]:
        return []
    kinds = len(side.tokens)
    return listing(side.laid[place * kinds : (place + 1) * kinds], token_names(side.parts))


def placed_on(placed: Iterable[tuple[str, str]]) -> str:
    """Return pieces with their places: `2 m1 on project A; m1 on Unlock`; empty if there are none."""
    by_place: dict[str, list[str]] = {}
    for piece, place in placed:
        by_place.setdefault(place, []).append(piece)
    return "; ".join(f"{pieces(here)} on {place_title(place)}" for place, here in by_place.items())


def bonus_reward(project: Project) -> tuple[int, int]:
    """Return the Trust and clips of a bonus, which cards print as amounts."""
    trust = sum(part.trust * part.count for part in project.bonus)
    return trust, sum(part.clips * part.count for part in project.bonus)


def bonus_things(project: Project) -> list[str]:
    """Return the parts of the bonus except Trust and clips."""
    return [part.text for part in project.bonus if not part.trust and not part.clips]


def bonus_text(project: Project) -> str:
    """Return the whole bonus as a card prints it."""
    reward = [part.text for part in project.bonus if part.trust or part.clips]
    return ", ".join([*bonus_things(project), *([" ".join(reward)] if reward else [])])
