"""The command line. Heavy modules are imported where they are used, so that it starts quickly."""

import errno
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx import __version__, games
from quincunx.core.mistake import Mistake, nearest
from quincunx.core.state import IllegalMove, State
from quincunx.modes import compiled

if TYPE_CHECKING:
    from rich.console import Console

    from quincunx.chance import Chance, ChanceHeader
    from quincunx.core.game import Game
    from quincunx.match import Match
    from quincunx.record import Player

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game by its name, as `list` has it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
VariantFile = Annotated[
    Path | None, typer.Option("--variant", metavar="FILE", help="A TOML file with the numbers to change.")
]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="The file of a match.")]


INTERRUPTED = 130


def main() -> None:
    """Run a command; a user's mistake is one sentence and exit code 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A sign the screen does not have becomes a question mark, never a crash.
        sys.stdout.reconfigure(errors="replace")
    try:
        check_letters(sys.argv)
        code = app(prog_name="quincunx", standalone_mode=False)
        if code == INTERRUPTED:
            # Whatever comes next begins on a line of its own.
            print(file=sys.stderr)
        sys.stdout.flush()
    except (Mistake, IllegalMove) as error:
        fail(str(error))
    except typer.TyperException as error:
        fail(usage(error))
    except typer.Abort:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone, as with `| head`; nothing more can be said to it.
        drop_output()
        sys.exit(0)
    except OSError as error:
        if error.filename is not None:
            fail(f"{error.filename} cannot be used: {error.strerror}.")
        if error.errno != errno.ENOSPC:
            raise
        drop_output()
        fail("The output cannot be written: the disk is full.")
    sys.exit(code if isinstance(code, int) else 0)


def check_letters(words: list[str]) -> None:
    """A Mistake for a word that could be neither shown nor saved."""
    for word in words:
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            shown = word.encode(errors="replace").decode()
            raise Mistake(f"`{shown}` has letters that your terminal's encoding does not know; use others.")


def usage(error: typer.TyperException) -> str:
    """What is wrong with a command line, and where the right way is told."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "quincunx"
    return f"{error.format_message().rstrip('.')}. Try `{command} --help`."


def drop_output() -> None:
    """What is still to be written would only fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(sentence: str) -> None:
    print(f"quincunx: {sentence}", file=sys.stderr)
    sys.exit(2)


def console(stderr: bool = False) -> "Console":
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


def print_json(data: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def version_line() -> str:
    how = "compiled with mypyc" if compiled() else "plain Python: the same games, slower simulation"
    return f"quincunx {__version__} ({how})"


@app.callback(invoke_without_command=True)
def quincunx(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Five board games to play, prove and tune.

    Example: `quincunx play idle-six`
    """
    if version:
        print(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        greet()


def greet() -> None:
    """Say hello, show the games, and start the one that is chosen, or the table in the browser."""
    out = console()
    out.print("[bold]Quincunx[/bold]: five board games to play, prove and tune.")
    if not compiled():
        out.print(version_line(), style="dim")
    out.print(table_of_games(numbered=True))
    names = list(games.GAMES)
    if not sys.stdin.isatty():
        out.print(
            f"Play one: [bold]quincunx play {names[0]}[/bold]. In the browser: [bold]quincunx serve[/bold]. "
            "All commands: [bold]quincunx --help[/bold]"
        )
        return
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    asking = "Which one will you play? Its number, `table` for the browser, or Enter to leave: "
    while answer := out.input(asking).strip():
        if answer == "table":
            return serve()
        name = numbered.get(answer, answer)
        if name in games.GAMES:
            return play(name)
        out.print(f"There is no game `{answer}`{nearest(answer, names)}", markup=False)


def table_of_games(numbered: bool = False) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, show_header=True, header_style="dim")
    if numbered:
        table.add_column("")
    for heading in ("Game", "Players", "Minutes", ""):
        table.add_column(heading, overflow="fold")
    for number, name in enumerate(games.GAMES, 1):
        header = games.load(name).header
        cells = [f"[bold]{name}[/bold]", span(header.players), span(header.minutes), header.summary]
        table.add_row(*([str(number)] if numbered else []), *cells)
    return table


def span(bounds: tuple[int, int]) -> str:
    low, high = bounds
    return str(low) if low == high else f"{low}-{high}"


@app.command("list")
def list_games(as_json: AsJson = False) -> None:
    """Show the games.

    Example: `quincunx list --json`
    """
    if as_json:
        import msgspec

        print_json([{"name": name, **msgspec.to_builtins(games.load(name).header)} for name in games.GAMES])
    else:
        console().print(table_of_games())


