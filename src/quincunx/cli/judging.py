"""Judging play: which bot is stronger, and how well a match was played."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx import games
from quincunx.cli.choices import Options, read_changes
from quincunx.cli.shared import (
    AsJson,
    GameName,
    Jobs,
    On,
    PageFile,
    RecordFile,
    RowsFile,
    TimeLimit,
    VariantFile,
    console,
    print_json,
)

if TYPE_CHECKING:
    from quincunx.lab.arena import Arena
    from quincunx.lab.progress import Progress


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots to compare: `greedy,random,mybot.py:Careful`.")],
    number: Annotated[
        int, typer.Option("--games", min=1, help="How many games, rounded up to whole rounds.")
    ] = 400,
    against: Annotated[
        str, typer.Option(metavar="BOT", help="Each of the bots alone against this one in all other seats.")
    ] = "",
    players: Annotated[int | None, typer.Option(min=1, help="How many sit at a table.")] = None,
    stop: Annotated[
        str,
        typer.Option(
            metavar="LOW,HIGH",
            help="End as soon as a bot is known to be at most LOW or at least HIGH Elo above `--against`.",
        ),
    ] = "",
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add every game to this file; the same command goes on from it."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same dice.")] = "1",
    variant: VariantFile = None,
    option: Options = None,
    jobs: Jobs = None,
    on: On = "",
    out: RowsFile = None,
    html: PageFile = None,
    as_json: AsJson = False,
    time_limit: TimeLimit = 0.0,
) -> None:
    """Find out which bot is stronger.

    Every line-up is rotated through all seats with the same dice. Shares come with 95% intervals.

    Example: `quincunx arena king-of-tokyo --bots mybot.py:Careful --against greedy --players 4`
    """
    from quincunx.files import check_output, check_page, write_safely
    from quincunx.lab import arena as lab
    from quincunx.lab.progress import with_bar
    from quincunx.lab.row_files import check_path
    from quincunx.lab.sequential import Hypotheses
    from quincunx.players import read_bots

    chosen = games.load(game)
    changes = read_changes(chosen, variant, option)
    names = read_bots(bots)
    rival = read_bots(against)[0] if against else ""
    hypotheses = Hypotheses.read(stop) if stop else None
    if out is not None:
        check_path(out)
        check_output(out, variant, keep)
    if html is not None:
        check_page(html)
        check_output(html, variant, keep)
    if keep is not None:
        check_output(keep, variant)

    def play(progress: "Progress") -> "Arena":
        return lab.arena(
            chosen,
            names,
            number,
            rival,
            players,
            seed,
            changes,
            jobs,
            hypotheses,
            keep,
            progress,
            time_limit or None,
            on,
        )

    try:
        played = with_bar(console(stderr=True), chosen.header.title, play)
    except KeyboardInterrupt:
        print(interrupted(keep), file=sys.stderr)
        raise
    if as_json:
        print_json(played.to_dict())
    else:
        console().print(played.summary())
    if out is not None:
        played.export(out)
    if html is not None:
        write_safely(html, played.html().encode())


def interrupted(keep: Path | None) -> str:
    """What is left of an arena that was ended early, and how to go on."""
    if keep is None:
        return "Interrupted: no game was kept. With `--keep FILE` the same command goes on where it ended."
    return f"Interrupted: finished games are kept in {keep}; the same command goes on from there."


def analyse(
    record: RecordFile,
    html: PageFile = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long the search takes in all.")] = 20.0,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Look at a finished match: chances, luck, and every decision.

    Each decision is compared with the best that is found, with what its player could know.

    Example: `quincunx analyse match.json --html match.html`
    """
    from quincunx.analysis import page, whole
    from quincunx.analysis.screen import AnalysisReport
    from quincunx.files import check_output, check_page, write_safely
    from quincunx.lab.progress import with_bar
    from quincunx.match import from_record
    from quincunx.players import only_person
    from quincunx.record import read
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
        lambda progress: whole.analyse(match, viewer, seconds, jobs, progress),
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
