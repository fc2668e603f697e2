"""Rows in files, and names that no rows can go to."""

import csv
import pickle
from pathlib import Path

import pytest

from quincunx.core.errors import UserError
from quincunx.lab.simulate import row_files
from quincunx.lab.simulate.batch import GameBatch, GameRow
from quincunx.lab.simulate.row_files import RowsFile, check_path, export

ROWS = [
    GameRow(0, "s:0", ["greedy", "random"], [50.0, 31.5], [1.0, 0.0], 12, 40, "first to 50"),
    GameRow(1, "s:1", ["random", "greedy"], [50.0, 50.0], [0.5, 0.5], 9, 33, 'a "draw", both at 50'),
]
HEADINGS = [
    *["game", "seed", "turns", "decisions", "reason"],
    *["bot_1", "score_1", "won_1", "bot_2", "score_2", "won_2"],
]


def test_columns_give_the_rows_back_however_they_are_cut() -> None:
    first, second = GameBatch(["greedy", "random"], "s"), GameBatch(["greedy", "random"], "s", 1)
    first.add_result([50.0, 31.5], [0], 12, 40, "first to 50")
    second.add_result([50.0, 50.0], [0, 1], 9, 33, 'a "draw", both at 50')
    assert second.rows() == ROWS[1:]
    first.extend(second)
    assert first.rows() == ROWS


def test_columns_are_small_to_send() -> None:
    games = GameBatch(["greedy", "random"], "s")
    for number in range(1000):
        games.add_result([50, 31], [0], 12, 40, f"first to {50 + number % 2}, and a long reason for it")
    assert len(pickle.dumps(games)) < 60 * len(games)
    assert pickle.loads(pickle.dumps(games)).rows() == games.rows()


def test_csv_gives_the_rows_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "rows.csv"
    export(ROWS, path)
    with path.open(newline="", encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    assert list(found[0]) == HEADINGS
    assert found == [{name: str(value) for name, value in row.cells().items()} for row in ROWS]


def test_parquet_gives_the_rows_back(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "rows.parquet"
    export(ROWS, path)
    found = polars.read_parquet(path)
    assert found.columns == HEADINGS
    assert found.rows(named=True) == [row.cells() for row in ROWS]


def test_other_file_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"`\.parquet` or a `\.csv` file, not to .*rows\.xlsx"):
        export(ROWS, tmp_path / "rows.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_parquet_without_polars_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.lab.simulate.row_files.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'quincunx\[lab\]'"):
        check_path(tmp_path / "rows.parquet")
    check_path(tmp_path / "rows.csv")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    for path in (tmp_path / "file" / "rows.csv", tmp_path / "folder.csv"):
        with pytest.raises(UserError, match="cannot be written"):
            check_path(path)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_files_are_equal_in_whatever_order_games_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("polars")
    monkeypatch.setattr(row_files, "BATCH", 4)
    whole = GameBatch(["a", "b"], "s")
    parts = [GameBatch(["a", "b"], "s", first) for first in (0, 1, 6, 8)]
    for number in range(11):
        part = max((part for part in parts if part.first <= number), key=lambda part: part.first)
        for columns in (whole, part):
            columns.add_result([number, 1.5], [number % 2], number + 3, number + 20, f"because {number % 3}")
    with RowsFile(tmp_path / f"once{suffix}") as file:
        file.add(whole)
    with RowsFile(tmp_path / f"parts{suffix}") as file:
        for at in (2, 1, 3, 0):
            file.add(parts[at])
    assert (tmp_path / f"parts{suffix}").read_bytes() == (tmp_path / f"once{suffix}").read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


def test_an_interrupted_file_leaves_the_older_one(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    export(ROWS, path)
    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt), RowsFile(path):
        raise KeyboardInterrupt
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
