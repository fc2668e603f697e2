"""Idle Six planned ahead: better than rules of thumb, and only with what a player may know."""

from typing import Any

from quincunx import games, variant
from quincunx.bots import levels
from quincunx.core.bot import Bot
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.games.idle_six.codes import CLAIM, DONE, UPGRADES
from quincunx.games.idle_six.outlook import Outlook
from quincunx.games.idle_six.plan import IdleSixPlanner
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER

GAME = games.load("idle-six")


def position(given: dict[str, Any]) -> IdleSix:
    numbers = GAME.numbers(GAME.toml)
    state = GAME.from_dict(variant.overlay(GAME.to_dict(GAME.new(1, numbers)), given, "given"), numbers)
    assert isinstance(state, IdleSix)
    return state


def turns(bot: Bot) -> int:
    state = GAME.new(1, GAME.numbers(GAME.toml))
    contest(state, [bot], Rng("six"), Rng("b"), secrets=False)
    return int(state.turns())


def test_a_plan_needs_fewer_turns_than_rules_of_thumb() -> None:
    assert turns(IdleSixPlanner(1)) < turns(GAME.bot())


def test_the_win_is_bought_as_soon_as_it_can_be_paid() -> None:
    state = position({"phase": "upgrade", "money": "3T", "dice": 13, "claimed": 12})
    assert IdleSixPlanner(4).choose(state, PLAYER, Rng("1")) == UPGRADES + state.cards.win.slot


def test_rewards_that_wait_help_to_pay_the_win() -> None:
    state = position({"phase": "upgrade", "money": "2,555,000,000,000", "dice": 13, "claimed": 11})
    bot = IdleSixPlanner(1)
    assert bot.choose(state, PLAYER, Rng("1")) == CLAIM
    state.move(PLAYER, CLAIM)
    assert bot.choose(state, PLAYER, Rng("1")) == UPGRADES + state.cards.win.slot


def test_the_outlook_is_what_the_cards_bring() -> None:
    """Without a roll nothing is uncertain: gain 20, and flip the units."""
    clips = {"gain-a": {"side": "start", "box": 3}, "flip": {"side": "start", "box": 2}}
    state = position({"money": "0", "dice": 2, "claimed": 1, "cards": clips})
    assert Outlook(state.cards).rest(state).money == 13
    assert state.money == 0


def test_a_reward_counts_within_the_turn() -> None:
    """Gain 5, double it to 14, claim 3 for the second die, and flip the 2 that is there now: 51."""
    clips = {"gain-a": {"side": "start", "box": 2}, "flip": {"side": "start", "box": 3}}
    clips["double"] = {"side": "start", "box": 2}
    state = position({"money": "0", "cards": clips})
    assert Outlook(state.cards).rest(state).money == 5 * 6 + 1


def test_nothing_is_bought_when_there_is_nothing_to_buy() -> None:
    """All cards are on their last boxes, and the win cannot be paid yet."""
    state = position({"phase": "upgrade", "money": "1T", "dice": 13, "claimed": 12})
    state.clips = [len(card.costs) - 1 for card in state.cards.actions] + state.clips[
        len(state.cards.actions) :
    ]
    assert IdleSixPlanner(1).choose(state, PLAYER, Rng("1")) == DONE


def test_the_levels_of_idle_six_are_its_own() -> None:
    hard, expert = levels.make(GAME, "hard"), levels.make(GAME, "expert")
    assert isinstance(hard, IdleSixPlanner)
    assert isinstance(expert, IdleSixPlanner)
    assert hard.width < expert.width
    assert type(levels.make(GAME, "normal")) is type(GAME.bot())
