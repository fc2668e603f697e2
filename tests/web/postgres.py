"""A PostgreSQL of our own, for as long as a test needs it."""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.waiting import block_until
from tests.web.servers import free_port

_databases = itertools.count()


def binaries() -> Path | None:
    """Return the folder of `initdb` and `postgres`, if PostgreSQL is installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


def why_not() -> str:
    """Return why PostgreSQL cannot be tested here; empty if it can."""
    if binaries() is None:
        return "no PostgreSQL is installed here"
    if os.geteuid() == 0 and not _somebody_else():
        return "PostgreSQL does not run as root, and there is no user `postgres`"
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        return "asyncpg is not installed"
    return ""


def _somebody_else() -> dict[str, Any]:
    """Return the settings that run a command as the user `postgres` if we are root."""
    import pwd

    with contextlib.suppress(KeyError):
        return {"user": pwd.getpwnam("postgres").pw_uid} if os.geteuid() == 0 else {}
    return {}


class Postgres:
    """A cluster of PostgreSQL in a folder, on a port of its own. It does not wait for the disk: processes die
    in tests, the machine does not."""

    def __init__(self, folder: Path) -> None:
        found = binaries()
        assert found is not None
        self._binaries, self._folder = found, folder / "data"
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        if as_other := _somebody_else():
            os.chown(folder, as_other["user"], -1)
        self._run(
            "initdb", "-D", str(self._folder), "-U", "quincunx", "-A", "trust", "--no-sync", "-E", "UTF8"
        )

    def _command(self, name: str, *args: str) -> list[str]:
        return [str(self._binaries / name), *args]

    def _run(self, name: str, *args: str) -> None:
        command, here = self._command(name, *args), self._folder.parent
        subprocess.run(command, check=True, cwd=here, stdout=subprocess.DEVNULL, **_somebody_else())

    def start(self) -> None:
        settings = ["fsync=off", "listen_addresses=127.0.0.1", f"port={self.port}", "max_connections=60"]
        settings += [f"unix_socket_directories={self._folder}", "log_min_messages=fatal"]
        options = [part for setting in settings for part in ("-c", setting)]
        command = self._command("postgres", "-D", str(self._folder), *options)
        self._process = subprocess.Popen(
            command, cwd=self._folder, stderr=subprocess.DEVNULL, **_somebody_else()
        )
        block_until(self._answers)

    def _answers(self) -> bool:
        ready = self._command("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-q")
        return subprocess.run(ready, check=False).returncode == 0

    def kill(self) -> None:
        """Kill the server at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()
            self._process = None

    def database(self) -> str:
        """Return the address of an empty database."""
        name = f"test_{next(_databases)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "quincunx", name)
        return f"postgresql://quincunx@127.0.0.1:{self.port}/{name}"


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    # Not in pytest's own folders: only their owner may look into those.
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.kill()
