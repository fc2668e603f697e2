"""The board of King of Tokyo in a browser: all moves are on it, none that is not legal, and no secret."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.screens.cards import face
from quincunx.games.king_of_tokyo.state import FINISHED, MIMIC_MOVE, NOTHING
from quincunx.match import variant
from quincunx.text.grammar import WATCHER, Voice

GAME = games.load("king-of-tokyo")
QUESTIONS = set(range(MIMIC_MOVE, FINISHED))


def board(state: KingOfTokyo, seat: int) -> dict[str, Any]:
    return GAME.screens.web(state, seat, Voice(["Ann", *state.tables.names[1:]], seat))


def positions(seed: int, players: int) -> Any:
    """Yield all positions of a match of random moves, where cards are so cheap that everything happens."""
    cheap = {"cards": {card: {"cost": 1} for card in GAME.components()}}
    state = GAME.new_initial_state(players, variant.numbers(GAME, cheap))
    rng = Rng(f"board {seed}")
    while actors := state.players_to_move():
        yield state
        moves = [state.sample_outcome(rng)] if actors[0] == CHANCE else state.legal_actions(actors[0])
        state.move(actors[0], moves[rng.below(len(moves))])
    yield state


def whole_moves(drawn: dict[str, Any]) -> set[str]:
    """Return the moves that one press on the board makes."""
    offers = [*drawn["answers"], *(card["offer"] for card in drawn["open_cards"] if card and card["offer"])]
    offers += [offer for one in drawn["monsters"] for held in one["hand"] for offer in held["offers"]]
    return {offer.move for offer in offers}


def can_be_picked(drawn: dict[str, Any], move: str) -> bool:
    """Whether a move is made of a verb, of dice, and of how it ends."""
    picking = drawn["picking"]
    verb, *words = move.split()
    if picking is None or verb != picking["verb"]:
        return False
    dice = [word for word in words if word.isdecimal()]
    if "to" in words:
        dice = dice[:1]
    ending = " ".join(words[len(dice) :])
    endings = [offer.move for offer in picking["cards"]]
    endings += [offer.move for turning in picking["turnings"] for offer in turning.faces]
    known = {str(die["number"]) for die in drawn["dice"]}
    return set(dice) <= known and (ending in endings or (picking["free"] and not ending))


def legal(state: KingOfTokyo, seat: int) -> set[str]:
    return {GAME.say(state, seat, action) for action in state.legal_actions(seat)}


def test_every_move_is_on_the_board_and_nothing_else() -> None:
    asked: set[int] = set()
    for seed in range(60):
        for number, state in enumerate(positions(seed, 2 + seed % 5)):
            if state.phase in asked and number % 7:
                continue
            asked.add(state.phase)
            for seat in range(len(state.monsters)):
                drawn, moves = board(state, seat), legal(state, seat)
                pressed = whole_moves(drawn)
                assert pressed <= moves
                assert [move for move in moves - pressed if not can_be_picked(drawn, move)] == []
    assert asked >= QUESTIONS


def test_a_watcher_is_offered_nothing() -> None:
    for state in positions(3, 5):
        drawn = board(state, WATCHER)
        assert not whole_moves(drawn)
        assert drawn["picking"] is None


@pytest.mark.parametrize("players", [2, 6])
def test_a_card_that_others_looked_at_is_not_shown(players: int) -> None:
    looked = 0
    for seed in range(200):
        for state in positions(seed, players):
            if state.top == NOTHING or not state.pile:
                continue
            looked += 1
            other = state.clone()
            other.own_cards()
            other.top, other.pile[0] = other.pile[0], other.top
            other.pile.sort()
            for seat in (WATCHER, *range(players)):
                sees = seat >= 0 and bool(state.top_seen >> seat & 1)
                assert (board(state, seat) == board(other, seat)) is (not sees or state.top == other.top)
        if looked > 20:
            return
    pytest.fail("nobody ever looked at the pile.")


def test_board_and_words_call_a_monster_by_its_players_name() -> None:
    state = next(iter(positions(1, 3)))
    drawn = board(state, WATCHER)["monsters"]
    assert [one["name"] for one in drawn] == ["Ann", "Krakara", "Mechadillo"]
    assert drawn[0]["tip"].startswith("Ann is outside Tokyo with 10 hearts")


def test_each_card_has_a_picture_of_its_own() -> None:
    drawn = ElementTree.parse(GAME.find_file("pictures.svg")).getroot()
    pictures = {one.get("id"): one for one in drawn if one.tag.endswith("symbol")}
    assert set(pictures) == set(GAME.components())
    shapes = {b"".join(ElementTree.tostring(part) for part in one) for one in pictures.values()}
    assert len(shapes) == len(pictures)
    known = {one.get("id") for one in drawn.iter()}
    used = {use.attrib["href"].removeprefix("#") for use in drawn.iter() if use.tag.endswith("use")}
    assert used <= known


def test_each_card_explains_itself_and_names_its_ruling() -> None:
    rulebook = GAME.rulebook()
    cited = set()
    for card in GAME.numbers(GAME.toml).cards:
        shown = face(card)
        assert card.text in shown["tip"]
        assert re.search(rf"{shown['rule']}\b", rulebook)
        cited.add(shown["rule"])
    assert len(cited) > 30


def test_cards_on_the_table_keep_their_names() -> None:
    """A card that is bought is the same piece before its owner; two of a kind are two pieces."""
    for state in positions(3, 4):
        drawn = board(state, 0)
        shown = [card for card in drawn["open_cards"] if card]
        shown += [card for one in drawn["monsters"] for card in one["hand"]]
        pieces = [card["piece"] for card in shown]
        assert len(set(pieces)) == len(pieces)


def test_the_first_roll_of_a_turn_is_for_the_active_monster_to_make() -> None:
    asked = set()
    for state in positions(1, 3):
        seat = GAME.screens.roller(state)
        if seat >= 0:
            assert seat == state.active
            assert state.players_to_move() == [CHANCE]
            asked.add(seat)
    assert asked == {0, 1, 2}


@pytest.mark.parametrize("name", ["king-of-tokyo", "bitcoin-mining", "nomenklatura"])
def test_every_move_has_a_sentence(name: str) -> None:
    game = games.load(name)
    numbers = game.numbers(game.toml)
    voice = Voice(["Ann", "Bob"], 0)
    state = game.new_initial_state(2, numbers)
    rng, told = Rng(name), set()
    for _ in range(400):
        if not state.players_to_move():
            break
        seat = state.players_to_move()[0]
        action = state.sample_outcome(rng) if seat == CHANCE else state.random_action(seat, rng)
        sentence = game.phrases.narrate(seat, game.codec.decode(state, seat, action), voice, numbers)
        assert sentence.endswith(".")
        if seat != CHANCE:
            assert sentence.startswith(("You ", "Bob "))
        told.add(sentence)
        state.move(seat, action)
    assert len(told) > 5
