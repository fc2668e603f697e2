"""The solver of King of Tokyo: exact about the dice, and guided by what a network has learned."""

import math

import pytest

from quincunx import games, variant
from quincunx.compiled import is_compiled
from quincunx.core.bot import Bot
from quincunx.core.net import Net, NetValue
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER, State
from quincunx.core.value import OUT, Value
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, HEART, ONE, TWO, count, rolls, size
from quincunx.games.king_of_tokyo.expert import Expert
from quincunx.games.king_of_tokyo.insight import INPUTS, ORDERED, SIMPLE
from quincunx.games.king_of_tokyo.nets import insight
from quincunx.games.king_of_tokyo.rules import NO, KingOfTokyo
from quincunx.games.king_of_tokyo.solver import Solver, effect, heeds_numbers, useful_hearts
from quincunx.games.king_of_tokyo.throws import throws_of, usually_kept
from tests.test_king_of_tokyo_bot import position
from tests.test_search import Clock

GAME = games.load("king-of-tokyo")
NUMBERS = variant.numbers(GAME, {})


def solver() -> Solver:
    """One that does not look at the next turn, and so is quick."""
    return Solver(insight(), GAME.master())


def starts_of_turns(players: int, seed: str) -> list[KingOfTokyo]:
    """The positions before the first roll of each turn of one game."""
    state, bot, rng = GAME.new(players, NUMBERS), GAME.bot(), Rng(seed)
    found: list[KingOfTokyo] = []
    while (seat := state.actor()) != OVER:
        if state.phase == s.ROLL and state.rolls_used == 1 and not state.changing:
            found.append(state.clone())
        state.move(seat, state.sample(rng) if seat == CHANCE else bot.choose(state, seat, rng))
    return found


# The network.


class TwoSeats(NetValue):
    """The first seat has input 0, the second inputs 0 and 1."""

    def inputs(self, state: State, seat: int) -> list[int]:
        return [[0], [0, 1]][seat]


REST = [0.0] * 7
NO_ROWS = [0.0] * 64


def test_a_network_weighs_what_a_seat_has_beside_what_all_have() -> None:
    first = [1.0, -2.0, *REST[1:], 0.5, 1.0, *REST[1:]]
    own = [1.0, *REST, 0.5, *NO_ROWS[9:]]
    shared = [0.25, *REST, -1.0, *NO_ROWS[9:]]
    net = Net(first, [0.1, 2.2, *REST[1:]], own, shared, [0.3, *REST], [2.0, *REST])
    # First layer: 1.1 and 0.2 of the first seat, 1.6 and 1.2 of the second; 2.7 and 1.4 of both.
    common = 0.3 + 0.25 * 2.7 - 1.4
    worths = [2 * (1.1 + 0.5 * 0.2 + common), 2 * (1.6 + 0.5 * 1.2 + common)]
    share = 1 / (1 + math.exp(worths[1] - worths[0]))
    assert TwoSeats({2: net}).expects(GAME.new(2, NUMBERS)) == pytest.approx([share, 1 - share])


def test_a_unit_below_zero_counts_nothing() -> None:
    """In the first layer as in the second."""
    ones = [1.0, *NO_ROWS[1:]]
    low_first = Net([0.0, *REST, -5.0, *REST], [1.0, *REST], ones, NO_ROWS, [0.0, *REST], [3.0, *REST])
    assert low_first.worths([[0], [0, 1]]) == [3.0, 0.0]
    low_second = Net([0.0, *REST, 2.0, *REST], [1.0, *REST], ones, NO_ROWS, [-2.0, *REST], [3.0, *REST])
    assert low_second.worths([[0], [0, 1]]) == [0.0, 3.0]


def test_who_is_out_is_worth_nothing_and_changes_nothing() -> None:
    net = Net([1.0, *REST], [1.0, *REST], [1.0, *NO_ROWS[1:]], [1.0, *NO_ROWS[1:]], [0.0] * 8, [1.0, *REST])
    assert net.worths([[0], [], [0]]) == [6.0, OUT, 6.0]


