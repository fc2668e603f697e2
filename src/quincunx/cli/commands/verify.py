"""`quincunx verify`: check a record, and say what that proves."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx import games
from quincunx.cli.options import json_option, record_argument
from quincunx.cli.output import print_json
from quincunx.core.errors import UserError
from quincunx.core.sanitize import printable

if TYPE_CHECKING:
    from quincunx.match.chance import ChanceHeader
    from quincunx.match.record import Record


@click.command()
@record_argument
@json_option
def command(record: Path, as_json: bool) -> None:
    """Play a match again and check its moves, its dice and its result.

    Exit code 0: it is sound; 1: something is wrong; 2: it is not a record, or one of other rules.

    Example: `quincunx verify match.json`
    """
    from quincunx.match import proof
    from quincunx.match import record as records
    from quincunx.match.match import BadMove, OtherRules
    from quincunx.match.match import verify as play_again
    from quincunx.match.stand_ins import in_words

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
    dice = dice_checked(saved.chance, match.over, proof.own_rolls(saved))
    if saved.branch is not None:
        dice = f"from move {saved.branch.moves + 1} on {dice}"
    if as_json:
        bound = {
            "words": saved.chance.words or [word for word in [saved.chance.nonce] if word],
            "variant": saved.variant,
            "take_backs": len(saved.take_backs),
            "gave_up": [seat + 1 for seat in match.stood_in.gave_up],
            "moves_of_the_house": {seat + 1: moves for seat, moves in sorted(match.stood_in.moves.items())},
            "digest": saved.digest,
        }
        sound = {"sound": True, "moves": len(saved.moves), "over": match.over, "dice": dice}
        listed = {"proved": proof.proved(saved), "not_proved": proof.not_proved(saved)}
        print_json({**sound, **bound, **facts, **listed})
    else:
        end = "the result" if match.over else "no result yet"
        print(f"{record} is sound: {len(saved.moves)} moves, {end}, {dice}.")
        numbers = f"numbers {saved.numbers}" if saved.numbers else "numbers not named"
        print(f"Rules of {game.header.title}, version {facts['rules']}; {numbers}.")
        played = f"{words_mixed_in(saved.chance)}; {variant_played(saved.variant)}; {taken_back(saved)}."
        print(printable(played))
        if house := in_words(match.stood_in, match.voice()):
            print(printable(house))
        if saved.digest:
            print(f"Digest of the record: {saved.digest}.")
        for title, claims in (("Proved:", proof.proved(saved)), ("Not proved:", proof.not_proved(saved))):
            print("", title, *[printable(f"- {claim}") for claim in claims], sep="\n")


def dice_checked(chance: "ChanceHeader", over: bool, rolls: int) -> str:
    if not rolls and (chance.secret or chance.seed):
        return "no roll of its own dice to check"
    if chance.dice == "fair" and chance.secret:
        # It is shown in full, so that people can compare it with the one shown before the first roll.
        return f"every roll checked against the commitment {chance.commitment}"
    if chance.dice == "seed":
        return "every roll checked against the seed"
    if chance.dice == "fair" and not over:
        return "fair dice that can be checked when the match is over"
    return "dice that were typed in, which nobody can check"


def words_mixed_in(chance: "ChanceHeader") -> str:
    """Return the words that players mixed into the dice, and the seats whose device did not reveal one."""
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
