"""Reading what people name, and writing so that a crash leaves the old file or the new one."""

import os
import stat
import tempfile
from pathlib import Path
from typing import Any

from quincunx.core.errors import UserError
from quincunx.input_limits import Format


def read(path: Path, kind: Format) -> Any:
    """The values in a file of that kind; a UserError if there is none, or if it is broken or too large."""
    return kind.parse(read_bytes(path, kind.most_bytes), str(path))


def read_bytes(path: Path, most: int) -> bytes:
    """A file's contents, up to one byte more than there may be; a UserError if there is none."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UserError(f"{path} is a pipe or a device; save what comes from it to a file first.")
            return file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', error)}.") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open, and do not wait for somebody to write to a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_output(path: Path, *reads: Path | None) -> None:
    """A UserError if a command may not write there: over a file that it reads or keeps, or into a folder that
    there is not, which is mostly a slip of the pen."""
    for read in reads:
        if read is not None and _same(read, path):
            raise UserError(f"{path} is a file that this command reads; name another one to write to.")
    folder = path.parent
    if not folder.exists():
        raise UserError(f"{path} cannot be written: there is no folder {folder}; make it, or name another.")


def _same(one: Path, other: Path) -> bool:
    """Whether both are one file, which need not be there yet."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def check_page(path: Path) -> None:
    """A UserError if a page cannot be written there: better before long work than after it."""
    if path.suffix != ".html":
        raise UserError(f"A page goes to a `.html` file, not to {path}.")
    check_writable(path)


def check_writable(path: Path) -> None:
    """A UserError if nothing can be written there: better before long work than after it."""
    folder = path.absolute().parent
    while not folder.exists():
        folder = folder.parent
    if path.is_dir() or not folder.is_dir():
        raise UserError(f"{path} cannot be written; name a file in a folder of yours.")
    try:
        # Rights alone do not tell: a folder may be read-only for everybody, and a name too long for it.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
    os.close(handle)
    os.unlink(name)


def write_safely(path: Path, data: bytes, private: bool = False) -> None:
    """Write whole or not at all; OSError, which names the file, if it cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o600 if private else 0o644)
            os.replace(name, path)
        except BaseException:
            # It may have its name already: Ctrl-C comes at any moment.
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        # Not by the name of the file beside it, which nobody has heard of.
        raise OSError(error.errno, error.strerror, str(path)) from error
