"""A rematch knows the match whose people play again, so that it keeps their seats.

Of the rematches that are there already it is not known: whoever opens the link of a seat sits there.
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
