"""Adds to a rematch the match that it repeats, so that it keeps its people's seats.

Older rematches do not have it: whoever opens the link of a seat sits there.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("matches", sa.Column("again", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("again")
