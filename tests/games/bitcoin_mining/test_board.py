"""The board of Bitcoin Mining: it offers every move there is, and nothing else, to those who may make it."""

from collections.abc import Iterator
from typing import Any

import pytest

from quincunx import games
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.games.bitcoin_mining.layout import loop
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER, Voice

GAME = games.load("bitcoin-mining")
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]


def drawn(state: BitcoinMining, seat: int) -> dict[str, Any]:
    return GAME.screens.web(state, seat, Voice(NAMES[: state.players], seat))


def positions(players: int, seed: str) -> Iterator[BitcoinMining]:
    """Yield every position of a match, played by the bot and, every third time, at random."""
    rich = {"start_fiat": 4_000_000}
    match = Match(GAME, [Player(f"Player {seat + 1}") for seat in range(players)], SeedDice(seed), rich)
    state = match.state
    assert isinstance(state, BitcoinMining)
    bot, rng = GAME.bots.policy(), Rng(seed)
    while not match.over:
        yield state
        actor = state.players_to_move()[0]
        if actor == CHANCE:
            match.roll()
        elif rng.below(3):
            match.play(actor, ask(bot, state, actor, rng, secrets=True))
        else:
            actions = state.legal_actions(actor)
            match.play(actor, actions[rng.below(len(actions))])
    yield state


def offered(board: dict[str, Any]) -> set[str]:
    """Return all moves that can be made on the board."""
    pressed = [tile.move.name for tile in board["tiles"] if tile.move]
    pressed += [corner["move"].name for corner in board["corners"] if corner["move"]]
    return {*pressed, *(answer["move"] for answer in board["ask"]["answers"])}


@pytest.mark.parametrize(("players", "seed"), [(2, "one"), (4, "two"), (6, "three")])
def test_every_legal_move_is_on_the_board(players: int, seed: str) -> None:
    verbs = set()
    for state in positions(players, seed):
        for seat in range(players):
            legal = {GAME.say(state, seat, action) for action in state.legal_actions(seat)}
            assert offered(drawn(state, seat)) == legal
            verbs |= {name.split()[0] for name in legal}
        assert not offered(drawn(state, WATCHER))
    assert verbs >= {"roll", "order", "buy", "decline", "no", "later"}


def test_answers_in_the_order_window_are_on_no_other_board() -> None:
    hidden = 0
    for state in positions(4, "window"):
        given = [seat for seat, miner in enumerate(state.miners) if miner.answer >= 0]
        for viewer in [WATCHER, *range(4)] if given else []:
            twin = state.resample_hidden(viewer, Rng("another answer"))
            assert drawn(twin, viewer) == drawn(state, viewer)
            hidden += viewer not in given
    assert hidden


def test_the_dice_and_the_card_stay_on_the_table() -> None:
    state = GAME.new_initial_state(2, GAME.numbers(GAME.toml))
    assert drawn(state, 0)["dice"] == []
    state.apply(CHANCE, GAME.parse(state, CHANCE, "roll 4 1"))
    board = drawn(state, 0)
    assert board["dice"] == [4, 1]
    assert board["drawn"] is None
    state.apply(CHANCE, GAME.parse(state, CHANCE, "draw tax-audit"))
    assert drawn(state.clone(), WATCHER)["drawn"]["name"] == "Tax Audit"


def test_a_property_says_by_name_whose_it_is() -> None:
    data = GAME.to_dict(GAME.new_initial_state(2, GAME.numbers(GAME.toml)))
    data["properties"]["minsk-1"]["owner"] = 2
    state = GAME.from_dict(data, GAME.numbers(GAME.toml))
    assert [drawn(state, seat)["tiles"][12].says.split(":")[0] for seat in (0, 1)] == [
        "Bob's Minsk 1",
        "Your Minsk 1",
    ]
    assert drawn(state, 0)["names"] == ["Ann", "Bob"]


def test_a_shut_down_property_promises_nothing() -> None:
    data = GAME.to_dict(GAME.new_initial_state(2, GAME.numbers(GAME.toml)))
    data["phase"] = "prompt"
    data["properties"]["minsk-1"] |= {"owner": 1, "batches": 1, "cards": ["emergency-shutdown"]}
    tile = drawn(GAME.from_dict(data, GAME.numbers(GAME.toml)), 0)["tiles"][12]
    assert tile.btc == "0"
    assert "1 batch, 0 BTC a landing (Emergency Shutdown)" in tile.says
    assert tile.move.words.endswith("then 0 BTC a landing (Emergency Shutdown)")


@pytest.mark.parametrize("side", [3, 4, 5])
def test_no_two_tiles_meet_and_pawns_stand_where_no_tile_is(side: int) -> None:
    spots = loop(side)
    cells = {(spot.column + across, spot.row) for spot in spots for across in range(3)}
    assert len(cells) == 3 * len(spots) == 18 * (side + 1)
    assert {column for column, _ in cells} == set(range(5 * side + 8))
    assert {row for _, row in cells} == set(range(2 * side + 3))
    beside = {"below": (1, 1), "above": (1, -1), "left": (-1, 0), "right": (3, 0)}
    for spot in spots:
        if spot.pawns != "on":
            across, down = beside[spot.pawns]
            assert (spot.column + across, spot.row + down) not in cells


def test_everything_on_the_board_explains_itself_by_a_ruling() -> None:
    numbers = GAME.numbers(GAME.toml)
    rulebook = GAME.rulebook()
    board = drawn(GAME.new_initial_state(3, numbers), 0)
    for tile in board["tiles"]:
        assert tile.says.endswith(".")
        assert f"({tile.rule})" in rulebook
    for corner in board["corners"]:
        assert board["meanings"][corner["kind"]]
        assert f"({corner['rule']})" in rulebook
