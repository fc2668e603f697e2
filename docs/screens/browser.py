"""Take the pictures of the browser's pages: `python -m docs.screens.browser [lobby] [desk] [GAME…]`, or all.

For each game the opening, the middle and the end, on a desktop and a phone, light and dark, as
`GAME-MOMENT-SIZE-THEME.webp`; for the README `lobby.png`, `desk.png` and `GAME.png`.
"""

import base64
import sys
import tempfile
from pathlib import Path

from quincunx import games
from tests.browser.house import browsing, serving
from tests.browser.people import Door, Person, Served

HERE = Path(__file__).parent
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
QUALITY = 60
REST = 1800
"""Milliseconds after which what has just changed is no longer marked."""
REDRAWN = 300
"""Milliseconds after which the page has its new size and theme."""

LEAVE = """(address) => fetch(address, {
  method: "POST",
  headers: { Accept: "application/json" },
  body: new URLSearchParams({ csrf: document.querySelector("[name=csrf]").value, seat: 1 }),
}).then((answer) => answer.ok)"""
"""Bots play on to the end."""


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing() as chromium:
        door = Door(served, chromium)
        person = door.person(SIZES["desktop"], reduced_motion="reduce")
        for name in names:
            if name == "lobby":
                person.page.goto("/")
                person.page.screenshot(path=HERE / "lobby.png")
            elif name == "desk":
                take_desk(person)
            else:
                take(person, served, name)
        door.close()


def take_desk(person: Person) -> None:
    """A shorter King of Tokyo, played 2,000 times beside the original."""
    page = person.page
    page.goto("/desk/king-of-tokyo")
    page.get_by_label("Points to win").fill("14")
    page.get_by_role("button", name="Play 2,000 games").click()
    page.get_by_text("2,000 games are played.").wait_for(timeout=300_000)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=HERE / "desk.png")


def take(person: Person, served: Served, name: str) -> None:
    """One match: its opening, its end as bots play it, and its middle, gone on from the replay."""
    page = person.page
    page.set_viewport_size(SIZES["desktop"])
    others = 2 if games.load(name).header.players[1] > 1 else 0
    person.set_table(name, ["me", *["normal"] * others], ["Ann"])
    page.locator("#match[data-your-move]").wait_for()
    pictures(person, f"{name}-opening")
    match = person.match
    assert page.evaluate(LEAVE, f"/m/{match}/leave")
    address = person.look_away()
    assert served.is_over(match)
    page.goto(address)
    page.locator(".ending-news").wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator(".moments").wait_for(timeout=120_000)
    pictures(person, f"{name}-end")
    page.goto(f"/m/{person.match}/replay")
    last = int(page.locator("#steps").get_attribute("data-last") or 0)
    page.goto(f"/m/{person.match}/replay?at={last // 2}")
    page.get_by_role("button", name="Play on").click()
    page.locator("#match[data-your-move]").wait_for()
    pictures(person, f"{name}-middle")
    page.screenshot(path=HERE / f"{name}.png")


def pictures(person: Person, title: str) -> None:
    person.page.wait_for_timeout(REST)
    for size, viewport in reversed(SIZES.items()):
        for theme in reversed(THEMES):
            person.page.set_viewport_size(viewport)  # type: ignore[arg-type]
            person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            person.page.evaluate("scrollTo(0, 0)")
            person.page.wait_for_timeout(REDRAWN)
            shot = person.context.new_cdp_session(person.page).send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
            )
            (HERE / f"{title}-{size}-{theme}.webp").write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main(sys.argv[1:] or ["lobby", "desk", *games.GAMES])
