"""Idle Six: the sentences of its events, every number of the cards, and the text of a win."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.core.move import Move
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.idle_six import cards
from quincunx.games.idle_six.cards import Card, DiceCard
from quincunx.games.idle_six.codes import DONE, dice_of
from quincunx.games.idle_six.money import gain
from quincunx.games.idle_six.moves import effect
from quincunx.games.idle_six.rolls import SORTED_ROLL
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.state import POWER, Position, places
from quincunx.lab.simulate.observed_run import observe
from quincunx.match import variant
from quincunx.match.chance import StatedDice
from quincunx.match.match import Match
from quincunx.match.narration import headline, line
from quincunx.match.record import Player
from quincunx.testing import Setup
from quincunx.text.grammar import Look, Voice

GAME = games.load("idle-six")
ANN = Voice(["Ann"], 0)
TEN_OFF = Look(off={"ten"})
RICH: dict[str, Any] = {"phase": "upgrade", "money": "3T", "dice": 13, "claimed": 12}


def match_at(given: dict[str, Any], changes: variant.Variant | None = None) -> Match:
    match = Match(GAME, [Player("Ann")], StatedDice(), changes)
    whole = variant.overlay(GAME.to_dict(match.state), given, "given")
    match.state = GAME.from_dict(whole, match.numbers)
    match.state.log = []
    return match


def told(given: dict[str, Any], *moves: str) -> list[str]:
    """Return what the last of the moves tells Ann."""
    match = match_at(given)
    for move in moves:
        step = match.play(CHANCE if move.startswith("roll") else 0, move)
    said = line(match, step, 0, Look())
    assert said is not None
    return said.told


def clip(box: int, side: str = "start") -> dict[str, Any]:
    return {"side": side, "box": box}


@pytest.mark.parametrize(
    ("given", "moves", "sentences"),
    [
        (
            {"money": "45", "dice": 2, "claimed": 1, "cards": {"gain-a": clip(3)}},
            ["gain a"],
            [
                "+$20 (12) from Gain A, $105 (41) now.",
                "1 is carried to the $100 die.",
                "The $100 die is unlocked.",
                "A reward of $20 (12) can be claimed.",
            ],
        ),
        (
            {"money": "5", "cards": {"gain-a": clip(1, "flipped")}},
            ["gain a"],
            [
                "+$200K (15,552) from Gain A, $200,005 (15,557) now.",
                "The $100K, $10K, $1K, $100 and $10 dice are unlocked.",
                "A reward of $3 can be claimed.",
                "A reward of $20 (12) can be claimed.",
                "A reward of $100 (36) can be claimed.",
                "A reward of $1K (216) can be claimed.",
                "A reward of $5K (1,080) can be claimed.",
            ],
        ),
        (
            {"money": "5,555,555,555,555", "dice": 13, "claimed": 12},
            ["gain a"],
            [
                "Lost: $1 from Gain A; 13 dice hold no more.",
                "The action turn ends: 1 turn so far.",
            ],
        ),
        (
            {"money": "5", "cards": {"flip": clip(2)}},
            ["flip 1"],
            ["The $1 die is flipped from 5 to 2.", "-$3 from Flip, $2 now."],
        ),
        (
            {"money": "0", "cards": {"double": clip(2)}},
            ["double 1"],
            ["The $1 die is doubled from 0 to 0."],
        ),
        (
            {"money": "25", "dice": 2, "claimed": 1, "cards": {"double": clip(2)}},
            ["double 1"],
            [
                "The $1 die is doubled from 5 to 4.",
                "+$5 from Double, $34 (22) now.",
                "1 is carried to the $10 die.",
            ],
        ),
        (
            {"money": "120", "dice": 3, "claimed": 2, "cards": {"swap": clip(3)}},
            ["swap 1 3"],
            ["The $100 and $1 dice are swapped and show 6 and 1.", "-$55 (35) from Swap, $21 (13) now."],
        ),
        (
            {"money": "123", "dice": 3, "claimed": 2, "cards": {"reroll": clip(3)}},
            ["reroll 1 2", "roll 2 5"],
            ["The $10 and $1 dice show 2 and 5."],
        ),
        (
            {"money": "123", "dice": 3, "claimed": 2, "cards": {"reroll": clip(3)}},
            ["reroll 1 2", "roll 2 5", "put 5 2"],
            ["You put 5 and 2 on the $10 and $1 dice.", "+$25 (17) from Reroll, $152 (68) now."],
        ),
        (
            {"money": "0", "dice": 2},
            ["claim"],
            ["You claim the reward for the $10 die.", "+$3 from Achievements, $3 now."],
        ),
        (
            {"phase": "upgrade", "money": "15K", "dice": 5, "claimed": 4, "cards": {"gain-a": clip(6)}},
            ["upgrade gain-a"],
            [
                "You pay $10K (1,296) for Gain A, $5K (1,080) left.",
                "Gain A is turned to its other side.",
                "Gain A now: +$200K (15,552).",
            ],
        ),
        (
            {"phase": "upgrade", "money": "1"},
            ["upgrade reroll"],
            [
                "You pay $1 for Reroll, $0 left.",
                "Reroll now: 1 die of the last 1.",
                "The upgrade turn ends: 1 turn so far.",
            ],
        ),
        (
            {"phase": "upgrade", "money": "1"},
            ["done"],
            ["Nothing is bought, so the upgrade turn does not count."],
        ),
        (
            {**RICH, "turns": 20},
            ["upgrade win"],
            ["You pay $3T (6,530,347,008) for Win, $0 left.", "You win in 21 turns."],
        ),
    ],
)
def test_nothing_is_silent(given: dict[str, Any], moves: list[str], sentences: list[str]) -> None:
    assert told(given, *moves) == sentences


def test_others_read_whose_money_it_is_and_base_ten_can_be_switched_off() -> None:
    match = match_at({"phase": "upgrade", "money": "20", "dice": 2, "claimed": 1})
    paid = match.play(0, "upgrade gain-a").events[0]
    assert GAME.phrases.tell(paid, match.voice(), match.numbers) == "Ann pays $1 for Gain A, $15 (11) left."
    assert (
        GAME.phrases.tell(paid, match.voice(0, TEN_OFF), match.numbers) == "You pay $1 for Gain A, $15 left."
    )


def test_events_are_data_with_the_card_as_their_cause() -> None:
    match = match_at({"money": "5", "cards": {"double": clip(2)}})
    doubled, gained, carried, unlocked, ready = match.play(0, "double 1").events
    assert (doubled.kind, doubled.pieces, doubled.amounts) == (
        "die-doubled",
        ["die-1"],
        {"from": 5, "to": 10},
    )
    assert (gained.kind, gained.amounts, gained.causes) == (
        "money-gained",
        {"money": 5, "left": 10},
        ["double"],
    )
    assert (carried.kind, carried.pieces) == ("carried", ["die-2"])
    assert (unlocked.kind, unlocked.pieces, unlocked.amounts) == ("dice-unlocked", ["die-2"], {"dice": 2})
    assert (ready.kind, ready.amounts) == ("achievement-ready", {"achievement": 1, "money": 3})


def test_the_reason_for_several_purchases_is_their_cost() -> None:
    state = match_at({"phase": "upgrade", "money": "45", "dice": 2, "claimed": 1}).state
    plan = [GAME.codec.encode(state, 0, Move("upgrade", card)) for card in ("flip", "flip", "double")]
    assert GAME.coach.reason(state, 0, plan, ANN) == "$5 in all, $40 (24) left"
    assert GAME.coach.reason(state, 0, plan[:1], ANN) == "-$1; then last 1 die"


def test_explanations_and_refusals_are_in_both_bases_or_in_six_alone() -> None:
    match = match_at({"phase": "upgrade", "money": "45", "dice": 2, "claimed": 1})
    explained = GAME.phrases.explain(match.state, 0, Move("upgrade", "gain-b"), ANN)
    assert explained == "-$12 (8); then +$40 (24)"
    win = GAME.codec.encode(match.state, 0, Move("upgrade", "win"))
    assert GAME.refusal(match.state, 0, win, ANN) == (
        "You have $45 (29); that box costs $3T (6,530,347,008)."
    )
    six = Voice(["Ann"], 0, TEN_OFF)
    assert GAME.phrases.explain(match.state, 0, Move("upgrade", "gain-b"), six) == "-$12; then +$40"
    assert GAME.refusal(match.state, 0, win, six) == "You have $45; that box costs $3T."


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        (18, "You won: 19 turns. An epic achievement."),
        (35, "You won: 36 turns. You ran out of dice to track your turn count."),
    ],
)
def test_a_win_does_not_read_as_a_defeat(turns: int, said: str) -> None:
    match = match_at({**RICH, "turns": turns})
    match.play(0, "upgrade win")
    assert headline(match) == headline(match, 0) == said


def test_whoever_watches_a_bot_is_not_told_that_they_won() -> None:
    match = match_at({**RICH, "turns": 25})
    match.play(0, "upgrade win")
    match.seats[0] = Player("Robo", "normal")
    assert headline(match) == "Robo won: 26 turns."


def test_turn_0_is_no_achievement_yet() -> None:
    setup = Setup(GAME, 1)
    state = setup.new()
    best = "up to 19 turns: An epic achievement"
    assert f"0 turns; {best}" in setup.render(state, 0)
    assert GAME.screens.web(state, 0, ANN)["rating"] == best
    late = match_at({"turns": 36}).state
    assert GAME.screens.web(late, 0, ANN)["rating"] == "You ran out of dice to track your turn count"
    with pytest.raises(UserError, match="so nobody has won after 0 turns"):
        match_at({"phase": "won"})


def test_done_with_every_card_unused_is_asked_about() -> None:
    match = match_at({"money": "5", "cards": {"flip": clip(2)}})
    done, asked = Move("done"), "You have used no card this turn. End it all the same?"
    assert GAME.phrases.confirm(match.state, 0, done, ANN) == asked
    assert GAME.phrases.confirm(match.state, 0, Move("gain", "a"), ANN) == ""
    match.play(0, "flip 1")
    assert GAME.phrases.confirm(match.state, 0, done, ANN) == ""
    assert GAME.phrases.confirm(match_at(RICH).state, 0, done, ANN) == ""


def test_more_faces_than_dice_are_never_another_move() -> None:
    # As a number in base six these faces once were the number of `claim`.
    match = match_at({"money": "10", "dice": 2})
    faces = []
    number = 1 << 20
    while number:
        faces.append(str(number % 6 or 6))
        number //= 6
    with pytest.raises(IllegalMove, match="nothing to put back"):
        match.play(0, f"put {' '.join(reversed(faces))}")


USUAL: dict[str, dict[str, Any]] = {
    "gain-a": {"gain": "20"},
    "gain-b": {"gain": "20"},
    "gain-c": {"gain": "20"},
    "flip": {"range": 3},
    "reroll": {"range": 3, "dice": 2},
    "swap": {"range": 3},
    "double": {"range": 3},
}
CHANGED = {"gain": "21", "range": 4, "dice": 3}


def with_box(card: str, box: dict[str, Any], side: str) -> tuple[str, list[int], int]:
    """Return a card's text, its uses and their result, with one box on a side."""
    match = match_at(
        {"money": "1234", "dice": 4, "claimed": 3, "cards": {card: clip(1, side)}},
        {"cards": {card: {side: [box]}}},
    )
    its = next(its for its in match.numbers.actions if its.name == card)
    state = match.state
    assert isinstance(state, Position)
    shown = effect(its, state.clips[its.slot], Look())
    uses = its.actions(state)
    match.play(0, uses[-1])
    return shown, uses, state.money


