"""Nomenklatura's board: every move can be made on it, and it shows nobody's secrets."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.nomenklatura.game import GAME
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.screens import web
from quincunx.games.nomenklatura.state import ENDED
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER, Look, Voice
from quincunx.web.live.board import draw_board
from quincunx.web.live.view import MatchView, SeatShown, Toggle

COLOURS = ["red", "blue", "green", "yellow", "purple"]
MOST_MOVES = 500
SOMETIMES = 4
"""The interval of positions that are compared in tests with many comparisons."""
VARIANT = {
    "map": {
        "regions": [
            {"id": "moscow", "name": "Moscow", "western": True, "at": [0, 0]},
            {"id": "central", "name": "Central Russia", "western": True, "at": [0, 1]},
            {"id": "southern", "name": "Southern Russia", "western": True, "at": [1, 0]},
            {"id": "volga", "name": "Volga", "western": True, "at": [1, 1]},
            {"id": "northwestern", "name": "Northwestern Russia", "western": True, "at": [0, 2]},
            {"id": "ural", "name": "Ural", "western": False, "at": [1, 2]},
            {"id": "siberia", "name": "Siberia", "western": False, "at": [2, 2]},
            {"id": "far-east", "name": "Russian Far East", "western": False, "at": [2, 3]},
        ]
    }
}
"""A variant where the lands of the rulebook do not fit."""


OUTSIDERS: dict[str, Any] = {"setup": {"outsiders_bid": True}}


def board(state: Nomenklatura, seat: int) -> dict[str, Any]:
    return web.board(state, seat, Voice([f"Seat {number}" for number in range(1, 6)]))


def positions(
    players: int, seed: str, options: dict[str, Any] | None = None
) -> Iterator[tuple[Match, Nomenklatura]]:
    """Yield the positions of a match played at random; bids are low, so that cards can be paid for."""
    match = Match(GAME, [Player(f"Seat {seat + 1}") for seat in range(players)], SeedDice(seed), options)
    rng = Rng(seed)
    for _ in range(MOST_MOVES):
        state = match.state
        assert isinstance(state, Nomenklatura)
        seat = state.current_player()
        if seat == CHANCE:
            match.roll()
            continue
        yield match, state
        if seat == TERMINAL:
            return
        moves = state.legal_actions(seat)
        if GAME.codec.decode(state, seat, moves[0]).verb == "bid" and rng.below(3):
            moves = [moves[0], moves[-1]]
        match.play(seat, moves[rng.below(len(moves))])


def names(match: Match, seat: int) -> set[str]:
    """Return the moves that seat may make now."""
    state = match.state
    assert isinstance(state, Nomenklatura)
    return {GAME.say(state, seat, move) for move in state.legal_actions(seat)} if seat != WATCHER else set()


def drawn(match: Match, seat: int) -> str:
    """Return the board as the page of that seat has it."""
    actors = match.state.players_to_move()
    seats = [
        SeatShown(
            number=number + 1,
            name=player.name,
            colour=COLOURS[number],
            is_bot=False,
            level="",
            is_you=number == seat,
            to_act=number in actors,
            connected=True,
            away=False,
            taken=True,
            muted=False,
        )
        for number, player in enumerate(match.seats)
    ]
    shown = MatchView(
        id="match",
        game=GAME,
        title=GAME.header.title,
        seat=None if seat == WATCHER else seat,
        seats=seats,
        phase="playing",
        your_move=seat in actors,
        turns=0,
        at=0,
        several=False,
        is_creator=False,
        legal=names(match, seat),
        toggles=[Toggle(name, meaning, True) for name, meaning in GAME.screens.toggles.items()],
    )
    return draw_board(shown, match, Look())


def offered(html: str) -> set[str]:
    """Return the moves that can be made on a board: by a button, with the number field, or by picking
    cards."""
    buttons = re.findall(r'<button[^>]* form="move" name="move" value="([^"]+)"', html)
    moves = set(buttons)
    for low, high in re.findall(r'<input type="number"[^>]* min="(\d+)" max="(\d+)"', html):
        moves |= {f"bid {total}" for total in range(int(low), int(high) + 1)}
    picks = re.findall(r'<input type="checkbox" form="pick" name="move" value="([^"]+)"', html)
    for chosen in range(1, 1 << len(picks)):
        cards = [card for index, card in enumerate(picks) if chosen >> index & 1]
        moves.add(f"discard {' '.join(cards)}")
    return moves


def test_every_move_and_no_other_can_be_made_on_the_board() -> None:
    kinds = set()
    for players, seed, options in ((3, "three", {}), (5, "five", {}), (4, "four", OUTSIDERS)):
        for match, state in positions(players, seed, options):
            seat = state.current_player()
            if seat == TERMINAL:
                continue
            legal = names(match, seat)
            assert offered(drawn(match, seat)) == legal
            assert board(state, seat)["question"]
            kinds |= {name.split()[0] for name in legal}
    drawn_by_chance = {"order", "flip", "look"}
    assert kinds == {move.verb for move in GAME.codec.moves} - drawn_by_chance


@pytest.mark.parametrize("players", [2, 4])
def test_others_and_watchers_are_offered_nothing(players: int) -> None:
    for number, (match, state) in enumerate(positions(players, "waiting")):
        for seat in (WATCHER, *range(players)):
            if number % SOMETIMES == 0 and seat != state.current_player():
                assert offered(drawn(match, seat)) == set()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_seat_is_told_only_what_it_may_know(players: int) -> None:
    """Whatever others keep behind their screens and know of the deck, the board is the same."""
    rng = Rng("hidden")
    for number, (_, state) in enumerate(positions(players, f"secrets of {players}")):
        for viewer in range(number % SOMETIMES, players, SOMETIMES):
            twin = state.resample_hidden(viewer, rng)
            assert board(twin, viewer) == board(state, viewer)
            assert board(twin, WATCHER) == board(state, WATCHER)


def test_own_rubles_are_shown_and_all_at_the_end() -> None:
    for _, state in positions(3, "open purses"):
        for viewer in (WATCHER, 0, 1, 2):
            for seat, player in enumerate(board(state, viewer)["players"]):
                is_open = seat == viewer or state.phase == ENDED
                assert player["purse"] == (state.seats[seat].rubles if is_open else None)
                assert player["rubles"].endswith("?") != is_open
    assert state.phase == ENDED


def test_only_who_looked_knows_the_next_cards() -> None:
    seen = 0
    for _, state in positions(3, "archive"):
        for viewer in (WATCHER, 0, 1, 2):
            looked = board(state, viewer)["looked"]
            assert looked["count"] == len(state.top)
            known = [card["id"] for card in looked["cards"]]
            mine = state.looker == viewer and viewer != WATCHER
            assert known == ([state.setup.card_ids[card] for card in state.top] if mine else [])
            seen += len(known)
    assert seen


def test_a_map_that_a_variant_has_changed_is_drawn_as_plates() -> None:
    match = Match(GAME, [Player("Ann"), Player("Bob")], SeedDice("7"), VARIANT)
    while match.state.current_player() == CHANCE:
        match.roll()
    shown = board(match.state, 0)  # type: ignore[arg-type]
    assert not shown["sheet"]["inset"]
    assert {region["id"]: region["land"] for region in shown["regions"]}[
        "siberia"
    ] == "M2.04 2.05h.92v.9h-.92Z"
    assert "Siberia" in drawn(match, 0)
