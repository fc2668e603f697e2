"""The verifier in JavaScript, which shares no code with ours, on whole records and on tampered ones."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx import games
from quincunx.match import record
from quincunx.match.chance import FairDice, word_hash
from quincunx.match.match import verify
from tests.test_records import NEWEST, RECORDS

KEPT = RECORDS / NEWEST
SOME = 12
SCRIPT = Path(quincunx.__file__).parent / "web" / "static" / "fair_dice.js"
RUN = f"""
const {{ check }} = require({json.dumps(str(SCRIPT))});
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => {{
  try {{ return check(text); }} catch (error) {{ return {{ problem: error.message }}; }}
}})));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def check(*texts: str) -> list[dict[str, Any]]:
    """Return the script's findings for each record: what it found, or the `problem`."""
    done = subprocess.run(
        ["node", "-e", RUN], input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def fair(name: str) -> str:
    """Return the file of a finished match with fair dice and a word of each player."""
    return (KEPT / f"{name}-{games.load(name).header.players[0]}-fair.json").read_text()


def seal(data: dict[str, Any]) -> str:
    """Return the file of a record as somebody would write it who has changed it and knows how digests are
    made."""
    changed = record.decode(json.dumps(data).encode(), "tampered")
    changed.digest = record.digest(changed)
    return record.encode(changed).decode()


def test_whole_records_of_every_game_are_sound() -> None:
    """With fair dice and with seeds, words that were kept back, variants, and moves that were taken back."""
    texts = [path.read_text() for path in sorted(KEPT.glob("*.json"))]
    for text, found in zip(texts, check(*texts), strict=True):
        data = json.loads(text)
        if data["chance"]["dice"] == "real":
            assert found["problem"] == "These dice were typed in, and nobody can check them."
            continue
        rolled = [number for number, line in enumerate(data["moves"], 1) if line.startswith("chance")]
        assert [roll["move"] for roll in found["rolls"]] == rolled
        assert found.get("commitment", "") == data["chance"].get("commitment", "")
        assert found["digest"] == data["digest"]
        assert found["takeBacks"] == len(data.get("take_backs", []))


def kind(line: str) -> tuple[str, int]:
    words = line.split()
    return words[1], len(words)


@pytest.mark.parametrize("name", games.GAMES)
def test_another_outcome_of_any_roll_is_refused_even_with_a_new_digest(name: str) -> None:
    data = json.loads(fair(name))
    rolls = [line for line in data["moves"] if line.startswith("chance")]
    tampered = []
    for number, line in enumerate(data["moves"]):
        # Another outcome with as many dice, or another card, that came up elsewhere in the match.
        same = [other for other in rolls if kind(other) == kind(line) and other != line]
        if line.startswith("chance") and same:
            moves = [*data["moves"][:number], same[number % len(same)], *data["moves"][number + 1 :]]
            tampered.append({**data, "moves": moves})
    some = tampered[:: 1 + len(tampered) // SOME]
    assert len(some) > 5
    for found in check(*(seal(each) for each in some)):
        assert "(roll " in found["problem"]


def another_secret(data: dict[str, Any]) -> None:
    data["chance"]["secret"] = "05" * 32


def another_secret_and_commitment(data: dict[str, Any]) -> None:
    dice = FairDice(b"\5" * 32)
    data["chance"].update(secret=dice.secret.hex(), commitment=dice.commitment)


def another_word(data: dict[str, Any]) -> None:
    data["chance"]["words"][0] = "another"


def another_word_everywhere(data: dict[str, Any]) -> None:
    data["chance"]["words"] = ["another", *data["chance"]["words"][1:]]
    data["chance"]["nonce"] = " ".join(data["chance"]["words"])


def a_foreign_hash(data: dict[str, Any]) -> None:
    data["chance"]["hashes"] = [word_hash("another"), *[""] * (len(data["seats"]) - 1)]


def a_roll_less(data: dict[str, Any]) -> None:
    data["moves"].pop(next(n for n, line in enumerate(data["moves"]) if line.startswith("chance")))


def another_take_back(data: dict[str, Any]) -> None:
    data["take_backs"] = [{"after": 10**6, "moves": []}]


TAMPERED: dict[Callable[[dict[str, Any]], None], str] = {
    another_secret: "does not match the commitment",
    another_secret_and_commitment: "(roll ",
    another_word: "is not what the players' words make",
    another_word_everywhere: "(roll ",
    a_foreign_hash: "word of seat 1 does not match the hash",
    a_roll_less: "(roll ",
    another_take_back: "which there never was",
}


@pytest.mark.parametrize("name", games.GAMES)
def test_tampering_is_refused(name: str) -> None:
    texts = []
    for tamper in TAMPERED:
        data = json.loads(fair(name))
        tamper(data)
        texts.append(seal(data))
    for said, found in zip(TAMPERED.values(), check(*texts), strict=True):
        assert said in found["problem"]


@pytest.mark.parametrize("name", games.GAMES)
def test_what_dice_do_not_tell_is_bound_by_the_digest(name: str) -> None:
    changes: list[tuple[str, str]] = [
        ('"name": "Player 1"', '"name": "Somebody"'),
        ('"bot": "greedy"', '"bot": "random"') if name != "idle-six" else ('"bot": "', '"bot": "x'),
        ('"started": "20', '"started": "19'),
        ('"winners": [', '"winners": [ '),
    ]
    texts = [fair(name).replace(old, new, 1) for old, new in changes]
    assert all(text != fair(name) for text in texts)
    for found in check(*texts):
        assert "changed after the match" in found["problem"]


def piles(name: str) -> tuple[dict[str, Any], str]:
    """Return a record, and the first roll at which it names a pile of cards."""
    data = json.loads(fair(name))
    first = next(roll for roll, lists in data["draws"].items() if len(lists[0].split()) > 6)
    return data, first


@pytest.mark.parametrize("name", ["bitcoin-mining", "king-of-tokyo", "nomenklatura", "total-eclips"])
def test_a_pile_that_was_never_there_is_refused(name: str) -> None:
    data, first = piles(name)
    cards = data["draws"][first][0].split()
    shuffled = {**data, "draws": {**data["draws"], first: [" ".join(reversed(cards))]}}
    drawn = [number for number, line in enumerate(data["moves"], 1) if line.startswith("chance")]
    again = next(
        roll
        for roll, move in enumerate(drawn, 1)
        if roll > int(first) and data["moves"][move - 1].split()[-1] in cards[:-1]
    )
    renamed = {**data, "draws": {**data["draws"], str(again): [" ".join(cards)]}}
    found = check(seal(shuffled), seal(renamed))
    assert "(roll " in found[0]["problem"]
    assert "a new pile was named though the old one was not used up" in found[1]["problem"]
    for text in (seal(shuffled), seal(renamed)):
        with pytest.raises(Exception, match="drew from other cards or dice"):
            verify(record.decode(text.encode(), "tampered"))


def test_numbers_of_the_script_are_those_of_any_sha256() -> None:
    texts = ["", "abc", "word ü 🦖", "x" * 55, "x" * 56, "x" * 64, "x" * 1000]
    script, given = json.dumps(str(SCRIPT)), json.dumps(texts)
    run = f"const {{ hash }} = require({script}); console.log(JSON.stringify({given}.map(hash)))"
    done = subprocess.run(["node", "-e", run], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [word_hash(text) for text in texts]