@pytest.mark.parametrize("side", ["start", "flipped"])
@pytest.mark.parametrize(
    ("card", "amount"), [(card, amount) for card, box in USUAL.items() for amount in box]
)
def test_every_amount_of_every_card_can_be_changed(card: str, amount: str, side: str) -> None:
    assert USUAL.keys() == GAME.toml["cards"].keys()
    usual = with_box(card, USUAL[card], side)
    changed = with_box(card, {**USUAL[card], amount: CHANGED[amount]}, side)
    assert changed[0] != usual[0]
    assert changed[1:] != usual[1:]


@pytest.mark.parametrize("card", USUAL)
def test_every_price_of_a_card_can_be_changed(card: str) -> None:
    box = USUAL[card]
    boxes = [box, {**box, "cost": "123"}]
    prices: list[tuple[dict[str, Any], str]] = [
        ({"start": boxes}, "start"),
        ({"start": [box], "flip": "123"}, "start"),
        ({"flipped": boxes}, "flipped"),
    ]
    for changes, side in prices:
        given = {"phase": "upgrade", "money": "200", "dice": 3, "claimed": 2, "cards": {card: clip(1, side)}}
        match = match_at(given, {"cards": {card: changes}})
        assert GAME.phrases.explain(match.state, 0, Move("upgrade", card), ANN).startswith("-$123 (51); ")
        match.play(0, f"upgrade {card}")
        assert GAME.to_dict(match.state)["money"] == "33"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"flip": {"start": [{"gain": "5"}]}}, "must have a `range` above 0, or `locked = true`, no more."),
        ({"flip": {"start": [{"range": 1, "dice": 1}]}}, "a box of `cards.flip` must have a `range` above 0"),
        ({"reroll": {"start": [{"range": 1}]}}, "must have a `range` above 0 and a `dice` above 0"),
        ({"gain-b": {"start": [{"gain": "0"}]}}, "a box of `cards.gain-b` must have a `gain` above 0"),
        ({"gain-b": {"start": [{"gain": "1", "locked": True}]}}, "or `locked = true`, no more."),
        ({"gain-a": {"start": [{"locked": True}]}}, "`cards.gain-a` must have a gain in every box"),
        ({"flip": {"box": "{gain}"}}, "`cards.flip.box` names `{gain}`; known are `range`."),
        ({"flop": {}}, "there is no `cards.flop`; did you mean `flip`?"),
    ],
)
def test_what_a_card_does_not_know_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError) as mistake:
        variant.numbers(GAME, {"cards": changes})
    assert said in str(mistake.value)


