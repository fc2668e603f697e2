"""A variant changes a number; what it cannot change it says."""

from pathlib import Path

import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.match import variant
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player

IDLE_SIX = games.load("idle-six")
WORKED_OUT = {"longer", "known_odds"}
"""The chances of rolls in Total eClips, which are computed when a match first asks for them, and kept."""


def test_a_number_is_changed_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "rich.toml"
    path.write_text('[money]\nstart = "100"\n')
    changes = variant.read_variant(path, IDLE_SIX)
    match = Match(IDLE_SIX, [Player("Ann")], SeedDice("1"), changes)
    position = IDLE_SIX.to_dict(match.state)
    assert (position["money"], position["dice"]) == ("100", 3)
    assert match.record().variant == changes
    usual = IDLE_SIX.numbers(IDLE_SIX.toml)
    assert match.numbers.win.cost == usual.win.cost


def test_without_a_variant_the_numbers_are_the_games_own() -> None:
    assert variant.overlay(IDLE_SIX.toml, {}, "test") == IDLE_SIX.toml


def test_matches_with_the_same_variant_share_their_numbers() -> None:
    """Else a server of 500 matches would spend a third of a second on each collection of garbage."""
    first, second = (Match(IDLE_SIX, [Player("Ann")], SeedDice("1")) for _ in range(2))
    rich, richer = (
        Match(IDLE_SIX, [Player("Ann")], SeedDice("1"), {"money": {"start": start}}) for start in "12"
    )
    assert first.numbers is second.numbers
    assert len({first.numbers.start_money, rich.numbers.start_money, richer.numbers.start_money}) == 3


@pytest.mark.parametrize("name", games.GAMES)
def test_a_match_does_not_change_its_numbers(name: str) -> None:
    """Other matches have the same ones."""
    game = games.load(name)
    low, rng = game.header.players[0], Rng("1")
    match = Match(game, ["greedy"] * low, SeedDice("1"))
    before = numbers_seen(match.numbers)
    assert len(before) > 10
    for _ in range(300):
        if match.over:
            break
        match.advance()
        game.to_dict(match.state.resample_hidden(0, rng))
    assert numbers_seen(match.numbers) == before == numbers_seen(variant.numbers(game, {}))


def numbers_seen(numbers: object) -> list[str]:
    """Return everything that can be reached from numbers, but for what is private or computed when needed."""
    found: list[str] = []
    seen: set[int] = set()
    kept: list[object] = []  # As long as they are here, no other object has their ids.

    def look(thing: object, path: str) -> None:
        if isinstance(thing, int | float | str | bytes | None):
            found.append(f"{path} {thing!r}")
        elif isinstance(thing, type) or callable(thing) or id(thing) in seen:
            return
        else:
            seen.add(id(thing))
            kept.append(thing)
            if isinstance(thing, dict):
                parts = {repr(key): value for key, value in thing.items()}
            elif isinstance(thing, list | tuple | set | frozenset):
                parts = {str(number): value for number, value in enumerate(thing)}
            else:
                names = (name for name in dir(thing) if name[0] != "_" and name not in WORKED_OUT)
                parts = {name: getattr(thing, name, None) for name in names}
            for name, value in parts.items():
                look(value, f"{path}.{name}")

    look(numbers, "numbers")
    return found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mony]\nstart = 1", "there is no `mony`; did you mean `money`?"),
        ("[money]\nstrat = 1", "there is no `money.strat`; did you mean `start`?"),
        ("[game]\ntitle = 'x'", "there is no `game`"),
        ("[money]\ndice = 'many'", "`money.dice` must be a whole number, not text."),
        ("[money]\ndice = 0", "`money.dice` must be a whole number >= 1."),
        ("money = 3", "`money` must be a table of keys and values, not a whole number."),
        ("[win]\ncost = '7'", "`7` is not an amount in base six"),
        ("[money]\ndice = 3", "can never be paid with 3 money dice."),
        ("[money", "is not valid TOML"),
    ],
)
def test_nonsense_is_a_mistake_that_names_the_file(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(UserError) as mistake:
        variant.read_variant(path, IDLE_SIX)
    assert str(mistake.value).startswith(str(path))
    assert said in str(mistake.value)


def test_a_file_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="is not valid TOML"):
        variant.read_variant(path, IDLE_SIX)
