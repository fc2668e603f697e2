"""`quincunx verify`: whether a record is right, and what that proves."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx import games
from quincunx.cli.options import json_option, record_argument
from quincunx.cli.output import print_json
from quincunx.core.errors import UserError
from quincunx.text.sanitize import printable

if TYPE_CHECKING:
    from quincunx.match.chance import ChanceHeader
    from quincunx.match.record import Branch, Record


@click.command()
@record_argument
@json_option
def command(record: Path, as_json: bool) -> None:
    """Play a match again and check its moves, its dice and its result.

    Exit code 0: it is sound; 1: something is wrong; 2: it is no record, or one of other rules.

    Example: `quincunx verify match.json`
    """
    from quincunx.match import record as records
    from quincunx.match.match import BadMove, OtherRules
    from quincunx.match.match import verify as play_again

    saved = records.read(record)
    game = games.load(saved.game)
    facts = {"rules": saved.rules or records.FIRST_RULES, "numbers": saved.numbers}
    try:
        match = play_again(saved)
    except OtherRules as error:
        if not as_json:
            raise
        print_json({"sound": None, "move": None, "problem": str(error), **facts})
        raise click.exceptions.Exit(2) from None
    except UserError as error:
        if as_json:
            number = error.number if isinstance(error, BadMove) else None
            print_json({"sound": False, "move": number, "problem": str(error), **facts})
        else:
            print(printable(f"{record} is not sound. {error}"))
        raise click.exceptions.Exit(1) from None
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
