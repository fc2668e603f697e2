"""The rules of thumb of King of Tokyo: they know who wins, and who falls, by a move."""

from typing import Any

import pytest

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import TERMINAL
from quincunx.games.king_of_tokyo.ai.trained import BY_PLAYERS, CROWD, DUEL
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.match import variant
from quincunx.match.variant import overlay
from tests.setups import training_of

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})


def position(players: int, changes: dict[str, Any]) -> KingOfTokyo:
    whole = overlay(GAME.to_dict(GAME.new_initial_state(players, NUMBERS)), changes, "test")
    state: KingOfTokyo = GAME.from_dict(whole, NUMBERS)
    return state


def play(state: KingOfTokyo, *moves: str) -> None:
    for line in moves:
        seat, move = line.split(": ")
        number = -1 if seat == "chance" else int(seat) - 1
        state.apply(number, GAME.parse(state, number, move))


def answer(state: KingOfTokyo) -> str:
    seat = state.current_player()
    return GAME.say(state, seat, GAME.bots.policy().choose(state, seat, Rng("thumb")))


def under_attack(players: int, attacker: dict[str, Any], defender: dict[str, Any]) -> KingOfTokyo:
    """Return a position in which the second monster, in Tokyo, has lost a heart to the first and may
    yield."""
    state = position(
        players,
        {
            "turn": 1,
            "phase": "roll",
            "seats": {"1": attacker, "2": {"place": "tokyo-city", **defender}},
        },
    )
    play(state, "chance: roll claw 1 2 2 energy energy", "1: keep")
    return state


@pytest.mark.parametrize("players", [2, 4, 6])
def test_does_not_yield_to_one_who_wins_by_entering(players: int) -> None:
    assert answer(under_attack(players, {"points": 18}, {"health": 3})) == "yield"
    assert answer(under_attack(players, {"points": 19}, {"health": 3})) == "stay"


def test_yields_to_one_who_falls_by_entering() -> None:
    weak = {"health": 1, "points": 5}
    assert answer(under_attack(3, weak, {"health": 9})) == "stay"
    assert answer(under_attack(3, weak, {"health": 9, "cards": ["burrowing"]})) == "yield"


def test_stays_to_win_at_the_start_of_the_next_turn() -> None:
    assert answer(under_attack(2, {"points": 5}, {"health": 2, "points": 17})) == "yield"
    assert answer(under_attack(2, {"points": 5}, {"health": 2, "points": 18})) == "stay"


@pytest.mark.parametrize(
    ("roll", "seats"),
    [
        ("3 3 3 1 2 heart", {"1": {"points": 17}}),
        ("1 1 1 1 1 heart", {"1": {"points": 17}}),
        ("claw claw claw 1 2 heart", {"2": {"place": "tokyo-city", "health": 3}}),
    ],
)
def test_keeps_a_roll_that_wins(roll: str, seats: dict[str, Any]) -> None:
    state = position(2, {"turn": 1, "phase": "roll", "seats": seats})
    play(state, f"chance: roll {roll}")
    assert answer(state) == "keep"


def test_rolls_for_the_number_that_wins() -> None:
    seats = {"1": {"points": 17}, "2": {"place": "tokyo-city"}}
    state = position(2, {"turn": 1, "phase": "roll", "seats": seats})
    play(state, "chance: roll 3 3 1 1 claw energy")
    assert answer(state) == "reroll 1 2 5 6"


def shop(players: int, cards: list[str], seats: dict[str, Any]) -> KingOfTokyo:
    return position(players, {"turn": 1, "phase": "buy", "display": cards, "seats": seats})


def test_buys_what_wins_even_if_it_hurts() -> None:
    seats = {"1": {"points": 16, "energy": 5, "health": 5}}
    assert answer(shop(2, ["jet-fighters", "heal", "tank"], seats)) == "buy jet-fighters"


