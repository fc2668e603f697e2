"""Chances that a player is told, against counting every way the dice can fall."""

from itertools import product

import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.chances import next_landing, visited
from quincunx.games.bitcoin_mining.forecast import forecast
from quincunx.games.bitcoin_mining.rules import orders
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.idle_six.chances import turns_to_go
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.king_of_tokyo.ai.threat import attackers, killed
from quincunx.games.king_of_tokyo.dice import CLAW
from quincunx.games.king_of_tokyo.help.chances import hits
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import REROLL
from quincunx.games.nomenklatura.ai.bot import card_worths
from quincunx.games.nomenklatura.ai.outlook import Outlook
from quincunx.match import variant
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.text.grammar import Voice

ANN = Voice(["Ann", "Bob", "Cy", "Dot"], reader=0)


@pytest.mark.parametrize(("number", "dice"), [(1, 1), (1, 4), (2, 3), (3, 5)])
def test_hits_of_one_roll_are_those_of_all_ways_dice_fall(number: int, dice: int) -> None:
    falls = list(product(range(6), repeat=dice))
    good = sum(fall.count(0) >= number for fall in falls)
    assert hits(number, dice, 1) == pytest.approx(good / len(falls))


def test_hits_of_two_rolls_are_those_of_keeping_what_hits() -> None:
    found = 0.0
    for fall in product(range(6), repeat=3):
        left = fall.count(0)
        again = list(product(range(6), repeat=3 - left))
        found += sum(left + second.count(0) >= 2 for second in again) / len(again) / 6**3
    assert hits(2, 3, 2) == pytest.approx(found)


def test_what_a_reroll_may_bring_in_king_of_tokyo() -> None:
    game = games.load("king-of-tokyo")
    state = game.new_initial_state(2, variant.numbers(game, {}))
    assert isinstance(state, KingOfTokyo)
    rng = Rng("chances")
    while state.phase != REROLL:
        assert state.current_player() == CHANCE
        state.move(CHANCE, state.sample_outcome(rng))
    seat = state.asked
    state.dice = 2 * (1 << 12) + 1 * (1 << 6 * CLAW) + 3 * (1 << 6 * 4)  # 3 3 claw energy energy energy
    told = game.coach.chances(state, seat, Voice(["Ann", "Bob"], seat))
    assert told == [
        "Three 3s: 52% with one reroll of the other 4 dice, 77% with 2 rerolls.",
        "Another claw: 60% with one reroll of the other 5 dice, 84% with 2 rerolls.",
        "More energy: 42% with one reroll of the other 3 dice, 67% with 2 rerolls.",
    ]
    assert game.coach.chances(state, 1 - seat, Voice(["Ann", "Bob"], 1 - seat)) == []


def test_what_tokyo_may_cost() -> None:
    game = games.load("king-of-tokyo")
    state = game.new_initial_state(3, variant.numbers(game, {}))
    assert isinstance(state, KingOfTokyo)
    me, bob, cy = state.monsters
    me.place, me.health = 1, 2
    state.active = state.regular = 1
    assert attackers(state, me) == [cy]
    falls = list(product(range(6), repeat=6))
    dead = sum(fall.count(0) >= 2 for fall in falls) / len(falls)
    assert killed(state, me, [cy], all_rolls=False) == pytest.approx(dead)
    # Two monsters with six dice each are twelve dice.
    assert killed(state, me, [bob, cy], all_rolls=True) == pytest.approx(hits(2, 12, 3))
    bob.place = 2
    state.active = state.regular = 2
    assert attackers(state, me) == []


def test_landings_of_the_next_roll_in_bitcoin_mining() -> None:
    game = games.load("bitcoin-mining")
    state = game.new_initial_state(2, variant.numbers(game, {}))
    assert isinstance(state, BitcoinMining)
    state.active = 0
    ann = state.miners[0]
    # Two steps on is a property of Bob's, three steps on one of Ann's.
    first = [state.changing(state.board.property_at(ann.tile + steps)) for steps in (2, 3)]
    first[0].owner, first[1].owner = 1, 0
    ann.fiat = state.toll_for(ann, first[0])
    told = next_landing(state, 0)
    assert f"A toll: 3%, {ann.fiat:,} fiat on average." in told
    assert "A property of your own: 6%." in told
    ann.fiat -= 1
    assert "A toll that you cannot pay, which sends you to Inspection: 3%." in next_landing(state, 0)
    # From the same tile, Bob comes to the third with 1 + 2 or 2 + 1.
    assert visited(state, 0, first[1]) == pytest.approx(2 / 36)
    ann.inspected = True
    assert next_landing(state, 0) == ["Doubles, which free you: 17%."]


