"""Creates the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
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
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("word", sa.String(64), nullable=False),
        sa.Column("mutes", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("match", "number"),
    )
    op.create_table(
        "moves",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("request", sa.String(300), nullable=True),
        sa.PrimaryKeyConstraint("match", "number"),
        sa.UniqueConstraint("match", "seat", "request"),
    )
    op.create_table(
        "take_backs",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("requests", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "number"),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("request", sa.String(300), nullable=True),
        sa.PrimaryKeyConstraint("match", "number"),
        sa.UniqueConstraint("match", "seat", "request"),
    )


def downgrade() -> None:
    for table in ("chat", "take_backs", "moves", "seats", "matches"):
        op.drop_table(table)
