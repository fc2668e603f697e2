"""Adds hashes of words for the dice, and who chose a seed.

Both are unknown for older matches.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("pledge", sa.String(64), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("reveal_by", sa.String(32), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("creator_seat", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("matches", sa.Column("seed_by", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        for column in ("reveal_by", "creator_seat", "seed_by"):
            matches.drop_column(column)
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("pledge")
