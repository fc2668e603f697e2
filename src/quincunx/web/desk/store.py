"""Desk runs, reports and kept variants in the database.

A run's progress and tally are stored while it is played, so any server can answer for it. The server that
plays it sends heartbeats; if they stop, another server takes the run over.
"""

import contextlib
import datetime
import hashlib
import json
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx import __version__
from quincunx.core.game import Game
from quincunx.match import variant
from quincunx.web.desk.tally import Tally
from quincunx.web.matches.setup import now
from quincunx.web.server.errors import Unreachable
from quincunx.web.storage.database import WRITES, is_trouble
from quincunx.web.storage.schema import desk_reports, desk_runs, kept_variants
from quincunx.web.storage.store import Store

WAITING, PLAYING, DONE, STOPPED, FAILED = "waiting", "playing", "done", "stopped", "failed"
ACTIVE = (WAITING, PLAYING)
STALE_AFTER = 12.0
"""Seconds after the last heartbeat until a run is taken over."""
DAYS = 7
"""Days after which a run is deleted, unless a kept variant shows it."""


@dataclass
class Run:
    """Games with one set of numbers. The same question has the same id, so it is played once."""

    id: str
    game: str
    variant: dict[str, Any]
    players: int
    bot: str
    games: int
    done: int = 0
    phase: str = WAITING
    tally: Tally = field(default_factory=Tally)
    sentence: str = ""
    """The reason if the run ended early."""
    visitor: str = ""
    """The owner's digest; empty for an original's run, which all share."""
    origin: str = ""
    worker: str = ""
    beat: float = 0.0
    created: str = ""

    @property
    def active(self) -> bool:
        return self.phase in ACTIVE

    @property
    def abandoned(self) -> bool:
        """Whether its server is gone."""
        return self.active and time.time() - self.beat > STALE_AFTER


@dataclass
class StoredReport:
    """The full report of a run: under way, done or failed."""

    run: str
    phase: str
    page: str
    beat: float

    @property
    def under_way(self) -> bool:
        return self.phase == PLAYING and time.time() - self.beat < STALE_AFTER


@dataclass
class Kept:
    """A variant that somebody kept, with the run that shows its effects."""

    id: str
    game: str
    title: str
    variant: dict[str, Any]
    run: str
    visitor: str
    created: str


def new_run(
    game: Game[Any], changes: dict[str, Any], players: int, bot: str, games: int, visitor: str, origin: str
) -> Run:
    """Return a run that is not stored yet. Its id is a hash of all that its figures depend on."""
    asked = [game.name, game.header.rules, variant.digest(game, changes), players, bot, games, __version__]
    name = hashlib.blake2b(json.dumps(asked).encode(), digest_size=8).hexdigest()
    run = Run(name, game.name, changes, players, bot, games, visitor=visitor, origin=origin, created=now())
    run.beat = time.time()
    return run


