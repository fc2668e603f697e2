"""Records outlive us: every match that a version wrote is replayed to its result, or refused by its rules."""

import hashlib
from pathlib import Path

import msgspec
import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.match.match import BadMove, OtherRules, verify
from quincunx.match.record import FIRST_RULES, Record, read
from tests.setups import TESTS

RECORDS = TESTS / "records"
KEPT = sorted(RECORDS.rglob("*.json"))
NEWEST = "0.4"
FEWEST = 40


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_match_replays_or_is_refused_by_the_version_of_its_rules(path: Path) -> None:
    kept = read(path)
    assert kept.result is not None
    played, ours = kept.rules or FIRST_RULES, games.load(kept.game).header.rules
    try:
        match = verify(kept)
    except OtherRules as error:
        refused = str(error)
    else:
        refused = ""
        assert match.result is not None
        assert (match.result.winners, match.result.scores) == (kept.result.winners, kept.result.scores)
    assert not refused or (played < ours and f"by version {played} of the rules of" in refused)


def test_this_version_kept_enough_matches_of_every_kind() -> None:
    kept = [read(path) for path in KEPT if path.parent.name == NEWEST]
    assert len(kept) >= FEWEST
    counts = {(record.game, len(record.seats)) for record in kept}
    assert counts >= {(name, n) for name in games.GAMES for n in games.load(name).player_counts}
    assert {record.chance.dice for record in kept} == {"seed", "fair", "real"}
    assert {record.game for record in kept if record.variant} == set(games.GAMES)
    assert all(record.rules and record.numbers and record.digest for record in kept)
    assert {record.game for record in kept if record.draws} == set(games.GAMES) - {"idle-six"}
    assert {record.game for record in kept if record.chance.hashes} == set(games.GAMES)
    assert {record.game for record in kept if record.take_backs} >= {"idle-six", "total-eclips"}


def test_kept_matches_are_never_rewritten() -> None:
    lines = [line.split("  ", 1) for line in (RECORDS / "SHA256SUMS").read_text().splitlines()]
    listed = {name: digest for digest, name in lines}
    sums = {
        path.relative_to(RECORDS).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in KEPT
    }
    assert sums == listed


def finished() -> Record:
    return read(RECORDS / NEWEST / "idle-six-1-seed.json")


def test_a_changed_move_is_told_from_other_rules() -> None:
    kept = finished()
    tampered = msgspec.structs.replace(kept, moves=["1: gain c", *kept.moves[1:]])
    with pytest.raises(BadMove, match=r"^Move 1, `1: gain c`"):
        verify(tampered)
    older = msgspec.structs.replace(tampered, rules=kept.rules + 1)
    with pytest.raises(
        OtherRules, match=rf"by version {kept.rules + 1} of the rules of Idle Six; here is version"
    ):
        verify(older)
    retuned = msgspec.structs.replace(tampered, numbers="0" * 64)
    with pytest.raises(
        OtherRules, match=r"with other numbers of Idle Six than those here \(fingerprint 000000000000\)"
    ):
        verify(retuned)


def test_a_record_of_other_rules_that_fits_ours_is_played_all_the_same() -> None:
    kept = msgspec.structs.replace(finished(), rules=99, numbers="", digest="")
    assert verify(kept).over


def test_a_wrong_result_is_a_mistake_of_the_record() -> None:
    kept = finished()
    assert kept.result is not None
    wrong = msgspec.structs.replace(kept.result, scores=[1.0])
    with pytest.raises(UserError, match="result is not the one its moves lead to") as refused:
        verify(msgspec.structs.replace(kept, result=wrong))
    assert not isinstance(refused.value, OtherRules)


def test_a_variant_key_that_is_gone_is_a_matter_of_the_rules() -> None:
    kept = msgspec.structs.replace(finished(), variant={"gone": 1}, rules=99)
    with pytest.raises(OtherRules, match="there is no `gone`"):
        verify(kept)
