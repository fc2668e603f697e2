"""What has laws is tested by laws: base six, random numbers, fair dice, overlays, records."""

import hashlib
import hmac
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quincunx.core.errors import UserError
from quincunx.core.rng import FairRng, Rng
from quincunx.games.idle_six.cards import Card, Double, Flip, Gain, Reroll, Swap
from quincunx.games.idle_six.codes import MOST_DICE
from quincunx.games.idle_six.money import gain, pay
from quincunx.games.idle_six.rolls import orders
from quincunx.games.idle_six.senary import amount, digits, short
from quincunx.games.idle_six.state import Position, bits, places, values
from quincunx.input_limits import MOST_DIGITS
from quincunx.match import record
from quincunx.match.chance import ChanceHeader
from quincunx.match.variant import overlay

money_dice = st.integers(1, MOST_DICE)
values_of_13 = st.integers(0, 6**13 - 1)


def dice_for(value: int) -> int:
    """How many dice it takes to show a value."""
    return max(1, len(digits(value).replace(",", "")))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    position = Position(1, draw(money_dice))
    position.dice = draw(st.integers(1, position.most_dice))
    position.money = draw(st.integers(0, 6**position.dice - 1))
    return position


def one_box(kind: type[Card], **amounts: int) -> Card:
    """A card with a single box."""
    return kind(0, "card", [amounts], [0], 1)


def row(position: Position) -> list[int]:
    return [position.digit(place) for place in range(position.dice)]


@given(positions(), values_of_13)
def test_gaining_is_the_arithmetic_of_whole_numbers(position: Position, amount: int) -> None:
    before, dice = position.money, position.dice
    gain(position, amount, "test")
    assert position.money == min(before + amount, 6**position.most_dice - 1)
    assert position.dice == max(dice, dice_for(position.money))
    assert position.money == sum(digit * 6**place for place, digit in enumerate(row(position)))


@given(positions(), values_of_13)
def test_what_is_told_of_a_gain_adds_up(position: Position, amount: int) -> None:
    before, dice = row(position), position.dice
    position.log = []
    gain(position, amount, "test")
    told = {event.kind: event for event in position.log}
    kept = told["money-gained"].amounts["money"] if "money-gained" in told else 0
    lost = told["money-capped"].amounts["money"] if "money-capped" in told else 0
    assert kept + lost == amount
    assert len(told["dice-unlocked"].pieces if "dice-unlocked" in told else []) == position.dice - dice
    if not lost:
        carried = told["carried"].pieces if "carried" in told else []
        for place, digit in enumerate(row(position)):
            had = before[place] if place < len(before) else 0
            assert digit == (had + amount // 6**place + (f"die-{place + 1}" in carried)) % 6


@given(positions(), st.data())
def test_paying_takes_the_cost_and_no_dice(position: Position, data: st.DataObject) -> None:
    before, dice = position.money, position.dice
    cost = data.draw(st.integers(0, before))
    pay(position, cost, "test")
    assert (position.money, position.dice) == (before - cost, dice)
    gain(position, cost, "test")
    assert (position.money, position.dice) == (before, dice)


@given(positions(), st.data())
def test_flipping_twice_is_doing_nothing(position: Position, data: st.DataObject) -> None:
    card = one_box(Flip, range=MOST_DICE)
    place = data.draw(st.integers(0, position.dice - 1))
    before = row(position)
    card.use(position, bits([place]))
    after = row(position)
    faces = [(digit[place] or 6) for digit in (before, after)]
    assert sum(faces) == 7
    assert before[:place] + before[place + 1 :] == after[:place] + after[place + 1 :]
    card.use(position, bits([place]))
    assert row(position) == before


@given(positions(), st.data())
def test_swapping_twice_is_doing_nothing(position: Position, data: st.DataObject) -> None:
    card = one_box(Swap, range=MOST_DICE)
    low = data.draw(st.integers(0, position.dice - 1))
    high = data.draw(st.integers(0, position.dice - 1))
    assume(low != high)
    before = row(position)
    card.use(position, bits([low, high]))
    after = row(position)
    assert (after[low], after[high]) == (before[high], before[low])
    assert sorted(after) == sorted(before)
    card.use(position, bits([low, high]))
    assert row(position) == before


@given(positions(), st.data())
def test_doubling_adds_the_die_once_more(position: Position, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, position.dice - 1))
    before, digit = position.money, position.digit(place)
    one_box(Double, range=MOST_DICE).use(position, bits([place]))
    assert position.money == min(before + digit * 6**place, 6**position.most_dice - 1)
    if position.money < 6**position.most_dice - 1:
        assert position.digit(place) == digit * 2 % 6


@given(positions(), st.integers(1, 6**13))
def test_a_gain_card_adds_what_the_box_says(position: Position, amount: int) -> None:
    before = position.money
    one_box(Gain, gain=amount).use(position, 0)
    assert position.money == min(before + amount, 6**position.most_dice - 1)


@given(positions(), st.data())
def test_putting_back_keeps_the_rolled_values_and_the_other_dice(
    position: Position, data: st.DataObject
) -> None:
    card = one_box(Reroll, range=MOST_DICE, dice=5)
    where = data.draw(st.sets(st.integers(0, position.dice - 1), min_size=1, max_size=min(5, position.dice)))
    roll = data.draw(st.integers(0, 6 ** len(where) - 1))
    before = row(position)
    card.use(position, bits(where))
    assert places(position.rolling) == sorted(where)
    card.land(position, roll)
    if position.rolling:
        card.put(position, data.draw(st.sampled_from(card.arrangements(position))))
    after = row(position)
    assert position.rolling == 0
    assert sorted(after[place] for place in where) == sorted(values(roll, len(where)))
    assert all(after[place] == before[place] for place in range(position.dice) if place not in where)


@given(st.lists(st.integers(0, 5), max_size=5))
def test_orders_are_all_different_and_complete(faces: list[int]) -> None:
    found = orders(faces)
    assert len(set(found)) == len(found)
    assert sorted(values(order, len(faces)) for order in found) == sorted(map(list, set(permutations(faces))))


@given(values_of_13)
def test_amounts_read_as_they_are_written(value: int) -> None:
    assert amount(digits(value)) == amount(short(value)) == value
    assert int(digits(value).replace(",", ""), 6) == value


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
    """The first number below `size` of a fair roll, computed the long way round."""
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
    """Some of the table's keys, with new numbers."""
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
"""What `str.isprintable` holds of; of all characters few are, so a filter would throw most texts away."""

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
