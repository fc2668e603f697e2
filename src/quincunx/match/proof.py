"""The claims that are proved of a sound record, and those that are not; `proof.toml` lists them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from quincunx.match.record import Branch, Record


@cache
def claims() -> dict[str, list[dict[str, Any]]]:
    """Return all claims: those that can be `proved`, and those that are `not_proved`."""
    loaded: dict[str, list[dict[str, Any]]] = tomllib.loads(
        Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    )
    return loaded


def wordless() -> str:
    """Return the sentence about fair dice to which nobody added a word."""
    return next(str(claim["text"]) for claim in claims()["not_proved"] if claim.get("name") == "wordless")


def proved(record: Record) -> list[str]:
    """Return the sentences about all that `quincunx verify` has proved of a record that it finds sound."""
    return [_filled(claim, record) for claim in _true_of(record, "proved")]


def not_proved(record: Record) -> list[str]:
    """Return the sentences about all that `quincunx verify` has not proved of such a record."""
    return [_filled(claim, record) for claim in _true_of(record, "not_proved")]


def unproved_fields(record: Record) -> set[str]:
    """Return the fields that somebody could have changed without `quincunx verify` noticing it."""
    return {field for claim in _true_of(record, "not_proved") for field in claim.get("fields", [])}


def is_wordless(record: Record) -> bool:
    """Whether the record has fair dice to which nobody added a word."""
    return record.chance.dice == "fair" and not record.chance.nonce


def _true_of(record: Record, kind: str) -> list[dict[str, Any]]:
    true = {name for name, holds in _facts(record).items() if holds}
    shown = [claim for claim in claims()[kind] if claim.get("by", "verify") == "verify"]
    return [claim for claim in shown if true.issuperset(claim.get("when", []))]


def _facts(record: Record) -> dict[str, object]:
    chance, rolls = record.chance, own_rolls(record)
    fair = chance.dice == "fair"
    return {
        "over": record.result,
        "digest": record.digest,
        "no digest": not record.digest,
        "numbers": record.numbers,
        "no numbers": not record.numbers,
        "fair": fair and chance.secret,
        "sealed": fair and not chance.secret,
        "seed": chance.dice == "seed",
        "typed": not fair and chance.dice != "seed",
        "rolls": rolls,
        "no rolls": not rolls,
        "words": fair and chance.nonce,
        "wordless": is_wordless(record),
        "branch": record.branch,
    }


def own_rolls(record: Record) -> int:
    """Return how many rolls come from the match's own dice, without those of a match that it continues."""
    first = record.branch.moves if record.branch else 0
    return sum(line.startswith("chance:") for line in record.moves[first:])


def _filled(claim: dict[str, Any], record: Record) -> str:
    branch = record.branch or Branch(0)
    return str(claim["text"]).format(
        rolls=own_rolls(record),
        given=branch.moves,
        match=f"match {branch.match}" if branch.match else "another match",
        with_digest=f" with the digest {branch.digest}" if branch.digest else "",
    )
