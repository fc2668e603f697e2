"""Files that people name: read with limits, and written whole or not at all."""

import os
import stat
import tempfile
from pathlib import Path
from typing import Any

from quincunx.core.errors import UserError
from quincunx.input_limits import Format


def read(path: Path, kind: Format) -> Any:
    """Return the values in a file; raise UserError if it does not exist, is broken or is too large."""
    return kind.parse(read_bytes(path, kind.most_bytes), str(path))


def read_bytes(path: Path, most: int | None = None) -> bytes:
    """A file's contents, up to one byte more than `most`; a UserError if there is none."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UserError(f"{path} is a pipe or a device; save what comes from it to a file first.")
            return file.read(-1 if most is None else most + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', error)}.") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_output(path: Path, *reads: Path | None) -> None:
    """Raise UserError if a command may not write to `path`: over a file that it reads or keeps, or into a
    folder that does not exist, which is mostly a typing error."""
    for read in reads:
        if read is not None and _same(read, path):
            raise UserError(f"{path} is a file that this command reads; name another one to write to.")
    folder = path.parent
    if not folder.exists():
        raise UserError(f"{path} cannot be written: there is no folder {folder}; make it, or name another.")


def _same(one: Path, other: Path) -> bool:
    """Whether two paths name the same file, which need not exist yet."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def check_page(path: Path) -> None:
    """Raise UserError if a page cannot be written to `path`; called before long work."""
    if path.suffix != ".html":
        raise UserError(f"A page goes to a `.html` file, not to {path}.")
    check_writable(path)


def check_writable(path: Path) -> None:
    """Raise UserError if nothing can be written to `path`; called before long work."""
    folder = path.absolute().parent
    while not folder.exists():
        folder = folder.parent
    if path.is_dir() or not folder.is_dir():
        raise UserError(f"{path} cannot be written; name a file in a folder of yours.")
    try:
        # Permissions alone do not tell: the file system may be read-only, or the name too long.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
    os.close(handle)
    os.unlink(name)


def write_safely(path: Path, data: bytes, private: bool = False) -> None:
    """Write a file whole or not at all; raise OSError with its path if that fails."""
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
            # After Ctrl-C the temporary file may have been renamed already.
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        # The error names the temporary file, which means nothing to people.
        raise OSError(error.errno, error.strerror, str(path)) from error
