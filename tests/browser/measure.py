"""The screen of a match, measured in Chromium: `python -m tests.browser.measure GAME` prints what is wrong,
for every kind of decision and every size, and keeps screenshots.

No element of the board is under another zone or out of its own, nothing is cut off, the document is no larger
than the window, the question has at most 35% of an upright phone, what can be touched on a phone is at least
40 pixels high, and text has at least 12 pixels on boards and 15 in questions.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx import games
from tests.browser.house import browsing, serving
from tests.browser.people import AT_ONCE, Served
from tests.browser.positions import Position, positions, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = [(1440, 900), (1280, 720), (820, 1180), (390, 844), (844, 390)]
SCRIPT = (Path(__file__).parent / "screen.js").read_text(encoding="utf-8")


def open_page(browser: "Browser") -> "Page":
    """Return the page of somebody who waits for nothing and has seen every tour."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(AT_ONCE % list(games.GAMES))
    return context.new_page()


def go_to(page: "Page", served: Served, position: Position) -> None:
    """Open the page of a match that has come to a position."""
    address, cookie = sit_down(served, position)
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(address)
    page.locator("#match[data-shows]").wait_for()


def faults(
    page: "Page", served: Served, position: Position, pictures: Path | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the faults of a position's screen, for each size that has some."""
    go_to(page, served, position)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = list(dict.fromkeys(page.evaluate(SCRIPT)))
        if found:
            yield f"{width}x{height}", found
        if pictures:
            name = f"{position.match.game.name}-{len(position.match.seats)}-{position.kind}-{width}x{height}"
            page.screenshot(path=pictures / f"{name.replace(' ', '-')}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split(":", 1)[0])
    parser.add_argument("game", choices=list(games.GAMES))
    parser.add_argument("--players", type=int, help="how many; else the fewest and the most")
    parser.add_argument("--kind", default="", help="only decisions of which this is a part, such as `yield`")
    parser.add_argument(
        "--to", type=Path, default=Path(tempfile.gettempdir()) / "screens", help="for the screenshots"
    )
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    counts = [given.players] if given.players else sorted(set(games.load(given.game).header.players))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing() as browser:
        page = open_page(browser)
        for count in counts:
            for position in positions(given.game, count):
                if given.kind not in position.kind:
                    continue
                print(position)
                for size, found in faults(page, served, position, given.to):
                    for number, fault in enumerate(found):
                        if number < 12:
                            print(f"  {size}  {fault}")
                    if len(found) > 12:
                        print(f"  {size}  and {len(found) - 12} more")
    print(f"screenshots: {given.to}")


if __name__ == "__main__":
    main()
