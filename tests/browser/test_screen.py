"""The screen of a match, measured: every decision of every game, with the fewest and the most players, at
five sizes of the window."""

from typing import TYPE_CHECKING

import pytest

from quincunx import games
from tests.browser.measure import faults, open_page
from tests.browser.people import Door, Served
from tests.browser.positions import OVER, positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOVES = 6
"""The moves of a person at each size, in which nothing may jump."""
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

DECISIONS = {
    "bitcoin-mining": {"buy decline", "later no order", "order roll", "pay roll", "choose", "choose pay"},
    "idle-six": {"done use", "claim done use", "done upgrade", "put"},
    "king-of-tokyo": {"keep reroll", "stay yield", "buy done sweep", "done sweep", "done sweep use"},
    "nomenklatura": {
        "bid pass",
        "take",
        "place stop",
        "remove stop",
        "bring stop",
        "mark",
        "discard",
        "sell",
    },
    "total-eclips": {
        "done put",
        "done put take",
        "done lock",
        "done lock unlock",
        "done reroll",
        "done raise",
    },
}
"""Kinds of decisions that a person meets, by the verbs that answer them: at least these are measured."""

WATCH = """() => {
  window.shifts = [];
  const name = (one) => `${one?.localName}#${one?.id}.${one?.getAttribute?.("class")}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => node && !node.closest?.("[data-piece], [data-die], .gain"));
      const names = moved.map(({ node }) => name(node)).join(" ");
      if (names) window.shifts.push(`${value.toFixed(4)} ${names}`);
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""


@pytest.mark.parametrize("name", games.GAMES)
def test_every_decision_has_its_place(name: str, served: Served, chromium: "Browser") -> None:
    page = open_page(chromium)
    found: dict[str, list[str]] = {}
    kinds: set[str] = set()
    for players in sorted(set(games.load(name).header.players)):
        for position in positions(name, players):
            kinds.add(position.kind)
            found |= {f"{position}, {size}": each for size, each in faults(page, served, position)}
    page.context.close()
    assert kinds >= DECISIONS[name] | {OVER}
    assert found == {}


@pytest.mark.parametrize("name", games.GAMES)
def test_nothing_jumps_while_a_match_goes_on(name: str, door: Door) -> None:
    """By the browser's own measure; what changes is replaced, and what stays stays where it was."""
    person = door.person(WIDE, reduced_motion="reduce")
    person.set_table(name, ["me", *["random"] * (min(3, games.load(name).header.players[1]) - 1)])
    for size in (WIDE, PHONE):
        person.page.set_viewport_size(size)  # type: ignore[arg-type]
        person.come_back()
        person.see(door.served.position(person.match, 0))
        person.page.evaluate(WATCH)
        for _ in range(MOVES):
            if door.served.is_over(person.match):
                break
            person.make_at_once([door.served.advice(person.match, 0)[1]])
            person.see(door.served.position(person.match, 0))
        jumps = person.page.evaluate("window.shifts")
        assert jumps == [], size
