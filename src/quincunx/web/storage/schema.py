"""The tables of the database. A position is never stored: a match is its header and its moves.

Every change here needs a new file in `migrations/versions`.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()


def _match() -> Column[str]:
    return Column("match", String(16), ForeignKey("matches.id"), nullable=False)


matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("variant", Text, nullable=False),
    Column("dice", String(8), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("nonce", Text, nullable=False),
    Column("clock", Integer, nullable=False),
    Column("creator", String(64), nullable=False),
    Column("created", String(32), nullable=False),
    Column("started", String(32), nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("numbers", String(64), nullable=False, server_default=""),
    Column("result", Text, nullable=False, server_default=""),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("mark", String(32), nullable=False, server_default=""),
    Column("asked", Text, nullable=False, server_default=""),
    Column("waiting", Text, nullable=False, server_default=""),
    Column("due", Double, nullable=True),
    Column("driver", String(16), nullable=False, server_default=""),
    Column("origin", String(16), nullable=False, server_default=""),
    Column("reveal_by", String(32), nullable=False, server_default=""),
    Column("creator_seat", Integer, nullable=False, server_default="-1"),
    Column("seed_by", String(8), nullable=False, server_default=""),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("hints", Boolean, nullable=False, server_default=true()),
    Column("rematch", String(16), nullable=False, server_default=""),
    Column("branch", Text, nullable=False, server_default=""),
    Column("again", String(16), nullable=False, server_default=""),
    Index("matches_due", "due"),
    Index("matches_public", "public", "created"),
)

seats = Table(
    "seats",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("name", String(64), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("bot", String(32), nullable=False),
    Column("token", String(64), nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("word", String(64), nullable=False),
    Column("mutes", String(64), nullable=False),
    Column("pledge", String(64), nullable=False, server_default=""),
    PrimaryKeyConstraint("match", "number"),
)

moves = Table(
    "moves",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("request", String(300), nullable=True),
    PrimaryKeyConstraint("match", "number"),
    UniqueConstraint("match", "seat", "request"),
)

take_backs = Table(
    "take_backs",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    Column("requests", Text, nullable=False),
    PrimaryKeyConstraint("match", "number"),
)

happenings = Table(
    "happenings",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    PrimaryKeyConstraint("match", "number"),
)

chat = Table(
    "chat",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("request", String(300), nullable=True),
    PrimaryKeyConstraint("match", "number"),
    UniqueConstraint("match", "seat", "request"),
)

answers = Table(
    "answers",
    metadata,
    _match(),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("request", String(300), nullable=False),
    Column("at", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    PrimaryKeyConstraint("match", "number"),
    UniqueConstraint("match", "seat", "request"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("until", Double, nullable=False),
    Column("metrics", Text, nullable=False, server_default=""),
)

desk_runs = Table(
    "desk_runs",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("variant", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("bot", String(32), nullable=False),
    Column("games", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("tally", Text, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("visitor", String(64), nullable=False),
    Column("origin", String(16), nullable=False),
    Column("worker", String(16), nullable=False),
    Column("beat", Double, nullable=False),
    Column("created", String(32), nullable=False),
    Index("desk_runs_phase", "phase"),
)

kept_variants = Table(
    "kept_variants",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", String(64), nullable=False),
    Column("variant", Text, nullable=False),
    Column("run", String(16), nullable=False),
    Column("visitor", String(64), nullable=False),
    Column("created", String(32), nullable=False),
    Index("kept_variants_visitor", "visitor"),
)

desk_reports = Table(
    "desk_reports",
    metadata,
    Column("run", String(16), primary_key=True),
    Column("phase", String(16), nullable=False),
    Column("page", Text, nullable=False),
    Column("beat", Double, nullable=False),
)
