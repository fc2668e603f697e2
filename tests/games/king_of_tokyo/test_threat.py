"""The danger of staying in Tokyo, against the rules: every way the dice can fall is played out."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from quincunx import games
from quincunx.games.king_of_tokyo.ai.threat import attackers, killed
from quincunx.games.king_of_tokyo.dice import CLAW, DIE, TWO
from quincunx.games.king_of_tokyo.help.reasons import reason
from quincunx.games.king_of_tokyo.names import kind_of
from quincunx.games.king_of_tokyo.rules import dice as rules_dice
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import BAY, CITY, HEARTS, HIDE_ROLL, REROLL, YIELD, Held, Monster
from quincunx.match import variant
from quincunx.text.grammar import Voice

GAME = games.load("king-of-tokyo")
VOICE = Voice(["Ann", "Bob", "Cy"], reader=0)
CLAW_CARDS = ["acid-attack", "spiked-tail"]


def table(*, health: int, rival: list[str], mine: list[str] | None = None, players: int = 3) -> KingOfTokyo:
    """Return a position in which Ann in Tokyo is asked whether she yields to Bob; Cy plays next."""
    state = GAME.new_initial_state(players, variant.numbers(GAME, {}))
    assert isinstance(state, KingOfTokyo)
    ann, bob, cy = state.monsters[:3]
    ann.place, ann.health = CITY, health
    ann.hand = [held(state, name) for name in mine or []]
    cy.hand = [held(state, name) for name in rival]
    state.active = state.regular = bob.seat
    state.asked, state.phase = ann.seat, YIELD
    return state


def held(state: KingOfTokyo, name: str) -> Held:
    return Held(state.card(kind_of(state.tables, name)))


@cache
def falls(number: int) -> list[tuple[int, float]]:
    """Return every way a number of dice can fall, in no order."""
    found = []
    for faces in combinations_with_replacement(range(6), number):
        ways = factorial(number) // prod(factorial(shown) for shown in Counter(faces).values())
        found.append((sum(DIE[face] for face in faces), ways / 6**number))
    return found


@cache
def keeps_claws(number: int, rolls: int) -> dict[int, float]:
    """Return the faces of a turn's dice at last if every die that shows no claw is rolled again."""
    found: dict[int, float] = {}
    for dice, chance in falls(number):
        claws = dice // DIE[CLAW] % 64
        later = keeps_claws(number - claws, rolls - 1) if rolls > 1 else {dice - claws * DIE[CLAW]: 1.0}
        for others, share in later.items():
            last = others + claws * DIE[CLAW]
            found[last] = found.get(last, 0.0) + chance * share
    return found


def deaths(state: KingOfTokyo, seat: int) -> float:
    """Return the chance that the monster dies of the blow that is being dealt."""
    while state.phase == HEARTS:
        state.move(state.asked, state.legal_actions(state.asked)[0])
    if state.phase != HIDE_ROLL:
        return float(state.monsters[seat].health == 0)
    found = 0.0
    for rolled, chance in state.chance_outcomes():
        after = state.clone()
        after.move(-1, rolled)
        found += chance * deaths(after, seat)
    return found


def played_out(state: KingOfTokyo, me: Monster, rival: Monster, all_rolls: bool) -> float:
    number, rolls = rival.dice(state.tables), rival.rolls(state.tables) if all_rolls else 1
    found = 0.0
    for dice, chance in keeps_claws(number, rolls).items():
        after = state.clone()
        after.active = after.asked = rival.seat
        after.dice = dice
        rules_dice.resolve(after, after.monsters[rival.seat])
        found += chance * deaths(after, me.seat)
    return found


@pytest.mark.parametrize("all_rolls", [False, True])
@pytest.mark.parametrize(
    ("health", "rival", "mine"),
    [
        (4, [], []),
        (7, CLAW_CARDS, []),
        (8, [*CLAW_CARDS, "fire-breathing"], []),
        (5, ["poison-quills", "spiked-tail"], []),
        (6, ["extra-head", "giant-brain", "acid-attack"], []),
        (1, ["acid-attack"], ["armor-plating"]),
        (1, ["nova-breath", "burrowing", "ultravore"], ["armor-plating"]),
    ],
)
def test_the_chance_to_die_is_that_of_all_dice_played_out(
    health: int, rival: list[str], mine: list[str], all_rolls: bool
) -> None:
    state = table(health=health, rival=rival, mine=mine)
    ann, _, cy = state.monsters
    found = killed(state, ann, [cy], all_rolls)
    assert found == pytest.approx(played_out(state, ann, cy, all_rolls))
    assert found > 0


