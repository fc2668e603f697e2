"""The solver of King of Tokyo: exact about the dice, and guided by what a network has learned."""

import math

import pytest

from quincunx import games
from quincunx.compiled import is_compiled
from quincunx.core.bot import Bot
from quincunx.core.evaluator import OUT, Evaluator
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.network import Network, NetworkEvaluator
from quincunx.games.king_of_tokyo.ai.network_inputs import INPUTS, ORDERED
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.roll_tables import roll_tables_of
from quincunx.games.king_of_tokyo.ai.solver import Solver, effect, heeds_numbers, useful_hearts
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, HEART, ONE, TWO, count, rolls, size
from quincunx.games.king_of_tokyo.rules.engine import NO, KingOfTokyo
from quincunx.match import variant
from tests.bots.test_search import Clock
from tests.games.king_of_tokyo.test_bot import position

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})


def solver() -> Solver:
    """Return a solver that does not look at the next turn, and so is quick."""
    return Solver(insight(), GAME.bots.trained_policy())


def starts_of_turns(players: int, seed: str) -> list[KingOfTokyo]:
    """Return the positions before the first roll of each turn of one game."""
    state, bot, rng = GAME.new_initial_state(players, NUMBERS), GAME.bots.policy(), Rng(seed)
    found: list[KingOfTokyo] = []
    while (seat := state.current_player()) != TERMINAL:
        if state.phase == s.ROLL and state.rolls_used == 1 and not state.changing:
            found.append(state.clone())
        state.move(seat, state.sample_outcome(rng) if seat == CHANCE else bot.choose(state, seat, rng))
    return found


# The network.


class TwoSeats(NetworkEvaluator):
    """A network whose first seat has input 0, and the second inputs 0 and 1."""

    def inputs(self, state: State, seat: int) -> list[int]:
        return [[0], [0, 1]][seat]


REST = [0.0] * 7
NO_ROWS = [0.0] * 64


def test_a_network_weighs_what_a_seat_has_beside_what_all_have() -> None:
    first = [1.0, -2.0, *REST[1:], 0.5, 1.0, *REST[1:]]
    own = [1.0, *REST, 0.5, *NO_ROWS[9:]]
    shared = [0.25, *REST, -1.0, *NO_ROWS[9:]]
    net = Network(first, [0.1, 2.2, *REST[1:]], own, shared, [0.3, *REST], [2.0, *REST])
    # First layer: 1.1 and 0.2 of the first seat, 1.6 and 1.2 of the second; 2.7 and 1.4 of both.
    common = 0.3 + 0.25 * 2.7 - 1.4
    worths = [2 * (1.1 + 0.5 * 0.2 + common), 2 * (1.6 + 0.5 * 1.2 + common)]
    share = 1 / (1 + math.exp(worths[1] - worths[0]))
    assert TwoSeats({2: net}).evaluate(GAME.new_initial_state(2, NUMBERS)) == pytest.approx(
        [share, 1 - share]
    )


def test_a_unit_below_zero_counts_nothing() -> None:
    """In the first layer as in the second."""
    ones = [1.0, *NO_ROWS[1:]]
    low_first = Network([0.0, *REST, -5.0, *REST], [1.0, *REST], ones, NO_ROWS, [0.0, *REST], [3.0, *REST])
    assert low_first.worths([[0], [0, 1]]) == [3.0, 0.0]
    low_second = Network([0.0, *REST, 2.0, *REST], [1.0, *REST], ones, NO_ROWS, [-2.0, *REST], [3.0, *REST])
    assert low_second.worths([[0], [0, 1]]) == [0.0, 3.0]


def test_who_is_out_is_worth_nothing_and_changes_nothing() -> None:
    net = Network(
        [1.0, *REST], [1.0, *REST], [1.0, *NO_ROWS[1:]], [1.0, *NO_ROWS[1:]], [0.0] * 8, [1.0, *REST]
    )
    assert net.worths([[0], [], [0]]) == [6.0, OUT, 6.0]


@pytest.mark.parametrize("players", GAME.player_counts)
def test_every_seat_has_a_chance_until_it_is_out(players: int) -> None:
    for state in starts_of_turns(players, "chances"):
        chances = insight().evaluate(state)
        assert sum(chances) == pytest.approx(1.0)
        assert [chance > 0 for chance in chances] == [monster.alive for monster in state.monsters]
        places = [place for seat in range(players) for place in insight().inputs(state, seat)]
        assert all(0 <= place < INPUTS for place in places)
        for start, number in ORDERED:
            for seat in range(players):
                on = [place for place in insight().inputs(state, seat) if start <= place < start + number]
                assert len(on) <= 1


