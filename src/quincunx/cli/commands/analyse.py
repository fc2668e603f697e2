"""`quincunx analyse`."""

from pathlib import Path

import click

from quincunx.cli.options import jobs_option, json_option, page_option, record_argument
from quincunx.cli.output import console, print_json


@click.command()
@record_argument
@page_option
@click.option(
    "--seconds",
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    default=20.0,
    show_default=True,
    help="How long the search takes in all.",
)
@jobs_option
@json_option
def command(record: Path, html: Path | None, seconds: float, jobs: int | None, as_json: bool) -> None:
    """Look at a finished match: chances, luck, and every decision.

    Each decision is compared with the best that is found, with what its player could know.

    Example: `quincunx analyse match.json --html match.html`
    """
    from quincunx.analysis import page
    from quincunx.analysis.analyse import analyse
    from quincunx.analysis.screen import AnalysisReport
    from quincunx.files import check_output, check_page, write_safely
    from quincunx.lab.progress import with_bar
    from quincunx.match.match import from_record
    from quincunx.match.players import only_person
    from quincunx.match.record import read
    from quincunx.terminal.replay import say_how_to_play_on
    from quincunx.terminal.screen import Screen

    match = from_record(read(record))
    if html is not None:
        check_page(html)
        check_output(html, record)
    viewer = only_person(match.seats)
    analysis = with_bar(
        console(stderr=True),
        match.game.header.title,
        lambda progress: analyse(match, viewer, seconds, jobs, progress),
    )
    if html is not None:
        write_safely(html, page.html(analysis).encode())
    if as_json:
        print_json(analysis.to_dict())
    else:
        out = console()
        out.print(AnalysisReport(analysis))
        marked = [decision for decision in analysis.decisions if decision.mark != "good"]
        if marked:
            worst = max(marked, key=lambda decision: decision.loss)
            where = f"before the costliest decision, {analysis.seats[worst.seat]}'s in turn {worst.turn}"
            say_how_to_play_on(Screen(out), record, where, worst.at)
        else:
            say_how_to_play_on(Screen(out), record)
