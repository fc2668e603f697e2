"""The bound on the turns of Idle Six: never harder than the game; and the games told in the docs are real."""

import re
import sys
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.idle_six import codes
from quincunx.games.idle_six.rules import IdleSix
from tests.setups import TESTS

ROOT = TESTS.parent
sys.path.append(str(ROOT / "research"))

from idle_six_bound import MONEY, Easier, bound, packed, unpacked  # noqa: E402
from idle_six_turn import Turn  # noqa: E402

GAME = games.load("idle-six")
CARDS = GAME.numbers(GAME.toml)


def beginnings(boxes: list[int], dice: int, money: int) -> Iterator[IdleSix]:
    """Yield all ways to begin an action turn: gains on lower boxes, rewards that were kept, money thrown
    away."""
    for gains in product(*[range(box + 1) for box in boxes[:3]]):
        for claimed in range(dice):
            kept = sum(CARDS.achievements.rewards[claimed : dice - 1])
            for less in range(money - kept + 1):
                state = IdleSix(CARDS)
                state.clips = [*gains, *boxes[3:], 0]
                state.dice, state.claimed, state.money = dice, claimed, less
                yield state


def afterwards(state: IdleSix) -> Iterator[IdleSix]:
    """Yield all positions that one move leads to."""
    moves: list[tuple[int, int]]
    if state.current_player() == CHANCE:
        moves = [(CHANCE, outcome) for outcome, _ in state.chance_outcomes()]
    else:
        moves = [(0, move) for move in state.legal_actions(0)]
    for seat, move in moves:
        after = state.clone()
        after.move(seat, move)
        yield after


def ends(state: IdleSix) -> list[IdleSix]:
    """Return every way that the action turn can end, with all dice that can fall."""
    seen: dict[bytes, IdleSix] = {state.position_key(): state}
    waiting = [state]
    while waiting:
        for after in afterwards(waiting.pop()):
            if after.position_key() not in seen:
                seen[after.position_key()] = after
                if after.turns_taken == state.turns_taken:
                    waiting.append(after)
    return [end for end in seen.values() if end.turns_taken > state.turns_taken]


@pytest.mark.parametrize(
    ("boxes", "dice", "money"),
    [
        ([0, 0, 0, 0, 1, 0, 0], 1, 0),
        ([0, 0, 0, 2, 2, 0, 0], 2, 0),
        ([1, 0, 0, 1, 0, 1, 2], 2, 7),
        ([2, 1, 0, 2, 0, 0, 2], 3, 20),
        ([0, 0, 0, 0, 1, 1, 1], 2, 7),
    ],
)
def test_a_turn_brings_as_much_as_the_best_of_all_ways_to_play_it(
    boxes: list[int], dice: int, money: int
) -> None:
    found = Turn(CARDS).ends(boxes, dice, money)
    real = [end for state in beginnings(boxes, dice, money) for end in ends(state)]
    assert max(found.values()) == max(end.money for end in real if not CARDS.achievements.waits(end))


def test_few_dice_looked_at_never_bring_less() -> None:
    for boxes, dice, money in [([6, 4, 2, 4, 3, 3, 4], 6, 3000), ([9, 6, 4, 6, 5, 5, 5], 8, 40_000)]:
        brings = [max(Turn(CARDS, digits).ends(boxes, dice, money).values()) for digits in (2, 3, 4)]
        assert brings == sorted(brings, reverse=True)


def test_no_game_is_richer_than_the_bound() -> None:
    state, bot, rng = GAME.new_initial_state(1, CARDS), GAME.bots.policy(), Rng("rich")
    turn = Turn(CARDS, 2)
    while state.current_player() != TERMINAL:
        assert isinstance(state, IdleSix)
        begun = state.clone()
        while state.current_player() != TERMINAL and state.turns_taken == begun.turns_taken:
            if state.current_player() == CHANCE:
                state.move(CHANCE, state.sample_outcome(rng))
            else:
                state.move(0, bot.choose(state, 0, rng))
        if begun.phase == codes.ACTION:
            kept = sum(CARDS.achievements.rewards[begun.claimed : begun.dice - 1])
            most = turn.ends(begun.clips[:-1], begun.dice, begun.money + kept)
            assert state.money <= max(most.values())
            assert state.dice <= max(most)


def test_the_first_turns_agree_with_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert bound(CARDS, 5) == 0
    told = [int(most, 6) for most in re.findall(r"at most (\d+)", capsys.readouterr().out)]
    positions: dict[bytes, IdleSix] = {}
    waiting = [GAME.new_initial_state(1, CARDS)]
    while waiting:
        for after in afterwards(waiting.pop()):
            if after.position_key() not in positions and after.turns_taken <= 3:
                positions[after.position_key()] = after
                waiting.append(after)
    acted = [position for position in positions.values() if position.phase == codes.UPGRADE]
    assert told[:3] == [max(end.money for end in acted if end.turns_taken == turns) for turns in (1, 2, 3)]


def test_all_that_can_be_paid_is_bought() -> None:
    game = Easier(CARDS)
    boxes, _, money = unpacked(game.buy(packed(np.array([0]), np.array([1]), np.array([5]))))
    costs = {
        tuple(int(game.box(slot, number)) for slot in range(7)): left
        for number, left in zip(boxes, money, strict=True)
    }
    assert costs[0, 0, 0, 0, 0, 0, 0] == 5
    assert costs[2, 0, 0, 1, 0, 0, 0] == 5 - 1 - 3 - 1
    assert (0, 0, 0, 0, 0, 1, 1) not in costs
    assert (3, 0, 0, 0, 0, 0, 0) not in costs


def test_who_has_no_more_of_anything_is_left_out() -> None:
    game = Easier(CARDS)
    reward = CARDS.achievements.rewards[2]
    more = int(game.steps[4])
    boxes, dice, money = np.array(
        [(0, 3, 50), (more, 3, 50), (0, 3, 51), (0, 4, 50 + reward), (more, 4, 49 + reward)]
    ).T
    kept = game.best(packed(boxes, dice, money))
    assert sorted(zip(*[part.tolist() for part in unpacked(kept)], strict=True)) == [
        (0, 3, 51),
        (0, 4, 50 + reward),
        (more, 3, 50),
        (more, 4, 49 + reward),
    ]
    assert (kept & MONEY).max() == 50 + reward


def told_games() -> list[list[tuple[int, str, int]]]:
    """Return the games in docs/idle-six.md: the number of the turn, its moves, and the money after it."""
    page = (ROOT / "docs" / "idle-six.md").read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"```text\n(.*?)```", page, re.S):
        lines = re.findall(r"^ *(\d+)  (.*) = \$([\d,]+)$", block, re.M)
        assert len(lines) == len(block.splitlines())
        found.append([(int(turn), moves, int(money.replace(",", ""), 6)) for turn, moves, money in lines])
    return found


@pytest.mark.parametrize(("number", "turns"), [(0, 20), (1, 19)])
def test_the_games_in_the_page_can_be_played(number: int, turns: int) -> None:
    state = GAME.new_initial_state(1, CARDS)
    for turn, moves, money in told_games()[number]:
        for text in moves.split("; "):
            name, _, times = text.partition(" x")
            for _ in range(int(times or 1)):
                seat = state.current_player()
                state.move(seat, GAME.parse(state, seat, name))
        if state.turns() < turn:
            state.move(0, codes.DONE)
        assert (state.turns(), GAME.to_dict(state)["money"].replace(",", "")) == (
            turn,
            np.base_repr(money, 6),
        )
    assert state.current_player() == TERMINAL
    assert GAME.scores(state) == [turns]