def test_the_words_of_the_cards_can_be_changed() -> None:
    flip = {"name": "Turn", "box": "up to die {range}", "button": "Over", "text": "Turn a die over."}
    changes = {"cards": {"flip": flip}, "win": {"name": "Victory"}, "achievements": {"name": "Prizes"}}
    match = match_at({"phase": "upgrade", "money": "3"}, changes)
    match.play(0, "upgrade flip")
    said = [GAME.phrases.tell(event, match.voice(0), match.numbers) for event in match.steps[-1].events]
    assert said == ["You pay $1 for Turn, $2 left.", "Turn now: up to die 1."]
    match.play(0, "done")
    board = GAME.screens.web(match.state, 0, ANN)
    shown = board["cards"][3]
    assert (shown["title"], shown["text"]) == ("Turn", "Turn a die over.")
    assert shown["use"]["hint"].endswith("then press Turn.")
    assert (board["win"]["title"], board["achievements"]) == ("Victory", "Prizes")
    assert (match.numbers.title("win"), match.numbers.title("achievements")) == ("Victory", "Prizes")


@pytest.mark.skipif(cards.__file__.endswith(".so"), reason="a compiled game takes its own classes only")
def test_a_new_card_is_one_class_and_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Triple(DiceCard):
        """A card that gains three times one die in range."""

        def use(self, state: Position, dice: int) -> None:
            place = places(dice)[0]
            gain(state, 2 * state.digit(place) * POWER[place], self.name)

    monkeypatch.setattr(cards, "Triple", Triple, raising=False)
    entry = {**GAME.toml["cards"]["double"], "name": "Triple", "button": "Triple, with carry"}
    toml = {**GAME.toml, "cards": {**GAME.toml["cards"], "triple": entry}}
    numbers = GAME.numbers(toml)
    state = GAME.new_initial_state(1, numbers)
    data = GAME.to_dict(state)
    state = GAME.from_dict({**data, "money": "2", "cards": {**data["cards"], "triple": clip(2)}}, numbers)
    state.log = []
    action = GAME.parse(state, 0, "triple 1")
    assert GAME.say(state, 0, action) == "triple 1"
    assert action in state.legal_actions(0)
    state.move(0, action)
    said = [GAME.phrases.tell(event, ANN, numbers) for event in state.log]
    assert said[0] == "+$4 from Triple, $10 (6) now."
    assert GAME.to_dict(state)["used"] == ["triple"]
    assert GAME.screens.web(state, 0, ANN)["cards"][-1]["title"] == "Triple"
    with pytest.raises(UserError, match=r"`cards.quadruple` has no class `Quadruple`"):
        GAME.numbers({**toml, "cards": {**toml["cards"], "quadruple": entry}})