class DeskStore:
    """The desk's tables in the database."""

    def __init__(self, store: Store) -> None:
        self._engine, self._worker, self._health = store.engine, store.worker, store.health

    @contextlib.asynccontextmanager
    async def _connection(self, writes: bool = False) -> AsyncIterator[AsyncConnection]:
        engine = self._engine.execution_options(**WRITES) if writes else self._engine
        try:
            async with engine.begin() as connection:
                yield connection
        except Exception as error:
            if is_trouble(error):
                if writes:
                    self._health.note_failure(error)
                raise Unreachable from error
            raise

    # --- runs

    async def run(self, name: str) -> Run | None:
        async with self._connection() as connection:
            row = (await connection.execute(select(desk_runs).where(desk_runs.c.id == name))).first()
        return None if row is None else _read_run(dict(row._mapping))

    async def active(self, **of: str) -> int:
        """Count the runs that wait or are played: all, or those of a visitor or an origin."""
        wanted = [desk_runs.c[name] == value for name, value in of.items()]
        counted = select(func.count()).where(desk_runs.c.phase.in_(ACTIVE), *wanted)
        alive = counted.where(desk_runs.c.beat > time.time() - STALE_AFTER)
        async with self._connection() as connection:
            return int(await connection.scalar(alive) or 0)

    async def put(self, run: Run) -> None:
        """Store a run to be played by this server, in place of a stopped one."""
        run.worker = self._worker
        async with self._connection(writes=True) as connection:
            await connection.execute(delete(desk_runs).where(desk_runs.c.id == run.id))
            await connection.execute(insert(desk_runs).values(**_run_row(run)))

    async def claim(self, run: Run) -> bool:
        """Take over a run whose server is gone; return False if another server was quicker."""
        before = run.beat
        run.beat, run.worker = time.time(), self._worker
        mine = update(desk_runs).where(desk_runs.c.id == run.id, desk_runs.c.beat == before)
        return await self._changed(mine.values(beat=run.beat, worker=self._worker))

    async def progress(self, run: Run) -> bool:
        """Store a run's progress; return False if it was stopped, or another server has it now."""
        run.beat = time.time()
        row = _run_row(run)
        known = {name: row[name] for name in ("done", "phase", "tally", "sentence", "beat")}
        mine = update(desk_runs).where(
            desk_runs.c.id == run.id, desk_runs.c.phase.in_(ACTIVE), desk_runs.c.worker == self._worker
        )
        return await self._changed(mine.values(**known))

    async def let_go(self, run: Run) -> None:
        """Give a run up because this server stops: the next server that looks at it takes it over."""
        mine = update(desk_runs).where(desk_runs.c.id == run.id, desk_runs.c.worker == self._worker)
        await self._changed(mine.values(beat=0.0))

    async def stop(self, visitor: str, name: str = "") -> None:
        """Stop a visitor's runs, or one of them. Games played so far are kept."""
        mine = update(desk_runs).where(desk_runs.c.visitor == visitor, desk_runs.c.phase.in_(ACTIVE))
        await self._changed((mine.where(desk_runs.c.id == name) if name else mine).values(phase=STOPPED))

    async def forget_old(self) -> None:
        """Delete old runs that no kept variant shows."""
        since = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=DAYS)
        old = desk_runs.c.created < since.isoformat(timespec="seconds")
        shown = select(kept_variants.c.run)
        await self._changed(delete(desk_runs).where(old, desk_runs.c.id.not_in(shown)))
        await self._changed(delete(desk_reports).where(desk_reports.c.run.not_in(select(desk_runs.c.id))))

    # --- reports

    async def report(self, run: str) -> StoredReport | None:
        async with self._connection() as connection:
            row = (await connection.execute(select(desk_reports).where(desk_reports.c.run == run))).first()
        return None if row is None else StoredReport(**row._mapping)

    async def reports_under_way(self) -> int:
        alive = desk_reports.c.beat > time.time() - STALE_AFTER
        counted = select(func.count()).where(desk_reports.c.phase == PLAYING, alive)
        async with self._connection() as connection:
            return int(await connection.scalar(counted) or 0)

    async def put_report(self, run: str, phase: str, page: str = "") -> None:
        """Store the phase of a report; this counts as a heartbeat too."""
        row = {"run": run, "phase": phase, "page": page, "beat": time.time()}
        async with self._connection(writes=True) as connection:
            await connection.execute(delete(desk_reports).where(desk_reports.c.run == run))
            await connection.execute(insert(desk_reports).values(**row))

    # --- kept variants

    async def keep(self, run: Run, title: str, visitor: str) -> Kept:
        kept = Kept(secrets.token_hex(5), run.game, title, run.variant, run.id, visitor, now())
        row = {**asdict(kept), "variant": json.dumps(kept.variant)}
        async with self._connection(writes=True) as connection:
            await connection.execute(insert(kept_variants).values(**row))
        return kept

    async def kept(self, name: str) -> Kept | None:
        async with self._connection() as connection:
            found = await connection.execute(select(kept_variants).where(kept_variants.c.id == name))
            row = found.first()
        return None if row is None else _read_kept(dict(row._mapping))

    async def kept_by(self, visitor: str) -> list[Kept]:
        """Return a visitor's kept variants, newest first."""
        mine = select(kept_variants).where(kept_variants.c.visitor == visitor)
        async with self._connection() as connection:
            found = await connection.execute(mine.order_by(kept_variants.c.created.desc()))
            return [_read_kept(dict(row._mapping)) for row in found]

    async def rename(self, name: str, visitor: str, title: str) -> bool:
        return await self._changed(_own(update(kept_variants), name, visitor).values(title=title))

    async def drop(self, name: str, visitor: str) -> bool:
        return await self._changed(_own(delete(kept_variants), name, visitor))

    async def _changed(self, statement: Any) -> bool:
        async with self._connection(writes=True) as connection:
            return int((await connection.execute(statement)).rowcount) > 0


def _own(statement: Any, name: str, visitor: str) -> Any:
    return statement.where(kept_variants.c.id == name, kept_variants.c.visitor == visitor)


def _run_row(run: Run) -> dict[str, Any]:
    row = {name: getattr(run, name) for name in run.__dataclass_fields__}
    return {**row, "variant": json.dumps(run.variant), "tally": msgspec.json.encode(run.tally).decode()}


def _read_run(row: dict[str, Any]) -> Run:
    row["variant"] = json.loads(row["variant"])
    row["tally"] = msgspec.json.decode(row["tally"], type=Tally)
    return Run(**row)


def _read_kept(row: dict[str, Any]) -> Kept:
    row["variant"] = json.loads(row["variant"])
    return Kept(**row)
