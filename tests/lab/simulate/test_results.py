"""Statistics against values that are known, and results from rows made by hand."""

import pytest

from quincunx.lab.simulate.batch import GameBatch
from quincunx.lab.simulate.results import Summary, Totals
from quincunx.lab.stats import estimate as summary
from quincunx.lab.stats.estimate import BINS, Counts, histogram, spread, wilson


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


def games_of(bots: list[str], winners: list[list[int]], reasons: str = "points") -> GameBatch:
    """Return a game for each list of winners, who score 10 together; the first takes 5 turns, the next 6."""
    games = GameBatch(bots, "1")
    for number, seats in enumerate(winners):
        scores = [10 / len(seats) if seat in seats else 0.0 for seat in range(len(bots))]
        games.add_result(scores, seats, 5 + number, 20, reasons.split()[number % len(reasons.split())])
    return games


def summarize(played: GameBatch) -> Summary:
    totals = Totals(played.bots)
    totals.add(played)
    return totals.summary()


def test_shares_count_shared_wins_as_parts() -> None:
    results = summarize(games_of(["a", "b"], [[0, 1], [1]]))
    assert [seat.share.value for seat in results.seats] == [0.25, 0.75]
    assert {result.bot: result.share.value for result in results.by_bot} == {"a": 0.75, "b": 0.25}
    assert results.by_bot[0].scores.mean.value == 7.5
    assert results.turns.mean.value == 5.5


def test_a_bot_with_two_seats_has_the_share_of_each() -> None:
    # In the second game they sit a, b, a.
    twice, once = summarize(games_of(["a", "a", "b"], [[0], [2]])).by_bot
    assert (twice.bot, twice.seats, twice.share.value) == ("a", 2, 0.5)
    assert (once.bot, once.seats, once.share.value) == ("b", 1, 0)
    assert sum(twice.scores.histogram) == 4


@pytest.mark.parametrize("number", [1, 2, 4, 7])
def test_each_bot_has_the_entries_of_its_seats(number: int) -> None:
    """Also where the bots have not been through all seats equally often."""
    games = games_of(["a", "b", "c", "b"], [[game * 3 % 4, 1] for game in range(number)])
    results = {result.bot: result for result in summarize(games).by_bot}
    for bot, result in results.items():
        mine = [
            (row.wins[seat], row.scores[seat])
            for row in games.rows()
            for seat, name in enumerate(row.bots)
            if name == bot
        ]
        assert result.share.value == pytest.approx(sum(win for win, _ in mine) / number / result.seats)
        assert result.scores.mean.value == pytest.approx(sum(score for _, score in mine) / len(mine))


def test_endings_by_reason_the_most_frequent_first() -> None:
    endings = summarize(games_of(["a"], [[0]] * 4, "x y y y")).endings
    assert [(ending.reason, ending.games, ending.share.value) for ending in endings] == [
        ("y", 3, 0.75),
        ("x", 1, 0.25),
    ]


def test_a_solo_game_has_no_shares_by_seat() -> None:
    assert summarize(games_of(["a"], [[0]])).seats == []


def test_totals_do_not_depend_on_the_order_of_the_parts() -> None:
    winners = [[number % 3] for number in range(7)]
    whole = games_of(["a", "b", "c"], winners, "x y z")
    expected = summarize(whole)
    parts = [whole.cut(2), whole.cut(1), whole]
    totals = Totals(["a", "b", "c"])
    for at in (2, 0, 1):
        totals.add(parts[at])
    assert totals.summary() == expected


def test_very_many_values_are_rounded_all_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST_VALUES", 5)
    values = [1.23456, 7.0, 100.04, 2.5, 3.5, 4.5, 100.01]
    found = []
    for ordered in (values, values[::-1]):
        counts = Counts()
        for value in ordered:
            counts.add([value])
        found.append(counts.times)
    assert found[0] == found[1] == {1.235: 1, 7.0: 1, 100.0: 2, 2.5: 1, 3.5: 1, 4.5: 1}
