"""`quincunx serve`: the table in the browser."""

from collections.abc import Sequence

import click

from quincunx import games
from quincunx.cli.options import GAME, TABLE_TIME_LIMIT, own_bots_option, time_limit_option
from quincunx.core.errors import UserError


@click.command(context_settings={"show_default": True})
@click.option("--host", default="127.0.0.1", help="The address to listen at; 0.0.0.0 lets others in.")
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="N", default=8000, help="The port to listen at."
)
@click.option(
    "--database",
    metavar="URL",
    default="sqlite:///quincunx.db",
    help="Where matches are kept: `sqlite:///FILE` or `postgresql://…`.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 10),
    metavar="SECONDS",
    default=0.7,
    help="How long bots pause when they play among themselves.",
)
@click.option(
    "--game",
    multiple=True,
    type=GAME,
    metavar="FILE.py",
    help="A game of yours in a file, to be played beside the others. As often as needed.",
)
@own_bots_option
@time_limit_option(TABLE_TIME_LIMIT)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    default=1,
    help="How many processes serve; several need PostgreSQL.",
)
@click.option("--log-requests", is_flag=True, help="Write a line of JSON for each request.")
@click.option(
    "--desk/--no-desk",
    default=True,
    help="Whether visitors may try out other numbers of a game, at `/desk`.",
)
@click.option(
    "--proxy",
    envvar="FORWARDED_ALLOW_IPS",
    metavar="ADDRESS",
    default="",
    show_default=False,
    help="The proxy whose word on a visitor's address and host is trusted; commas between several.",
)
def command(
    host: str,
    port: int,
    database: str,
    pace: float,
    game: Sequence[str],
    bot: Sequence[str],
    time_limit: float,
    workers: int,
    log_requests: bool,
    desk: bool,
    proxy: str,
) -> None:
    """Open a table in the browser. Matches are kept in quincunx.db.

    Examples: `quincunx serve --port 8080`, `quincunx serve --bot mybot.py:Careful`,
    `quincunx serve --game ./pig.py`
    """
    try:
        from quincunx.web.serve import Table, run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("quincunx"):
            raise
        raise UserError("The table in the browser needs more: `pip install 'quincunx[web]'`.") from None
    for name in game:
        games.load(name)
    table = Table(database, pace, time_limit or None, list(bot), log_requests, desk, proxy)
    run(host, port, table, workers)