@pytest.mark.parametrize("money", ["0", "5", "12,345,012", "55,555,555", "30,014,052"])
@pytest.mark.parametrize("box", range(1, 5))
def test_the_bot_rerolls_the_dice_that_bring_most(money: str, box: int) -> None:
    state = match_at({"money": money, "dice": 8, "cards": {"reroll": clip(box, "flipped")}}).state
    assert isinstance(state, IdleSix)
    card = next(card for card in state.cards.actions if card.name == "reroll")

    def brings(action: int) -> float:
        """Return the average gain of rolling these dice and putting them back in order."""
        rolled = places(dice_of(action))
        means = SORTED_ROLL[len(rolled) - 1] if len(rolled) <= len(SORTED_ROLL) else []
        total = 0.0
        for mean, place in zip(means, rolled, strict=False):
            total += (mean - state.digit(place)) * POWER[place]  # as the bot adds, to the last bit
        return total

    best = max(card.actions(state), key=brings)
    assert card.best_use(state) == ((best, brings(best)) if brings(best) > 0 else (DONE, 0.0))


@settings(max_examples=200)
@example(money=6**13 - 1 - 4, dice=13, box=7, name="double")
@example(money=5 * 6**12 + 6**11 + 6**3, dice=13, box=7, name="double")
@example(money=6**13 - 1 - 5 * 6**10, dice=13, box=7, name="double")
@given(
    money=st.integers(0, 6**13 - 1),
    dice=st.integers(1, 13),
    box=st.integers(1, 7),
    name=st.sampled_from(["flip", "swap", "double"]),
)
def test_a_card_knows_its_best_use_without_trying_every_one(
    money: int, dice: int, box: int, name: str
) -> None:
    state = GAME.new_initial_state(1, GAME.numbers(GAME.toml))
    assert isinstance(state, IdleSix)
    card = next(card for card in state.cards.actions if card.name == name)
    state.money, state.dice = money % 6**dice, dice
    state.slide(int(card.slot), box)
    if card.usable(state):
        assert card.best_use(state) == Card.best_use(card, state)


def test_the_playtest_counts_turns_bands_and_boxes() -> None:
    rows = observe(GAME, ["greedy"], 4, GAME.lab.observer())
    for row in rows:
        assert row["band"] == GAME.numbers(GAME.toml).band(int(row["turns"]))
        assert sum(int(row[f"{card} boxes"]) for card in GAME.toml["cards"]) == len(str(row["order"]).split())
        assert row["gain-a first"] == 2  # The first upgrade turn, after one action turn.
        assert 2 < int(row["gain-a flipped"]) <= int(row["turns"])
