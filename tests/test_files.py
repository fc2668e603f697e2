"""Files are read with a sentence if that fails, and written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from quincunx.core.errors import UserError
from quincunx.files import check_writable, read_bytes, write_safely


def test_writing_replaces_the_whole_file_and_makes_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    write_safely(path, b"first, and longer")
    write_safely(path, b"second")
    assert path.read_bytes() == b"second"
    assert [file.name for file in path.parent.iterdir()] == ["file"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_private_file_is_its_owners(tmp_path: Path) -> None:
    write_safely(tmp_path / "secret", b"x", private=True)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_safely(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_safely(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_writing_where_a_file_is_in_the_way_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        write_safely(tmp_path / "file" / "below", b"x")


def test_a_file_that_cannot_be_written_is_called_as_the_person_called_it() -> None:
    with pytest.raises(OSError, match="x") as failed:
        write_safely(Path("/proc/x.html"), b"x")
    assert failed.value.filename == "/proc/x.html"
    with pytest.raises(UserError, match=r"^/proc/x\.html cannot be written: "):
        check_writable(Path("/proc/x.html"))


def test_a_check_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "below" / "file")
    assert list(tmp_path.iterdir()) == []


def test_reading_what_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"^There is no file .*gone\.json\.$"):
        read_bytes(tmp_path / "gone.json", 10)
    with pytest.raises(UserError, match="cannot be read: Is a directory"):
        read_bytes(tmp_path, 10)


def test_what_has_no_end_is_no_file_of_ours(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a pipe or a device"):
        read_bytes(Path("/dev/zero"), 10)
    # Nobody writes to it, so whoever waits for that waits for ever.
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="is a pipe or a device"):
        read_bytes(tmp_path / "pipe", 10)
