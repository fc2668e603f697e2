"""Whether matches and rules are right: replays, verification, scenarios."""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quincunx import games
from quincunx.cli.shared import AsJson, RecordFile, console, print_json
from quincunx.core.mistake import Mistake
from quincunx.core.printable import printable

if TYPE_CHECKING:
    from quincunx.chance import ChanceHeader
    from quincunx.record import Branch, Record


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
        show(saved, console(), at, record)


def verify(record: RecordFile, as_json: AsJson = False) -> None:
    """Play a match again and check its moves, its dice and its result.

    Exit code 0: it is sound; 1: something is wrong; 2: it is no record, or one of other rules.

    Example: `quincunx verify match.json`
    """
    from quincunx import record as records
    from quincunx.match import BadMove, OtherRules
    from quincunx.match import verify as play_again

    saved = records.read(record)
    game = games.load(saved.game)
    facts = {"rules": saved.rules or records.FIRST_RULES, "numbers": saved.numbers}
    try:
        match = play_again(saved)
    except OtherRules as error:
        if not as_json:
            raise
        print_json({"sound": None, "move": None, "problem": str(error), **facts})
        raise typer.Exit(2) from None
    except Mistake as error:
        if as_json:
            number = error.number if isinstance(error, BadMove) else None
            print_json({"sound": False, "move": number, "problem": str(error), **facts})
        else:
            print(printable(f"{record} is not sound. {error}"))
        raise typer.Exit(1) from None
    dice = dice_checked(saved.chance, match.over)
    if saved.branch is not None:
        dice += f" from move {saved.branch.moves + 1} on"
    if as_json:
        bound = {
            "words": saved.chance.words or [word for word in [saved.chance.nonce] if word],
            "variant": saved.variant,
            "take_backs": len(saved.take_backs),
            "digest": saved.digest,
        }
        sound = {"sound": True, "moves": len(saved.moves), "over": match.over, "dice": dice}
        print_json({**sound, **bound, **facts})
    else:
        end = "the result" if match.over else "no result yet"
        print(f"{record} is sound: {len(saved.moves)} moves, {end}, {dice}.")
        numbers = f"numbers {saved.numbers}" if saved.numbers else "numbers not named"
        print(f"Rules of {game.header.title}, version {facts['rules']}; {numbers}.")
        played = f"{words_mixed_in(saved.chance)}; {variant_played(saved.variant)}; {taken_back(saved)}."
        print(printable(played))
        if saved.branch is not None:
            print(printable(other_match(saved.branch)))
        if saved.digest:
            print(f"Digest of it all: {saved.digest}. Compare it with the one you were shown at the end.")
        elif match.over:
            print("It carries no digest, so names, bots and the time of its start are not checked.")


def dice_checked(chance: "ChanceHeader", over: bool) -> str:
    if chance.dice == "fair" and chance.secret:
        # In full: the proof is that it is the one shown before the first roll.
        return f"every roll checked against the commitment {chance.commitment}"
    if chance.dice == "seed":
        return "every roll checked against the seed"
    if chance.dice == "fair" and not over:
        return "fair dice that can be checked when the match is over"
    return "dice that were typed in, which nobody can check"


def other_match(branch: "Branch") -> str:
    """What cannot be checked in a match that goes on from another one."""
    name = f"match {branch.match}" if branch.match else "another match"
    digest = f" with the digest {branch.digest}" if branch.digest else ""
    return (
        f"Its first {branch.moves} moves come from {name}: they are legal, "
        f"but their dice can only be checked in that match's own record{digest}."
    )


def words_mixed_in(chance: "ChanceHeader") -> str:
    """What the players mixed into the dice, and whose device did not reveal its word."""
    told = f"Mixed into the dice: {chance.nonce}" if chance.nonce else "No word mixed into the dice"
    missing = [
        str(seat)
        for seat, (word, given) in enumerate(zip(chance.words, chance.hashes, strict=False), 1)
        if given and not word
    ]
    return f"{told}, without the word of seat {' and '.join(missing)}" if missing else told


def variant_played(changes: dict[str, Any]) -> str:
    return f"variant {json.dumps(changes, ensure_ascii=False)}" if changes else "no variant"


def taken_back(saved: "Record") -> str:
    moves = sum(len(each.moves) for each in saved.take_backs)
    if not moves:
        return "nothing was taken back"
    many = "1 move was" if moves == 1 else f"{moves} moves were"
    often = "once" if len(saved.take_backs) == 1 else f"{len(saved.take_backs)} times"
    return f"{many} taken back, {often}"


def check(
    scenarios: Annotated[
        list[Path], typer.Argument(metavar="SCENARIO…", help="Scenario files, or folders of them.")
    ],
    as_json: AsJson = False,
) -> None:
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
    raise typer.Exit(max(result.exit_code for result in checked))


@dataclass
class Checked:
    """How a scenario came out: its problem is empty if all is well."""

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
    from quincunx.scenario import Failed, read_scenario, run

    result = Checked(path)
    try:
        scenario = read_scenario(path)
        result.title, result.rules = scenario.title, scenario.rules
        run(scenario, str(path))
    except Failed as error:
        result.problem = str(error)
    except Mistake as error:
        result.problem, result.broken = str(error), True
    return result


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
