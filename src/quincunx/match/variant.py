"""Variants: the part of a game.toml that differs."""

from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game, numbers_digest
from quincunx.files import read
from quincunx.input_limits import TOML
from quincunx.text.grammar import listed

Variant = dict[str, Any]
"""The keys of a game.toml that differ, at any depth: `{"dice": {"number": 5}}`."""
MOST_SHARED = 32
"""The most sets of numbers kept for matches to share."""


def read_variant(path: Path | str, game: Game[Any]) -> Variant:
    """Return the variant in a file, or one that comes with the game by its name, checked against the game."""
    known = game.folder / "variants" / f"{path}.toml"
    if Path(path).name == str(path) and not Path(path).exists() and known.exists():
        path = known
    elif "." not in str(path) and not Path(path).exists():
        names = listed([*shipped(game)]) or "none"
        raise UserError(f"There is no file {path}. The variants that come with {game.name}: {names}.")
    variant: Variant = read(Path(path), TOML)
    numbers(game, variant, str(path))
    return variant


class Shipped(NamedTuple):
    """A variant that comes with a game: a file in its folder `variants`, which begins with a comment."""

    name: str
    title: str
    """The first line of the comment."""
    words: str
    """The rest of the comment: what is different."""
    changes: Variant


def shipped(game: Game[Any]) -> dict[str, Shipped]:
    """Return the variants that come with a game, by name.

    >>> from quincunx import games
    >>> shipped(games.load("king-of-tokyo"))["short"].title
    'Short'
    """
    found: dict[str, Shipped] = {}
    for path in sorted((game.folder / "variants").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        comment = [
            line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), text.splitlines())
        ]
        title, *words = comment or [path.stem]
        found[path.stem] = Shipped(path.stem, title, " ".join(words), read_variant(path, game))
    return found


def combined(variant: Variant, other: Variant) -> Variant:
    """Return a variant with the changes of both; where they differ, the other wins.

    >>> combined({"a": 1, "b": {"c": 2}}, {"b": {"d": 3}, "a": 4})
    {'a': 4, 'b': {'c': 2, 'd': 3}}
    """
    whole = dict(variant)
    for key, value in other.items():
        below = whole.get(key)
        whole[key] = combined(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return whole


def numbers(game: Game[Any], variant: Variant, source: str = "variant") -> Any:
    """Return the game's numbers with the variant applied."""
    return game.numbers(overlay(game.toml, variant, source), source if variant else "game.toml")


def shared_numbers(game: Game[Any], variant: Variant) -> Any:
    """Return the numbers that all matches with that variant share, so nobody may change them. A server has
    hundreds of matches; with numbers of their own, garbage collection would take long."""
    key = game, repr(variant)
    known = _shared.get(key)
    if known is None:
        known = numbers(game, variant)
        if len(_shared) >= MOST_SHARED:
            _shared.clear()
        _shared[key] = known
    return known


_shared: dict[tuple[Game[Any], str], Any] = {}


def digest(game: Game[Any], variant: Variant) -> str:
    """Return the digest of all numbers that a match with that variant is played with."""
    return numbers_digest(overlay(game.toml, variant, "variant"))


def is_played_with(game: Game[Any], variant: Variant, known: str) -> bool:
    """Whether a digest is that of the numbers here, or of the same numbers when cards were worded otherwise:
    a game that has worded texts anew keeps the old ones in `reworded.toml`."""
    file = game.folder / "reworded.toml"
    before = overlay(game.toml, read(file, TOML) if file.exists() else {}, str(file))
    return known in (digest(game, variant), numbers_digest(overlay(before, variant, "variant")))


def overlay(base: dict[str, Any], change: dict[str, Any], source: str, at: str = "") -> dict[str, Any]:
    """Return `base` with the keys of `change` in it; a key that `base` does not have is a UserError.

    >>> overlay({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 9}}, "test")
    {'a': 1, 'b': {'c': 9, 'd': 3}}
    """
    merged = dict(base)
    for key, value in change.items():
        key = str(key)
        if key not in base:
            raise UserError(f"{source}: there is no `{at}{key}`{nearest(key, base)}")
        if isinstance(base[key], dict) and isinstance(value, dict):
            value = overlay(base[key], value, source, f"{at}{key}.")
        merged[key] = value
    return merged
