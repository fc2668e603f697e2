"""Template tags that keep boards cheap to draw: one is drawn at every move for every viewer, mostly
unchanged.

- `{% keep A, B %}…{% endkeep %}` draws its block once for the same values. The block must depend on nothing
  else.
- `{% region "ID" %}…{% endregion %}` goes around an element with that id: a browser is sent the element only
  when it has changed.

`{% decision %}…{% enddecision %}` is there to move a part of the board: it goes around the present question
and the controls that answer it, and the page of a running match shows that part in its own place.
"""

from typing import Any

import msgspec
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup

MOST_KEPT = 5000
"""Most drawn blocks in the cache: some 10 MB."""


BEGIN, NAMED, END = "<!--[", "-->", "<!--]-->"
"""Marks around a region in drawn HTML."""


DECIDE, DECIDED = "<!--{-->", "<!--}-->"
"""Marks around the decision in drawn HTML."""


ENCODER = msgspec.json.Encoder(enc_hook=lambda undefined: None)
"""Encodes cache keys; undefined variables of a template are values too."""


class Region(Extension):
    tags = {"region"}

    def parse(self, parser: Parser) -> list[nodes.Node]:
        line = next(parser.stream).lineno
        name = parser.parse_expression()
        body = parser.parse_statements(("name:endregion",), drop_needle=True)
        begin = nodes.Output([self.call_method("_begin", [name])]).set_lineno(line)
        return [begin, *body, nodes.Output([nodes.TemplateData(END)])]

    def _begin(self, name: str) -> Markup:
        return Markup(f"{BEGIN}{name}{NAMED}")


class Decision(Extension):
    tags = {"decision"}

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        body = parser.parse_statements(("name:enddecision",), drop_needle=True)
        begin, end = (nodes.Output([nodes.TemplateData(mark)]) for mark in (DECIDE, DECIDED))
        return [begin, *body, end]


def without_decision(html: str) -> tuple[str, str]:
    """Return a board without its decision, and the decision, "" if the board marks none."""
    before, _, rest = html.partition(DECIDE)
    decision, _, after = rest.partition(DECIDED)
    return before + after, decision


def regions(html: str) -> tuple[str, dict[str, str]]:
    """Return the HTML outside all regions, and the regions by id."""
    around, *marked = html.split(BEGIN)
    found: dict[str, str] = {}
    for piece in marked:
        name, _, rest = piece.partition(NAMED)
        found[name], _, after = rest.partition(END)
        around += BEGIN + name + NAMED + after
    return around, found


class Keep(Extension):
    tags = {"keep"}

    _drawn: dict[tuple[str, bytes], Markup] = {}

    @classmethod
    def forget(cls) -> None:
        cls._drawn.clear()

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Compile to: look the block up; if it is missing, draw and store it; output it."""
        line = next(parser.stream).lineno
        values = parser.parse_tuple()
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        place = nodes.Const(f"{parser.name}:{line}")
        given, drawn = parser.free_identifier(), parser.free_identifier()
        draw: list[nodes.Node] = [
            nodes.AssignBlock(drawn, None, body),
            nodes.Assign(drawn, self.call_method("_remember", [place, given, drawn])),
        ]
        made: list[nodes.Node] = [
            nodes.Assign(given, values),
            nodes.Assign(drawn, self.call_method("_find", [place, given])),
            nodes.If(nodes.Compare(drawn, [nodes.Operand("eq", nodes.Const(None))]), draw, [], []),
            nodes.Output([drawn]),
        ]
        return [node.set_lineno(line) for node in made]

    def _find(self, place: str, values: Any) -> Markup | None:
        return self._drawn.get((place, ENCODER.encode(values)))

    def _remember(self, place: str, values: Any, drawn: Markup) -> Markup:
        if len(self._drawn) >= MOST_KEPT:
            self._drawn.clear()
        self._drawn[place, ENCODER.encode(values)] = drawn
        return drawn
