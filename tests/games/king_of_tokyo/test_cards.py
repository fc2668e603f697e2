"""A card of King of Tokyo is one class and one entry in game.toml: every amount there works."""

from typing import Any

import pytest

from quincunx import games
from quincunx.core.amounts import Amounts
from quincunx.core.errors import UserError
from quincunx.core.move import Move
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.cards import fight, trade
from quincunx.games.king_of_tokyo.moves import question
from quincunx.games.king_of_tokyo.numbers import Face
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.screens.labels import blow
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.match import variant
from quincunx.text.grammar import Voice

GAME = games.load("king-of-tokyo")
CARDS = GAME.toml["cards"]


AMOUNTS = [(slug, key) for slug in CARDS for key in CARDS[slug] if key not in Face.__struct_fields__]


def changed(slug: str, **values: Any) -> dict[str, Any]:
    return {"cards": {slug: values}}


def card_of(options: dict[str, Any], slug: str) -> Card:
    cards: list[Card] = variant.numbers(GAME, options).cards
    return next(card for card in cards if card.slug == slug)


def play(options: dict[str, Any], given: dict[str, Any], *moves: str) -> KingOfTokyo:
    """Return the position after moves for two players; `roll …`, `reveal …` are chance's."""
    numbers = variant.numbers(GAME, options)
    given = {"turn": 1, "display": ["corner-store", "heal", "jets"], **given}
    whole = variant.overlay(GAME.to_dict(GAME.new_initial_state(2, numbers)), given, "given")
    state: KingOfTokyo = GAME.from_dict(whole, numbers)
    for move in moves:
        seat = CHANCE if move.split()[0] in ("roll", "reveal") else state.current_player()
        state.apply(seat, GAME.parse(state, seat, move))
    return state


@pytest.mark.parametrize(("slug", "key"), AMOUNTS)
def test_an_amount_is_in_the_text_and_the_card_takes_it(slug: str, key: str) -> None:
    usual, more = card_of({}, slug), card_of(changed(slug, **{key: CARDS[slug][key] + 1}), slug)
    assert usual.text != more.text
    taken = {name for name in dir(usual) if getattr(usual, name) != getattr(more, name)} - {"text"}
    assert any(isinstance(getattr(more, name), int) for name in taken)


@pytest.mark.parametrize(("slug", "key"), AMOUNTS)
def test_an_amount_has_bounds_and_cannot_be_left_out(slug: str, key: str) -> None:
    for wrong in (-1, 100, "many", 2.5):
        with pytest.raises(UserError, match=rf"`cards\.{slug}\.{key}` must be a whole number"):
            variant.numbers(GAME, changed(slug, **{key: wrong}))
    entry = {name: value for name, value in CARDS[slug].items() if name != key}
    entry["text"] = "Nothing."
    with pytest.raises(UserError, match=rf"`cards\.{slug}\.{key}` is missing"):
        GAME.numbers({**GAME.toml, "cards": {**CARDS, slug: entry}})


def test_every_number_in_a_text_is_an_amount() -> None:
    """Beside the faces of dice and "0 hearts", no text holds a number that a variant could not change."""
    for slug, entry in CARDS.items():
        plain = entry["text"].replace("0 hearts", "").replace("1 2 3", "").replace("3s", "")
        for piece in ("{ones:x 1}", "{twos:x 2}", "die to 1."):
            plain = plain.replace(piece, "")
        assert not any(character.isdecimal() for character in plain), slug


def test_the_rulebook_has_the_text_of_every_card() -> None:
    rulebook = " ".join(GAME.rulebook().split())
    for card in variant.numbers(GAME, {}).cards:
        assert f"**{card.name}** ({card.cost}). {card.text}" in rulebook


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"foo": 1}, "there is no `cards.tank.foo`; known are `hearts`, `points`."),
        ({"heart": 1}, "there is no `cards.tank.heart`; did you mean `hearts`?"),
        ({"text": "Gain {pionts}."}, "`cards.tank.text` names `{pionts}`; did you mean `points`?"),
        ({"worth": "much"}, "cards.tank: `worth` must be a number"),
    ],
)
def test_an_entry_that_the_card_does_not_know_is_refused(entry: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError) as refused:
        GAME.numbers({**GAME.toml, "cards": {**CARDS, "tank": {**CARDS["tank"], **entry}}})
    assert reason in str(refused.value)


