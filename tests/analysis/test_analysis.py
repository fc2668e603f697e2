"""The analysis of a match: luck and decisions sum to the result, and nobody is judged by what they could
not know."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from quincunx import games
from quincunx.analysis import Timeline, timeline
from quincunx.analysis.analyse import Analysis, analyse
from quincunx.analysis.decisions import MARKS, NAMED, Examiner, RatedChoice, choices, mark
from quincunx.analysis.expectation import Judge, difference, worlds_for
from quincunx.analysis.figures import Figures, adding_up, figures
from quincunx.analysis.page import html
from quincunx.analysis.positions import positions
from quincunx.bots import levels
from quincunx.bots.search import Plan
from quincunx.core.bot import Bot, Option
from quincunx.core.errors import UserError
from quincunx.core.evaluator import Evaluator
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, State
from quincunx.core.turn_evaluator import TurnEvaluator
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Seat
from tests.example_game.rules import ROLL, Pig


class PigValue(Evaluator):
    """An evaluator for which being further ahead is better."""

    def evaluate(self, state: State) -> list[float]:
        totals = [score + 10 for score in games.load("pig").scores(state)]
        return [total / sum(totals) for total in totals]


@pytest.fixture(autouse=True)
def pig(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a small game, here with an evaluator and scores."""
    monkeypatch.setitem(games.GAMES, "pig", "tests.example_game.game")
    game = games.load("pig")
    monkeypatch.setattr(type(game), "scores", lambda _, state: [float(score) for score in state.points])
    monkeypatch.setitem(vars(game.bots), "evaluator", PigValue)


def played(name: str = "pig", seats: tuple[Seat, ...] = ("greedy", "random"), seed: str = "1") -> Match:
    match = Match(name, list(seats), SeedDice(seed))
    for _ in match:
        pass
    return match


def short(name: str, players: int) -> Match:
    """Return a match of a variant that ends soon."""
    goals: dict[str, dict[str, object]] = {"pig": {"goal": 20}, "king-of-tokyo": {}}
    match = Match(name, ["greedy"] * (players - 1) + ["random"], SeedDice("2"), goals[name])
    for _ in match:
        pass
    return match


# Luck and decisions.


@pytest.mark.parametrize("with_value", [True, False])
def test_start_luck_and_decisions_sum_exactly_to_the_result(
    with_value: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_value:
        monkeypatch.setitem(vars(games.load("pig").bots), "evaluator", lambda: None)
    match = short("pig", 2)
    line = timeline(match, worlds=4)
    assert line.result == match.state.returns()
    for seat in range(2):
        whole = line.start[seat] + line.luck[seat] + line.decisions[seat] + line.others[seat]
        whole += line.revised[seat]
        assert whole == pytest.approx(line.result[seat], abs=1e-9)
        assert line.without_luck[seat] == pytest.approx(line.result[seat] - line.luck[seat])
    assert sum(line.luck) == pytest.approx(0)


def test_every_position_is_a_point() -> None:
    match = short("pig", 2)
    points = timeline(match, worlds=4).points
    assert [point.at for point in points] == list(range(len(match.steps) + 1))
    assert points[-1].expects == match.state.returns()
    assert points[-1].scores == match.result.scores if match.result else False


def test_who_plays_as_the_bot_does_owes_nothing_to_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    line = timeline(played(seats=("greedy", "greedy")), worlds=4)
    assert line.decisions == pytest.approx([0, 0])
    monkeypatch.setitem(vars(games.load("pig").bots), "evaluator", lambda: None)
    line = timeline(short("pig", 2), worlds=4)
    assert line.revised == pytest.approx([0, 0]), "whoever looks to the end never looks further"


def test_a_game_may_look_back_otherwise_than_its_search_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(games.load("pig").bots), "analysis_evaluator", lambda: None)
    line = timeline(short("pig", 2), worlds=4)
    assert line.revised == pytest.approx([0, 0]), "whoever looks to the end never looks further"


def test_two_of_nomenklatura_begin_with_equal_chances_in_worlds_enough_to_tell() -> None:
    game = games.load("nomenklatura")
    match = Match(game, ["greedy", "greedy"], SeedDice("1"))
    assert [worlds_for(game, players) for players in (2, 3)] == [64, 16]
    assert Judge(game, 4).expects(match.state, match.state.turns()) == pytest.approx([0.5, 0.5], abs=0.03)


class PigForesight(TurnEvaluator):
    """An evaluator that knows how a decision will go, but not how dice will fall."""

    def evaluate(self, state: State) -> list[float]:
        return PigValue().evaluate(state)

    def evaluate_mid_turn(self, state: State) -> list[float]:
        return [] if state.current_player() == CHANCE else [0.25, 0.75]

    def evaluate_moves(self, state: State, seat: int) -> list[Option]:
        return [Option(move, [0.25, 0.75]) for move in state.legal_actions(seat)]


