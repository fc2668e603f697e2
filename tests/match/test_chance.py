"""The four sources of dice."""

import hashlib

import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.rng import FairRng
from quincunx.core.state import State
from quincunx.match.chance import ChanceHeader, FairDice, RealDice, SeedDice, StatedDice, from_header


@pytest.fixture
def rolling() -> State:
    """Return Idle Six with two dice in the air."""
    game = games.load("idle-six")
    numbers = game.numbers(game.toml)
    position = game.to_dict(game.new_initial_state(1, numbers))
    data = {
        **position,
        "dice": 3,
        "used": ["reroll"],
        "phase": "roll",
        "cards": {**position["cards"], "reroll": {"side": "flipped", "box": 1}},
        "rolling": {"dice": [1, 3], "faces": []},
    }
    state: State = game.from_dict(data, numbers)
    return state


def test_a_seed_gives_the_same_dice_again(rolling: State) -> None:
    dice = SeedDice("7")
    rolls = [dice.draw(rolling) for _ in range(10)]
    again = dice.restart()
    assert [again.draw(rolling) for _ in range(10)] == rolls
    assert len(set(rolls)) > 1
    other = SeedDice("8")
    assert [other.draw(rolling) for _ in range(10)] != rolls


def test_fair_dice_commit_before_the_first_roll_and_do_not_change(rolling: State) -> None:
    dice = FairDice()
    shown = dice.commitment
    dice.draw(rolling)
    assert dice.header().commitment == shown
    assert shown == hashlib.sha256(bytes.fromhex(dice.header().secret)).hexdigest()


def test_fair_secrets_are_long_and_differ() -> None:
    first, second = FairDice(), FairDice()
    assert len(first.secret) == 32
    assert first.secret != second.secret


def test_the_nth_fair_roll_comes_from_secret_nonce_and_n(rolling: State) -> None:
    dice = FairDice(b"secret", "nonce")
    rolls = [dice.draw(rolling) for _ in range(6)]
    assert rolls == [rolling.sample_outcome(FairRng(b"secret", "nonce", number)) for number in range(1, 7)]


def test_the_commitment_does_not_decide_the_dice_alone(rolling: State) -> None:
    """Players who add a nonce get other dice from the same secret."""
    ours, theirs = FairDice(b"secret", "ours"), FairDice(b"secret", "theirs")
    assert ours.commitment == theirs.commitment
    assert [ours.draw(rolling) for _ in range(9)] != [theirs.draw(rolling) for _ in range(9)]


def test_seed_and_fair_dice_tell_a_false_outcome(rolling: State) -> None:
    for source in (SeedDice("7"), FairDice(b"secret")):
        roll = source.draw(rolling)
        assert source.restart().agrees(rolling, roll)
        assert not source.restart().agrees(rolling, (roll + 1) % 36)


def test_real_and_stated_dice_agree_to_anything(rolling: State) -> None:
    assert RealDice(lambda state: 5).agrees(rolling, 3)
    assert StatedDice().agrees(rolling, 3)


def test_stated_dice_come_in_order_and_run_out(rolling: State) -> None:
    dice = StatedDice([4, 2])
    assert [dice.draw(rolling), dice.draw(rolling)] == [4, 2]
    with pytest.raises(UserError, match="nothing says how it comes out"):
        dice.draw(rolling)
    assert dice.restart().draw(rolling) == 4


def test_real_dice_need_someone_to_ask(rolling: State) -> None:
    with pytest.raises(UserError, match="type them in"):
        from_header(ChanceHeader("real")).draw(rolling)
    assert from_header(ChanceHeader("real"), lambda state: 7).draw(rolling) == 7


@pytest.mark.parametrize(
    "source", [SeedDice("7"), FairDice(b"secret", "nonce"), RealDice(lambda s: 0), StatedDice()]
)
def test_a_source_is_found_again_by_its_header(source: SeedDice) -> None:
    again = from_header(source.header())
    assert type(again) is type(source)
    assert again.header() == source.header()


def test_fair_dice_without_their_secret_are_taken_as_stated() -> None:
    header = FairDice(b"secret").header()
    header.secret = ""
    assert isinstance(from_header(header), StatedDice)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (ChanceHeader("fare"), "did you mean `fair`?"),
        (ChanceHeader("fair", secret="xyz"), "not a hexadecimal number"),
        (ChanceHeader("fair", secret="AB" * 32), "not a hexadecimal number in small letters"),
        (ChanceHeader("fair", secret="ab", commitment="ab"), "does not match the commitment"),
    ],
)
def test_impossible_headers_are_mistakes(header: ChanceHeader, said: str) -> None:
    with pytest.raises(UserError) as mistake:
        from_header(header)
    assert said in str(mistake.value)