def test_a_card_without_a_class_is_refused() -> None:
    with pytest.raises(UserError, match=r"`cards\.tankk` has no class `Tankk`"):
        GAME.numbers({**GAME.toml, "cards": {**CARDS, "tankk": CARDS["tank"]}})


def test_dice_are_counted_by_what_the_cards_say() -> None:
    variant.numbers(GAME, changed("extra-head", dice=2))
    with pytest.raises(UserError, match="come to 15 dice"):
        variant.numbers(GAME, changed("extra-head", dice=3))


# What a changed amount does.


def buying(slug: str, **monster: Any) -> dict[str, Any]:
    return {"phase": "buy", "display": [slug, "heal", "jets"], "seats": {"1": {"energy": 20, **monster}}}


def test_a_tank_of_five_points_and_one_heart() -> None:
    me = play(changed("tank", points=5, hearts=1), buying("tank"), "buy tank").monsters[0]
    assert (me.points, me.health) == (5, 9)


def test_energize_of_twenty() -> None:
    me = play(changed("energize", energy=20), buying("energize"), "buy energize").monsters[0]
    assert me.energy == 20 - 8 + 20


def test_an_acid_attack_of_three_claws() -> None:
    given = {
        "phase": "roll",
        "seats": {"1": {"cards": ["acid-attack"]}, "2": {"place": "tokyo-city"}},
    }
    state = play(changed("acid-attack", claws=3), given, "roll 1 1 2 2 3 energy", "keep")
    assert state.monsters[1].health == 7


def test_a_camouflage_that_saves_two_hearts_each() -> None:
    given = {
        "phase": "roll",
        "seats": {"2": {"place": "tokyo-city", "cards": ["camouflage"]}},
    }
    rolls = ("roll claw claw claw 2 3 energy", "keep", "roll heart 1 1")
    assert play({}, given, *rolls).monsters[1].health == 8
    assert play(changed("camouflage", hearts=2), given, *rolls).monsters[1].health == 9


def test_tokens_that_weigh_double() -> None:
    given = {"phase": "buy", "seats": {"1": {"energy": 3, "poison": 2}, "2": {"shrink": 2}}}
    state = play(changed("poison-spit", hearts=2), given, "done")
    assert (state.monsters[0].health, state.rolling) == (6, 4)
    assert play(changed("shrink-ray", dice=2), given, "done").rolling == 2


def test_a_freeze_time_for_two_1s_that_costs_three_dice() -> None:
    given = {
        "phase": "buy",
        "dice": "1 1 2 2 3 heart",
        "seats": {"1": {"energy": 2, "cards": ["freeze-time"]}},
    }
    assert play({}, given, "done").active == 1
    state = play(changed("freeze-time", ones=2, dice=3), given, "done", "again")
    assert (state.active, state.rolling) == (0, 3)


def test_wings_at_another_price() -> None:
    given = {
        "phase": "roll",
        "seats": {"2": {"place": "tokyo-city", "energy": 5, "cards": ["wings"]}},
    }
    options = changed("wings", energy=5)
    me = play(options, given, "roll claw claw claw 2 3 energy", "keep", "use wings").monsters[1]
    assert (me.energy, me.health) == (0, 10)


