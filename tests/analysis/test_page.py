"""The page of an analysis: a game for one reads as its player counts, and charts can be read."""

import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
import pytest
from rich.console import Console

from quincunx.analysis import analyse as whole
from quincunx.analysis.analyse import Analysis, analyse
from quincunx.analysis.decisions import MARKS, Decision, Examiner, choices
from quincunx.analysis.figures import Figures
from quincunx.analysis.page import ABOVE, BELOW, Links, body, html, reading
from quincunx.analysis.screen import AnalysisReport
from quincunx.analysis.timeline import Moment, Point, Timeline, timeline, words
from quincunx.games.total_eclips.codes import TAKE_BACK
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.reporting.page import LETTER
from quincunx.reporting.plot import line_chart
from quincunx.text.grammar import WATCHER


def alone() -> Analysis:
    """Return a match that took 26 turns instead of the expected 25, because of a bad roll in turn 10."""
    parts = {name: [0.0] for name in Timeline.__struct_fields__}
    expects = [-25.1, -24.8, -25.8, -25.8, -26.0]
    line = msgspec.convert(
        {
            **parts,
            "points": [Point(at, 2 * at, [2.0 * at], [value]) for at, value in enumerate(expects)],
            "moments": [
                Moment(0, 0, 0.3, "Dice fall well.", -25.1, -24.8),
                Moment(1, 0, -1.0, "Dice fall badly.", -24.8, -25.8),
                Moment(2, 0, 0.01, "Nothing happens.", -25.81, -25.8),
            ],
            "start": [-25.1],
            "luck": [-0.9],
            "decisions": [0.0],
            "result": [-26.0],
            "without_luck": [-25.1],
            "changes": [],
            "given": 0,
            "house": "",
        },
        Timeline,
    )
    decision = Decision(1, 0, 2, 1, "put 5 1", "put 1 5", 0.9, 0.2, "blunder", 3, 100)
    return Analysis(
        game="idle-six",
        title="Idle Six",
        seats=["Ada"],
        headline="Ada won: 26 turns.",
        unit="minus the turns taken",
        score="turns",
        marks=MARKS,
        milliseconds=100,
        timeline=line,
        decisions=[decision],
        stake=26 / 5,
        figures=Figures("turns", fewer=True),
    )