def test_batches_on_order_count_for_all_who_roll_after_their_delivery() -> None:
    game = games.load("bitcoin-mining")
    state = game.new_initial_state(2, variant.numbers(game, {}))
    assert isinstance(state, BitcoinMining)
    place = state.changing(state.board.property_at(state.miners[0].tile + 3))
    place.owner, state.active, state.phase = 0, 0, codes.WINDOW
    bare = forecast(state, 0)
    place.ordered, state.on_order = 1, 1
    delivered = state.clone()
    orders.deliver_all(delivered)
    # Two pawns stand on the same tile, and either comes there with 1 + 2 or 2 + 1.
    assert forecast(state, 0) == forecast(delivered, 0)
    assert forecast(state, 0)[1] == pytest.approx(2 * 2 / 36 * state.edition.payouts[1] / 2)
    assert forecast(state, 0)[0] > bare[0]
    assert place.batches == 0
    # Whoever is about to roll does so before the delivery: only Bob's landing pays then.
    state.phase = codes.PROMPT
    assert forecast(state, 0)[1] == pytest.approx(2 / 36 * state.edition.payouts[1] / 2)


def test_the_next_landing_names_the_corners() -> None:
    game = games.load("bitcoin-mining")
    state = game.new_initial_state(2, variant.numbers(game, {}))
    assert isinstance(state, BitcoinMining)
    stride, ann = state.board.stride, state.miners[0]
    for corner, told in (
        (0, "Start, where nothing happens"),
        (3, "Inspection, where you mine no BTC until you are free"),
    ):
        ann.tile = (corner * stride - 7) % state.board.tiles
        assert f"{told}: 17%." in next_landing(state, 0)
    # Two steps before the first incident tile, seven before the second.
    ann.tile = stride - 2
    assert "A Bear, where you draw a bad card: 19%." in next_landing(state, 0)
    state.bulls = 1 << 1
    assert "A Bull, where you draw a good card: 3%." in next_landing(state, 0)
    assert "A Bear, where you draw a bad card: 17%." in next_landing(state, 0)


def test_turns_to_go_in_idle_six_are_those_that_the_bot_takes() -> None:
    game = games.load("idle-six")
    state = game.new_initial_state(1, variant.numbers(game, {}))
    assert isinstance(state, IdleSix)
    left = turns_to_go(state)
    assert game.coach.chances(state, 0, ANN) == [
        f"By simple rules of thumb you would win in about {left} more turns."
    ]
    bot, rng = game.bots.policy(), Rng("bot")
    while state.turns_taken < 3:
        seat = state.current_player()
        state.move(seat, state.sample_outcome(rng) if seat == CHANCE else bot.choose(state, seat, rng))
    assert abs(turns_to_go(state) - (left - 3)) <= 2


def test_the_placements_of_total_eclips_have_their_odds() -> None:
    match = Match("total-eclips", [Human("Ann"), "greedy"], SeedDice("7"))
    while 0 not in match.state.players_to_move():
        match.roll()
    before = match.game.coach.chances(match.state, 0, ANN)
    match.play(0, "put m1 on unlock")
    first = match.game.coach.chances(match.state, 0, ANN)
    # Before the first core lies there, the chances of one core on each place are told.
    assert first[0].replace(": ", " with one Millennium I core: ") in before
    assert len(before) == len({told.partition(" with ")[0] for told in before}) > 4
    match.play(0, "put m1 on unlock")
    faces = match.numbers.cores[0].values
    sums = [one + two for one in faces for two in faces]
    chance = sum(total >= 2 for total in sums) / len(sums)
    (told,) = match.game.coach.chances(match.state, 0, ANN)
    assert f"{chance:.0%} for 2," in told


def test_what_the_order_is_worth_in_nomenklatura() -> None:
    match = Match("nomenklatura", [Human("Ann"), Human("Bob"), Human("Cy")], SeedDice("3"))
    list(match)
    seat = match.state.current_player()
    outlook = Outlook(match.state, seat)  # type: ignore[arg-type]
    worths = card_worths(match.state, seat, outlook, Rng("any"))  # type: ignore[arg-type]
    (told,) = match.game.coach.chances(match.state, seat, Voice(["Ann", "Bob", "Cy"], seat))
    assert told.endswith(
        f"${worths[0] - worths[1]:.0f} more than second and ${worths[0] - worths[2]:.0f} more than third."
    )