def test_a_sentence_calls_a_card_by_the_name_it_has() -> None:
    names = {
        "parasitic-tentacles": "Long Arms",
        "healing-ray": "Kind Eyes",
        "mimic": "Mirror",
        "wings": "Feathers",
        "burrowing": "Big Hole",
    }
    options = {"cards": {slug: {"name": name} for slug, name in names.items()}}
    voice = Voice(["Ann", "Bob"], 0)

    state = play(options, {"phase": "buy", "seats": {"1": {"energy": 9}, "2": {"cards": ["wings"]}}})
    refused = GAME.codec.why_not(state, 0, Move.read("buy wings from 2"), voice)
    assert refused == "You need Long Arms to buy from other monsters."

    hearts = {"phase": "roll", "seats": {"1": {"health": 5, "shrink": 1}}}
    state = play(options, hearts, "roll heart heart 1 2 3", "keep")
    refused = GAME.codec.why_not(state, 0, Move.read("heal 2"), voice)
    assert refused == "You need Kind Eyes to heal others, and they must have lost hearts."

    copying = {
        "phase": "mimic-move",
        "seats": {"1": {"energy": 1, "cards": ["mimic"]}, "2": {"cards": ["wings"]}},
    }
    state = play(options, {**copying, "purchase": {"aiming": 1}})
    assert question(state, Voice(["Ann", "Bob"])) == "Have your Mirror copy another card?"
    assert GAME.screens.web(state, 0, voice)["now"]["text"] == "Have your Mirror copy another card?"

    hit = {"place": "tokyo-city", "energy": 2, "cards": ["wings"], "shielded": True}
    state = play(options, {"phase": "roll", "seats": {"2": hit}})
    (mark,) = GAME.screens.web(state, 0, voice)["monsters"][1]["marks"]
    assert mark["words"] == "safe this turn (Feathers)"

    yields = {"place": "tokyo-city", "cards": ["burrowing"]}
    given = {"phase": "roll", "seats": {"1": {"energy": 2, "cards": ["wings"]}, "2": yields}}
    state = play(options, given, "roll claw claw 1 2 3 3", "keep", "yield")
    assert blow(state) == "Big Hole"


def test_a_sale_is_told_with_the_card_that_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trade, "Pawnshop", trade.Metamorph, raising=False)
    entry = {"name": "Pawnshop", "cost": 2, "copies": 1, "text": "You may sell."}
    numbers = GAME.numbers({**GAME.toml, "cards": {**CARDS, "pawnshop": entry}})
    whole = GAME.to_dict(GAME.new_initial_state(2, numbers))
    for hands in ((["pawnshop", "wings"], []), (["mimic of 2:pawnshop", "wings"], ["pawnshop"])):
        seats = {str(seat): {"cards": cards} for seat, cards in enumerate(hands, 1)}
        given = {"turn": 1, "phase": "metamorph", "seats": seats, "display": ["heal", "tank", "jets"]}
        state = GAME.from_dict(variant.overlay(whole, given, "given"), numbers)
        state.log = []
        for move in (f"sell {hands[0][0].split()[0]}", "sell wings"):
            state.apply(0, GAME.parse(state, 0, move))
        assert [event.causes for event in state.log if event.kind == "sells"] == [["pawnshop"], ["pawnshop"]]


# A card of one's own.


class GiantShoe(Card):
    """A card that gives claws and points to an attacker."""

    def take(self, amounts: Amounts) -> None:
        self.claws = amounts.take("claws")

    def adds_claws(self, me: Monster, dice: int) -> int:
        return self.claws


def test_a_card_is_added_by_a_class_and_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight, "GiantShoe", GiantShoe, raising=False)
    entry = {"name": "Giant Shoe", "cost": 2, "copies": 1, "text": "You have {claws:claw} more.", "claws": 2}
    numbers = GAME.numbers({**GAME.toml, "cards": {**CARDS, "giant-shoe": entry}})
    assert numbers.cards[-1].text == "You have 2 claws more."
    whole = GAME.to_dict(GAME.new_initial_state(2, numbers))
    seats = {"1": {"cards": ["giant-shoe"]}, "2": {"place": "tokyo-city"}}
    given = {"turn": 1, "phase": "roll", "seats": seats, "display": ["heal", "tank", "jets"]}
    state = GAME.from_dict(variant.overlay(whole, given, "given"), numbers)
    state.log = []
    for seat, move in ((CHANCE, "roll 1 1 2 2 3 energy"), (0, "keep")):
        state.apply(seat, GAME.parse(state, seat, move))
    assert state.monsters[1].health == 8
    assert any(event.kind == "attacks" and event.causes == ["giant-shoe"] for event in state.log)
