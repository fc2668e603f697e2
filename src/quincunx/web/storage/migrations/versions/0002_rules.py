"""Adds the version of a match's rules, the digest of its numbers, and its result.

Older matches were played by the first version; the rest is unknown for them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("numbers", sa.String(64), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("result", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        for column in ("rules", "numbers", "result"):
            matches.drop_column(column)
