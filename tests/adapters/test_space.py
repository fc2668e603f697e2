"""The list of all moves and the observations: complete, stable, and without secrets."""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from quincunx import bots
from quincunx.adapters.arrays import HIGHEST, Floats, observation
from quincunx.core.encoding import NOT_LISTED, ActionSpace
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.testing import Setup
from quincunx.testing.setups import walk
from tests.setups import every_setup

SETUPS = every_setup()
PLAIN = [setup for setup in SETUPS if not setup.label]
MOST_STEPS = 250
"""The most moves played: long games are left before their end, since their moves repeat."""

DIGESTS = {
    "bitcoin-mining-2": (56, "7c6c3af250e64601", 369, "a8ac070f1d30027b"),
    "bitcoin-mining-3": (56, "7c6c3af250e64601", 437, "cbe2ae38d0ae0400"),
    "bitcoin-mining-4": (56, "7c6c3af250e64601", 505, "ad991caa57e3ae6b"),
    "bitcoin-mining-5": (56, "7c6c3af250e64601", 573, "2bab7184fe408d94"),
    "bitcoin-mining-6": (56, "7c6c3af250e64601", 641, "70013f6f1489f9b0"),
    "idle-six-1": (2757, "f78b64828c80d07e", 251, "25459eaa6dd29f5a"),
    "king-of-tokyo-2": (2719, "f9034d7611650c1c", 1068, "5a16b735da7e643e"),
    "king-of-tokyo-3": (2816, "9b13664fbf33c9b5", 1357, "2f871bd03721896c"),
    "king-of-tokyo-4": (2913, "0df27a73bf324560", 1648, "0a18e3d477867955"),
    "king-of-tokyo-5": (3010, "2f072ae54dfbc6fa", 1941, "ae96f0020673d2d8"),
    "king-of-tokyo-6": (3107, "48736d5ac57eac06", 2236, "f2972fd6b8b1b311"),
    "nomenklatura-2": (1174, "850cfb12d8e42860", 230, "48a776fd6328eac6"),
    "nomenklatura-3": (1211, "8a57579932dd5dbe", 264, "a185254c87048111"),
    "nomenklatura-4": (1248, "8a506786ecc92178", 302, "8026fac75acf70bb"),
    "nomenklatura-5": (1285, "e14659871b858522", 344, "8fcc95a50c86b8e6"),
    "total-eclips-2": (218, "cb3e9b60ba8af017", 873, "6a290d38afdde903"),
    "total-eclips-3": (218, "cb3e9b60ba8af017", 1207, "73eb14b6e419bc71"),
    "total-eclips-4": (218, "cb3e9b60ba8af017", 1541, "ee81861ca04516cf"),
}
"""The numbers of moves and entries, each with a digest of their names. A learned policy depends on them: new
ones go to the end of a list, so that the digest of those before them stays."""


def space_of(setup: Setup) -> ActionSpace:
    return setup.game.encoding.space(setup.players, setup.numbers)


def digest(names: list[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def seen(setup: Setup, space: ActionSpace, state: State, seat: int) -> Floats:
    return observation(space, state, seat, len(space.entries(setup.new())))


def played(setup: Setup, kind: str, seed: str) -> Iterator[State]:
    """Yield positions in which a seat must decide, in a game between bots of that kind."""
    state, rng = setup.new(), Rng(seed)
    players = [bots.make(kind, setup.game) for _ in setup.seats]
    for _ in range(MOST_STEPS):
        if not state.players_to_move():
            return
        seat = state.current_player()
        if seat == CHANCE:
            state.move(CHANCE, state.sample_outcome(rng))
            continue
        yield state
        state.move(seat, ask(players[seat], state, seat, rng, setup.game.header.secrets))


@pytest.mark.parametrize("setup", PLAIN, ids=str)
def test_the_lists_stay_as_they_are(setup: Setup) -> None:
    space = space_of(setup)
    entries = space.entries(setup.new())
    assert len(set(space.moves)) == len(space.moves)
    assert len(set(entries)) == len(entries)
    moves, known_moves, width, known_entries = DIGESTS[str(setup)]
    assert digest(space.moves[:moves]) == known_moves
    assert digest(entries[:width]) == known_entries


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_legal_move_is_in_the_list_by_its_name(setup: Setup) -> None:
    space = space_of(setup)
    for kind in ("random", "greedy"):
        for state in played(setup, kind, f"moves {kind}"):
            seat = state.current_player()
            actions = state.legal_actions(seat)
            indexes = [space.index(state, seat, action) for action in actions]
            assert NOT_LISTED not in indexes
            assert len(set(indexes)) == len(indexes)
            assert space.legal(state, seat) == indexes
            last = len(actions) - 1
            assert space.action(state, seat, indexes[last]) == actions[last]
            name = space.moves[indexes[last]]
            if "threes" not in name and "discard" not in name:
                assert setup.game.say(state, seat, actions[last]) == name


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_observation_tells_what_the_view_tells_and_no_secret(setup: Setup) -> None:
    space, rng = space_of(setup), Rng("beliefs")
    width = len(space.entries(setup.new()))
    views: dict[bytes, object] = {}
    for state in walk(setup, "observations", every=31):
        for seat in setup.seats:
            vector = observation(space, state, seat, width)
            assert vector.min() >= 0
            assert vector.max() <= HIGHEST
            for _ in range(2):
                believed = state.resample_hidden(seat, rng)
                assert np.array_equal(observation(space, believed, seat, width), vector)
            view = relevant(setup.game.view(state, seat))
            assert views.setdefault(vector.tobytes(), view) == view


def relevant(view: object) -> object:
    """Return a view without what only statistics need, with lists sorted whose order does not matter.

    Where cards lie in a hand, and in which order they were discarded or lie open, decides nothing.
    """
    if isinstance(view, dict):
        return {key: relevant(value) for key, value in view.items() if key != "tally"}
    if isinstance(view, list):
        return sorted((relevant(value) for value in view), key=repr)
    return view


def test_a_move_that_is_not_legal_is_refused(pig: Game[Any]) -> None:
    setup = PLAIN[0]
    with pytest.raises(IllegalMove, match="`later` is not a legal move now"):
        space_of(setup).action(setup.new(), 0, space_of(setup).moves.index("later"))
    with pytest.raises(UserError, match=r"Pig has no `encoding`"):
        pig.encoding.space(2, pig.numbers(pig.toml))
