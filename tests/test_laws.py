"""Laws that hold for any input: of random numbers, fair dice, overlays and records."""

import hashlib
import hmac
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.errors import UserError
from quincunx.core.rng import FairRng, Rng
from quincunx.input_limits import MOST_DIGITS
from quincunx.match import record
from quincunx.match.chance import ChanceHeader
from quincunx.match.variant import overlay


@given(st.text(), st.integers(1, 2**31))
def test_a_random_number_is_in_range_and_repeatable(seed: str, size: int) -> None:
    first, second = Rng(seed), Rng(seed)
    numbers = [first.below(size) for _ in range(20)]
    assert all(0 <= number < size for number in numbers)
    assert numbers == [second.below(size) for _ in range(20)]


@pytest.mark.parametrize("size", [2, 3, 6, 7, 36])
def test_random_numbers_are_even(size: int) -> None:
    rng = Rng(f"even {size}")
    counts = [0] * size
    for _ in range(2000 * size):
        counts[rng.below(size)] += 1
    square = sum((count - 2000) ** 2 / 2000 for count in counts)
    assert square < size - 1 + 5 * (2 * (size - 1)) ** 0.5


def test_a_size_that_does_not_divide_the_words_is_even_too() -> None:
    """By modulo the lower half of this range would come up 9 times in 16."""
    size = 3 * 2**29
    rng = Rng("large")
    low = sum(rng.below(size) < size // 2 for _ in range(20_000))
    assert 9_600 < low < 10_400


def fair_number(secret: bytes, nonce: str, number: int, size: int) -> int:
    """Return the first number below `size` of a fair roll, computed independently."""
    words: list[int] = []
    for block in range(8):
        mac = hmac.new(secret, f"{nonce}:{number}:{block}".encode(), hashlib.sha256).digest()
        words += [int.from_bytes(mac[at : at + 4], "big") for at in range(0, 32, 4)]
    fair_words = 2**32 - 2**32 % size
    for word in words:
        high, low = divmod(word * size, 2**32)
        if low >= 2**32 - fair_words:
            return high
    raise AssertionError("64 unlucky words")


@given(st.binary(min_size=1), st.text(), st.integers(1, 10**6), st.integers(1, 2**31))
def test_fair_dice_can_be_computed_by_anyone(secret: bytes, nonce: str, number: int, size: int) -> None:
    assert FairRng(secret, nonce, number).below(size) == fair_number(secret, nonce, number, size)


def test_a_fair_stream_goes_on_past_its_first_block() -> None:
    rng = FairRng(b"secret", "nonce", 3)
    words = [rng.word() for _ in range(20)]
    blocks = [hmac.new(b"secret", f"nonce:3:{block}".encode(), "sha256").digest() for block in range(3)]
    expected = b"".join(blocks)
    assert words == [int.from_bytes(expected[at : at + 4], "big") for at in range(0, 80, 4)]


keys = st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=4)
amounts = st.integers(1 - 10**MOST_DIGITS, 10**MOST_DIGITS - 1)
tables: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    keys, st.recursive(amounts, lambda inner: st.dictionaries(keys, inner, max_size=4)), max_size=5
)


def part_of(table: dict[str, Any], draw: st.DataObject) -> dict[str, Any]:
    """Return some of the table's keys, with new numbers."""
    part: dict[str, Any] = {}
    for key, value in table.items():
        if draw.draw(st.booleans()):
            part[key] = part_of(value, draw) if isinstance(value, dict) else draw.draw(st.integers())
    return part


@given(tables, st.data())
def test_overlays_have_the_last_word_and_leave_the_rest(base: dict[str, Any], data: st.DataObject) -> None:
    change = part_of(base, data)
    assert overlay(base, {}, "test") == base
    assert overlay(base, base, "test") == base
    once = overlay(base, change, "test")
    assert overlay(once, change, "test") == once
    assert once.keys() == base.keys()
    for key in base:
        if key not in change:
            assert once[key] == base[key]
        elif not isinstance(change[key], dict):
            assert once[key] == change[key]


@given(tables, keys)
def test_overlays_refuse_what_the_base_does_not_have(base: dict[str, Any], key: str) -> None:
    if key not in base:
        with pytest.raises(UserError, match=f"there is no `{key}`"):
            overlay(base, {key: 1}, "test")


printed = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], include_characters=" "), max_size=8
)
"""Characters of which `str.isprintable` holds; they are few, so a filter would throw most texts away."""

records = st.builds(
    record.Record,
    game=printed,
    seats=st.lists(st.builds(record.Player, name=printed, bot=printed), max_size=4),
    chance=st.builds(
        ChanceHeader, dice=printed, seed=printed, commitment=printed, nonce=printed, secret=printed
    ),
    moves=st.lists(printed, max_size=5),
    rules=st.integers(0, 9),
    numbers=printed,
    variant=tables,
    started=printed,
    take_backs=st.lists(
        st.builds(record.TakeBack, after=st.integers(0, 99), moves=st.lists(printed)), max_size=2
    ),
    result=st.none()
    | st.builds(
        record.Outcome,
        winners=st.lists(st.integers(0, 5)),
        scores=st.lists(st.floats(-1e17, 1e17)),
        reason=printed,
    ),
)


@given(records)
def test_records_read_as_they_are_written(written: record.Record) -> None:
    assert record.decode(record.encode(written), "test") == written


@given(st.binary(max_size=60))
def test_any_bytes_are_a_record_or_a_mistake(data: bytes) -> None:
    with pytest.raises(UserError, match="test "):
        record.decode(data, "test")


@given(st.integers(0, 7), printed)
def test_moves_read_as_they_are_written(seat: int, name: str) -> None:
    assert record.read_move(record.write_move(seat - 1, name), 7) == (seat - 1, name.strip())