class Unasked(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        raise AssertionError("the game knows itself what comes of it")


def test_a_game_that_foresees_its_turns_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = short("pig", 2)
    bots = vars(match.game.bots)
    monkeypatch.setitem(bots, "analysis_evaluator", PigForesight)
    monkeypatch.setitem(bots, "policy", Unasked)
    line = timeline(match, worlds=4)
    for place, point in zip(positions(match), line.points, strict=False):
        assert place.is_chance or point.expects == [0.25, 0.75]
    parts = [line.start, line.luck, line.decisions, line.others, line.revised]
    assert [sum(part[seat] for part in parts) for seat in range(2)] == pytest.approx(line.result, abs=1e-9)


def test_where_turns_are_foreseen_nothing_is_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("king-of-tokyo", ("normal", "random"), "4")
    examiner = Examiner(match.record(), 20)
    judge = Judge(match.game, 16)
    numbers = [number for number, choice in enumerate(examiner.choices) if len(choice.moves) == 1][:12]
    monkeypatch.setattr(levels, "search", lambda game: pytest.fail("it could be reckoned"))
    for number in numbers:
        choice = examiner.choices[number]
        state, seat = choice.place.state, choice.place.step.seat
        found = examiner.examine(choice)
        assert (found.error, found.rollouts) == (0.0, 0)
        compared = judge.compares(state, seat, choice.moves[0])
        assert found.loss == pytest.approx(-compared[seat], abs=1e-9)
        assert (found.loss == 0.0) or judge.best(state, seat) != choice.moves
        assert (found.loss == 0.0) == (found.played == found.best)


@pytest.mark.parametrize("name", games.GAMES)
def test_nobody_is_lucky_where_no_dice_fall_and_nothing_is_hidden(name: str) -> None:
    game = games.load(name)
    match = played(name, ("greedy", "random")[-game.player_counts[0] :])
    line, judge = timeline(match, worlds=1), Judge(game, 1)
    for place, change in zip(positions(match), line.changes, strict=True):
        if not place.is_chance and (place.is_forced or not judge.is_hidden(place.state, place.step.seat)):
            assert change.luck == pytest.approx([0.0] * len(match.seats), abs=1e-9)
        before, after = line.points[place.at].expects, line.points[place.at + 1].expects
        for seat, whole in enumerate(difference(after, before)):
            parts = change.luck[seat] + change.decided[seat] + change.revised[seat]
            assert parts == pytest.approx(whole, abs=1e-9)
    if name == "bitcoin-mining":
        assert line.revised == pytest.approx([0, 0], abs=1e-9), "it is played to its end"
    for seat, result in enumerate(line.result):
        told = [line.start, line.luck, line.decisions, line.others, line.revised]
        assert sum(part[seat] for part in told) == pytest.approx(result, abs=1e-9)
    places = list(positions(match))
    for moment in line.moments:
        assert not places[moment.at].is_forced
        change, seat = line.changes[moment.at], moment.seat
        assert moment.swing == change.luck[seat] + change.decided[seat] != 0
        assert moment.before == line.points[moment.at].expects[seat]
        assert moment.after == moment.before + moment.swing


@pytest.mark.slow
def test_a_turn_that_ends_without_dice_is_no_moment() -> None:
    """The first turns of this match end with a decision that changed nothing."""
    match = played("king-of-tokyo", ("greedy", "random"), "11")
    line = timeline(match)
    ends = [
        place.at
        for place, one, two in zip(positions(match), line.points, line.points[1:], strict=False)
        if not place.is_chance and one.turn < two.turn
    ]
    assert max(abs(line.changes[at].revised[0]) for at in ends) > 0.01
    assert max(abs(line.changes[at].luck[0]) for at in ends) <= 1e-9
    assert all(moment.at not in ends for moment in line.moments)


def test_fewer_moments_are_told_where_fewer_were_decisive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PigValue, "evaluate", lambda _, state: [0.5, 0.5])
    line = timeline(short("pig", 2), worlds=4)
    assert len(line.moments) == 1, "only the last one is not judged by the value"


def test_dice_are_luck_and_only_dice_where_nothing_is_hidden() -> None:
    match = played(seats=("greedy", "greedy"))
    for change in timeline(match, worlds=4).changes:
        if change.seat == CHANCE:
            assert change.decided == [0.0, 0.0]


