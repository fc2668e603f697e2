"""Levels: four of them for every game, and a search for hints."""

import pytest

from quincunx import bots, games
from quincunx.bots import levels
from quincunx.bots.easy import Easy
from quincunx.bots.search import Search


def test_levels_are_bots_by_name_with_a_sentence_each() -> None:
    assert list(levels.LEVELS) == ["easy", "normal", "hard", "expert"]
    for name, level in levels.LEVELS.items():
        assert level.name == name
        assert level.words.endswith(".")
        assert name in bots.BOTS


@pytest.mark.parametrize("name", games.GAMES)
def test_every_game_has_all_levels(name: str) -> None:
    game = games.load(name)
    easy, normal, hard, expert = (bots.make(level, game) for level in levels.LEVELS)
    assert isinstance(easy, Easy)
    assert type(normal) is type(game.bot())
    assert isinstance(hard, Search)
    assert isinstance(expert, Search)
    assert (hard.times, expert.times) == (1, levels.EXPERT)
    if game.value() is not None:
        thinking = game.thinking()
        assert set(thinking.rollouts) == set(thinking.turns) == set(game.player_counts)


def test_a_search_for_hints_thinks_as_the_level_does() -> None:
    game = games.load("king-of-tokyo")
    assert levels.search(game).times == 1
    assert levels.search(game, "expert").times == levels.EXPERT