@pytest.mark.parametrize("players", GAME.player_counts)
def test_every_seat_has_a_chance_until_it_is_out(players: int) -> None:
    for state in starts_of_turns(players, "chances"):
        chances = insight().expects(state)
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
        assert insight().expects(ahead)[0] > insight().expects(even)[0]


# The dice.


@pytest.mark.parametrize("dice", [1, 3, 6])
def test_hopes_are_the_mean_of_all_rolls(dice: int) -> None:
    throws = throws_of(dice)
    ends = [math.sin(place) for place in range(len(throws.all) - throws.full)]
    hopes = throws.hopes(ends)
    mean = sum(chance * ends[throws.place[rolled] - throws.full] for rolled, chance in rolls(dice))
    assert hopes[throws.place[0]] == pytest.approx(mean)


def test_who_wants_claws_alone_gets_them_as_often_as_can_be() -> None:
    """Three rolls, every claw kept: each die shows one with a chance of 1 - (5/6)³."""
    throws = throws_of(6)
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
        for dice in throws_of(6).all[throws_of(6).full :]:
            after = state.clone()
            after.rolling, after.phase, after.dice = 0, s.REROLL, dice
            after.rolls_used = me.rolls(after.tables)
            after.move(seat, NO)
            rng = Rng("alike")
            while after.turn == state.turn and (actor := after.actor()) != OVER:
                move = after.sample(rng) if actor == CHANCE else GAME.bot().choose(after, actor, rng)
                after.move(actor, move)
            after.dice = 0
            brings = effect(dice, useful_hearts(me))
            compared += brings in known
            assert known.setdefault(brings, after.key()) == after.key()
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
    throws = throws_of(6)
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
    state, rng = GAME.new(2, NUMBERS), Rng("again")
    one = solver()
    decisions = 0
    while decisions < 12:
        seat = state.actor()
        if seat == CHANCE:
            state.move(CHANCE, state.sample(rng))
            continue
        move = one.choose(state, seat, Rng(f"{decisions}"))
        assert solver().choose(state, seat, Rng("other")) == move
        state.move(seat, move)
        decisions += 1


def won(bot: Bot, others: Bot, games: int) -> float:
    """How many games with two players it wins, seats and dice in pairs."""
    wins = 0.0
    for number in range(games):
        seats = [bot, others] if number % 2 else [others, bot]
        state = GAME.new(2, NUMBERS)
        contest(state, seats, Rng(f"solve {number // 2}"), Rng("bots"), secrets=False)
        wins += state.returns()[1 - number % 2]
    return wins


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in plain Python")
def test_it_beats_the_master() -> None:
    assert won(solver(), GAME.master(), 40) >= 22


def far_sighted() -> Solver:
    """One that looks at the turn after its own."""
    return Solver(insight(), GAME.master(), further=True)


def first_roll(dice: str) -> KingOfTokyo:
    state = position(2, {"turn": 1, "phase": "roll", "seats": {"2": {"place": "tokyo-city"}}})
    state.apply(CHANCE, GAME.parse(state, CHANCE, f"roll {dice}"))
    return state


def test_one_that_looks_further_judges_the_end_of_the_turn_after() -> None:
    state, clock = first_roll("1 2 3 claw heart energy"), Clock()
    Solver(clock, GAME.master(), further=True).choose(state, 0, Rng("any"))
    assert clock.turns == {state.turns() + 1, state.turns() + 2}


DISPUTED = 2
"""In this turn of a game a look at the next one changes what is done."""


def after_first_rolls() -> list[KingOfTokyo]:
    """The positions after the first roll of each turn of one game."""
    states = starts_of_turns(2, "look")
    for state in states:
        state.move(CHANCE, state.sample(Rng("look")))
    return states


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_a_look_at_the_next_turn_counts() -> None:
    """Sometimes it changes what the network alone would do, and mostly not."""
    same: list[bool] = []
    for state in after_first_rolls():
        seat = state.actor()
        same.append(solver().choose(state, seat, Rng("a")) == far_sighted().choose(state, seat, Rng("a")))
    assert len(same) / 2 < sum(same) < len(same)
    assert not same[DISPUTED]