def test_moments_are_the_largest_changes_in_the_order_of_the_match() -> None:
    line = timeline(played(), worlds=8)
    assert len(line.moments) == 3
    assert [moment.at for moment in line.moments] == sorted(moment.at for moment in line.moments)
    swings = [
        max(abs(luck + decided) for luck, decided in zip(change.luck, change.decided, strict=True))
        for change in line.changes
    ]
    assert max(abs(moment.swing) for moment in line.moments) == pytest.approx(max(swings))
    assert all(moment.words.endswith(".") for moment in line.moments)


def test_a_match_that_goes_on_is_not_analysed() -> None:
    with pytest.raises(UserError, match="over"):
        timeline(Match("pig", ["greedy", "random"], SeedDice("1")))


@pytest.mark.parametrize("name", games.GAMES)
def test_standing_counts_as_the_result_does(name: str) -> None:
    if name == "pig":
        return
    game = games.load(name)
    numbers_of = Match(name, ["random"] * game.player_counts[0], SeedDice("3"))
    assert len(game.scores(numbers_of.state)) == game.player_counts[0]
    for _ in numbers_of:
        pass
    assert numbers_of.result is not None
    assert game.scores(numbers_of.state) == numbers_of.result.scores


# Decisions.


class Foolish(Bot):
    """A bot that rolls on until it loses all."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return ROLL


def test_a_decision_is_all_that_a_seat_does_until_it_has_to_wait() -> None:
    match = short("king-of-tokyo", 2)
    seen: set[int] = set()
    for choice in choices(match):
        at, seat = choice.place.at, choice.place.step.seat
        own = [step for step in match.steps[at : at + len(choice.moves)] if step.seat == seat]
        assert [step.action for step in own] == choice.moves
        assert not seen & set(range(at, at + len(choice.moves)))
        seen.update(range(at, at + len(choice.moves)))


def test_a_foolish_decision_is_found_and_the_better_one_named() -> None:
    match = played(seats=(Foolish, "greedy"))
    examiner = Examiner(match.record(), 100)
    rich = [number for number, choice in enumerate(examiner.choices) if pot(choice) >= 20]
    decisions = [decision for part in examiner.play(rich) for decision in part]
    bad = [decision for decision in decisions if decision.mark != "good"]
    assert bad
    assert all((decision.played, decision.best) == ("roll", "hold") for decision in bad)
    assert all(decision.loss >= 0.03 for decision in bad)


def pot(choice: RatedChoice) -> int:
    """Return the points that a player would lose with the next roll."""
    state = choice.place.state
    assert isinstance(state, Pig)
    return state.pot if choice.place.step.seat == 0 else 0


class OtherEnd:
    """A search that differs only in the last move of its plan."""

    def __init__(self, choice: RatedChoice) -> None:
        state, seat = choice.place.state.clone(), choice.place.step.seat
        for move in choice.moves[:-1]:
            state.move(seat, move)
        last = next(move for move in state.legal_actions(seat) if move != choice.moves[-1])
        self.considered = [Plan([*choice.moves[:-1], last], 1)]
        self.played = 1

    def think(self, state: State, seat: int, rng: Rng) -> list[Plan]:
        return self.considered

    def duel(self, first: Plan, other: Plan, state: State, seat: int, rng: Rng, worlds: int) -> None:
        for _ in range(worlds):
            other.add([-20.0], 2.0)


def test_what_was_played_and_what_was_best_are_told_from_where_they_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examiner = Examiner(played("idle-six", ("greedy",)).record(), 10)
    long = max(examiner.choices, key=lambda choice: len(choice.moves))
    assert len(long.moves) > NAMED
    monkeypatch.setattr(levels, "search", lambda game: OtherEnd(long))
    found = examiner.examine(long)
    assert found.mark == "blunder"
    assert found.played == f"… {long.names[-1]}"
    assert found.best.startswith("… ")
    assert found.best != found.played


def test_dice_are_named_by_what_they_show() -> None:
    told = [name for choice in choices(short("king-of-tokyo", 2)) for name in choice.names]
    rerolls = [name for name in told if "eroll the" in name]
    assert rerolls
    words = r"(Reroll|Keep) [a-z1-3, ]+(; (keep|reroll) [a-z1-3, ]+)?"
    assert all(re.fullmatch(words, name) for name in rerolls)


def test_marks_have_stated_thresholds() -> None:
    assert [mark(loss, 0.0, 1.0) for loss in (0.029, 0.03, 0.07, 0.15)] == [
        *["good", "inaccuracy", "mistake", "blunder"]
    ]
    assert mark(0.3, 0.0, 10.0) == "inaccuracy", "losses count by what is at stake"
    assert mark(0.1, 0.06, 1.0) == "good", "what could be chance is not blamed on anybody"


def test_only_what_a_seat_can_know_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that differ only in what the seat cannot know are judged alike."""
    monkeypatch.setitem(games.GAMES, "fingers", "tests.secret_game.game")
    match = played("fingers", ("random", "random"))
    judge = Judge(match.game, 8)
    state = match.game.new_initial_state(2, match.numbers)
    checked = 0
    for step in match.steps:
        if step.seat != CHANCE and judge.is_hidden(state, step.seat):
            other = state.resample_hidden(step.seat, Rng("another"))
            found = [judge.brings(place, step.seat, step.action) for place in (state, other)]
            assert found[0] == found[1]
            checked += 1
        state.move(step.seat, step.action)
    assert checked


