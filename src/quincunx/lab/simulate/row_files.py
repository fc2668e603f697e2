"""A CSV or Parquet file with one row per game, written while the games are played."""

import csv
import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from quincunx.core.errors import UserError
from quincunx.files import check_writable
from quincunx.lab.simulate.batch import GameBatch, GameRow, Table

BATCH = 100_000
"""The number of games written at once. Batches always hold the same games, so equal runs give equal files."""


def check_path(path: Path) -> None:
    """Raise UserError if rows cannot be written to that path; called before the games are played."""
    if path.suffix not in (".csv", ".parquet"):
        raise UserError(f"Rows go to a `.parquet` or a `.csv` file, not to {path}.")
    if path.suffix == ".parquet" and find_spec("polars") is None:
        raise UserError("Parquet needs polars: `pip install 'quincunx[lab]'`; or name a `.csv` file.")
    check_writable(path)


class RowsFile:
    """Takes games in any order and writes them in order, as CSV or Parquet by the file's name.

    Only games that came too early are held in memory. The file appears when all are written; if that is
    interrupted, an older file of the name stays.

    A failure to write raises UserError or, with `going_on`, is kept as a sentence in `problem`, so that the
    simulation can go on and still report its results.
    """

    def __init__(self, path: Path, going_on: bool = False) -> None:
        check_path(path)
        self._path = path
        self._going_on = going_on
        self._written = 0
        self.problem = ""
        self._early: dict[int, GameBatch] = {}
        """Batches that came too early, by the number of their first game."""
        self._next: GameBatch | None = None
        """The next games to be written."""
        self._following = 0
        """The number of the game that follows these."""

    def __enter__(self) -> "RowsFile":
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._folder = Path(tempfile.mkdtemp(prefix=f".{self._path.name}.", dir=self._path.parent))
        except OSError as error:
            raise self._cannot(error) from None
        kind = _Parquet if self._path.suffix == ".parquet" else _Csv
        self._file = kind(self._folder)
        return self

    def add(self, part: GameBatch) -> None:
        """Add a batch of consecutive games. The first game of the file is game 0."""
        if self.problem:
            return
        self._early[part.first] = part
        while (following := self._early.pop(self._following, None)) is not None:
            if self._next is None:
                self._next = GameBatch(following.bots, following.seed)
            self._next.extend(following)
            self._following += len(following)
        while self._next is not None and len(self._next) >= BATCH and not self.problem:
            self.write(self._next.cut(BATCH).table())
            self._written += BATCH

    def write(self, table: Table) -> None:
        try:
            self._file.write(table)
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        if not self._going_on:
            raise self._cannot(error) from None
        self.problem = (
            f"The rows are incomplete, so {self._path} was not written: {error.strerror}, after "
            f"{self._written:,} rows. The results are those of all games."
        )
        # An incomplete file is of no use, and the disk may be full.
        self._early, self._next = {}, None
        shutil.rmtree(self._folder, ignore_errors=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _finish(self) -> None:
        if self._next is not None and len(self._next):
            self.write(self._next.table())
        if self.problem:
            return
        try:
            whole = self._file.whole()
            with whole.open("rb") as file:
                os.fsync(file.fileno())
            os.replace(whole, self._path)
        except OSError as error:
            self._fail(error)

    def _cannot(self, error: OSError) -> UserError:
        return UserError(f"{self._path} cannot be written: {error.strerror}.")


def export(rows: list[GameRow], path: Path) -> None:
    """Write rows that are in memory already."""
    with RowsFile(path) as file:
        cells = [row.cells() for row in rows]
        file.write({name: [each[name] for each in cells] for name in cells[0]})


class _Csv:
    def __init__(self, folder: Path) -> None:
        self._path = folder / "rows.csv"

    def write(self, table: Table) -> None:
        begun = self._path.exists()
        with self._path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if not begun:
                writer.writerow(table)
            writer.writerows(zip(*table.values(), strict=True))

    def whole(self) -> Path:
        return self._path


class _Parquet:
    """Writes a file for each batch and merges them at the end, without loading them all into memory."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._batches: list[Path] = []

    def write(self, table: Table) -> None:
        import polars

        path = self._folder / f"{len(self._batches)}.parquet"
        with _polars_errors():
            polars.DataFrame(table).write_parquet(path)
        self._batches.append(path)

    def whole(self) -> Path:
        import polars

        if len(self._batches) == 1:
            return self._batches[0]
        path = self._folder / "whole.parquet"
        with _polars_errors():
            polars.scan_parquet(self._batches).sink_parquet(path, row_group_size=BATCH)
        return path


@contextmanager
def _polars_errors() -> Iterator[None]:
    """Turn errors of Polars, such as for a full disk, into OSError."""
    from polars.exceptions import PolarsError

    try:
        yield
    except PolarsError as error:
        raise OSError(errno.EIO, str(error).splitlines()[0]) from None
