"""The solver of King of Tokyo among those who play by rules of thumb: it knows what they will do."""

import pytest

from quincunx.compiled import is_compiled
from quincunx.core.evaluator import Evaluator
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, State
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.ai.bot import KingOfTokyoBot
from quincunx.games.king_of_tokyo.ai.levels import Reckoner
from quincunx.games.king_of_tokyo.ai.network_inputs import BEYOND_REACH, CARDS, SIMPLE, WITHIN_REACH
from quincunx.games.king_of_tokyo.ai.networks import insight
from quincunx.games.king_of_tokyo.ai.roll_tables import roll_tables_of, usually_kept
from quincunx.games.king_of_tokyo.ai.solver import Solver
from quincunx.games.king_of_tokyo.rules.engine import NO, KingOfTokyo
from tests.bots.test_search import Clock
from tests.games.king_of_tokyo.test_bot import position
from tests.games.king_of_tokyo.test_solver import GAME, NUMBERS, Hurry, first_roll, starts_of_turns


def brought(state: KingOfTokyo, value: Evaluator) -> list[float]:
    """Return the expected result of a turn that the rules of thumb play: the average over all its dice."""
    turn, bot = state.turn, GAME.bots.policy()
    ahead, total = [(state.clone(), 1.0)], [0.0] * state.players
    while ahead:
        now, chance = ahead.pop()
        seat = now.current_player()
        if seat == TERMINAL or now.turn != turn:
            total = [
                so_far + chance * share for so_far, share in zip(total, value.evaluate(now), strict=True)
            ]
            continue
        moves = now.chance_outcomes() if seat == CHANCE else [(bot.choose(now, seat, Rng("any")), 1.0)]
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
    assert Solver(value, GAME.bots.trained_policy(), simple=simple).expects(state) == pytest.approx(
        brought(state, value)
    )
    assert Solver(value, GAME.bots.trained_policy()).expects(state) != pytest.approx(brought(state, value))


@pytest.mark.parametrize("players", [2, 4])
def test_it_knows_what_the_rules_of_thumb_keep_of_any_dice(players: int) -> None:
    throws, bot = roll_tables_of(6), KingOfTokyoBot()
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


def three_of_us(value: Evaluator, rounds: int = 12_000, turns: int = 0) -> Solver:
    """Return a solver seated with two who play by rules of thumb, which tries out their turns."""
    return Solver(value, GAME.bots.trained_policy(), rounds=rounds, turns=turns, simple=[False, True, True])


def last_roll() -> KingOfTokyo:
    """Return the last roll of a turn of three players: the first, outside Tokyo, may roll once more."""
    seats = {"1": {"health": 7}, "2": {"place": "tokyo-city", "health": 6, "points": 8}}
    state = position(3, {"turn": 1, "phase": "roll", "seats": seats})
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 1 1 3 heart energy energy"))
    state.rolls_used = 2
    return state


def kept(player: Solver, state: KingOfTokyo) -> list[float]:
    """Return the result that a player expects of keeping its dice."""
    player.choose(state, 0, Rng("any"))
    return next(option.expects for option in player.last_evaluations() if option.move == NO)


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_what_simple_players_do_in_a_round_is_tried_out() -> None:
    """What it expects of keeping the dice is what comes of playing the round many times."""
    state = last_roll()
    value = insight([False, True, True])
    expected = kept(three_of_us(value), state)
    tries, total, rng, bot = 3000, [0.0] * 3, Rng("rounds"), GAME.bots.policy()
    for _ in range(tries):
        after = state.clone()
        after.move(0, NO)
        while (seat := after.current_player()) != TERMINAL and after.turn < state.turn + 3:
            after.move(seat, after.sample_outcome(rng) if seat == CHANCE else bot.choose(after, seat, rng))
        total = [so_far + share / tries for so_far, share in zip(total, value.evaluate(after), strict=True)]
    assert expected == pytest.approx(total, abs=0.03)
    assert expected != pytest.approx(kept(three_of_us(value, rounds=0), state), abs=0.001)


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_a_round_is_tried_out_also_where_some_dice_win_at_once() -> None:
    state = last_roll()
    state.monsters[0].points = 17
    clock = Clock()
    three_of_us(clock).choose(state, 0, Rng("any"))
    assert state.turns() + 3 in clock.turns


def test_a_round_that_is_stopped_is_judged_by_the_network_alone() -> None:
    state = last_roll()
    hurry = Hurry(state.turns())
    hurry.solver = three_of_us(hurry, turns=600)
    hurry.solver.choose(state, 0, Rng("any"))
    assert 0 < hurry.asked < 2000
    near = three_of_us(insight(), rounds=0)
    near.choose(state, 0, Rng("any"))
    assert [option.expects for option in hurry.solver.last_evaluations()] == [
        option.expects for option in near.last_evaluations()
    ]


class Undecided(Evaluator):
    """A network that gives the same list to everybody who asks."""

    def __init__(self) -> None:
        self.shares = [0.5, 0.25, 0.25]

    def evaluate(self, state: State) -> list[float]:
        return self.shares


def test_what_a_value_says_is_left_as_it_is() -> None:
    value = Undecided()
    player = three_of_us(value, rounds=16)
    assert kept(player, last_roll()) == pytest.approx([0.5, 0.25, 0.25])
    assert value.shares == [0.5, 0.25, 0.25]


