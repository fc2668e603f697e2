"""Adds a version to each match, so that several servers can share one database.

Stores what servers kept only in memory: take-back requests, pending decisions and their deadlines, the server
that plays for the bots, and replies to requests.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("mark", sa.String(32), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("asked", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("waiting", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("due", sa.Double, nullable=True))
    op.add_column("matches", sa.Column("driver", sa.String(16), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("origin", sa.String(16), nullable=False, server_default=""))
    op.create_index("matches_due", "matches", ["due"])
    op.create_table(
        "answers",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("request", sa.String(300), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match", "number"),
        sa.UniqueConstraint("match", "seat", "request"),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("metrics", sa.Text, nullable=False, server_default=""),
    )


def downgrade() -> None:
    for table in ("workers", "answers"):
        op.drop_table(table)
    op.drop_index("matches_due", "matches")
    with op.batch_alter_table("matches") as matches:
        for column in ("version", "mark", "asked", "waiting", "due", "driver", "origin"):
            matches.drop_column(column)