@pytest.mark.parametrize("mine", [["camouflage"], ["camouflage", "armor-plating"]])
def test_a_hiding_place_is_counted(mine: list[str]) -> None:
    state = table(health=2, rival=CLAW_CARDS, mine=mine)
    ann, _, cy = state.monsters
    cy.shrink = 3
    assert killed(state, ann, [cy], True) == pytest.approx(played_out(state, ann, cy, True))


def test_claw_cards_are_told_of_where_bare_dice_cannot_kill() -> None:
    state = table(health=7, rival=CLAW_CARDS)
    assert GAME.coach.chances(state, 0, VOICE) == [
        "<1% that Cy takes your 7 hearts with one roll, 5% if it keeps nothing but claws."
    ]
    stay, leave = [reason(state, 0, [move], VOICE) for move in state.legal_actions(0)]
    dying = "5% to die before your next turn if the others keep nothing but claws"
    assert stay == f"+2 points if your next turn starts here; {dying}"
    assert leave == f"if you stayed, {dying}"


def test_what_cannot_kill_is_never_given_as_a_chance() -> None:
    state = table(health=9, rival=CLAW_CARDS)
    assert GAME.coach.chances(state, 0, VOICE) == [
        "Cy cannot take your 9 hearts with one attack, unless new cards change that."
    ]
    for move in state.legal_actions(0):
        assert "one attack cannot kill you before your next turn" in reason(state, 0, [move], VOICE)


def test_cards_of_ones_own_that_have_to_be_chosen_are_named() -> None:
    state = table(health=3, rival=[], mine=["wings", "jets"])
    assert GAME.coach.chances(state, 0, VOICE)[-1] == "Your Jets may save you; that is not counted."
    state.monsters[0].energy = 2
    assert GAME.coach.chances(state, 0, VOICE)[-1] == "Your Jets and Wings may save you; that is not counted."


def test_nobody_attacks_before_the_next_turn_of_the_only_other_monster() -> None:
    state = table(health=8, rival=[])
    state.monsters[2].health = 0
    assert GAME.coach.chances(state, 0, VOICE) == [
        "Nobody can attack Tokyo before your next turn, unless new cards change that."
    ]
    for move in state.legal_actions(0):
        told = reason(state, 0, [move], VOICE)
        assert told.endswith("nobody can attack you before your next turn, unless new cards change that")
    state.monsters[1].hand = [held(state, "freeze-time")]
    state.dice = 3 * DIE[0] + 3 * DIE[TWO]
    assert GAME.coach.chances(state, 0, VOICE) == ["Bob may attack again: Freeze Time gives another turn."]


def test_who_has_an_extra_turn_or_breathes_far_attacks_too() -> None:
    state = table(health=8, rival=[])
    ann, bob, cy = state.monsters
    assert attackers(state, ann) == [cy]
    bob.extra_turns = 1
    assert attackers(state, ann) == [bob, cy]
    cy.place = BAY
    assert attackers(state, ann) == [bob]
    cy.hand = [held(state, "fire-breathing")]
    assert attackers(state, ann) == [bob, cy]
    assert killed(state, ann, [cy], True) == 0
    ann.health = 1
    assert killed(state, ann, [cy], True) == pytest.approx(1 - (5 / 6) ** 18)


def test_a_heart_is_hoped_for_where_none_lies() -> None:
    state = table(health=8, rival=[])
    state.phase, state.asked, state.rolls_used = REROLL, 1, 1
    state.monsters[1].health = 5
    state.dice = 2 * DIE[0] + 2 * DIE[TWO] + 2 * DIE[CLAW]
    told = GAME.coach.chances(state, 1, VOICE)
    assert any(sentence.startswith("A heart: ") for sentence in told)
    assert any(sentence.startswith("Another claw: ") for sentence in told)
    assert any(sentence.startswith("Some energy: ") for sentence in told)
