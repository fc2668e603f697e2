"""Adds the desk: runs of variants, reports, and variants that people kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "desk_runs",
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
    )
    op.create_index("desk_runs_phase", "desk_runs", ["phase"])
    op.create_table(
        "kept_variants",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("run", sa.String(16), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_index("kept_variants_visitor", "kept_variants", ["visitor"])
    op.create_table(
        "desk_reports",
        sa.Column("run", sa.String(16), primary_key=True),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("beat", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("desk_reports")
    op.drop_index("kept_variants_visitor", "kept_variants")
    op.drop_table("kept_variants")
    op.drop_index("desk_runs_phase", "desk_runs")
    op.drop_table("desk_runs")