def test_the_network_knows_who_is_better_off() -> None:
    """More hearts, points or energy are worth more, and so is a good card."""
    better: list[dict[str, object]] = [{"health": 10}, {"points": 12}, {"energy": 9}]
    for more in better:
        seats = {"1": {"health": 5, "points": 5}, "2": {"health": 5, "points": 5}}
        even = position(2, {"turn": 1, "phase": "roll", "seats": seats})
        seats["1"] = {**seats["1"], **more}  # type: ignore[dict-item]
        ahead = position(2, {"turn": 1, "phase": "roll", "seats": seats})
        assert insight().evaluate(ahead)[0] > insight().evaluate(even)[0]


# The dice.


@pytest.mark.parametrize("dice", [1, 3, 6])
def test_hopes_are_the_mean_of_all_rolls(dice: int) -> None:
    throws = roll_tables_of(dice)
    ends = [math.sin(place) for place in range(len(throws.all) - throws.full)]
    hopes = throws.hopes(ends)
    mean = sum(chance * ends[throws.place[rolled] - throws.full] for rolled, chance in rolls(dice))
    assert hopes[throws.place[0]] == pytest.approx(mean)


def test_who_wants_claws_alone_gets_them_as_often_as_can_be() -> None:
    """Three rolls, every claw kept: each die shows one with a chance of 1 - (5/6)³."""
    throws = roll_tables_of(6)
    ends = [1.0 if count(dice, CLAW) == 6 else 0.0 for dice in throws.all[throws.full :]]
    hopes = throws.hopes(ends)
    for _ in range(2):
        best = throws.best_kept(hopes)
        hopes = throws.hopes([hopes[place] for place in best])
    assert hopes[0] == pytest.approx((1 - (5 / 6) ** 3) ** 6)


def test_dice_that_bring_the_same_lead_to_the_same() -> None:
    """Where no card heeds the numbers, dice of the same effect need to be looked at once only."""
    compared = 0
    for state in starts_of_turns(4, "alike")[::4]:
        seat: int = state.active
        me = state.monsters[seat]
        if heeds_numbers(state, me):
            continue
        known: dict[int, bytes] = {}
        for dice in roll_tables_of(6).all[roll_tables_of(6).full :]:
            after = state.clone()
            after.rolling, after.phase, after.dice = 0, s.REROLL, dice
            after.rolls_used = me.rolls(after.tables)
            after.move(seat, NO)
            rng = Rng("alike")
            while after.turn == state.turn and (actor := after.current_player()) != TERMINAL:
                move = (
                    after.sample_outcome(rng)
                    if actor == CHANCE
                    else GAME.bots.policy().choose(after, actor, rng)
                )
                after.move(actor, move)
            after.dice = 0
            brings = effect(dice, useful_hearts(me))
            compared += brings in known
            assert known.setdefault(brings, after.position_key()) == after.position_key()
    assert compared > 500


def test_cards_that_heed_the_numbers_are_heeded() -> None:
    def heeds(card: str) -> bool:
        state = position(2, {"turn": 1, "phase": "roll", "seats": {"1": {"cards": [card]}}})
        return heeds_numbers(state, state.monsters[0])

    assert heeds("gourmet")
    assert heeds("poison-quills")
    assert heeds("herd-culler")
    assert not heeds("acid-attack")


def test_of_the_cards_on_display_only_one_that_grants_a_turn_heeds_these_dice() -> None:
    def heeds(card: str) -> bool:
        state = position(2, {"turn": 1, "phase": "roll", "display": [card, "corner-store", "tank"]})
        return heeds_numbers(state, state.monsters[0])

    assert heeds("freeze-time")
    assert not heeds("gourmet")
    assert not heeds("poison-quills")


def test_hearts_beyond_what_one_lacks_bring_nothing() -> None:
    assert effect(3 * DIE[HEART], 2) == effect(2 * DIE[HEART] + DIE[ONE], 2)
    assert effect(3 * DIE[HEART], 2) != effect(DIE[HEART], 2)
    assert effect(3 * DIE[ONE], 0) != effect(3 * DIE[TWO], 0)


# Decisions.


