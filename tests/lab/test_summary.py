"""Statistics against values that are known, and results from rows made by hand."""

import pytest

from quincunx.lab.rows import Row
from quincunx.lab.summary import BINS, histogram, spread, summarize, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    share = wilson(wins, games)
    assert share.value == wins / games
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_spread_of_known_values() -> None:
    found = spread([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean.value == 5
    assert found.mean.high - 5 == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)
    assert (found.min, found.median, found.max) == (2, 4.5, 9)
    assert found.low == pytest.approx(2.7)
    assert found.high == pytest.approx(8.3)


def test_spread_of_one_game() -> None:
    found = spread([31])
    assert (found.mean.low, found.mean.value, found.mean.high) == (31, 31, 31)
    assert found.histogram == [1]


@pytest.mark.parametrize(
    "values", [[1.5], [1.5, 1.5], [0.1, 0.2, 0.3], [0, 15], [0, 16], list(range(100)), [-3, 2.5, 1e9]]
)
def test_histogram_counts_every_value_once(values: list[float]) -> None:
    counts = histogram(sorted(values))
    assert sum(counts) == len(values)
    assert len(counts) <= BINS
    assert counts[0] > 0


def row(game: int, bots: list[str], wins: list[float], reason: str = "points") -> Row:
    return Row(game, f"1:{game}", bots, [10 * win for win in wins], wins, 5 + game, 20, reason)


def test_shares_count_shared_wins_as_parts() -> None:
    rows = [row(0, ["a", "b"], [0.5, 0.5]), row(1, ["b", "a"], [0.0, 1.0])]
    results = summarize(rows)
    assert [seat.share.value for seat in results.seats] == [0.25, 0.75]
    assert {result.bot: result.share.value for result in results.by_bot} == {"a": 0.75, "b": 0.25}
    assert results.by_bot[0].scores.mean.value == 7.5
    assert results.turns.mean.value == 5.5


def test_a_bot_with_two_seats_has_the_share_of_each() -> None:
    rows = [row(0, ["a", "a", "b"], [1, 0, 0]), row(1, ["a", "b", "a"], [0, 0, 1])]
    twice, once = summarize(rows).by_bot
    assert (twice.bot, twice.seats, twice.share.value) == ("a", 2, 0.5)
    assert (once.bot, once.seats, once.share.value) == ("b", 1, 0)


def test_endings_by_reason_the_most_frequent_first() -> None:
    rows = [row(game, ["a"], [1], reason) for game, reason in enumerate(["x", "y", "y", "y"])]
    endings = summarize(rows).endings
    assert [(ending.reason, ending.games, ending.share.value) for ending in endings] == [
        ("y", 3, 0.75),
        ("x", 1, 0.25),
    ]


def test_a_solo_game_has_no_shares_by_seat() -> None:
    assert summarize([row(0, ["a"], [1])]).seats == []
