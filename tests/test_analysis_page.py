"""The page of an analysis: a game for one reads as its player counts, and charts can be read."""

import io
import re
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
from rich.console import Console

from quincunx.analysis.decisions import MARKS, Decision
from quincunx.analysis.figures import Figures
from quincunx.analysis.page import body, html
from quincunx.analysis.screen import AnalysisReport
from quincunx.analysis.timeline import Moment, Point, Timeline, words
from quincunx.analysis.whole import Analysis
from quincunx.chance import SeedDice
from quincunx.core.voice import WATCHER
from quincunx.match import Match
from quincunx.report_page import LETTER, line_chart


def alone() -> Analysis:
    """Somebody needed 26 turns, in place of the 25 that could be expected, by a bad roll in turn 10."""
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
    """What a page says, without its style."""

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


def test_the_screen_tells_nobody_alone_of_others() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(AnalysisReport(alone()))
    assert isinstance(console.file, io.StringIO)
    said = console.file.getvalue()
    assert "Luck and skill" in said
    assert "others" not in said
    assert "Nothing happens" not in said, "the page does not tell of it either"


def test_labels_of_a_chart_do_not_touch_and_its_numbers_are_whole() -> None:
    ticks = [(0, "turn 0"), (1, "turn 1"), (2, "turn 2"), (30, "turn 9"), (58, "turn 14"), (60, "turn 15")]
    drawn = line_chart(
        "Rubles", [[0.0] * 30 + [121.0] * 31], ticks, lambda value: f"{value:g}", marks=[30, 31]
    )
    texts = re.findall(
        r'<text(?: class="ink")? x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]+)<', drawn
    )
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
    marks = [float(x) for x, y, _, _ in texts if y == "12"]
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
