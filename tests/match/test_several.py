"""Several moves on a line: all or none, and no free look at what others keep secret."""

import random

import pytest

from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from quincunx.match.several import read_moves

WORLDS = 6


def outcome(match: Match, seat: int, text: str, world: State) -> list[int] | str:
    """Return the moves of a line in that world, or the refusal."""
    match.state = world
    try:
        return read_moves(match, seat, text, lambda state, name: match.legal(seat, name, state))
    except IllegalMove as refused:
        return str(refused)


@pytest.mark.parametrize("name", ["bitcoin-mining", "nomenklatura", "total-eclips"])
def test_a_refused_line_tells_nothing_that_its_player_may_not_know(name: str) -> None:
    """Whether others can follow a bid, say: `bid 5; pass` was refused where they could, for nothing."""
    rng, tried, stood = random.Random("a line"), 0, 0
    for seed in "123456":
        match = Match(name, [Human(each) for each in ("Ann", "Bob", "Cid")], SeedDice(seed))
        for _ in range(60):
            if match.over:
                break
            seat = rng.choice(match.state.players_to_move())
            if seat == CHANCE:
                match.roll()
                continue
            actions = match.state.legal_actions(seat)
            first, then = (match.game.say(match.state, seat, rng.choice(actions)) for _ in range(2))
            truth = match.state
            if truth.has_hidden_info(seat):
                worlds = [truth, *(truth.resample_hidden(seat, Rng(f"{seed} {n}")) for n in range(WORLDS))]
                found = [outcome(match, seat, f"{first}; {then}; pass; done", world) for world in worlds]
                match.state, tried = truth, tried + 1
                stood += isinstance(found[0], list)
                refused = {each for each in found if isinstance(each, str)}
                assert not refused or len({str(each) for each in found}) == 1, (first, then)
            match.make(seat, rng.choice(actions))
    assert tried
    if name == "nomenklatura":
        assert stood > 20


def test_where_nothing_is_hidden_all_are_made_or_none() -> None:
    match = Match("king-of-tokyo", [Human("Ann"), Human("Bob")], SeedDice("5"))
    while match.state.players_to_move() == [CHANCE]:
        match.roll()
    seat, before = match.state.players_to_move()[0], match.state.position_key()
    told = outcome(match, seat, "keep all; roll", match.state)
    assert str(told).startswith("Nothing was done, because of `")
    assert match.state.position_key() == before