def test_buys_anything_if_a_purchase_brings_the_last_point() -> None:
    seats = {"1": {"points": 19, "energy": 3, "cards": ["media-friendly"]}}
    assert answer(shop(2, ["heal", "skyscraper", "tank"], seats)) == "buy heal"


def test_buys_what_leaves_nobody_else_alive() -> None:
    seats = {"1": {"points": 3, "energy": 4, "health": 9}, "2": {"health": 3}}
    assert answer(shop(2, ["high-altitude-bombing", "heal", "tank"], seats)) == "buy high-altitude-bombing"


def test_does_not_buy_its_own_death() -> None:
    seats = {"1": {"points": 16, "energy": 5, "health": 4}}
    assert answer(shop(2, ["jet-fighters", "corner-store", "tank"], seats)) != "buy jet-fighters"


@pytest.mark.parametrize("players", GAME.player_counts)
def test_never_lets_an_attacker_win_by_entering(players: int) -> None:
    """Whole games: whoever yields is not the one who ends the game by it."""
    bot, rng = GAME.bots.policy(), Rng(f"whole games {players}")
    for _ in range(8):
        state = GAME.new_initial_state(players, NUMBERS)
        last = ""
        while (seat := state.current_player()) != TERMINAL:
            action = state.sample_outcome(rng) if seat < 0 else bot.choose(state, seat, rng)
            last = GAME.say(state, seat, action)
            state.move(seat, action)
        assert last != "yield"


def duels_won(one: Bot, other: Bot, games: int) -> float:
    """Return how many games with two players the first wins, with seats and dice in pairs."""
    won = 0.0
    for number in range(games):
        state = GAME.new_initial_state(2, NUMBERS)
        seated = [one, other] if number % 2 else [other, one]
        contest(state, seated, Rng(f"adept {number // 2}"), Rng(f"{number}"), secrets=False)
        won += state.returns()[1 - number % 2]
    return won


def test_the_adept_beats_the_rules_of_thumb() -> None:
    """It is what a search plays its own seat with, so it must win more than its share."""
    assert duels_won(GAME.bots.own_policy(), GAME.bots.policy(), 40) >= 24


def test_the_master_beats_the_rules_of_thumb_and_the_adept() -> None:
    """It answers what the solver of the level `expert` leaves to it, so it must be a step further."""
    assert duels_won(GAME.bots.trained_policy(), GAME.bots.policy(), 40) >= 28
    assert duels_won(GAME.bots.trained_policy(), GAME.bots.own_policy(), 40) >= 24


def test_the_master_has_learnt_every_number_of_players() -> None:
    assert sorted(BY_PLAYERS) == list(GAME.player_counts)
    training = training_of("king-of-tokyo")
    lengths = {len(numbers) for numbers in BY_PLAYERS.values()}
    assert lengths == {len(training["start"])} == {len(training["scale"])}


def test_the_master_pays_more_for_the_powers_that_won_games() -> None:
    """Both cost the same, and game.toml likes the second one nearly as well."""
    seats = {"1": {"energy": 4}, "2": {"place": "tokyo-city"}}
    state = shop(2, ["ultravore", "detritivore", "poison-spit"], seats)
    assert GAME.say(state, 0, GAME.bots.trained_policy().choose(state, 0, Rng("thumb"))) == "buy poison-spit"


def test_the_master_counts_the_point_for_an_empty_tokyo() -> None:
    """Three 2s are two points, and entering brings the third: they win at 17, so it rolls for them."""
    state = position(2, {"turn": 1, "phase": "roll", "seats": {"1": {"points": 17}}})
    play(state, "chance: roll 2 2 1 claw heart energy")
    assert GAME.say(state, 0, GAME.bots.trained_policy().choose(state, 0, Rng("thumb"))) == "reroll 1 4 5 6"


@pytest.mark.parametrize("name", sorted({*DUEL, *CROWD}))
def test_what_was_learnt_is_about_cards_that_there_are(name: str) -> None:
    assert name in GAME.toml["cards"]
