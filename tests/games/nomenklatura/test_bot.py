"""Bots of Nomenklatura: what they remember never changes their moves; the master plays by its numbers."""

import pytest

from quincunx import games
from quincunx.bots import levels
from quincunx.bots.search import Search
from quincunx.core.bot import Bot
from quincunx.core.playout import contest
from quincunx.core.rng import Rng
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE, State
from quincunx.games.nomenklatura.ai.bot import NomenklaturaBot
from quincunx.games.nomenklatura.ai.policy import BY_PLAYERS, Rival
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import PASS, TURN_BID, Memory, act
from quincunx.match import variant
from tests.setups import training_of

GAME = games.load("nomenklatura")
NUMBERS = variant.numbers(GAME, {})


class Forgetful(Bot):
    """A bot that asks another bot twice: with what is remembered of the table, and without."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.asked = 0

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Nomenklatura)
        fresh = state.clone()
        fresh.memory = Memory()
        number = rng.below(1 << 20)
        one, other = Rng(str(number)), Rng(str(number))
        move = self.bot.choose(state, seat, one)
        assert move == self.bot.choose(fresh, seat, other)
        assert one.word() == other.word(), "it draws as many random numbers"
        self.asked += 1
        return move


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_remembered_changes_nothing(players: int) -> None:
    usual, master = Forgetful(GAME.bots.opponent_policy()), Forgetful(GAME.bots.trained_policy())
    thinking = SearchConfig(horizon_turns={players: 1}, plans=6)
    search = Search(usual, GAME.bots.evaluator(), config=thinking, rollouts=12, own_policy=master)
    state, rng = GAME.new_initial_state(players, NUMBERS), Rng(f"remember {players}")
    for _ in range(30):
        seat = state.current_player()
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
        elif seat >= 0:
            state.move(seat, search.choose(state, seat, rng))
    assert usual.asked > 100
    assert master.asked > 10


@pytest.mark.parametrize(("players", "matches"), [(2, 32), (3, 24), (4, 24), (5, 20)])
def test_the_master_beats_the_usual_bot(players: int, matches: int) -> None:
    won = 0.0
    for number in range(matches):
        seat = number % players
        seats: list[Bot] = [NomenklaturaBot() for _ in range(players)]
        seats[seat] = GAME.bots.trained_policy()
        state = GAME.new_initial_state(players, NUMBERS)
        contest(state, seats, Rng(f"master {number // players}"), Rng(f"bots {number}"), True)
        won += state.returns()[seat]
    assert won > 1.25 * matches / players


def test_every_number_of_players_has_its_numbers() -> None:
    training = training_of("nomenklatura")
    for players in GAME.player_counts:
        assert len(BY_PLAYERS[players]) == len(training["start"]) == len(training["scale"])


def two_bidders(players: int, seed: str, bid: int) -> Nomenklatura:
    """Return a position in which everybody has 100 rubles; the first has bid for the turn order, the second
    one more, all others have passed, and it is the first one's move again."""
    state: Nomenklatura = GAME.new_initial_state(players, NUMBERS)
    rng = Rng(seed)
    while state.current_player() == CHANCE:
        state.move(CHANCE, state.sample_outcome(rng))
    for player in state.seats:
        player.rubles = 100
    first, second = state.order[:2]
    state.move(first, bid)
    state.move(second, bid + 1)
    while state.current_player() != first:
        state.move(state.current_player(), act(PASS))
    assert state.phase == TURN_BID
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_expert_expects_rivals_who_do_not_give_in_while_one_more_raise_is_cheap(players: int) -> None:
    """Two have bid far more than the first place brings: what is gone does not count for the rival."""
    state, rng = two_bidders(players, "raise", 60), Rng("any")
    first = state.current_player()
    assert GAME.bots.policy().choose(state, first, rng) == act(PASS)
    assert GAME.bots.opponent_policy().choose(state, first, rng) == 62
    assert Rival(0.0).choose(state, first, rng) == act(PASS)


def test_expert_is_not_drawn_into_a_bid_that_nobody_ends() -> None:
    """`hard` believes that the other gives in at once, and raises; `expert` leaves the rubles to others."""
    raises = {"hard": 0, "expert": 0}
    for number in range(5):
        state = two_bidders(4, f"war {number}", 30)
        for level in raises:
            search = levels.search(GAME, level)
            search.rollouts = 48
            raises[level] += search.choose(state, state.current_player(), Rng("think")) != act(PASS)
    assert raises["hard"] >= 3
    assert raises["expert"] <= 1
