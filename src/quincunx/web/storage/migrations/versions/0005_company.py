"""Adds events between moves, public tables, tables without hints, rematches and branches.

Older matches are private, allow hints, and have none of the others.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "happenings",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "number"),
    )
    op.add_column("matches", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("matches", sa.Column("rematch", sa.String(16), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("branch", sa.Text, nullable=False, server_default=""))
    op.create_index("matches_public", "matches", ["public", "created"])


def downgrade() -> None:
    op.drop_index("matches_public", "matches")
    with op.batch_alter_table("matches") as matches:
        for column in ("public", "hints", "rematch", "branch"):
            matches.drop_column(column)
    op.drop_table("happenings")