class Blind(Evaluator):
    """A network that takes the first seat for lost whenever its turn begins, and is right otherwise."""

    def evaluate(self, state: State) -> list[float]:
        assert isinstance(state, KingOfTokyo)
        lost = state.current_player() != TERMINAL and state.active == 0
        return [0.0, 0.5, 0.5] if lost else insight([False, True, True]).evaluate(state)


@pytest.mark.skipif(not is_compiled(), reason="takes minutes in plain Python")
def test_a_turn_that_is_reckoned_mends_what_the_network_has_wrong() -> None:
    state = last_roll()
    near, far = kept(three_of_us(Blind()), state), kept(three_of_us(Blind(), turns=600), state)
    right = kept(three_of_us(insight([False, True, True])), state)
    assert abs(far[0] - right[0]) < abs(near[0] - right[0]) / 2


@pytest.mark.slow
def test_hard_tries_rounds_where_several_simple_players_come_next() -> None:
    """With four at the table it does, and with two it reckons its own turn alone."""
    for players, tries in ((2, False), (4, True)):
        state = position(players, {"turn": 1, "phase": "roll", "seats": {"2": {"place": "tokyo-city"}}})
        state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 1 1 3 heart energy energy"))
        state.rolls_used = 2
        simple = [False] + [True] * (players - 1)
        hard = Reckoner("hard")
        hard.on_seating(["hard"] + ["normal"] * (players - 1))
        hard.choose(state, 0, Rng("any"))
        alone = Solver(insight(simple), GAME.bots.trained_policy(), simple=simple)
        alone.choose(state, 0, Rng("any"))
        found = [[option.expects for option in player.last_evaluations()] for player in (hard, alone)]
        assert (found[0] != found[1]) == tries


def test_the_network_sees_how_much_is_lacking_for_a_card() -> None:
    """Heal costs 3, Spiked Tail 5 and Nova Breath 7."""
    display = ["heal", "spiked-tail", "nova-breath"]
    slugs = [card.slug for card in NUMBERS.cards]
    kinds = [slugs.index(slug) for slug in display]
    places = {0: [2, 3, 4], 1: [1, 3, 4], 2: [0, 2, 3], 3: [-1, 1, 3], 4: [-1, 0, 2], 5: [-1, -1, 1]}
    for energy, lacking in places.items():
        state = position(2, {"display": display, "seats": {"1": {"energy": energy}}})
        on = insight().inputs(state, 0)
        for kind, step in zip(kinds, lacking, strict=True):
            place = WITHIN_REACH if step < 0 else BEYOND_REACH + step * CARDS
            assert place + kind in on


def rich(living: int) -> KingOfTokyo:
    """Return a turn of the first of four players, who has ten energy; `alive` says how many others are."""
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


def among_three(rounds: int) -> Solver:
    """Return a solver seated with three who play by rules of thumb, without time to look at their turns."""
    simple = [False, True, True, True]
    player = Solver(insight(simple), GAME.bots.trained_policy(), rounds=rounds, simple=simple)
    player.stop()
    return player


@pytest.mark.skipif(not is_compiled(), reason="takes half a minute in plain Python")
def test_cards_that_are_still_to_be_revealed_are_not_taken_for_known() -> None:
    """With ten energy one that knew the next cards would buy through to the best. They depend on the turn."""
    state = rich(living=3)

    def swing(rounds: int) -> float:
        player = among_three(rounds)
        found: list[float] = []
        for turn in range(5):
            state.turn = 15 + 100 * turn
            found.append(player.expects(state)[0])
        return max(found) - min(found)

    assert swing(rounds=12_000) < swing(rounds=0) / 2


@pytest.mark.slow
def test_cards_are_revealed_once_where_a_single_turn_is_looked_at() -> None:
    """A round is tried as quickly with several samples of them; a look at all dice of a turn is not."""
    two, one = rich(living=2), rich(living=1)
    assert among_three(rounds=12_000).expects(two) != among_three(rounds=0).expects(two)
    assert among_three(rounds=12_000).expects(one) == among_three(rounds=0).expects(one)


def test_the_network_knows_who_plays_by_rules_of_thumb() -> None:
    state = GAME.new_initial_state(3, NUMBERS)
    chances = insight([True, False, True]).evaluate(state)
    assert chances[1] > 0.4 > max(chances[0], chances[2])
    assert SIMPLE in insight([True, False, True]).inputs(state, 0)
    assert SIMPLE not in insight([True, False, True]).inputs(state, 1)


def promised(level: str, other: str) -> float:
    """Return the result that a player of that level expects of its best move beside another player."""
    player = GAME.bots.level(level)
    assert player is not None
    player.on_seating([level, other])
    player.choose(first_roll("1 2 3 claw heart energy"), 0, Rng("any"))
    return player.last_evaluations()[0].expects[0]


def test_hard_expects_more_where_it_sits_with_weaker_players() -> None:
    assert promised("hard", "normal") == promised("hard", "easy") > promised("hard", "hard") + 0.1
    assert promised("hard", "hard") == promised("hard", "")


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in plain Python")
def test_so_does_expert_and_it_looks_further() -> None:
    assert promised("expert", "normal") == promised("expert", "easy") > promised("expert", "hard") + 0.1
    assert promised("expert", "hard") == promised("expert", "") != promised("hard", "")
