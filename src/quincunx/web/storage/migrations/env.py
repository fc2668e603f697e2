"""Alembic runs this when the server starts; the connection is handed to it."""

from alembic import context

from quincunx.web.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
