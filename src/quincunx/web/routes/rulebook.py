"""Renders a rulebook as a page: contents, an anchor for each rule number, and pictures of the board."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from quincunx.core.game import Game
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.match.scenario import PREFIX, coverage, read_scenario, scenario_files
from quincunx.text.grammar import count
from quincunx.web.live.picture import draw_alone

RULE = re.compile(rf"(such as \(?)?\b({PREFIX}-\d+)\b")
"""A citation. The words before it tell that it stands for any: it is not where that rule is said."""
HEAD = re.compile(r"^(game|title|rule):.*\n([ -].*\n)*", re.M)
HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
NAMED = re.compile(r'\b(id|data-key|for|form|name|aria-labelledby|aria-describedby|aria-controls)="([^"]*)"')
SET_UP = re.compile(r"<h2 [^>]*>(The )?set-?\s?up", re.I)
MOMENTS = {"The first decision": 0, "Some turns later": 5}
"""Captions of a rulebook's pictures, and the turns played before each."""


@dataclass
class Chapter:
    level: int
    id: str
    title: str


@dataclass
class Rulebook:
    html: Markup
    chapters: list[Chapter]


@cache
def rulebook(game: Game[Any]) -> Rulebook:
    """Return RULES.md as HTML. HTML inside it is shown as text."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(game.rulebook())
    # The security policy of pages forbids style attributes.
    html = re.sub(r'style="text-align:(\w+)"', r'class="\1"', html)
    # A table or example may be wider than a phone: it scrolls by itself, also by keyboard.
    html = html.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
    html = html.replace("</table>", "</table></div>").replace("<th></th>", "<td></td>")
    html = html.replace("<pre>", '<pre tabindex="0">')
    html, chapters = _with_chapters(html)
    return Rulebook(Markup(_with_pictures(_with_anchors(html, game), game)), chapters)


@dataclass
class Example:
    """A scenario that comes with a game, and the lines of its file that say what happens."""

    rules: list[str]
    title: str
    text: str


@cache
def examples(game: Game[Any]) -> dict[str, list[Example]]:
    """Return each numbered rule of a game with its examples."""
    found = []
    for path in scenario_files(game.folder / "scenarios"):
        scenario = read_scenario(path)
        found.append(Example(scenario.rules, scenario.title, HEAD.sub("", path.read_text(encoding="utf-8"))))
    return coverage(game, found)


def _with_chapters(html: str) -> tuple[str, list[Chapter]]:
    chapters: list[Chapter] = []

    def heading(found: re.Match[str]) -> str:
        level, title = found.groups()
        plain = re.sub("<[^>]*>", "", title)
        name = re.sub(r"\W+", "-", plain.lower()).strip("-")
        taken = sum(chapter.id == name or chapter.id.startswith(f"{name}--") for chapter in chapters)
        chapters.append(Chapter(int(level), f"{name}--{taken + 1}" if taken else name, Markup(plain)))
        return f'<h{level} id="{chapters[-1].id}">{title}</h{level}>'

    return HEADING.sub(heading, html), chapters


def _with_anchors(html: str, game: Game[Any]) -> str:
    """Anchor each rule, with its examples, where it is first cited; link later citations to it."""
    known: set[str] = set()

    def cite(found: re.Match[str]) -> str:
        before, rule = found[1] or "", found[2]
        if before or rule in known:
            return f'{before}<a class="rule" href="#{rule}">{rule}</a>'
        known.add(rule)
        place = f'<a class="rule" id="{rule}" href="#{rule}">{rule}</a>'
        shown = len(examples(game).get(rule, []))
        link = f'<a class="examples" href="/games/{game.name}/rules/{rule}">{count(shown, "example")}</a>'
        return f"{place} {link}" if shown else place

    # Leave tags alone.
    return "".join(
        RULE.sub(cite, part) if not part.startswith("<") else part for part in re.split("(<[^>]*>)", html)
    )


def _with_pictures(html: str, game: Game[Any]) -> str:
    """Add the board before the first decision to the end of the set-up chapter, and a later board to the next
    chapter."""
    chapters = re.split(r"(?=<h2 )", html)
    set_up = next((place for place, text in enumerate(chapters) if SET_UP.match(text)), len(chapters) - 1)
    for place, picture in enumerate(_pictures(game), set_up):
        chapters[min(place, len(chapters) - 1)] += picture
    return "".join(chapters)


def _pictures(game: Game[Any]) -> Iterator[str]:
    """Yield pictures of two positions from a match of bots."""
    low, high = game.header.players
    players = max(low, min(3, high))
    names = game.phrases.seat_names(game.numbers(game.toml), players)
    match = Match(game, [Player(name, "greedy") for name in names], SeedDice(game.name))
    for number, (caption, turns) in enumerate(MOMENTS.items(), 1):
        while (
            match.state.turns() < turns or match.state.current_player() == CHANCE
        ) and match.advance() is not None:
            pass
        seat = max(match.state.current_player(), 0)
        board = _renamed(draw_alone(match, seat), f"picture-{number}-")
        yield (
            f'<figure class="position"><div class="board" inert>{board}</div>'
            f"<figcaption>{caption}, as {match.seats[seat].name} sees it</figcaption></figure>"
        )


def _renamed(html: str, prefix: str) -> str:
    """Return the HTML with prefixed ids, since the page has several boards."""
    html = NAMED.sub(
        lambda found: f'{found[1]}="{" ".join(prefix + name for name in found[2].split())}"', html
    )
    return html.replace('href="#', f'href="#{prefix}').replace("url(#", f"url(#{prefix}")
