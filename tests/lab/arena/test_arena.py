"""The arena: seats and dice are balanced, intervals and verdicts hold, and a broken-off run goes on."""

import io
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from quincunx import games
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.lab.arena.games import KeptGames
from quincunx.lab.arena.plan import ArenaPlan, line_ups
from quincunx.lab.arena.run import Arena, arena
from quincunx.lab.arena.sequential import ERROR, Hypotheses, Sequential
from quincunx.lab.arena.shares import RoundTally, elo, expected, share


class Twin(Bot):
    """A bot that plays as the game's own bot does."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return games.load("pig").bots.policy().choose(state, seat, rng)


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a game for two that only this process knows."""
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    return "pig"


def plan_of(bots: list[str], players: int, against: str = "") -> ArenaPlan:
    return ArenaPlan("king-of-tokyo", bots, against, players, "1", {})


def shown(played: Arena) -> str:
    file = io.StringIO()
    Console(file=file, width=100, color_system=None).print(played.summary())
    return file.getvalue()


# Who sits where.


def test_every_bot_sits_in_every_seat_with_the_same_dice() -> None:
    plan = plan_of(["a", "b", "c"], 3)
    for number in range(0, 30, 3):
        rotated = [plan.seated(number + shift) for shift in range(3)]
        assert all(sorted(column) == ["a", "b", "c"] for column in zip(*rotated, strict=True))
        assert len({plan.dice(number + shift) for shift in range(3)}) == 1
    assert len({plan.dice(number) for number in range(0, 30, 3)}) == 10


def test_neighbours_change_from_round_to_round() -> None:
    plan = plan_of(["a", "b", "c"], 3)
    after_a = Counter(
        seats[(seats.index("a") + 1) % 3] for number in range(0, 300, 3) for seats in [plan.seated(number)]
    )
    assert set(after_a) == {"b", "c"}
    assert min(after_a.values()) > 30


def test_one_against_others_is_alone_in_each_seat_in_turn() -> None:
    plan = plan_of(["a"], 4, "n")
    seats = [plan.seated(number).index("a") for number in range(4)]
    assert sorted(seats) == [0, 1, 2, 3]
    assert all(plan.seated(number).count("n") == 3 for number in range(4))


def test_fewer_bots_than_seats_meet_in_every_mixture() -> None:
    assert line_ups(["a", "b"], 4) == [list("aaab"), list("aabb"), list("abbb")]


def test_games_are_rounded_up_to_whole_rounds(pig: str) -> None:
    played = arena(pig, ["greedy", "random"], 7, jobs=1)
    assert [game.number for game in played.games] == list(range(8))


# What comes out.


def test_the_better_bot_is_found_however_many_processes_play(pig: str) -> None:
    alone = arena(pig, ["random", "greedy"], 60, jobs=1)
    together = arena(pig, ["random", "greedy"], 60, jobs=2)
    best = alone.results.bots[0]
    assert best.bot == "greedy"
    assert best.share.low > 0.8
    assert [pair.share for pair in alone.results.pairs] == [pair.share for pair in together.results.pairs]
    assert alone.rows == together.rows
    assert best.rating is not None
    assert best.rating.low > 25


def test_equal_bots_share_the_wins_exactly(pig: str) -> None:
    # The same dice, and bots that play alike: the lucky seat wins, and each bot has it once.
    played = arena(pig, [Twin], 40, against="greedy", jobs=1)
    assert {bot.share.value for bot in played.results.bots} == {0.5}
    assert played.results.pairs[0].share.high - played.results.pairs[0].share.low < 0.25


def test_bots_that_play_alone_are_compared_by_the_same_dice() -> None:
    played = arena("idle-six", ["greedy", "random"], 12, jobs=1)
    pair = played.results.pairs[0]
    assert pair.share.value == 1.0
    by_bot = {bot.bot: bot.scores.mean.value for bot in played.results.bots}
    assert by_bot["greedy"] < by_bot["random"]
    assert "mean turns" in shown(played)


