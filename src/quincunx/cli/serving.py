"""Playing in a browser."""

from typing import Annotated

import typer

from quincunx.cli.shared import TABLE_TIME_LIMIT, OwnBots, TimeLimit
from quincunx.core.mistake import Mistake


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen at.")] = 8000,
    database: Annotated[
        str, typer.Option(metavar="URL", help="Where matches are kept: `sqlite:///FILE` or `postgresql://…`.")
    ] = "sqlite:///quincunx.db",
    pace: Annotated[
        float,
        typer.Option(
            min=0, max=10, metavar="SECONDS", help="How long bots pause that play among themselves."
        ),
    ] = 0.7,
    bot: OwnBots = None,
    time_limit: TimeLimit = TABLE_TIME_LIMIT,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="How many processes serve; several share a PostgreSQL.")
    ] = 1,
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Write a line of JSON for each request.")
    ] = False,
    desk: Annotated[
        bool,
        typer.Option(
            "--desk/--no-desk", help="Whether visitors may try out other numbers of a game, at `/desk`."
        ),
    ] = True,
) -> None:
    """Open a table in the browser. Matches are kept in quincunx.db.

    Examples: `quincunx serve --port 8080`, `quincunx serve --bot mybot.py:Careful`
    """
    try:
        from quincunx.web.serve import Table, run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("quincunx"):
            raise
        raise Mistake("The table in the browser needs more: `pip install 'quincunx[web]'`.") from None
    run(host, port, Table(database, pace, time_limit or None, bot or [], log_requests, desk), workers)
