"""Reading what people name, and writing so that a crash leaves the old file or the new one."""

import os
import tempfile
from pathlib import Path

from quincunx.core.mistake import Mistake


def read_bytes(path: Path) -> bytes:
    """A file's contents; a Mistake if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise Mistake(f"There is no file {path}.") from None
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}.") from None


def write_safely(path: Path, data: bytes, private: bool = False) -> None:
    """Write whole or not at all; OSError if it cannot be done."""
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
        os.unlink(name)
        raise
