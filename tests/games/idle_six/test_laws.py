"""The arithmetic of Idle Six, as laws: base six, gains, payments, and the cards that turn dice."""

from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from quincunx.games.idle_six.cards import Card, Double, Flip, Gain, Reroll, Swap
from quincunx.games.idle_six.codes import MOST_DICE
from quincunx.games.idle_six.money import gain, pay
from quincunx.games.idle_six.rolls import orders
from quincunx.games.idle_six.senary import amount, digits, short
from quincunx.games.idle_six.state import Position, bits, places, values

money_dice = st.integers(1, MOST_DICE)
values_of_13 = st.integers(0, 6**13 - 1)


def dice_for(value: int) -> int:
    """Return how many dice it takes to show a value."""
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