# Numbers as people read them.


def test_numbers_are_rounded_so_that_they_add_up() -> None:
    rng = Rng("parts")
    for _ in range(200):
        parts = [rng.below(2001) / 10 - 100 for _ in range(5)]
        shown = adding_up(parts)
        assert sum(shown) == round(sum(parts))
        assert all(abs(one - other) < 1 for one, other in zip(parts, shown, strict=True))
    assert sum(adding_up([0.14, 0.14, 0.12], digits=1)) == pytest.approx(0.4)


def test_a_row_adds_up_as_it_is_shown() -> None:
    line = timeline(played(), worlds=2)
    for seat in range(2):
        row = Figures("%", fewer=False).row(line, seat)
        start, luck, own, others, revised, result, without = (
            int(number.rstrip("%")) for number in msgspec.structs.astuple(row)
        )
        assert start + luck + own + others + revised == result == 100 * line.result[seat]
        assert without == result - luck


def test_a_loss_never_contradicts_its_mark() -> None:
    shares, turns = Figures("%", fewer=False), Figures("turns", fewer=True)
    assert [shares.loss(loss) for loss in (0.146, 0.1499, 0.15, 0.07)] == ["14.6%", "14.9%", "15.0%", "7.0%"]
    assert turns.loss(0.5999) == "0.59"
    assert shares.thresholds(MARKS, 1.0) == "inaccuracy from 3%, mistake from 7%, blunder from 15%"
    assert shares.thresholds(MARKS, 0.5) == "inaccuracy from 1.5%, mistake from 3.5%, blunder from 7.5%"
    assert turns.thresholds(MARKS, 4.0) == (
        "inaccuracy from 0.12 turns, mistake from 0.28 turns, blunder from 0.6 turns"
    )


def test_turns_are_counted_as_people_count_them() -> None:
    match = played("idle-six", ("greedy",))
    told = figures(match)
    assert (told.unit, told.fewer, told.note) == ("turns", True, "In turns: fewer are better.")
    assert (told.plain(-25.44), told.told(-25.44)) == ("25.4", "25.4 turns")
    line = Timeline([], [], [-25.4], [3.0], [1.0], [0.0], [-20.0], [-23.0], [], [1.4])
    assert msgspec.structs.astuple(told.row(line, 0)) == (
        *["25.4", "-3.0", "-1.0", "0.0", "-1.4", "20.0", "23.0"],
    )


# The page and the command.


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    games.GAMES["pig"] = "tests.example_game.game"
    try:
        return analyse(played(), seconds=0.5, jobs=1)
    finally:
        del games.GAMES["pig"]


def test_the_page_needs_no_other_file_and_says_everything(analysis: Analysis) -> None:
    page = html(analysis)
    assert "<script" not in page
    assert "http" not in page
    for word in ("What decided it", "Luck and skill", "Decisions", "How to read this", "blunder from 15%"):
        assert word in page
    assert page.count("<svg") >= 1


def test_an_analysis_is_data(analysis: Analysis) -> None:
    data = json.loads(json.dumps(analysis.to_dict()))
    assert data["game"] == "pig"
    assert len(data["decisions"]) == sum(sum(analysis.counts(seat).values()) for seat in range(2))
    assert {decision["mark"] for decision in data["decisions"]} <= {
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
    }


def test_processes_look_at_every_decision_once() -> None:
    match = short("pig", 2)
    told: list[tuple[int, int]] = []
    found = analyse(match, seconds=0.2, jobs=2, progress=lambda *done: told.append(done))
    assert [decision.at for decision in found.decisions] == [choice.place.at for choice in choices(match)]
    assert told[-1] == (len(found.decisions), len(found.decisions))


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from quincunx.cli import app

    record.save(short("pig", 2).record(), tmp_path / "match.json")
    words = ["analyse", str(tmp_path / "match.json"), "--seconds", "0.2", "--jobs", "1"]
    app([*words, "--html", str(tmp_path / "page.html")], standalone_mode=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "Luck and skill" in told
    assert "Judged anew is neither luck nor a decision" in told
    assert "inaccuracy from 3%, mistake from 7%, blunder from 15%" in told
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
