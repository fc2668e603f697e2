"""Whether matches and rules are right: replays, verification, scenarios."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx import games
from quincunx.cli.shared import AsJson, RecordFile, console, print_json
from quincunx.core.mistake import Mistake

if TYPE_CHECKING:
    from quincunx.chance import ChanceHeader


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
