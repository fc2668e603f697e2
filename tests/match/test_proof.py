"""A change of a single field of a record is found out, or the field is on the list of what is not proved.

Forgers give the changed record a new digest. Both verifiers are asked: ours and the one in pages.
"""

import copy
import json
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx import games
from quincunx.bots import make
from quincunx.core.errors import UserError
from quincunx.core.rng import Rng
from quincunx.match import proof, record
from quincunx.match.chance import Chance, FairDice, RealDice, SeedDice, word_hash
from quincunx.match.match import Match, from_record, verify
from quincunx.match.players import Human
from tests.cli.test_cli import Run, run
from tests.web.static.test_fair_dice import SCRIPT

__all__ = ["run"]

Data = dict[str, Any]
SOME = 4
"""The number of moves and draws of each record that are forged."""
DIFFERS = ("game", "moves", "draws", "result", "variant", "numbers", "rules")
"""The fields that differ from game to game."""
FIRST = "bitcoin-mining"
"""The game of which every kind of record is forged; in the others only the fields that differ."""


NODE = shutil.which("node")


def real() -> RealDice:
    rng = Rng("real dice")
    return RealDice(lambda state: state.sample_outcome(rng))


def table(name: str, chance: Chance) -> Match:
    seats = games.load(name).header.players[0]
    return Match(name, [Human("Ann"), *["random" if name == "pig" else "greedy"] * (seats - 1)], chance)


def play(match: Match, moves: int = 6000) -> Match:
    """Return a match of Ann, who plays as a bot would, and takes a move back once."""
    bot = make("greedy", match.game)
    while not match.over and len(match.steps) < moves:
        if match.advance() is None:
            match.play(0, match.think(0, bot, match.state))
            if not match.take_backs and match.undoable():
                match.undo()
    return match


def played_on(name: str, chance: Chance, at: int, moves: int = 6000) -> record.Record:
    old = play(table(name, SeedDice("old"))).record()
    begun = record.branch_off(old, at, old.seats, chance.header())
    begun.branch = record.Branch(at, "0123456789", old.digest)
    return play(from_record(begun), moves).record()


def unfinished(kept: record.Record) -> record.Record:
    kept.chance.secret = ""
    return kept


def spoken(players: int) -> list[str]:
    return ["mine", *["yours"] * (players > 1), *[""] * (players - 2)]


@cache
def kinds(name: str) -> dict[str, Data]:
    players = games.load(name).header.players[0]
    words, hashes = spoken(players), [word_hash("mine"), *[""] * (players - 1)]
    made: dict[str, record.Record] = {
        "words": play(table(name, FairDice(b"\1" * 32, words=words))).record(),
        "play-on": played_on(name, FairDice(b"\5" * 32, words=words), 12),
    }
    if name == FIRST:
        made |= {
            "no words": play(table(name, FairDice(b"\2" * 32))).record(),
            "hashes": play(table(name, FairDice(b"\3" * 32, words=words, hashes=hashes))).record(),
            "not revealed": play(table(name, FairDice(b"\4" * 32, words=[""] * 2, hashes=hashes))).record(),
            "seed": play(table(name, SeedDice("7"))).record(),
            "real": play(table(name, real())).record(),
            "unfinished": unfinished(play(table(name, FairDice(b"\6" * 32, words=words)), 30).record()),
            "unfinished seed": play(table(name, SeedDice("7")), 30).record(),
            "play-on unfinished": unfinished(played_on(name, FairDice(b"\7" * 32, words=words), 12, 30)),
            "play-on seed": played_on(name, SeedDice("8"), 12),
            "play-on at once": unfinished(played_on(name, FairDice(b"\7" * 32), 12, 12)),
        }
    return {kind: json.loads(record.encode(each)) for kind, each in made.items()}


ALL = [(name, kind) for name in games.GAMES for kind in kinds(name)]