class Hurry(Value):
    """Stops a solver as soon as it is asked about the turn after the next."""

    def __init__(self, turn: int) -> None:
        self.solver = solver()
        self.turn = turn
        self.asked = 0

    def expects(self, state: State) -> list[float]:
        if state.turns() > self.turn + 1:
            self.asked += 1
            self.solver.stop()
        return insight().expects(state)


def test_it_can_be_stopped() -> None:
    """Told to stop, it takes what the network says of its own turn."""
    state = after_first_rolls()[DISPUTED]
    seat = state.actor()
    hurry = Hurry(state.turns())
    hurry.solver = Solver(hurry, GAME.master(), further=True)
    move = hurry.solver.choose(state, seat, Rng("any"))
    assert 0 < hurry.asked < 2000
    assert move == solver().choose(state, seat, Rng("any"))


@pytest.mark.skipif(not is_compiled(), reason="takes long in plain Python")
def test_one_that_was_stopped_looks_again_when_it_is_asked_again() -> None:
    state = after_first_rolls()[DISPUTED]
    seat = state.actor()
    hurry = Hurry(state.turns())
    hurry.solver = Solver(hurry, GAME.master(), further=True)
    hurry.solver.choose(state, seat, Rng("any"))
    hurry.turn += 1
    assert hurry.solver.choose(state, seat, Rng("any")) == far_sighted().choose(state, seat, Rng("any"))


class Displays(Value):
    """Notes what lies on display wherever it is asked."""

    def __init__(self) -> None:
        self.seen: list[list[int]] = []

    def expects(self, state: State) -> list[float]:
        assert isinstance(state, KingOfTokyo)
        self.seen.append(state.display[:])
        return insight().expects(state)


def test_a_card_that_others_put_back_is_guessed_anew_in_each_world() -> None:
    """After a sweep it may come, or any other."""
    seats = {"1": {"energy": 2, "place": "tokyo-city"}, "2": {"health": 9}}
    state = position(2, {"turn": 1, "phase": "buy", "seats": seats, "top": "extra-head", "top_seen": [2]})
    assert state.hides(0)
    displays = Displays()
    Solver(displays, GAME.master()).choose(state, 0, Rng("any"))
    swept = [display for display in displays.seen if not set(display) & set(state.display)]
    assert any(state.top not in display for display in swept)


# Those who play by rules of thumb.


def brought(state: KingOfTokyo, value: Value) -> list[float]:
    """What each seat can expect of a turn that the rules of thumb play: the average over all its dice."""
    turn, bot = state.turn, GAME.bot()
    ahead, total = [(state.clone(), 1.0)], [0.0] * state.players
    while ahead:
        now, chance = ahead.pop()
        seat = now.actor()
        if seat == OVER or now.turn != turn:
            total = [so_far + chance * share for so_far, share in zip(total, value.expects(now), strict=True)]
            continue
        moves = now.outcomes() if seat == CHANCE else [(bot.choose(now, seat, Rng("any")), 1.0)]
        for move, likely in moves:
            after = now.clone()
            after.move(seat, move)
            ahead.append((after, chance * likely))
    return total


@pytest.mark.parametrize("players", [2, 3])
def test_of_a_simple_seat_it_expects_what_the_rules_of_thumb_do(players: int) -> None:
    """The same as if the turn were played with all the dice that may fall: two of them, which buy no card."""
    seats = {"1": {"points": 3, "health": 6}, "2": {"place": "tokyo-city", "health": 5, "points": 14}}
    dear = ["energize", "mimic", "nova-breath"]
    state = position(players, {"turn": 1, "phase": "roll", "seats": seats, "display": dear})
    state.rolling = 2
    simple = [True] * players
    value = insight(simple)
    assert Solver(value, GAME.master(), simple=simple).expects(state) == pytest.approx(brought(state, value))
    assert Solver(value, GAME.master()).expects(state) != pytest.approx(brought(state, value))