def test_results_are_told_in_all_forms(pig: str, tmp_path: Path) -> None:
    played = arena(pig, ["greedy"], 20, against="random", stop=Hypotheses(0, 100), jobs=1)
    text = shown(played)
    assert "greedy against random" in text
    assert "greedy is better than random: at least 100 Elo" in text
    data = json.loads(json.dumps(played.to_dict()))
    assert data["tests"][0]["accepted"] == "high"
    page = played.html()
    assert page.count("<svg") == 2
    assert "http" not in page, "it must need no other file"
    played.export(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8").count("\n") == len(played.games) + 1


# Intervals and verdicts.


def test_intervals_hold_the_truth_about_19_times_in_20() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        rounds: list[RoundTally] = []
        for _ in range(40):
            # In half of the rounds the dice alone decide, so that each seat wins once.
            lucky = rng.random() < 0.5
            wins = 1 if lucky else sum(rng.random() < 0.25 for _ in range(4))
            rounds.append(RoundTally(wins, 4, 4))
        found = share(rounds)
        held += found.low <= 0.25 <= found.high
    assert 0.92 <= held / 400 <= 0.99


def test_shared_dice_make_intervals_narrower_and_common_luck_wider() -> None:
    independent = share(
        [RoundTally(0, 2, 2), RoundTally(1, 2, 2), RoundTally(1, 2, 2), RoundTally(2, 2, 2)] * 10
    )
    paired = share([RoundTally(1, 2, 2)] * 40)
    swinging = share([RoundTally(0, 2, 2), RoundTally(2, 2, 2)] * 20)
    widths = [found.high - found.low for found in (paired, independent, swinging)]
    assert widths == sorted(widths)
    assert widths[0] < 0.8 * widths[1] < 0.8 * widths[2]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("truth", "wrong"), [(0, "high"), (100, "low")])
def test_verdicts_are_wrong_at_most_as_often_as_promised(players: int, truth: float, wrong: str) -> None:
    rng = random.Random(players)
    chance = expected(truth, players)
    verdicts: Counter[str] = Counter()
    for _ in range(300):
        test = Sequential(Hypotheses(0, 100), players)
        while not test.accepted:
            test.add(sum(rng.random() < chance for _ in range(players)) / players)
        verdicts[test.accepted] += 1
    # 300 tests tell the rate to within 2.5 in a hundred.
    assert verdicts[wrong] / 300 <= ERROR + 0.025


def test_a_test_ends_games_and_its_verdict_stays(pig: str) -> None:
    stopped = arena(pig, ["greedy"], 2000, against="random", stop=Hypotheses(0, 100), jobs=1)
    tested = stopped.results.tests[0]
    assert tested.accepted == "high"
    assert len(stopped.games) < 200
    assert len(stopped.games) % 2 == 0, "a rotation is counted whole or not at all"
    again = arena(pig, ["greedy"], 2000, against="random", stop=Hypotheses(0, 100), jobs=2)
    assert (again.results.tests[0].rounds, again.results.tests[0].ratio) == (tested.rounds, tested.ratio)


def test_elo_and_shares_say_the_same() -> None:
    assert expected(elo(0.7), 2) == pytest.approx(0.7)
    assert expected(0, 6) == pytest.approx(1 / 6)


# Going on.


def test_a_run_that_was_broken_off_goes_on(pig: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = arena(pig, ["greedy", "random"], 20, jobs=1)
    arena(pig, ["greedy", "random"], 12, jobs=1, keep=file)
    data = file.read_bytes()
    file.write_bytes(data[: len(data) - 9])  # as if the power had failed in the last line
    told: list[tuple[int, int]] = []
    went_on = arena(
        pig, ["greedy", "random"], 20, jobs=1, keep=file, progress=lambda *done: told.append(done)
    )
    assert went_on.rows == whole.rows
    assert told[-1] == (20, 20)
    assert told[0] == (11, 20)  # The bar knows both before the first new game ends.
    assert told[1][0] >= 12
    assert len(KeptGames(file, went_on.plan).games) == 20


def test_a_file_of_another_arena_is_refused(pig: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(pig, ["greedy", "random"], 2, jobs=1, keep=file)
    with pytest.raises(UserError, match="games of another arena"):
        arena(pig, ["greedy", "random"], 2, jobs=1, keep=file, seed="2")


@pytest.mark.parametrize("data", [b'{"quincunx": "0.3.0", "moves": []}\n', b"[1, 2]", b"player,score\n"])
def test_a_file_of_something_else_is_not_called_an_arena(pig: str, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(data)
    with pytest.raises(UserError, match=r"is not a file kept by an arena; name another[.]$"):
        arena(pig, ["greedy", "random"], 2, jobs=1, keep=file)
    assert file.read_bytes() == data


@pytest.mark.parametrize(
    ("bots", "against", "players", "sentence"),
    [
        (["greedy"], "", None, "needs two bots"),
        (["greedy", "greedy"], "", None, "every bot once"),
        (["greedy"], "greedy", None, "against itself"),
        (["greedy", "random"], "", 5, "is for 2 players"),
        (["gredy", "random"], "", None, "did you mean `greedy`"),
    ],
)
def test_mistakes_are_named_before_anything_starts(
    pig: str, bots: list[str], against: str, players: int | None, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        arena(pig, bots, 2, against, players)


def test_a_test_needs_somebody_to_test_against(pig: str) -> None:
    with pytest.raises(UserError, match="--against"):
        arena(pig, ["greedy", "random"], 2, stop=Hypotheses(0, 10))
    with pytest.raises(UserError, match="lower first"):
        Hypotheses.read("30,0")
