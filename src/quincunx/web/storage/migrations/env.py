"""Alembic's entry point, run when the server starts with the connection to use."""

from alembic import context

from quincunx.web.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
