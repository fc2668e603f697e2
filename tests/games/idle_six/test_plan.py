"""The planning bot of Idle Six: better than rules of thumb, and only with what a player may know."""

from typing import Any

from quincunx import games
from quincunx.bots import levels
from quincunx.core.bot import Bot
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.games.idle_six.codes import CLAIM, DONE, UPGRADES
from quincunx.games.idle_six.outlook import USUAL, Outlook
from quincunx.games.idle_six.plan import IdleSixPlanner, Planner
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import PLAYER
from quincunx.match import variant

GAME = games.load("idle-six")


def position(given: dict[str, Any]) -> IdleSix:
    numbers = GAME.numbers(GAME.toml)
    state = GAME.from_dict(
        variant.overlay(GAME.to_dict(GAME.new_initial_state(1, numbers)), given, "given"), numbers
    )
    assert isinstance(state, IdleSix)
    return state


LATE = {
    "gain-a": {"side": "flipped", "box": 6},
    "gain-b": {"side": "flipped", "box": 3},
    "gain-c": {"side": "start", "box": 6},
    "flip": {"side": "flipped", "box": 3},
    "reroll": {"side": "flipped", "box": 2},
    "swap": {"side": "flipped", "box": 3},
    "double": {"side": "flipped", "box": 3},
}


def turns(bot: Bot) -> int:
    """Return the turns of the rest of a game: a whole one takes long in plain Python."""
    state = position({"money": "100M", "dice": 10, "claimed": 9, "cards": LATE})
    contest(state, [bot], Rng("six"), Rng("b"), secrets=False)
    return int(state.turns())


def test_a_plan_needs_fewer_turns_than_rules_of_thumb() -> None:
    assert turns(IdleSixPlanner()) < turns(GAME.bots.policy())
    assert turns(IdleSixPlanner(careful=True)) <= turns(IdleSixPlanner())


def test_the_win_is_bought_as_soon_as_it_can_be_paid() -> None:
    state = position({"phase": "upgrade", "money": "3T", "dice": 13, "claimed": 12})
    assert IdleSixPlanner().choose(state, PLAYER, Rng("1")) == UPGRADES + state.cards.win.slot


def test_rewards_that_wait_help_to_pay_the_win() -> None:
    state = position({"phase": "upgrade", "money": "2,555,000,000,000", "dice": 13, "claimed": 11})
    bot = IdleSixPlanner()
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


def test_gains_that_are_used_one_by_one_bring_more() -> None:
    """Gain B's 40 is doubled before Gain A's 20 and a reward of 20 make it 200; both at once end at 140."""
    clips = {"gain-a": {"side": "start", "box": 3}, "gain-b": {"side": "start", "box": 2}}
    clips["double"] = {"side": "start", "box": 3}
    state = position({"money": "0", "dice": 2, "claimed": 1, "cards": clips})
    assert Outlook(state.cards).rest(state).money == 1 * 36 + 4 * 6
    assert Outlook(state.cards, apart=True).rest(state).money == 2 * 36


def test_worse_luck_never_brings_more() -> None:
    clips = {"reroll": {"side": "start", "box": 4}}
    state = position({"money": "1,000", "dice": 4, "claimed": 3, "cards": clips})
    money = [Outlook(state.cards, luck=luck).rest(state).money for luck in range(USUAL + 1)]
    assert money == sorted(money)
    assert money[0] < money[-1]


def test_a_plan_that_takes_too_long_is_given_up() -> None:
    state = position({"phase": "upgrade", "money": "100M", "dice": 10, "claimed": 9, "cards": LATE})
    assert Planner(state.cards).plan(state, most=2).turns > 2


def test_nothing_is_bought_when_there_is_nothing_to_buy() -> None:
    """All cards are on their last boxes, and the win cannot be paid yet."""
    state = position({"phase": "upgrade", "money": "1T", "dice": 13, "claimed": 12})
    state.clips = [len(card.costs) - 1 for card in state.cards.actions] + state.clips[
        len(state.cards.actions) :
    ]
    assert IdleSixPlanner().choose(state, PLAYER, Rng("1")) == DONE


def test_the_levels_of_idle_six_are_its_own() -> None:
    hard, expert = levels.make(GAME, "hard"), levels.make(GAME, "expert")
    assert isinstance(hard, IdleSixPlanner)
    assert isinstance(expert, IdleSixPlanner)
    assert expert.careful
    assert not hard.careful
    assert type(levels.make(GAME, "normal")) is type(GAME.bots.policy())
