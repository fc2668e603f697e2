"""`quincunx play`: a match in the terminal."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx import games
from quincunx.cli import options
from quincunx.cli.choices import CommandWithChoices, options_option, read_changes
from quincunx.cli.output import console
from quincunx.core.errors import UserError, nearest

if TYPE_CHECKING:
    from rich.console import Console

    from quincunx.core.game import Game
    from quincunx.core.state import State
    from quincunx.match.chance import Chance
    from quincunx.match.match import Match
    from quincunx.match.record import Player


@click.command(cls=CommandWithChoices)
@click.argument("game", type=options.GAME, metavar="[GAME]", default="")
@click.option(
    "--seats",
    type=options.SEATS,
    default="",
    help="Who sits where, e.g. `me,hard,easy`, `me:Ann,me:Bob,expert`, `me,mybot.py:Careful`.",
)
@click.option("--dice", default="", metavar="SOURCE", help="Where the dice come from: fair, seed or real.")
@click.option("--seed", default="", help="Dice from this seed: the same every time.")
@options.variant_option
@options_option
@click.option("--resume", type=options.FILE, metavar="FILE", help="Go on with a saved match.")
@click.option(
    "--from",
    "origin",
    type=options.FILE,
    metavar="FILE",
    help="Play on from a position of a finished match, in a new file.",
)
@click.option("--at", type=click.IntRange(0), metavar="N", help="With `--from`: the position after N moves.")
@click.option("--save", type=options.FILE, metavar="FILE", help="Where to keep the match.")
@click.option(
    "--hints/--no-hints",
    default=None,
    help="Whether `hint` may be asked for; if unsaid, with one person at the table.",
)
@options.own_bots_option
@options.time_limit_option(options.TABLE_TIME_LIMIT)
@click.pass_context
def command(
    context: click.Context,
    game: str,
    seats: str,
    dice: str,
    seed: str,
    variant: Path | None,
    option: Sequence[str],
    resume: Path | None,
    origin: Path | None,
    at: int | None,
    save: Path | None,
    hints: bool | None,
    bot: Sequence[str],
    time_limit: float,
) -> None:
    """Play a game in the terminal. The match is saved at every move.

    Examples: `quincunx play idle-six`, `quincunx play idle-six --seed 7`,
    `quincunx play --resume match.json`, `quincunx play --from match.json --at 41`
    """
    from quincunx import bots
    from quincunx.terminal import session

    out = console()
    for code in bot:
        bots.add(code)
    if at is not None and origin is None:
        raise UserError("`--at N` says where to play on from another match: `--from FILE --at N`.")
    if resume is not None:
        known = game.endswith(".py") and games.load(game)  # whose code the file of a match does not tell
        if (game and not known) or seats or dice or seed or variant or option or save or origin:
            raise UserError(
                "A resumed match has its game, seats and dice already: give `--resume FILE` alone."
            )
        (match, allowed), path = resumed_match(resume, out), resume
        hints = allowed if hints is None else hints
    else:
        if save is not None:
            check_new(save)
        if origin is not None:
            if game or variant or option:
                raise UserError("A match that is played on has its game and numbers already: leave them out.")
            match = played_on(origin, at, seats, dice, seed, out)
        elif not game:
            raise UserError(f"Which game? For example `quincunx play {next(iter(games.GAMES))}`.")
        else:
            chosen = games.load(game)
            match = new_match(chosen, read_changes(chosen, variant, option), seats, dice, seed, out)
        path = save or new_path(match.game.name)
    match.referee.time_limit = time_limit or None
    context.exit(session.play(match, path, out, resume is not None, hints))


def check_new(path: Path) -> None:
    from quincunx.files import check_output

    if path.is_dir():
        raise UserError(f"{path} is a folder; name a file in it.")
    if path.exists():
        raise UserError(f"{path} exists already; go on with it by `--resume FILE`, or name another file.")
    check_output(path)


def new_match(
    game: "Game[Any]", changes: dict[str, Any], seats: str, dice: str, seed: str, out: "Console"
) -> "Match":
    from quincunx.match.match import Match
    from quincunx.match.players import read_players
    from quincunx.match.variant import numbers
    from quincunx.terminal.dice_prompt import ask_for_words

    players = read_players(seats or default_seats(game), game, numbers(game, changes))
    chance = choose_dice(game, dice, seed, out)
    match = Match(game, players, chance, changes)
    ask_for_words(match, out)
    return match


def resumed_match(path: Path, out: "Console") -> "tuple[Match, bool | None]":
    """Return the match of a file, and whether hints are allowed in it; None if people have not said."""
    from quincunx.match import record
    from quincunx.match.match import from_record
    from quincunx.match.stand_ins import all_back
    from quincunx.terminal.dice_prompt import ask_outcome

    saved = record.read(path, unfinished=True)
    if saved.result is not None:
        raise UserError(f"The match in {path} is over; look at it with `quincunx replay FILE`.")
    if saved.chance.dice == "stated":
        raise UserError(f"The dice of {path} were stated beforehand, so nobody can roll them any further.")
    check_bots(saved.seats, path)
    game = games.load(saved.game)
    match = from_record(saved, typed=lambda state: ask_outcome(game, state, out))
    match.absences = all_back(match.absences, len(match.steps))
    return match, saved.hints_allowed


def check_bots(seats: "list[Player]", path: Path) -> None:
    from quincunx import bots

    for player in seats:
        if player.bot and not bots.is_known(player.bot):
            name = player.bot
            raise UserError(f"{path} has a bot `{name}`; say where its code is: `--bot mybot.py:{name}`.")


def played_on(path: Path, at: int | None, seats: str, dice: str, seed: str, out: "Console") -> "Match":
    """Return a new match from a position of a finished one, with the same players or those of `seats`."""
    from quincunx.match import record
    from quincunx.match.chance import SOURCES
    from quincunx.match.match import from_record, verify
    from quincunx.match.players import read_players
    from quincunx.terminal.dice_prompt import ask_for_words, ask_outcome
    from quincunx.text.grammar import count

    saved = record.read(path)
    if saved.result is None:
        raise UserError(f"The match in {path} is not over; go on with it by `--resume FILE`.")
    if at is None:
        raise UserError(f"After how many of its {len(saved.moves)} moves? For example `--from FILE --at 0`.")
    whole = verify(saved)
    there, named = len(saved.seats), seats.count(",") + 1
    if seats and named != there:
        raise UserError(f"The match in {path} has {count(there, 'seat')}; `--seats` names {named}.")
    players = read_players(seats, whole.game, whole.numbers) if seats else saved.seats
    check_bots(players, path)
    if not (dice or seed) and saved.chance.dice in SOURCES:
        dice = saved.chance.dice
    chance = choose_dice(whole.game, dice, seed, out)
    begun = record.branch_off(saved, at, players, chance.header())
    match = from_record(begun, typed=lambda state: ask_outcome(whole.game, state, out))
    ask_for_words(match, out)
    return match


def choose_dice(game: "Game[Any]", dice: str, seed: str, out: "Console") -> "Chance":
    import secrets

    from quincunx.match.chance import SOURCES, FairDice, RealDice, SeedDice
    from quincunx.terminal.dice_prompt import ask_outcome

    dice = dice or ("seed" if seed else "fair")
    if dice not in SOURCES:
        raise UserError(f"There are no `{dice}` dice{nearest(dice, SOURCES)}")
    if seed and dice != "seed":
        raise UserError(f"`--seed` goes with `--dice seed`, not with `--dice {dice}`.")
    if dice == "fair":
        return FairDice()
    if dice == "seed":
        return SeedDice(seed or secrets.token_hex(4))

    def ask(state: "State") -> int:
        return ask_outcome(game, state, out)

    return RealDice(ask)


def default_seats(game: "Game[Any]") -> str:
    return ",".join(["me", *["normal"] * (game.header.players[0] - 1)])


def new_path(game: str) -> Path:
    """Return an unused path for a new match, in `~/.quincunx/matches` or below QUINCUNX_HOME."""
    import datetime

    try:
        home = Path(os.environ.get("QUINCUNX_HOME") or Path.home() / ".quincunx")
    except RuntimeError:
        raise UserError("There is no home folder to keep the match in; use `--save FILE`.") from None
    name = f"{game}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    path = home / "matches" / f"{name}.json"
    number = 2
    while path.exists():
        path = path.with_name(f"{name}-{number}.json")
        number += 1
    return path
