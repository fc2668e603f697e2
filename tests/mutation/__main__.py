"""Put small faults into a game's rules, one at a time, and list those that no scenario notices.

python -m tests.mutation king-of-tokyo
python -m tests.mutation king-of-tokyo --seed 1 2 3 --sample 400 --tests --show
python -m tests.mutation --table
"""

import argparse
import os
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    os.environ["QUINCUNX_PLAIN"] = "1"  # no fault can be put into compiled rules

from quincunx import games
from tests.mutation.faults import GAMES, Fault, definitions_of, faults_of
from tests.mutation.marks import read_marks
from tests.mutation.trial import Trial

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "proof.md"
HEADINGS = ("Game", "Places", "Seeds", "Drawn", "Equivalent", "Caught by scenarios", "With the game's tests")


class Report(NamedTuple):
    game: str
    places: int
    seeds: list[int]
    drawn: list[Fault]
    equivalent: list[Fault]
    survivors: list[Fault]
    escaped: list[Fault] | None
    """The survivors that the game's own tests miss, too; None if these were not run."""

    def share(self, lost: list[Fault]) -> str:
        whole = len(self.drawn) - len(self.equivalent)
        return f"{whole - len(lost)} of {whole} ({100 * (whole - len(lost)) / max(1, whole):.1f}%)"

    def row(self) -> list[str]:
        seeds = ", ".join(str(seed) for seed in self.seeds)
        tests = "" if self.escaped is None else self.share(self.escaped)
        counts = [str(len(faults)) for faults in (self.drawn, self.equivalent)]
        return [self.game, str(self.places), seeds, *counts, self.share(self.survivors), tests]


def examine(game: str, seeds: list[int], sample: int, only: str = "", tests: bool = False) -> Report:
    """Draw the same number of faults with each seed, and try them."""
    marks = read_marks(game)
    trial = Trial(game)
    every = faults_of(trial.folder, marks.not_rules)
    for gone in marks.stale(every, definitions_of(trial.folder)):
        print(f"{game}: a mark of what is no longer there: {gone}")
    places = [fault for fault in every if only in fault.path]
    drawn = {
        fault for seed in seeds for fault in random.Random(seed).sample(places, min(sample, len(places)))
    }
    chosen = [fault for fault in places if fault in drawn]
    alive = trial.run(chosen)
    marked = marks.keys()
    equivalent = [fault for fault in chosen if fault.key in marked]
    survivors = [fault for fault in alive if fault.key not in marked]
    for fault in equivalent:
        if fault not in alive:
            print(f"{game}: marked as equivalent, but a scenario notices {fault.key}")
    escaped = trial.run(survivors, tests=own_tests(game)) if tests else None
    return Report(game, len(places), seeds, chosen, equivalent, survivors, escaped)


def own_tests(game: str) -> list[str]:
    """Return pytest's arguments for a game: its own tests, and its golden games."""
    folder = game.replace("-", "_")
    paths = [str(TESTS / "games" / folder), str(TESTS / "test_golden.py")]
    return [*paths, "-x", "-q", "-k", f"{game} or {folder}", "-p", "no:cacheprovider"]


def show(report: Report, folder: Path, diffs: bool) -> None:
    for fault in report.survivors:
        escaped = " (and no test)" if report.escaped is not None and fault in report.escaped else ""
        print(f"{fault}{escaped}")
        if diffs:
            print(fault.diff((folder / fault.path).read_bytes()))
    print(" | ".join(f"{head} {cell}" for head, cell in zip(HEADINGS, report.row(), strict=True)))
    lost = Counter(fault.path for fault in report.survivors)
    print(", ".join(f"{path} {count}" for path, count in lost.most_common()))


def write_table(reports: list[Report]) -> None:
    """Write the rows of these games into the table of the page; the other rows stay."""
    text = PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z-]+) (\|.*\|)$", text, re.MULTILINE))
    for report in reports:
        game, *cells = report.row()
        rows[game] = f"| {' | '.join(cells)} |"
    lines = [f"| {' | '.join(HEADINGS)} |", "|---|" + "--:|" * (len(HEADINGS) - 1)]
    lines += [f"| {game} {rows[game]}" for game in sorted(rows)]
    begin, end = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE).span()  # type: ignore[union-attr]
    PAGE.write_text(text[:begin] + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.mutation", description=__doc__)
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--seed", type=int, nargs="+", default=[1, 2, 3], help="draw with each of these")
    parser.add_argument("--sample", type=int, default=400, help="how many faults each seed draws")
    parser.add_argument("--tests", action="store_true", help="try the game's own tests on what survives")
    parser.add_argument("--show", action="store_true", help="show each survivor as a diff")
    parser.add_argument("--only", default="", help="only files with this in their path")
    parser.add_argument("--table", action="store_true", help="write the figures to docs/proof.md")
    chosen = parser.parse_args(arguments)
    reports = []
    for game in chosen.game or games.OURS:
        began = time.monotonic()
        report = examine(game, chosen.seed, chosen.sample, chosen.only, chosen.tests)
        show(report, GAMES / game.replace("-", "_"), chosen.show)
        print(f"{time.monotonic() - began:.0f} s", flush=True)
        reports.append(report)
    if chosen.table:
        write_table(reports)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