@pytest.mark.parametrize("players", [2, 4])
def test_it_knows_what_the_rules_of_thumb_keep_of_any_dice(players: int) -> None:
    throws, bot = throws_of(6), KingOfTokyoBot()
    for state in starts_of_turns(players, "thumb")[::8]:
        seat: int = state.active
        state.rolling, state.phase = 0, s.REROLL
        for left in (1, 2):
            found = usually_kept(bot, state.clone(), seat, throws, left)
            state.rolls_used = state.monsters[seat].rolls(state.tables) - left
            for kept, dice in zip(found, throws.all[throws.full :], strict=True):
                state.dice = dice
                again = bot.choose(state, seat, Rng("any"))
                assert throws.all[kept] == (dice - again if again != NO else dice)


def three_of_us(value: Value, further: bool) -> Solver:
    """Sits with two who play by rules of thumb."""
    return Solver(value, GAME.master(), further, simple=[False, True, True])


def last_roll() -> KingOfTokyo:
    """A turn of three players: the first, outside Tokyo, may roll once more."""
    seats = {"1": {"health": 7}, "2": {"place": "tokyo-city", "health": 6, "points": 8}}
    state = position(3, {"turn": 1, "phase": "roll", "seats": seats})
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 1 1 3 heart energy energy"))
    state.rolls_used = 2
    return state


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_what_simple_players_do_in_a_round_is_tried_out() -> None:
    """What it expects of keeping the dice is what comes of playing the round many times."""
    state = last_roll()
    value = insight([False, True, True])
    far = three_of_us(value, further=True)
    far.choose(state, 0, Rng("any"))
    expected = next(option.expects for option in far.weighed() if option.move == NO)
    tries, total, rng, bot = 3000, [0.0] * 3, Rng("rounds"), GAME.bot()
    for _ in range(tries):
        after = state.clone()
        after.move(0, NO)
        while (seat := after.actor()) != OVER and after.turn < state.turn + 3:
            after.move(seat, after.sample(rng) if seat == CHANCE else bot.choose(after, seat, rng))
        total = [so_far + share / tries for so_far, share in zip(total, value.expects(after), strict=True)]
    assert expected == pytest.approx(total, abs=0.03)
    near = three_of_us(value, further=False)
    near.choose(state, 0, Rng("any"))
    alone = next(option.expects for option in near.weighed() if option.move == NO)
    assert expected != pytest.approx(alone, abs=0.001)


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_a_round_is_tried_out_also_where_some_dice_win_at_once() -> None:
    state = last_roll()
    state.monsters[0].points = 17
    clock = Clock()
    three_of_us(clock, further=True).choose(state, 0, Rng("any"))
    assert state.turns() + 3 in clock.turns


def test_a_round_that_is_stopped_is_judged_by_the_network_alone() -> None:
    state = last_roll()
    hurry = Hurry(state.turns())
    hurry.solver = three_of_us(hurry, further=True)
    hurry.solver.choose(state, 0, Rng("any"))
    assert 0 < hurry.asked < 2000
    near = three_of_us(insight(), further=False)
    near.choose(state, 0, Rng("any"))
    assert [option.expects for option in hurry.solver.weighed()] == [
        option.expects for option in near.weighed()
    ]


def rich(living: int) -> KingOfTokyo:
    """A turn of the first of four players, who has ten energy; so many of the others are alive."""
    others = {
        "2": {"health": 5, "points": 7, "energy": 2, "place": "tokyo-city"},
        "3": {"health": 5, "points": 9, "energy": 3},
        "4": {"health": 8, "points": 6, "cards": ["even-bigger"]},
    }
    out = {seat: {"health": 0} for seat in list(others)[living:]}
    return position(
        4,
        {
            "phase": "roll",
            "rolling": 6,
            "seats": {"1": {"health": 8, "energy": 10}, **others, **out},
            "display": ["smoke-cloud", "skyscraper", "alpha-monster"],
            "turn": 15,
        },
    )


def among_three(further: bool) -> Solver:
    """Sits with three who play by rules of thumb, and has no time to look at what they do."""
    simple = [False, True, True, True]
    player = Solver(insight(simple), GAME.master(), further, simple=simple)
    player.stop()
    return player


