"""What simulation says of a game: `python bench/playtest.py GAME [--games 400] [--variant FILE] [--write]`.

Plays that many games for each number of players, the game's own bot in every seat, and prints the tables
that the game's `playtest.py` makes of them. `--write` puts them at the end of its page in docs/playtests.
"""

import argparse
from pathlib import Path

from quincunx import games, variant
from quincunx.core.observer import Cell
from quincunx.lab.watch import PLAYTEST, watch
from quincunx.lab.workers import Plan

PAGES = Path(__file__).parents[1] / "docs" / "playtests"
HEADING = "## Counted by simulation"
PREFIX = f"{PLAYTEST} "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--variant", type=Path)
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    game = games.load(wanted.game)
    changes = variant.read_variant(wanted.variant, game) if wanted.variant else {}
    rows: list[dict[str, Cell]] = []
    for players in game.player_counts:
        rows += _rows(Plan(game.name, ["greedy"] * players, wanted.games, "1", changes))
    head = f"{wanted.games} games for each number of players, the game's own bot in every seat, seed 1."
    told = f"{head}\n\n{game.playtest_report(rows)}\n"
    if wanted.write:
        _write(
            PAGES / f"{game.name}.md", f"{head} Made by `python bench/playtest.py {game.name} --write`.", told
        )
    else:
        print(told)


def _rows(plan: Plan) -> list[dict[str, Cell]]:
    """What the game's observer wrote of each game."""
    columns = {
        name.removeprefix(PREFIX): values
        for name, values in watch(plan, (PLAYTEST,)).columns.items()
        if name.startswith(PREFIX)
    }
    return [
        {name: cell for name, values in columns.items() if (cell := values[number]) is not None}
        for number in range(plan.games)
    ]


def _write(page: Path, head: str, told: str) -> None:
    """Put the tables in the place of those of the last time, at the end of the page."""
    text = page.read_text(encoding="utf-8").partition(HEADING)[0].rstrip()
    tables = told.partition("\n\n")[2]
    page.write_text(f"{text}\n\n{HEADING}\n\n{head}\n\n{tables}", encoding="utf-8")


if __name__ == "__main__":
    main()
