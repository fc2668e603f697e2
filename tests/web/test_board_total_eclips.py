"""The board of Total eClips offers what is legal, all of it, and shows nobody's secrets."""

import re
from html import unescape
from types import SimpleNamespace

import pytest

from quincunx import games
from quincunx.chance import SeedDice
from quincunx.core.state import CHANCE
from quincunx.core.voice import WATCHER
from quincunx.games.total_eclips.codes import PLACE
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.web import board
from quincunx.match import Match
from quincunx.record import Player
from quincunx.web.templating import ENVIRONMENT

GAME = games.load("total-eclips")
COLOURS = ["red", "blue", "green", "yellow"]


def new_match(players: int) -> Match:
    return Match(GAME, [Player(f"Player {seat}", "greedy") for seat in range(players)], SeedDice("board"))


def position(match: Match) -> TotalEClips:
    assert isinstance(match.state, TotalEClips)
    return match.state


def drawn(match: Match, seat: int) -> str:
    actors = match.state.actors()
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
    return {GAME.say(match.state, seat, action) for action in match.state.actions(seat)}


def offered(html: str) -> set[str]:
    """The moves that can be pressed, or put together by picking a piece and pressing a place it fits."""
    pressed = set(re.findall(r'form="move" name="move" value="([^"]+)"', html))
    places = re.findall(r'form="pick" name="move" value="on (\w+)"', html)
    pieces = re.findall(r'data-fits="([^"]+)".*?name="move" value="([^"]+)"', html)
    put = {f"put {piece} on {place}" for fits, piece in pieces for place in places if place in fits.split()}
    return {unescape(move) for move in pressed | put}


@pytest.mark.parametrize("players", GAME.player_counts)
def test_the_board_offers_every_legal_move_and_no_other(players: int) -> None:
    match = new_match(players)
    verbs: set[str] = set()
    while not match.over:
        seat = match.state.actors()[0]
        # Placing goes on and on; every few steps of it are enough.
        if seat != CHANCE and (position(match).phase != PLACE or len(match.steps) % 6 == 0):
            may = legal(match, seat)
            assert offered(drawn(match, seat)) == may
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
