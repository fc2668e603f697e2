"""`report`: the study of a game, and the files it is saved as."""

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from quincunx import games as known_games
from quincunx.bots.external import Factory
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.files import check_page, write_safely
from quincunx.lab.progress import Told, counted, nobody
from quincunx.lab.report.findings import findings
from quincunx.lab.report.measure import Study, look_closer, measured
from quincunx.lab.report.metrics import metric
from quincunx.lab.simulate.observed_run import ObservedRun, watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import make_plan

NEEDED = ["numpy", "polars"]
BUDGET = 20.0
"""The default seconds for further games, which measure skill, levels, and play without a piece."""
ORIGINAL = 2500
"""The most games of the original that a variant is compared with."""


@dataclass(frozen=True)
class Report:
    """A finished report: the study, and the games it rests on."""

    study: Study
    watched: ObservedRun

    def to_dict(self) -> dict[str, Any]:
        """Return everything measured as plain data for programs."""
        return {**msgspec.to_builtins(self.study)}

    def html(self) -> str:
        """Return the report as HTML that needs no other file."""
        from quincunx.lab.report.page import html

        return html(self.study)

    def save(self, path: Path) -> list[Path]:
        """Write the page, and beside it two Parquet files (a row per game, a row per piece on offer to a
        seat), and return the files written."""
        import polars

        check(path)
        met = self.watched.offers
        fields = ("game", "seat", "offers", "taken", "when", "margin", "won")
        pieces = {"piece": [met.pieces[place] for place in met.piece]}
        pieces |= {name: list(getattr(met, name)) for name in fields}
        games = {"game": range(self.watched.first, self.watched.first + self.study.games)}
        files = {
            path: self.html().encode(),
            path.with_suffix(".parquet"): _parquet(polars.DataFrame(games | self.watched.columns)),
        }
        if self.study.pieces:
            files[path.with_name(f"{path.stem}-pieces.parquet")] = _parquet(polars.DataFrame(pieces))
        for file, data in files.items():
            try:
                write_safely(file, data)
            except OSError as error:
                raise UserError(f"{file} cannot be written: {error.strerror}.") from None
        return list(files)


def _parquet(frame: Any) -> bytes:
    data = io.BytesIO()
    frame.write_parquet(data)
    return data.getvalue()


def check(path: Path | None) -> None:
    """Raise UserError if a report cannot be made or written to `path`; called before the games."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise UserError(f"A report needs {', '.join(missing)}: `pip install 'quincunx[lab]'`.")
    if path is not None:
        check_page(path)


def report(
    game: Game[Any] | str,
    bots: Sequence[str | Factory] | None = None,
    games: int = 2000,
    seed: str = "1",
    variant: dict[str, Any] | None = None,
    jobs: int | None = None,
    budget: float = BUDGET,
    told: Told = nobody,
    on: str = "",
    called: str = "",
) -> Report:
    """Let bots play many games, and measure what a game's designer may want to know.

    `bots` has one for each seat, a name or a class; by default `greedy` plays with as few players as the game
    allows. `budget` bounds the seconds for further games, which measure skill, levels, and play without a
    piece; they are left out if a custom bot plays. `told` is called with the progress. `called` is the
    variant's name on the page.
    """
    check(None)
    begun = time.perf_counter()
    chosen = known_games.load(game) if isinstance(game, str) else game
    plan = make_plan(chosen, bots or ["greedy"] * chosen.header.players[0], games, seed, variant or {})
    watched = _watch(plan, jobs, told, on, "playing")
    found = measured(chosen, watched)
    if plan.variant:
        original = replace(plan, games=min(games, ORIGINAL), variant={})
        original_run = _watch(original, jobs, told, on, "playing the original")
        for one in found.metrics:
            one.original = metric(one.key, chosen).estimate(original_run)
    look_closer(found, watched, jobs, budget, told, on)
    found.seconds = time.perf_counter() - begun
    found.called = called
    found.findings = list(findings(found, chosen))
    return Report(found, watched)


def _watch(plan: GamePlan, jobs: int | None, told: Told, on: str, what: str) -> ObservedRun:
    advance = counted(lambda done, total: told(what, done, total), plan.games)
    return watch(plan, jobs=jobs, progress=advance, on=on)
