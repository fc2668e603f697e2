"""The names of places, pieces and amounts in a text."""

from collections.abc import Iterable
from functools import lru_cache

from quincunx.games.total_eclips.cards import Project
from quincunx.games.total_eclips.cores import KIND_NAMES, KINDS
from quincunx.games.total_eclips.parts import Parts, Price
from quincunx.games.total_eclips.places import PLACE_NAMES, PROJECTS
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import count, listed


def place_title(name: str, first: bool = False) -> str:
    """Return a place as a sentence names it; capitalized as the `first` word.

    >>> place_title("a"), place_title("a", first=True), place_title("unlock")
    ('project A', 'Project A', 'Unlock')
    """
    if name in PLACE_NAMES[:PROJECTS]:
        return f"{'P' if first else 'p'}roject {name.upper()}"
    return name.capitalize()


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
    """Return cores and tokens as a sentence names them: `two Millennium I cores and a "+1 FLOPS" token`."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listed([_some(name, many, parts) for name, many in counts.items()])


def _some(name: str, many: int, parts: Parts) -> str:
    thing = core_title(name, parts) if name in KIND_NAMES else token_title(name, parts)
    article = "an" if many == 1 and thing[0] in "AEIOU" else number_word(many)
    return f"{article} {thing}{'s' if many > 1 else ''}"


def number_word(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


def token_title(slug: str, parts: Parts) -> str:
    """Return a kind of token as a sentence names it: `"+1 FLOPS" token`."""
    return f'"{next(token.name for token in parts.tokens if token.slug == slug)}" token'


def showing(kind: str, face: str, parts: Parts) -> str:
    """Return a core with its face: `Millennium I core showing 2`."""
    return f"{core_title(kind, parts)} showing {face_word(face)}"


def face_word(face: str) -> str:
    return "a blank" if face == "0" else face


def spread(placed: Iterable[tuple[str, str]], parts: Parts, word: str = "on") -> str:
    """Return pieces with their places: `two Millennium I cores on project A and one on Unlock`. A name is not
    repeated."""
    by_place: dict[str, list[str]] = {}
    for piece, place in placed:
        by_place.setdefault(place, []).append(piece)
    found: list[str] = []
    before = ""
    for place, here in by_place.items():
        again = {*here} == {before}
        some = ("one" if len(here) == 1 else number_word(len(here))) if again else in_words(here, parts)
        found.append(f"{some} {word} {place_title(place)}")
        before = here[0] if len({*here}) == 1 else ""
    return listed(found) if all(" and " not in one for one in found) else "; ".join(found)


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


def bonus_reward(project: Project) -> tuple[int, int]:
    """Return the Trust and clips of a bonus, which cards print as amounts."""
    trust = sum(part.trust * part.count for part in project.bonus)
    return trust, sum(part.clips * part.count for part in project.bonus)


def bonus_things(project: Project) -> list[str]:
    """Return the parts of the bonus except Trust and clips."""
    return [part.text for part in project.bonus if not part.trust and not part.clips]


def bonus_words(project: Project, parts: Parts) -> str:
    """Return the whole bonus as a sentence names it: `a "+1 FLOPS" token`, `2 Trust and 1 clip`."""
    reward = amount(*bonus_reward(project)) if any(bonus_reward(project)) else ""
    things = [
        in_words([parts.tokens[part.of].slug] * part.count, parts) if part.term == "token" else part.text
        for part in project.bonus
        if not part.trust and not part.clips
    ]
    return listed([*things, *([reward] if reward else [])])


def bonus_text(project: Project) -> str:
    """Return the whole bonus as a card prints it."""
    reward = [part.text for part in project.bonus if part.trust or part.clips]
    return ", ".join([*bonus_things(project), *([" ".join(reward)] if reward else [])])