@pytest.mark.skipif(not is_compiled(), reason="takes half a minute in plain Python")
def test_cards_that_are_still_to_be_revealed_are_not_taken_for_known() -> None:
    """With ten energy one that knew the next cards would buy through to the best. They depend on the turn."""
    state = rich(living=3)

    def swing(further: bool) -> float:
        player = among_three(further)
        found: list[float] = []
        for turn in range(5):
            state.turn = 15 + 100 * turn
            found.append(player.expects(state)[0])
        return max(found) - min(found)

    assert swing(further=True) < swing(further=False) / 2


def test_cards_are_revealed_once_where_a_single_turn_is_looked_at() -> None:
    """A round is tried as quickly with several samples of them; a look at all dice of a turn is not."""
    two, one = rich(living=2), rich(living=1)
    assert among_three(further=True).expects(two) != among_three(further=False).expects(two)
    assert among_three(further=True).expects(one) == among_three(further=False).expects(one)


def test_the_network_knows_who_plays_by_rules_of_thumb() -> None:
    state = GAME.new(3, NUMBERS)
    chances = insight([True, False, True]).expects(state)
    assert chances[1] > 0.4 > max(chances[0], chances[2])
    assert SIMPLE in insight([True, False, True]).inputs(state, 0)
    assert SIMPLE not in insight([True, False, True]).inputs(state, 1)


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in plain Python")
def test_an_expert_expects_more_where_it_sits_with_weaker_players() -> None:
    state = first_roll("1 2 3 claw heart energy")
    expected: list[float] = []
    for other in ("normal", "easy", "hard", ""):
        expert = Expert()
        expert.meet(["expert", other])
        expert.choose(state, 0, Rng("any"))
        expected.append(expert.weighed()[0].expects[0])
    assert expected[0] == expected[1] > expected[2] + 0.1
    assert expected[2] == expected[3]


# What it tells.


def test_it_tells_what_each_move_promises() -> None:
    """With one roll left, the average of all ways to fall of the dice that are taken up."""
    state = first_roll("1 2 3 claw heart energy")
    state.rolls_used = 2
    one = solver()
    move = one.choose(state, 0, Rng("any"))
    assert one.weighed()[0].move == move
    assert {option.move for option in one.weighed()} == set(state.actions(0))
    option = next(option for option in one.weighed() if size(option.move) == 1)
    total = [0.0, 0.0]
    for die in DIE:
        after = state.clone()
        after.dice += die - option.move
        after.rolls_used = 2
        kept = solver()
        kept.choose(after, 0, Rng("any"))
        stays = next(each for each in kept.weighed() if each.move == NO)
        total = [sum(pair) for pair in zip(total, stays.expects, strict=True)]
    assert option.expects == pytest.approx([share / len(DIE) for share in total])


def test_it_tells_what_it_expects_of_staying_and_of_yielding() -> None:
    seats = {"1": {"points": 10}, "2": {"health": 3, "place": "tokyo-city"}}
    state = position(2, {"turn": 1, "phase": "roll", "seats": seats})
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 1 2 3 claw heart energy"))
    state.apply(0, GAME.parse(state, 0, "keep"))
    assert state.phase == s.YIELD
    one = solver()
    assert one.choose(state, 1, Rng("any")) == one.weighed()[0].move
    best, other = one.weighed()
    assert best.expects[1] > other.expects[1]
    for option in one.weighed():
        after = state.clone()
        after.move(1, option.move)
        assert after.turn == state.turn + 1, "nobody has anything to buy with"
        assert option.expects == pytest.approx(insight().expects(after))


def test_what_it_did_not_weigh_it_does_not_tell() -> None:
    one = solver()
    state = first_roll("1 2 3 claw heart energy")
    one.choose(state, 0, Rng("any"))
    assert one.weighed()
    state.rolls_used = 3
    assert state.actions(0) == [NO]
    one.choose(state, 0, Rng("any"))
    assert one.weighed() == []
