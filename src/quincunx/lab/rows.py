"""One row per simulated game, and the files they go to."""

import csv
import io
import os
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from quincunx.core.mistake import Mistake
from quincunx.files import write_safely


class Row(NamedTuple):
    """How one game went. The lists have an entry for each seat."""

    game: int
    """From 0: the number that is part of the game's seed."""
    seed: str
    bots: list[str]
    scores: list[float]
    wins: list[float]
    """1 for a win alone, a part for a shared one, 0 for none."""
    turns: int
    decisions: int
    reason: str

    def cells(self) -> dict[str, int | float | str]:
        """The row as a file has it; seats count from 1."""
        cells: dict[str, int | float | str] = {
            "game": self.game,
            "seed": self.seed,
            "turns": self.turns,
            "decisions": self.decisions,
            "reason": self.reason,
        }
        for seat, (bot, score, win) in enumerate(zip(self.bots, self.scores, self.wins, strict=True), 1):
            cells |= {f"bot_{seat}": bot, f"score_{seat}": float(score), f"won_{seat}": win}
        return cells


def check_path(path: Path) -> None:
    """A Mistake if rows could not be written there: better before the games than after."""
    if path.suffix not in (".csv", ".parquet"):
        raise Mistake(f"Rows go to a `.parquet` or a `.csv` file, not to {path}.")
    if path.suffix == ".parquet" and find_spec("polars") is None:
        raise Mistake("Parquet needs polars: `pip install 'quincunx[lab]'`; or name a `.csv` file.")
    folder = path.absolute().parent
    while not folder.exists():
        folder = folder.parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Mistake(f"{path} cannot be written; name a file in a folder of yours.")


def export(rows: list[Row], path: Path) -> None:
    """Write one row per game, as CSV or Parquet by the file's name."""
    check_path(path)
    data = _parquet(rows) if path.suffix == ".parquet" else _csv(rows)
    try:
        write_safely(path, data)
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}.") from None


def _csv(rows: list[Row]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0].cells()), lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.cells() for row in rows)
    return text.getvalue().encode()


def _parquet(rows: list[Row]) -> bytes:
    import polars

    data = io.BytesIO()
    polars.DataFrame([row.cells() for row in rows], infer_schema_length=None).write_parquet(data)
    return data.getvalue()
