"""The tables of the database. A position is never stored: a match is its header and its moves.

Every change here needs a new file in `migrations/versions`.
"""

import sqlalchemy as sa

metadata = sa.MetaData()


def _match() -> sa.Column[str]:
    return sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False)


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("dice", sa.String(8), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("nonce", sa.Text, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),
    sa.Column("creator", sa.String(64), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("started", sa.String(32), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False, server_default="1"),
    sa.Column("numbers", sa.String(64), nullable=False, server_default=""),
    sa.Column("result", sa.Text, nullable=False, server_default=""),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("mark", sa.String(32), nullable=False, server_default=""),
    sa.Column("asked", sa.Text, nullable=False, server_default=""),
    sa.Column("waiting", sa.Text, nullable=False, server_default=""),
    sa.Column("due", sa.Double, nullable=True),
    sa.Column("driver", sa.String(16), nullable=False, server_default=""),
    sa.Column("origin", sa.String(16), nullable=False, server_default=""),
    sa.Column("reveal_by", sa.String(32), nullable=False, server_default=""),
    sa.Column("creator_seat", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("seed_by", sa.String(8), nullable=False, server_default=""),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("rematch", sa.String(16), nullable=False, server_default=""),
    sa.Column("branch", sa.Text, nullable=False, server_default=""),
    sa.Column("again", sa.String(16), nullable=False, server_default=""),
    sa.Index("matches_due", "due"),
    sa.Index("matches_public", "public", "created"),
)

seats = sa.Table(
    "seats",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
    sa.Column("away", sa.Boolean, nullable=False),
    sa.Column("word", sa.String(64), nullable=False),
    sa.Column("mutes", sa.String(64), nullable=False),
    sa.Column("pledge", sa.String(64), nullable=False, server_default=""),
    sa.PrimaryKeyConstraint("match", "number"),
)

moves = sa.Table(
    "moves",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("request", sa.String(300), nullable=True),
    sa.PrimaryKeyConstraint("match", "number"),
    sa.UniqueConstraint("match", "seat", "request"),
)

take_backs = sa.Table(
    "take_backs",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("after", sa.Integer, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("requests", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("match", "number"),
)

happenings = sa.Table(
    "happenings",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("after", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("match", "number"),
)

chat = sa.Table(
    "chat",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("request", sa.String(300), nullable=True),
    sa.PrimaryKeyConstraint("match", "number"),
    sa.UniqueConstraint("match", "seat", "request"),
)

answers = sa.Table(
    "answers",
    metadata,
    _match(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("request", sa.String(300), nullable=False),
    sa.Column("at", sa.Integer, nullable=False),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.PrimaryKeyConstraint("match", "number"),
    sa.UniqueConstraint("match", "seat", "request"),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("until", sa.Double, nullable=False),
    sa.Column("metrics", sa.Text, nullable=False, server_default=""),
)

desk_runs = sa.Table(
    "desk_runs",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("tally", sa.Text, nullable=False),
    sa.Column("sentence", sa.Text, nullable=False),
    sa.Column("visitor", sa.String(64), nullable=False),
    sa.Column("origin", sa.String(16), nullable=False),
    sa.Column("worker", sa.String(16), nullable=False),
    sa.Column("beat", sa.Double, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Index("desk_runs_phase", "phase"),
)

kept_variants = sa.Table(
    "kept_variants",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("run", sa.String(16), nullable=False),
    sa.Column("visitor", sa.String(64), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Index("kept_variants_visitor", "visitor"),
)

desk_reports = sa.Table(
    "desk_reports",
    metadata,
    sa.Column("run", sa.String(16), primary_key=True),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("page", sa.Text, nullable=False),
    sa.Column("beat", sa.Double, nullable=False),
)