class Text(HTMLParser):
    """The text of a page, without its style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words = ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += f"{data} "


def test_a_game_for_one_is_told_in_what_its_player_counts() -> None:
    said = re.sub(r"\s+", " ", Text("".join(body(alone()))).words)
    assert "Expected result (turns) The lower the line, the better." in said
    assert "Dice fall well. 25.1 → 24.8 turns, better." in said
    assert "Dice fall badly. 24.8 → 25.8 turns, worse." in said
    assert "Ada 25.1 +0.9 0.0 0.0 26.0 25.1" in said
    assert "In turns: fewer are better." in said
    assert "0.90 turns" in said
    assert "inaccuracy from 0.15 turns, mistake from 0.36 turns, blunder from 0.78 turns" in said
    for wrong in ("-2", "minus", "others", "100%", "the win", "Nothing happens", "Turns over time"):
        assert wrong not in said


def on_screen(analysis: Analysis) -> str:
    console = Console(width=80, file=io.StringIO())
    console.print(AnalysisReport(analysis))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_screen_tells_nobody_alone_of_others() -> None:
    said = on_screen(alone())
    assert "Luck and skill" in said
    assert "others" not in said
    assert "Nothing happens" not in said, "the page does not tell of it either"


def test_labels_of_a_chart_do_not_touch_and_its_numbers_are_whole() -> None:
    ticks = [(0, "turn 0"), (1, "turn 1"), (2, "turn 2"), (30, "turn 9"), (58, "turn 14"), (60, "turn 15")]
    drawn = line_chart("Rubles", [[0.0] * 30 + [121.0] * 31], ticks, marks=[30, 31])
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]+)<', drawn)
    beside = [words for _, _, anchor, words in texts if anchor == "end" and not words.startswith("turn")]
    assert beside == ["0", "50", "100"]
    below = [(float(x), anchor, words) for x, _, anchor, words in texts if words.startswith("turn")]
    assert [words for _, _, words in below] == ["turn 0", "turn 9", "turn 14"]
    spans = [
        (x - len(words) * LETTER * (1 if anchor == "end" else 0.5), len(words) * LETTER)
        for x, anchor, words in below
    ]
    for (left, width), (following, _) in pairwise(spans):
        assert left + width < following
    marks = [float(x) for x, y, _, _ in texts if y == "9.0"]
    assert marks[1] - marks[0] >= LETTER


def test_a_page_that_is_sent_around_has_no_links() -> None:
    page = html(alone())
    for needs_a_server in ("<a ", "<button", "<link", "<form"):
        assert needs_a_server not in page
    assert "series colour-red dashes-1" in page


def test_a_move_that_only_ends_a_turn_is_named() -> None:
    match = Match("king-of-tokyo", ["normal", "random"], SeedDice("1"))
    for _ in match:
        pass
    ends = [at for at, step in enumerate(match.steps) if step.name == "done"]
    assert ends
    for at in ends[:5]:
        name = match.seats[match.steps[at].seat].name
        assert words(match, at, WATCHER, match.steps[at].seat).startswith(f"{name}: done.")


def test_screen_and_page_say_what_decisions_and_marks_are_compared_with() -> None:
    page = re.sub(r"\s+", " ", Text("".join(body(alone()))).words)
    for said in (page, " ".join(on_screen(alone()).split())):
        assert "Decisions are compared with what the game's own bot would have done" in said
        assert "marks compare them with the best found" in said
    assert "Marks compare with the best found: inaccuracy" in page


def test_where_the_best_is_reckoned_decisions_are_said_to_be_compared_with_it() -> None:
    match = Match("king-of-tokyo", ["normal", "random"], SeedDice("1"))
    list(match)
    analysis = analyse(match, seconds=0.1, jobs=1)
    assert analysis.reckoned
    for said in (Text("".join(body(analysis))).words, on_screen(analysis)):
        words = " ".join(said.split())
        assert "Decisions and marks are compared with the best possible" in words
        assert "what the game's own bot would have done" not in words


def test_programs_are_told_of_the_same_moments_as_people(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("king-of-tokyo", ["normal", "random"], SeedDice("1"))
    list(match)
    line = timeline(match)
    line.moments = [Moment(4, 0, 0.4, "Much.", 0.5, 0.9), Moment(9, 0, 0.01, "Little.", 0.9, 0.91)]
    monkeypatch.setattr(whole, "timeline", lambda *_: line)
    analysis = analyse(match, seconds=0.1, jobs=1)
    assert "Little." not in on_screen(analysis)
    assert [moment["words"] for moment in analysis.to_dict()["timeline"]["moments"]] == ["Much."]


def test_results_without_luck_that_are_no_chances_are_explained() -> None:
    analysis = alone()
    analysis.figures = Figures("%", fewer=False)
    for without_luck, told in (
        ([1.0, 0.0], []),
        ([1.2, 0.0], [ABOVE]),
        ([1.0, -0.2], [BELOW]),
        ([1.2, -0.2], [ABOVE, BELOW]),
    ):
        analysis.timeline.without_luck = without_luck
        assert [words for words in (ABOVE, BELOW) if words in reading(analysis)] == told


def test_a_loss_and_what_plays_on_stay_on_one_line() -> None:
    page = "".join(body(alone(), links=Links("/m/1/replay")))
    assert '<td><span class="whole">0.90 ± 0.20</span></td>' in page
    assert '<td class="text"><span class="whole"><button class="small"' in page
    assert '<span class="whole">from here</span>' in page


def test_what_is_reckoned_counts_as_lost_however_little_it_is() -> None:
    analysis = alone()
    little = msgspec.structs.replace(analysis.decisions[0], loss=0.1, mark="good")
    reckoned = msgspec.structs.replace(little, rollouts=0, error=0.0)
    analysis.decisions += [little, reckoned]
    assert analysis.losses(0) == 0.9 + 0.1


def to_its_end(name: str, *bots: str, seed: str = "1") -> Match:
    match = Match(name, list(bots), SeedDice(seed))
    for _ in match:
        pass
    return match


def test_in_king_of_tokyo_what_was_lost_is_what_own_decisions_brought() -> None:
    match = to_its_end("king-of-tokyo", "normal", "random", seed="4")
    line, examiner = timeline(match), Examiner(match.record(), 1)
    for choice in examiner.choices[:12]:
        found = examiner.examine(choice)
        steps = range(choice.place.at, choice.place.at + len(choice.moves))
        brought = sum(line.changes[at].decided[found.seat] for at in steps)
        assert found.rollouts or found.loss == pytest.approx(-brought, abs=1e-6)


def test_the_first_turn_is_turn_1() -> None:
    """Idle Six counts turns that are over, and King of Tokyo rolls before its first one."""
    for name, bots in (("idle-six", ("easy",)), ("king-of-tokyo", ("normal", "random"))):
        match = to_its_end(name, *bots)
        line = timeline(match, worlds=1)
        assert line.points[0].turn == choices(match)[0].place.turn == 1
        assert line.points[-1].turn == match.state.turns(), "nobody has a turn after the end"


def test_of_two_whom_it_changed_as_much_the_one_who_moved_is_named() -> None:
    match = to_its_end("bitcoin-mining", "normal", "easy")
    named = [(moment.seat, match.steps[moment.at]) for moment in timeline(match, worlds=8).moments]
    assert {seat for seat, _ in named} == {0, 1}
    assert all(seat == (step.seat if step.seat >= 0 else step.events[0].seat) for seat, step in named)


def test_who_gains_by_a_roll_is_told_as_well() -> None:
    """The visitor pays a toll; what decides is the BTC that the owner gets for it."""
    match = to_its_end("bitcoin-mining", "normal", "easy")
    moment = timeline(match, worlds=8).moments[-1]
    assert (moment.seat, moment.gained) == (0, [1])
    assert "normal pays easy " in moment.words
    assert moment.words.endswith("mines 4 BTC for easy (2 batches).")


@pytest.mark.parametrize("name", ["bitcoin-mining", "king-of-tokyo"])
def test_a_moment_is_told_in_three_sentences_and_the_last_one_says_how_it_ended(name: str) -> None:
    match = to_its_end(name, "normal", "easy")
    last = len(match.steps) - 1
    for at, step in enumerate(match.steps):
        voice = match.voice(WATCHER)
        every = [match.game.phrases.tell(event, voice, match.numbers) for event in step.events]
        told = words(match, at, WATCHER, 0, [1])
        assert len(told) <= sum(sorted(map(len, every))[-3:]) + 2 or len(every) < 3
        assert at < last or every[-1] in told


def test_a_step_after_a_hint_is_told_like_any_other() -> None:
    match = to_its_end("king-of-tokyo", "normal", "easy")
    at = next(at for at, step in enumerate(match.steps) if len(step.events) > 1 and step.seat >= 0)
    told = words(match, at, WATCHER, 0)
    match.steps[at] = replace(match.steps[at], hinted=True)
    assert words(match, at, WATCHER, 0) == told


def test_the_best_found_is_told_without_detours() -> None:
    match = Match("total-eclips", ["normal", "normal"], SeedDice("detour"))
    for _ in match:
        pass
    examiner = Examiner(match.record(), 10)
    choice = next(choice for choice in examiner.choices if len(choice.moves) > 1)
    found = examiner._decision(choice, [choice.moves[0], TAKE_BACK, *choice.moves[1:]], 0.5, 0.0, 2, 1)
    assert found.best
    assert "take back" not in found.best
