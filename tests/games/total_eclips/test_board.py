"""The board of Total eClips offers what is legal, all of it, and shows nobody's secrets."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from quincunx import games
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.total_eclips.codes import PLACE
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.screens.web import board
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER, Look
from quincunx.web.templates.rendering import ENVIRONMENT

GAME = games.load("total-eclips")
COLOURS = ["red", "blue", "green", "yellow"]


def new_match(players: int) -> Match:
    return Match(GAME, [Player(f"Player {seat}", "greedy") for seat in range(players)], SeedDice("board"))


def position(match: Match) -> TotalEClips:
    assert isinstance(match.state, TotalEClips)
    return match.state


def drawn(match: Match, seat: int) -> str:
    actors = match.state.players_to_move()
    seats = [
        SimpleNamespace(number=index + 1, name=player.name, colour=COLOURS[index], to_act=index in actors)
        for index, player in enumerate(match.seats)
    ]
    return ENVIRONMENT.get_template("games/total-eclips/board.html").render(
        **board(position(match), seat, match.voice(seat)),
        match=SimpleNamespace(seats=seats, since=[]),
        seat=None if seat == WATCHER else seat,
        legal=legal(match, seat),
    )


def legal(match: Match, seat: int) -> set[str]:
    return {GAME.say(match.state, seat, action) for action in match.state.legal_actions(seat)}


def offered(html: str) -> set[str]:
    """Return the moves that can be pressed, or put together by picking a piece and pressing a place it
    fits."""
    pressed = set(re.findall(r'form="move" name="move" value="([^"]+)"', html))
    places = re.findall(r'form="pick" name="move" value="on (\w+)"', html)
    pieces = re.findall(r'data-fits="([^"]+)".*?name="move" value="([^"]+)"', html)
    put = {f"put {piece} on {place}" for fits, piece in pieces for place in places if place in fits.split()}
    return {unescape(move) for move in pressed | put}


def meant(match: Match, seat: int, words: str) -> list[str]:
    """Return the moves that words stand for; they are all legal, one after the other."""
    past = [event for step in match.steps for event in step.events][::-1]
    moves = [move for move in GAME.codec.shorthand(match.state, seat, words, past).split("; ") if move]
    after = match.state.clone()
    for move in moves:
        action = GAME.parse(after, seat, move)
        assert after.legal(seat, action)
        after.move(seat, action)
    return moves


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_board_offers_every_legal_move_and_no_other(players: int) -> None:
    match = new_match(players)
    verbs: set[str] = set()
    while not match.over:
        seat = match.state.players_to_move()[0]
        # Placing goes on and on; every few steps of it are enough.
        if seat != CHANCE and (position(match).phase != PLACE or len(match.steps) % 6 == 0):
            may = legal(match, seat)
            shown = offered(drawn(match, seat))
            assert may <= shown
            for words in shown - may:
                assert meant(match, seat, words), words
            verbs |= {move.split()[0] for move in may}
        match.advance()
    assert verbs >= {"put", "take", "done", "reroll", "unlock", "make", "raise", "lock"}


def test_keys_are_unique_and_a_watcher_is_offered_nothing() -> None:
    match = new_match(4)
    while not match.over:
        html = drawn(match, WATCHER)
        keys = re.findall(r'data-key="([^"]+)"', html)
        assert len(keys) == len(set(keys))
        assert not offered(html)
        for _ in range(20):
            match.advance()


def test_what_others_place_is_not_to_be_seen() -> None:
    match = new_match(3)
    while position(match).phase != PLACE:
        match.advance()
    before = [drawn(match, seat) for seat in (0, 1, WATCHER)]
    match.play(2, "put m1 on unlock")
    match.play(2, "put m1 on a")
    assert [drawn(match, seat) for seat in (0, 1, WATCHER)] == before
    assert drawn(match, 2).count("te-m1") == drawn(match, 1).count("te-m1") + 2


def placing(match: Match, number: int) -> None:
    """Go on to the placement of that round."""
    while position(match).round < number or position(match).phase != PLACE:
        match.advance()


def test_a_few_words_place_everything() -> None:
    match = new_match(2)
    placing(match, 1)
    assert len(meant(match, 0, "suggest")) == 4
    match.play(0, "put m1 on a")
    match.play(0, "put m1 on a")
    match.play(0, "put m1 on unlock")
    assert meant(match, 0, "take m1 from a") == ["take back", "put m1 on a", "put m1 on unlock"]
    assert meant(match, 0, "put rest on upgrade") == ["put m1 on upgrade"]
    assert meant(match, 0, "put rest on manufacture") == []
    with pytest.raises(IllegalMove, match="No `m1` of yours lies there"):
        meant(match, 0, "take m1 from b")
    with pytest.raises(IllegalMove, match="no round before"):
        meant(match, 0, "same")
    match.play(0, "done")
    placing(match, 2)
    assert meant(match, 0, "same") == ["put m1 on a", "put m1 on a", "put m1 on unlock"]


def test_all_tokens_go_where_they_fit() -> None:
    match = new_match(2)
    placing(match, 1)
    tokens = position(match).sides[0].tokens
    names = [token.slug for token in position(match).parts.tokens]
    for name in ("reroll", "reroll", "plus-1-unlock"):
        tokens[names.index(name)] += 1
    assert meant(match, 0, "put tokens on upgrade") == ["put reroll on upgrade"] * 2
    assert set(meant(match, 0, "put tokens on unlock")) == {
        "put reroll on unlock",
        "put plus-1-unlock on unlock",
    }
    match.play(0, "put m1 on a")
    match.play(0, "put reroll on a")
    assert "put reroll on a" not in meant(match, 0, "take m1 from a")


def test_whoever_wants_no_lock_questions_has_done_pressed_for_them() -> None:
    match = new_match(2)
    asked = 0
    while not match.over and asked < 3:
        seat = match.state.players_to_move()[0]
        may = legal(match, seat) if seat >= 0 else set()
        only = bool(may) and {move.split()[0] for move in may} == {"lock", "done"}
        off = match.voice(seat, Look(off={"lock"}))
        if seat >= 0:
            assert board(position(match), seat, off)["only_locks"] == only
            assert not board(position(match), seat, match.voice(seat))["only_locks"]
        asked += only
        match.advance()
    assert asked