def test_it_keeps_a_roll_that_wins() -> None:
    state = position(2, {"turn": 1, "phase": "roll", "seats": {"1": {"points": 17}}})
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 3 3 3 1 claw heart"))
    assert solver().choose(state, 0, Rng("any")) == NO


def test_what_it_expects_is_what_comes_of_its_play() -> None:
    """At the start of a turn that one claw wins, as often as the dice allow, three rolls long."""
    seats = {"1": {"points": 10}, "2": {"health": 1, "place": "tokyo-city"}}
    state = position(2, {"turn": 1, "phase": "roll", "seats": seats})
    lowest = 1 - (5 / 6) ** 18
    assert solver().expects(state)[0] >= lowest
    assert solver().expects(state)[0] == pytest.approx(lowest, abs=0.04)


@pytest.mark.parametrize("players", [2, 4])
def test_what_all_expect_is_one_game(players: int) -> None:
    for state in starts_of_turns(players, "sum")[::6]:
        assert sum(solver().expects(state)) == pytest.approx(1.0)


def test_before_a_roll_it_expects_the_average_of_all_its_ways_to_fall() -> None:
    state = starts_of_turns(3, "luck")[4]
    throws = roll_tables_of(6)
    stages = solver().outlook(state)
    assert len(stages) == 3
    for hopes in (hopes for stage in stages for hopes in stage):
        for kept in (0, 2 * DIE[CLAW] + DIE[HEART]):
            average = sum(
                chance * hopes[throws.place[kept + rolled]] for rolled, chance in rolls(6 - size(kept))
            )
            assert hopes[throws.place[kept]] == pytest.approx(average)


def test_it_decides_the_same_whenever_it_is_asked() -> None:
    """What it remembers of a turn is what another would find out anew."""
    state, rng = GAME.new_initial_state(2, NUMBERS), Rng("again")
    one = solver()
    decisions = 0
    while decisions < 12:
        seat = state.current_player()
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        move = one.choose(state, seat, Rng(f"{decisions}"))
        assert solver().choose(state, seat, Rng("other")) == move
        state.move(seat, move)
        decisions += 1


def won(bot: Bot, others: Bot, games: int) -> float:
    """Return how many games with two players it wins, with seats and dice in pairs."""
    wins = 0.0
    for number in range(games):
        seats = [bot, others] if number % 2 else [others, bot]
        state = GAME.new_initial_state(2, NUMBERS)
        contest(state, seats, Rng(f"solve {number // 2}"), Rng("bots"), secrets=False)
        wins += state.returns()[1 - number % 2]
    return wins


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in plain Python")
def test_it_beats_the_master() -> None:
    assert won(solver(), GAME.bots.trained_policy(), 40) >= 22


def far_sighted() -> Solver:
    """Return a solver that looks at the turn after its own."""
    return Solver(insight(), GAME.bots.trained_policy(), further=True)


def first_roll(dice: str) -> KingOfTokyo:
    state = position(2, {"turn": 1, "phase": "roll", "seats": {"2": {"place": "tokyo-city"}}})
    state.apply(CHANCE, GAME.parse(state, CHANCE, f"roll {dice}"))
    return state


def test_one_that_looks_further_judges_the_end_of_the_turn_after() -> None:
    state, clock = first_roll("1 2 3 claw heart energy"), Clock()
    Solver(clock, GAME.bots.trained_policy(), further=True).choose(state, 0, Rng("any"))
    assert clock.turns == {state.turns() + 1, state.turns() + 2}


DISPUTED = 2
"""A turn of a game in which a look at the next one changes the decision."""


def after_first_rolls() -> list[KingOfTokyo]:
    """Return the positions after the first roll of each turn of one game."""
    states = starts_of_turns(2, "look")
    for state in states:
        state.move(CHANCE, state.sample_outcome(Rng("look")))
    return states


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_a_look_at_the_next_turn_counts() -> None:
    """Sometimes it changes what the network alone would do, and mostly not."""
    same: list[bool] = []
    for state in after_first_rolls():
        seat = state.current_player()
        same.append(solver().choose(state, seat, Rng("a")) == far_sighted().choose(state, seat, Rng("a")))
    assert len(same) / 2 < sum(same) < len(same)
    assert not same[DISPUTED]