@app.command()
def rules(game: GameName) -> None:
    """Read a game's rulebook.

    Example: `quincunx rules idle-six`
    """
    from quincunx.terminal.pages import show_rules

    show_rules(games.load(game), console())


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game by its name.")] = "",
    seats: Annotated[
        str, typer.Option(help="Who sits where, e.g. `me,greedy` or `me:Ann,me:Bob,random`.")
    ] = "",
    dice: Annotated[str, typer.Option(help="Where the dice come from: fair, seed or real.")] = "",
    seed: Annotated[str, typer.Option(help="Dice from this seed: the same every time.")] = "",
    variant: VariantFile = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the match.")] = None,
) -> None:
    """Play a game in the terminal. The match is saved at every move.

    Examples: `quincunx play idle-six`, `quincunx play idle-six --seed 7`,
    `quincunx play --resume match.json`
    """
    from quincunx.terminal import table

    out = console()
    if resume is not None:
        if game or seats or dice or seed or variant or save:
            raise Mistake("A resumed match has its game, seats and dice already: give `--resume FILE` alone.")
        match, path = resumed_match(resume, out), resume
    else:
        if save is not None:
            check_new(save)
        match = new_match(game, seats, dice, seed, variant, out)
        path = save or new_path(match.game.name)
    raise typer.Exit(table.play(match, path, out, resumed=resume is not None))


def check_new(path: Path) -> None:
    if path.is_dir():
        raise Mistake(f"{path} is a folder; name a file in it.")
    if path.exists():
        raise Mistake(f"{path} exists already; go on with it by `--resume {path}` or name another file.")


def new_match(name: str, seats: str, dice: str, seed: str, variant: Path | None, out: "Console") -> "Match":
    from quincunx.match import Match
    from quincunx.terminal import table
    from quincunx.variant import read_variant

    if not name:
        raise Mistake(f"Which game? For example `quincunx play {next(iter(games.GAMES))}`.")
    game = games.load(name)
    changes = read_variant(variant, game) if variant else {}
    players = read_seats(seats or default_seats(game))
    chance = choose_dice(game, dice, seed, out)
    match = Match(game, players, chance, changes)
    table.agree_on_luck(match, out)
    return match


def resumed_match(path: Path, out: "Console") -> "Match":
    from quincunx import record
    from quincunx.match import from_record
    from quincunx.terminal import table

    saved = record.read(path, unfinished=True)
    if saved.result is not None:
        raise Mistake(f"The match in {path} is over; look at it with `quincunx replay {path}`.")
    if saved.chance.dice == "stated":
        raise Mistake(f"The dice of {path} were stated beforehand, so nobody can roll them any further.")
    game = games.load(saved.game)
    return from_record(saved, typed=lambda state: table.ask_outcome(game, state, out))


def choose_dice(game: "Game[Any]", dice: str, seed: str, out: "Console") -> "Chance":
    import secrets

    from quincunx.chance import SOURCES, FairDice, RealDice, SeedDice
    from quincunx.terminal import table

    dice = dice or ("seed" if seed else "fair")
    if dice not in SOURCES:
        raise Mistake(f"There are no `{dice}` dice{nearest(dice, SOURCES)}")
    if seed and dice != "seed":
        raise Mistake(f"`--seed` goes with `--dice seed`, not with `--dice {dice}`.")
    if dice == "fair":
        return FairDice()
    if dice == "seed":
        return SeedDice(seed or secrets.token_hex(4))

    def ask(state: State) -> int:
        return table.ask_outcome(game, state, out)

    return RealDice(ask)


def default_seats(game: "Game[Any]") -> str:
    return ",".join(["me", *["greedy"] * (game.header.players[0] - 1)])


def read_seats(text: str) -> "list[Player]":
    """People as `me` or `me:Name`, bots by their name."""
    from quincunx.bots import BOTS
    from quincunx.record import Player

    players: list[Player] = []
    for word in text.split(","):
        kind, _, name = word.strip().partition(":")
        if kind == "me":
            players.append(Player(name.strip() or "You"))
        elif kind in BOTS:
            players.append(Player(name.strip() or kind, kind))
        else:
            known = nearest(kind, ["me", *BOTS])
            raise Mistake(f"Nobody called `{kind}` can sit down{known} People sit as `me` or `me:Name`.")
    names = [player.name for player in players]
    for number, player in enumerate(players, 1):
        if names.count(player.name) > 1:
            player.name = f"{player.name} {number}"
    return players


def new_path(game: str) -> Path:
    """A file for a new match, in `~/.quincunx/matches` or below QUINCUNX_HOME."""
    import datetime

    try:
        home = Path(os.environ.get("QUINCUNX_HOME") or Path.home() / ".quincunx")
    except RuntimeError:
        raise Mistake("There is no home folder to keep the match in; use `--save FILE`.") from None
    name = f"{game}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}"
    path = home / "matches" / f"{name}.json"
    number = 2
    while path.exists():
        path = path.with_name(f"{name}-{number}.json")
        number += 1
    return path


@app.command()
def replay(
    record: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", min=0, help="The position after N moves.")] = None,
    as_json: AsJson = False,
) -> None:
    """Step through a match, forward and back.

    Example: `quincunx replay match.json --at 41`
    """
    from quincunx import record as records
    from quincunx.match import from_record
    from quincunx.terminal.replay import show

    saved = records.read(record)
    if as_json:
        match = from_record(saved, at)
        print_json({"moves": saved.moves[:at], "position": match.game.to_dict(match.state)})
    else:
        show(saved, console(), at)


