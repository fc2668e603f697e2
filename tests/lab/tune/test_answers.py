"""The answers of the playtest pages: Total eClips can get stuck, and the variants made for it work."""

from pathlib import Path
from typing import Any

import pytest

from quincunx import bots, games
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.games import OURS
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.lab.tune.goals import read_goals
from quincunx.lab.tune.search import line_ups
from quincunx.match import scenario
from quincunx.match.variant import read_variant, shipped

ROOT = Path(__file__).parents[3]
GAME = games.load("total-eclips")
STUCK = GAME.folder / "scenarios" / "end-stuck-without-trust.yaml"


def played_on(changes: dict[str, Any], bot: str) -> TotalEClips:
    """Return the stuck position, played on for 25 rounds at the most."""
    story = scenario.read_scenario(STUCK)
    changes = {**changes, "options": {"max_rounds": 25}}
    position = {**story.given, "options": changes}
    match = scenario.set_up(GAME, scenario.Scenario("total-eclips", "", "", given=position, then={}))
    state = match.state
    assert isinstance(state, TotalEClips)
    made = [bots.make(bot, GAME) for _ in range(state.players)]
    contest(state, made, Rng("stuck"), Rng("bots"), secrets=True)
    return state


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_of_total_eclips_can_get_stuck(bot: str) -> None:
    state = played_on({}, bot)
    assert state.stopped()
    assert [side.trust for side in state.sides] == [0, 0]


def test_with_trust_on_every_rank_it_ends() -> None:
    assert not played_on(read_variant("never-stuck", GAME), "greedy").stopped()


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "goals").glob("*.toml")), ids=lambda path: path.stem)
def test_the_goals_of_the_pages_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(bots, "ADDED", {})
    bots.add("research/curious.py:Curious")
    game = games.load(path.stem)
    assert line_ups(game, read_goals(path, game))


@pytest.mark.parametrize("name", OURS)
def test_every_shipped_variant_says_what_it_is(name: str) -> None:
    for one in shipped(games.load(name)).values():
        assert one.title
        assert one.words