ADDED: Data = {
    "started": "2001-01-01",
    "variant": {"extra": 1},
    "take_backs": [{"after": 20, "moves": []}],
    "hints": [{"after": 1, "seat": 0}],
    "absences": [{"after": 1, "seat": 1, "kind": "left"}],
    "hints_allowed": True,
    "branch": {"moves": 2},
    "numbers": "0" * 64,
    "rules": 99,
    "draws": {"1": ["1 2"]},
    "result": {"winners": [1], "scores": [1], "reason": ""},
}
ADDED_TO_DICE = {"seed": "8", "commitment": "0" * 64, "nonce": "more", "words": ["more"], "secret": "05" * 32}


def other_values(value: Any) -> list[Any]:
    """Return other values of the same type."""
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value + 1, value - 1]
        case str():
            return [f"{value}x", "", *([value[:-1] + ("1" if value[-1] != "1" else "2")] if value else [])]
        case list():
            return [value[1:], value[:-1], [*value, *value[:1]], value[::-1], []]
    return [{}]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a record, and of their containers; of long lists only some."""
    if path:
        yield path
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if path and len(keys) > 2 * SOME:
            keys = Random(SOME).sample(keys, 2 * SOME)
        for key in keys:
            yield from leaves(value[key], (*path, key))


def field_of(data: Data, path: tuple[Any, ...]) -> str:
    """Return the name in the list of what is not proved."""
    if path[0] == "moves":
        if len(path) == 1:
            return "moves of players"
        if path[1] < data.get("branch", {}).get("moves", 0):
            return "given moves"
        return "rolls" if data["moves"][path[1]].startswith("chance:") else "moves of players"
    return ".".join(str(key) for key in path)


def forgeries(data: Data) -> Iterator[tuple[str, Data]]:
    """Yield all changes of one field: the field, and the changed record."""
    for path in leaves(data):
        if path[0] not in DIFFERS and data["game"] != FIRST:
            continue
        old, field = value_at(data, path), field_of(data, path)
        for value in other_values(old)[: 1 if len(path) > 1 and path[0] in ("moves", "draws") else None]:
            if value != old:
                yield field, changed(data, path, value)
        if isinstance(path[-1], str):
            yield field, changed(data, path)
    for name, value in ADDED.items():
        if name not in data:
            yield name, changed(data, (name,), value)
    for name, value in ADDED_TO_DICE.items():
        if name not in data["chance"]:
            yield f"chance.{name}", changed(data, ("chance", name), value)
    # Two moves that change places.
    for number in range(0, len(data["moves"]) - 1, 1 + len(data["moves"]) // SOME):
        pair = data["moves"][number : number + 2]
        fields = {field_of(data, ("moves", number)), field_of(data, ("moves", number + 1))}
        moves = [*data["moves"][:number], *reversed(pair), *data["moves"][number + 2 :]]
        if len(fields) == 1 and pair[0] != pair[1]:
            yield fields.pop(), changed(data, ("moves",), moves)


def value_at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def changed(data: Data, path: tuple[Any, ...], *value: Any) -> Data:
    """Return the record with another value in a place, or without what was there."""
    forged = copy.deepcopy(data)
    holder = value_at(forged, path[:-1])
    if value:
        holder[path[-1]] = value[0]
    else:
        del holder[path[-1]]
    return forged


def seal(data: Data, field: str) -> record.Record:
    """Return the record with a new digest if it has one; a UserError if it is no record any more."""
    forged = record.decode(json.dumps(data).encode(), "forged")
    if forged.digest and field != "digest":
        forged.digest = record.digest(forged)
    return forged


FOUND = {"game", "rolls", "draws", "result.winners", "result.scores", "variant", "chance"}
"""The fields that nobody changes unnoticed where a match with fair dice is over."""


def on_list(field: str, fields: set[str]) -> bool:
    return any(field == each or field.startswith(f"{each}.") for each in fields)


@pytest.mark.parametrize(("name", "kind"), ALL)
def test_each_forged_field_is_found_or_on_the_list(name: str, kind: str) -> None:
    data = kinds(name)[kind]
    verify(seal(data, ""))
    for field, forgery in forgeries(data):
        try:
            forged = seal(forgery, field)
            verify(forged)
        except UserError:
            continue
        assert on_list(field, proof.unproved_fields(forged)), (field, proof.not_proved(forged))


@pytest.mark.parametrize("name", games.GAMES)
def test_what_is_proved_is_not_on_the_list(name: str) -> None:
    fields = proof.unproved_fields(seal(kinds(name)["words"], ""))
    assert not [field for field in FOUND if on_list(field, fields)]


RUN = f"""
const {{ check, claims }} = require({json.dumps(str(SCRIPT))});
const {{ texts, listed }} = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => {{
  const said = claims(JSON.parse(text), listed);
  try {{ check(text); }} catch (error) {{ said.problem = error.message; }}
  return said;
}})));
"""


def check(*texts: str) -> list[Data]:
    asked = json.dumps({"texts": texts, "listed": proof.claims()})
    done = subprocess.run(["node", "-e", RUN], input=asked, capture_output=True, text=True, check=True)
    found: list[Data] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not NODE, reason="there is no node")
@pytest.mark.parametrize(("name", "kind"), ALL)
def test_pages_find_each_forged_field_or_list_it(name: str, kind: str) -> None:
    fields, texts = [], []
    for field, forgery in forgeries(kinds(name)[kind]):
        try:
            texts.append(record.encode(seal(forgery, field)).decode())
        except UserError:
            continue
        fields.append(field)
    missed = set()
    for field, said in zip(fields, check(*texts), strict=True):
        listed = {each for claim in said["notProved"] for each in claim.get("fields", [])}
        if "problem" not in said and not on_list(field, listed):
            missed.add(field)
    assert missed == set()


def refusal(data: Data, **more: Any) -> list[str]:
    """Return the refusals of both verifiers."""
    forged = seal({**data, **more}, "")
    with pytest.raises(UserError) as refused:
        verify(forged)
    problems = [said["problem"] for said in check(record.encode(forged).decode())] if NODE else []
    return [str(refused.value), *problems]


def test_no_match_goes_on_from_all_moves_of_another() -> None:
    """Otherwise all rolls of a match could be taken for those of another one."""
    data = kinds(FIRST)["words"]
    for problem in refusal(data, branch={"moves": len(data["moves"])}):
        assert "more of its moves come from another match than can" in problem


def test_moves_of_another_match_are_not_taken_back() -> None:
    """Otherwise its rolls could be in what was taken back, where nobody checks them."""
    data = kinds(FIRST)["play-on"]
    for problem in refusal(data, take_backs=[{"after": 3, "moves": data["moves"][3:6]}]):
        assert "taken back to move 3, which there never was" in problem


def test_dice_have_no_fields_of_other_dice() -> None:
    data = kinds(FIRST)["seed"]
    for problem in refusal(data, chance={**data["chance"], "commitment": "0" * 64}):
        assert "A record whose dice are `seed` has no `commitment`." in problem


@pytest.mark.parametrize(("kind", "said"), [("no words", True), ("not revealed", True), ("words", False)])
def test_verify_and_replay_say_where_nobody_gave_a_word(
    run: Run, kind: str, said: bool, tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    path.write_text(record.encode(seal(kinds(FIRST)[kind], "")).decode())
    for command in ("verify", "replay"):
        assert (proof.wordless() in " ".join(run(command, path).out.split())) == said


@pytest.mark.skipif(not NODE, reason="there is no node")
def test_both_verifiers_find_the_same_true_of_a_record() -> None:
    """So they show the same of all claims that are not for one of them alone."""
    for name, kind in ALL:
        saved = seal(kinds(name)[kind], "")
        (said,) = check(record.encode(saved).decode())
        ours = proof.proved(saved) + proof.not_proved(saved)
        alone = {claim["text"] for each in proof.claims().values() for claim in each if claim.get("by")}
        theirs = [claim["text"] for claim in said["proved"] + said["notProved"]]
        assert [text for text in ours if text not in alone] == [text for text in theirs if text not in alone]
