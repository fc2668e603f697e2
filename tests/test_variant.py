"""A variant changes a number; what it cannot change it says."""

from pathlib import Path

import pytest

from quincunx import games, variant
from quincunx.chance import SeedDice
from quincunx.core.mistake import Mistake
from quincunx.match import Match
from quincunx.record import Player

IDLE_SIX = games.load("idle-six")


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
    with pytest.raises(Mistake) as mistake:
        variant.read_variant(path, IDLE_SIX)
    assert str(mistake.value).startswith(str(path))
    assert said in str(mistake.value)


def test_a_file_that_is_no_text_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Mistake, match="is not valid TOML"):
        variant.read_variant(path, IDLE_SIX)
