"""Measures the time from pressing a move until the new board is on the screen.

python -m bench.press [GAME…] [--moves N]

A real Chromium at a phone's size and a server on this machine; the moves are those of the game's own bot,
against bots. The page's own clock measures up to the first frame with the new position.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from quincunx import games
from tests.browser.house import browsing, serving
from tests.browser.people import Door

PHONE = {"width": 390, "height": 844}
WATCH = """() => {
  window.waited = [];
  let pressed = 0;
  document.addEventListener("submit", () => { pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (!pressed) return;
    const begun = pressed;
    pressed = 0;
    requestAnimationFrame(() => setTimeout(() => window.waited.push(performance.now() - begun)));
  }).observe(document.getElementById("match"), { attributeFilter: ["data-at"] });
}"""
PRESS = """(move) => {
  const button = document.querySelector("button[form=move]:not(:disabled)");
  button.value = move;
  button.click();
}"""


def measure(door: Door, game: str, moves: int) -> list[float]:
    """Return the milliseconds of each move."""
    person, waited = door.person(PHONE, has_touch=True, is_mobile=True), list[float]()
    while len(waited) < moves:
        few = games.load(game).header.players[0]
        person.set_table(game, ["me", *["normal"] * (few - 1)])
        person.page.evaluate(WATCH)
        for _ in range(moves - len(waited)):
            mine = "#match[data-your-move], #match[data-phase=over]"
            person.page.locator(mine).wait_for()
            person.see(door.served.position(person.match, 0))
            if person.over:
                break
            before = person.at
            person.page.evaluate(PRESS, door.served.advice(person.match, 0)[1])
            person.be_sure(before)
        waited += person.page.evaluate("window.waited")
    return waited


def main() -> None:
    arguments = argparse.ArgumentParser(description="How long a person waits for the new board.")
    arguments.add_argument("games", nargs="*", default=list(games.GAMES), help="games by their names")
    arguments.add_argument("--moves", type=int, default=40, help="how many moves of each")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing() as browser:
        for game in chosen.games:
            door = Door(served, browser)
            waited = sorted(measure(door, game, chosen.moves))
            slow = waited[len(waited) * 9 // 10]
            print(f"{game:15} median {statistics.median(waited):4.0f} ms, nine of ten within {slow:4.0f} ms")
            door.close()


if __name__ == "__main__":
    main()
