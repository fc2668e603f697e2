"""`quincunx check`: run scenarios and report which fail."""

import sys
import textwrap
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from quincunx import games
from quincunx.cli.options import FILE, json_option
from quincunx.cli.output import console, every_game, print_json
from quincunx.core.errors import UserError
from quincunx.core.sanitize import printable


@click.command()
@click.argument("scenarios", nargs=-1, type=FILE, metavar="[SCENARIO|GAME]…")
@click.option("--coverage", is_flag=True, help="Show for each numbered rule the scenarios that prove it.")
@json_option
def command(scenarios: tuple[Path, ...], coverage: bool, as_json: bool) -> None:
    """Run scenarios: worked examples of rules.

    A game's name stands for the scenarios that come with it. With no argument, those of every game run.
    The file of a game, such as `pig.py`, is first put through the tests that every game must pass.

    Exit code 0: all come out as they say; 1: one comes out otherwise, or with `--coverage` a rule has
    none; 2: one cannot be run.

    Example: `quincunx check scenarios/*.yaml`
    """
    broken = [problem for path in scenarios if path.suffix == ".py" for problem in broken_promises(path)]
    if broken:
        raise UserError("\n".join(broken))
    checked = [check_file(path) for path in files_of(scenarios)]
    proofs = proofs_of(checked) if coverage else {}
    if as_json:
        rows = [result.to_dict() for result in checked]
        rules = {
            game: {rule: [str(result.file) for result in right] for rule, right in proof.items()}
            for game, proof in proofs.items()
        }
        print_json({"scenarios": rows, "rules": rules} if coverage else rows)
    else:
        for game, proof in proofs.items():
            show(game, proof)
        for result in checked:
            if result.broken:
                print(f"quincunx: {printable(result.problem)}", file=sys.stderr)
            elif result.problem:
                print(printable(f"{result.file}: {result.title}"))
                print(f"  {printable(result.problem)}")
        right = [result for result in checked if not result.problem]
        print(f"{len(right)} of {len(checked)} scenarios come out as they say.")
    unproved = any(not right for proof in proofs.values() for right in proof.values())
    raise click.exceptions.Exit(max([int(unproved), *(result.exit_code for result in checked)]))


@dataclass
class Checked:
    """The result of a scenario: its problem is empty if it passes."""

    file: Path
    game: str = ""
    title: str = ""
    rules: list[str] = field(default_factory=list)
    problem: str = ""
    broken: bool = False
    """Whether it could not be run at all."""

    @property
    def exit_code(self) -> int:
        return 2 if self.broken else 1 if self.problem else 0

    def to_dict(self) -> dict[str, Any]:
        return {"file": str(self.file), "title": self.title, "rules": self.rules, "problem": self.problem}


def check_file(path: Path) -> Checked:
    from quincunx.match.scenario import Failed, read_scenario, run

    result = Checked(path)
    try:
        scenario = read_scenario(path)
        result.game, result.title, result.rules = scenario.game, scenario.title, scenario.rules
        run(scenario, str(path))
    except Failed as error:
        result.problem = str(error)
    except UserError as error:
        result.problem, result.broken = str(error), True
    return result


def broken_promises(path: Path) -> list[str]:
    """Return what a game in a file breaks of what every game must keep, a sentence for each promise."""
    from quincunx.testing import CHECKS, setups_of
    from quincunx.testing.checks import check_random_play

    game, broken = games.load(str(path)), dict[str, str]()
    for setup in [each for each in setups_of(game) if each.players in game.header.players]:
        # All others walk through games that come to an end.
        for check in sorted(CHECKS, key=lambda check: check is not check_random_play):
            try:
                if not {check.__name__, check_random_play.__name__} & {*broken}:
                    check(setup)
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[-1]
                said = f"{type(error).__name__} {error}".strip()
                promise = (check.__doc__ or "").partition("\n")[0]
                broken[check.__name__] = (
                    f"{path}: with {setup.players} players, this does not hold: {promise} "
                    f"({said}, line {where.lineno} of {where.filename}: {where.line})"
                )
    if not broken:
        print(f"{path} keeps what every game must keep: {len(CHECKS)} of {len(CHECKS)} checks hold.")
    return list(broken.values())


def files_of(paths: tuple[Path, ...]) -> list[Path]:
    """Return the scenarios that files, folders and names of games stand for."""
    from quincunx.match.scenario import scenario_files

    if not paths:
        return [path for game in every_game() for path in scenario_files(game.folder / "scenarios")]
    found: list[Path] = []
    for path in paths:
        if path.suffix == ".py" or (not path.exists() and str(path) in games.GAMES):
            path, own = games.load(str(path)).folder / "scenarios", path
            if own.suffix == ".py" and not path.exists():
                continue
        if path.is_dir():
            inside = scenario_files(path)
            if not inside:
                raise UserError(f"There are no scenarios (`.yaml` files) in {path}.")
            found += inside
        else:
            found.append(path)
    return found


def proofs_of(checked: list[Checked]) -> dict[str, dict[str, list[Checked]]]:
    """Return, for the games of these scenarios, each rule with the scenarios that prove it."""
    from quincunx.match.scenario import coverage

    names = dict.fromkeys(result.game for result in checked if not result.broken)
    right = {name: [one for one in checked if one.game == name and not one.problem] for name in names}
    return {name: coverage(games.load(name), right[name]) for name in names}


def show(game: str, proof: dict[str, list[Checked]]) -> None:
    """Print each rule of a game with the titles of its scenarios."""
    proved = sum(bool(right) for right in proof.values())
    print(f"{games.load(game).header.title}: {proved} of {len(proof)} rules have a scenario.")
    width = console().width
    for rule, right in proof.items():
        head = f"  {rule:7}"
        for title in [result.title for result in right] or ["none"]:
            print(textwrap.fill(printable(title), width, initial_indent=head, subsequent_indent=" " * 9))
            head = " " * 9