@app.command()
def verify(record: RecordFile, as_json: AsJson = False) -> None:
    """Play a match again and check its moves, its dice and its result.

    Exit code 0: it is sound; 1: something is wrong; 2: it is no record.

    Example: `quincunx verify match.json`
    """
    from quincunx import record as records
    from quincunx.match import BadMove
    from quincunx.match import verify as play_again

    saved = records.read(record)
    games.load(saved.game)
    try:
        match = play_again(saved)
    except Mistake as error:
        if as_json:
            number = error.number if isinstance(error, BadMove) else None
            print_json({"sound": False, "move": number, "problem": str(error)})
        else:
            print(f"{record} is not sound. {error}")
        raise typer.Exit(1) from None
    dice = dice_checked(saved.chance, match.over)
    if as_json:
        print_json({"sound": True, "moves": len(saved.moves), "over": match.over, "dice": dice})
    else:
        end = "the result" if match.over else "no result yet"
        print(f"{record} is sound: {len(saved.moves)} moves, {end}, {dice}.")


def dice_checked(chance: "ChanceHeader", over: bool) -> str:
    if chance.dice == "fair" and chance.secret:
        # In full: the proof is that it is the one shown before the first roll.
        return f"every roll checked against the commitment {chance.commitment}"
    if chance.dice == "seed":
        return "every roll checked against the seed"
    if chance.dice == "fair" and not over:
        return "fair dice that can be checked when the match is over"
    return "dice that were typed in, which nobody can check"


@app.command()
def check(
    scenarios: Annotated[
        list[Path], typer.Argument(metavar="SCENARIO…", help="Scenario files, or folders of them.")
    ],
    as_json: AsJson = False,
) -> None:
    """Run scenarios: worked examples of rules. Exit code 1 if one comes out otherwise.

    Example: `quincunx check scenarios/*.yaml`
    """
    from quincunx.scenario import Failed, read_scenario, run

    results: list[dict[str, Any]] = []
    for path in scenario_files(scenarios):
        scenario = read_scenario(path)
        problem = ""
        try:
            run(scenario, str(path))
        except Failed as error:
            problem = str(error)
        results.append(
            {"file": str(path), "title": scenario.title, "rules": scenario.rules, "problem": problem}
        )
    failed = [result for result in results if result["problem"]]
    if as_json:
        print_json(results)
    else:
        for result in failed:
            print(f"{result['file']}: {result['title']}\n  {result['problem']}")
        print(f"{len(results) - len(failed)} of {len(results)} scenarios come out as they say.")
    raise typer.Exit(1 if failed else 0)


def scenario_files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.yaml"))
            if not inside:
                raise Mistake(f"There are no scenarios (`.yaml` files) in {path}.")
            found += inside
        else:
            found.append(path)
    return found


@app.command()
def schema(game: GameName, as_json: AsJson = False) -> None:
    """Show what scenarios and variants of a game may say: positions, moves, options.

    Example: `quincunx schema idle-six`
    """
    from quincunx import schema as schemas
    from quincunx.terminal.pages import show_schema

    chosen = games.load(game)
    if as_json:
        print_json(schemas.describe(chosen))
    else:
        show_schema(chosen, console())


@app.command()
def simulate(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    seats: Annotated[str, typer.Option(help="The bots, e.g. `greedy,greedy,random`.")] = "",
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "1",
    variant: VariantFile = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes; all cores if not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="One row per game, to `.parquet` or `.csv`.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games and see what comes out.

    They change seats from game to game, so that a bot's share owes nothing to its seat.

    Example: `quincunx simulate idle-six --games 10000 --out games.parquet`
    """
    from quincunx.lab import simulate as lab
    from quincunx.lab.rows import check_path
    from quincunx.variant import read_variant

    chosen = games.load(game)
    changes = read_variant(variant, chosen) if variant else {}
    players = read_seats(seats or ",".join(["greedy"] * chosen.header.players[0]))
    people = [player.name for player in players if not player.bot]
    if people:
        raise Mistake("Only bots can sit in a simulation: name them, e.g. `--seats greedy,random`.")
    if out is not None:
        check_path(out)
    bots = [player.bot for player in players]
    simulation = lab.with_progress(chosen, bots, number, seed, changes, jobs, console(stderr=True))
    if as_json:
        print_json(simulation.to_dict())
    else:
        console().print(simulation.summary())
    if out is not None:
        simulation.export(out)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Some games; all if none is named.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure random decisions and games per second on one core, compiled and plain.

    Example: `quincunx bench idle-six`
    """
    from quincunx.lab import bench as lab

    chosen = [games.load(name).name for name in names or games.GAMES]
    report = lab.bench(chosen, seconds)
    if as_json:
        print_json(report.to_dict())
    else:
        console().print(report.table())


@app.command()
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
            min=0, max=10, metavar="SECONDS", help="How long bots pause, so that people can follow."
        ),
    ] = 0.7,
) -> None:
    """Open a table in the browser. Matches are kept in quincunx.db.

    Example: `quincunx serve --port 8080`
    """
    from quincunx.table.serve import run

    run(host, port, database, pace)