class Hurry(Evaluator):
    """A network that stops a solver as soon as it is asked about the turn after the next."""

    def __init__(self, turn: int) -> None:
        self.solver = solver()
        self.turn = turn
        self.asked = 0

    def evaluate(self, state: State) -> list[float]:
        if state.turns() > self.turn + 1:
            self.asked += 1
            self.solver.stop()
        return insight().evaluate(state)


def test_it_can_be_stopped() -> None:
    """Told to stop, it takes what the network says of its own turn."""
    state = after_first_rolls()[DISPUTED]
    seat = state.current_player()
    hurry = Hurry(state.turns())
    hurry.solver = Solver(hurry, GAME.bots.trained_policy(), further=True)
    move = hurry.solver.choose(state, seat, Rng("any"))
    assert 0 < hurry.asked < 2000
    assert move == solver().choose(state, seat, Rng("any"))


@pytest.mark.skipif(not is_compiled(), reason="takes long in plain Python")
def test_one_that_was_stopped_looks_again_when_it_is_asked_again() -> None:
    state = after_first_rolls()[DISPUTED]
    seat = state.current_player()
    hurry = Hurry(state.turns())
    hurry.solver = Solver(hurry, GAME.bots.trained_policy(), further=True)
    hurry.solver.choose(state, seat, Rng("any"))
    hurry.turn += 1
    assert hurry.solver.choose(state, seat, Rng("any")) == far_sighted().choose(state, seat, Rng("any"))


class Displays(Evaluator):
    """A network that notes the cards on display whenever it is asked."""

    def __init__(self) -> None:
        self.seen: list[list[int]] = []

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, KingOfTokyo)
        self.seen.append(state.display[:])
        return insight().evaluate(state)


def test_a_card_that_others_put_back_is_guessed_anew_in_each_world() -> None:
    """After a sweep it may come, or any other."""
    seats = {"1": {"energy": 2, "place": "tokyo-city"}, "2": {"health": 9}}
    state = position(2, {"turn": 1, "phase": "buy", "seats": seats, "top": "extra-head", "top_seen": [2]})
    assert state.has_hidden_info(0)
    displays = Displays()
    Solver(displays, GAME.bots.trained_policy()).choose(state, 0, Rng("any"))
    swept = [display for display in displays.seen if not set(display) & set(state.display)]
    assert any(state.top not in display for display in swept)


# What it tells.


def test_it_tells_what_each_move_promises() -> None:
    """With one roll left, the average of all ways to fall of the dice that are taken up."""
    state = first_roll("1 2 3 claw heart energy")
    state.rolls_used = 2
    one = solver()
    move = one.choose(state, 0, Rng("any"))
    assert one.last_evaluations()[0].move == move
    assert {option.move for option in one.last_evaluations()} == set(state.legal_actions(0))
    option = next(option for option in one.last_evaluations() if size(option.move) == 1)
    total = [0.0, 0.0]
    for die in DIE:
        after = state.clone()
        after.dice += die - option.move
        after.rolls_used = 2
        kept = solver()
        kept.choose(after, 0, Rng("any"))
        stays = next(each for each in kept.last_evaluations() if each.move == NO)
        total = [sum(pair) for pair in zip(total, stays.expects, strict=True)]
    assert option.expects == pytest.approx([share / len(DIE) for share in total])


def test_it_tells_what_it_expects_of_staying_and_of_yielding() -> None:
    seats = {"1": {"points": 10}, "2": {"health": 3, "place": "tokyo-city"}}
    state = position(2, {"turn": 1, "phase": "roll", "seats": seats})
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 1 2 3 claw heart energy"))
    state.apply(0, GAME.parse(state, 0, "keep"))
    assert state.phase == s.YIELD
    one = solver()
    assert one.choose(state, 1, Rng("any")) == one.last_evaluations()[0].move
    best, other = one.last_evaluations()
    assert best.expects[1] > other.expects[1]
    for option in one.last_evaluations():
        after = state.clone()
        after.move(1, option.move)
        assert after.turn == state.turn + 1, "nobody has anything to buy with"
        assert option.expects == pytest.approx(insight().evaluate(after))


def test_what_it_did_not_weigh_it_does_not_tell() -> None:
    one = solver()
    state = first_roll("1 2 3 claw heart energy")
    one.choose(state, 0, Rng("any"))
    assert one.last_evaluations()
    state.rolls_used = 3
    assert state.legal_actions(0) == [NO]
    one.choose(state, 0, Rng("any"))
    assert one.last_evaluations() == []
