"""`quincunx check`: run scenarios and report which fail."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from quincunx.cli.options import FILE, json_option
from quincunx.cli.output import print_json
from quincunx.core.errors import UserError
from quincunx.core.sanitize import printable


@click.command()
@click.argument("scenarios", nargs=-1, required=True, type=FILE, metavar="SCENARIO…")
@json_option
def command(scenarios: tuple[Path, ...], as_json: bool) -> None:
    """Run scenarios: worked examples of rules.

    Exit code 0: all come out as they say; 1: one comes out otherwise; 2: one cannot be run.

    Example: `quincunx check scenarios/*.yaml`
    """
    checked = [check_file(path) for path in scenario_files(scenarios)]
    if as_json:
        print_json([result.to_dict() for result in checked])
    else:
        for result in checked:
            if result.broken:
                print(f"quincunx: {printable(result.problem)}", file=sys.stderr)
            elif result.problem:
                print(printable(f"{result.file}: {result.title}"))
                print(f"  {printable(result.problem)}")
        right = [result for result in checked if not result.problem]
        print(f"{len(right)} of {len(checked)} scenarios come out as they say.")
    raise click.exceptions.Exit(max(result.exit_code for result in checked))


@dataclass
class Checked:
    """The result of a scenario: its problem is empty if it passes."""

    file: Path
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
        result.title, result.rules = scenario.title, scenario.rules
        run(scenario, str(path))
    except Failed as error:
        result.problem = str(error)
    except UserError as error:
        result.problem, result.broken = str(error), True
    return result


def scenario_files(paths: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.yaml"))
            if not inside:
                raise UserError(f"There are no scenarios (`.yaml` files) in {path}.")
            found += inside
        else:
            found.append(path)
    return found
