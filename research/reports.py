"""Makes the reports of docs/reports: `python research/reports.py [GAME…]`.

It runs the printed command for the original of every game and for its tuned variant (`answers.TUNED`).
Anybody can run it again and gets the same games; only skill, levels and play without single pieces take as
many games as there is time for, so these figures vary within their intervals.
"""

import argparse
import shlex

from answers import DOCS, TUNED

from quincunx.cli import app

PLAYERS = {"bitcoin-mining": 2, "idle-six": 1, "king-of-tokyo": 4, "nomenklatura": 2, "total-eclips": 4}
"""The number of players in each report."""
GAMES = {"bitcoin-mining": 20_000, "total-eclips": 4_000}
"""The number of games in each report; 2,000 for the others."""
BUDGET = 24


def command(game: str, variant: str) -> list[str]:
    """Return the arguments of the command `quincunx`."""
    seats = ",".join(["greedy"] * PLAYERS[game])
    out = DOCS / "reports" / f"{game}{f'-{variant}' if variant else ''}.html"
    words = ["report", game, "--seats", seats, "--games", f"{GAMES.get(game, 2000)}", "--budget", f"{BUDGET}"]
    words += ["--variant", variant] if variant else []
    return [*words, "--out", str(out.relative_to(DOCS.parent))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(TUNED), metavar="GAME")
    for game in parser.parse_args().games:
        for variant in ("", TUNED[game]):
            words = command(game, variant)
            print(f"quincunx {shlex.join(words)}", flush=True)
            app(words, standalone_mode=False)
            # The rows are not published on the site.
            for table in (DOCS / "reports").glob("*.parquet"):
                table.unlink()


if __name__ == "__main__":
    main()
