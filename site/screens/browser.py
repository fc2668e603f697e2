"""Take the pictures of the browser's pages: `python -m docs.screens.browser [GAME…]`."""

import sys
import tempfile
from pathlib import Path

from quincunx import games
from tests.browser.house import browsing, serving
from tests.browser.people import Door, Person

HERE = Path(__file__).parent
MOVES = {"total-eclips": 250, "bitcoin-mining": 80}
MOST_MOVES = 60
"""How many moves are played before the picture is taken; `MOVES` has the games that need more."""


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing() as chromium:
        door = Door(served, chromium)
        person = door.person()
        person.page.goto("/")
        person.page.screenshot(path=HERE / "lobby.png")
        for name in names:
            play_some(person, door, name)
            # Animations come to rest first.
            person.page.wait_for_timeout(2500)
            person.page.screenshot(path=HERE / f"{name}.png")
        door.close()


def play_some(person: Person, door: Door, name: str) -> None:
    """Play against the bots, with the moves that a bot would make."""
    person.page.goto("/")
    person.page.get_by_role("button", name=f"Play {games.load(name).header.title} now").click()
    person.page.locator("#match").wait_for()
    match = door.served.match(person.match)
    while len(match.steps) < MOVES.get(name, MOST_MOVES) and not match.over:
        person.page.locator("#match[data-your-move]").wait_for()
        person.make_quickly(door.served.advice(person.match, 0)[1])
    person.page.evaluate("scrollTo(0, 0)")


if __name__ == "__main__":
    main(sys.argv[1:] or list(games.GAMES))
