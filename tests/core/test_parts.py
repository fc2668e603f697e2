"""The parts of a game: how they are given, and that their defaults work for a game that gives none."""

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quincunx as qx
from quincunx import games
from quincunx.core.encoding import ObservationWriter
from quincunx.testing import check_game
from quincunx.text.grammar import WATCHER, Voice
from tests.example_game.game import GAME as PIG


@dataclass
class Pile:
    cards: list[int]


class Draw(qx.State):
    """Everyone takes cards from a pile in turn; the last card ends the game."""

    kept: dict[str, int]

    def __init__(self, players: int, numbers: qx.Numbers) -> None:
        super().__init__(players)
        self.numbers = numbers
        self.taken = [0] * players
        self.pile = Pile([3, 1, 2])
        self.kept = {}
        self.turn = 0

    def current_player(self) -> int:
        return self.turn % self.players if self.pile.cards else qx.TERMINAL

    def _legal_actions(self, seat: int) -> list[int]:
        return list(range(min(2, len(self.pile.cards)))) if seat == self.current_player() else []

    def move(self, seat: int, action: int) -> None:
        self.taken[seat] += self.pile.cards.pop(action)
        self.kept[str(seat)] = self.taken[seat]
        self.turn += 1

    def returns(self) -> list[float]:
        return [float(taken) for taken in self.taken]

    def turns(self) -> int:
        return self.turn


class DrawGame(qx.Game[Draw]):
    name = "draw"
    header = qx.Header(title="Draw", summary="Take what you can.", players=(2, 3))

    @property
    def folder(self) -> Path:
        return Path(__file__).parent

    def new_initial_state(self, players: int, numbers: qx.Numbers) -> Draw:
        return Draw(players, numbers)


GAME = DrawGame()
LEGEND = {"o": "a card"}


def start(players: int = 2) -> Draw:
    return GAME.new_initial_state(players, GAME.numbers(GAME.toml))


def test_a_game_with_rules_alone_has_a_name_for_each_move_a_position_as_data_and_a_reason() -> None:
    state = start()
    assert GAME.say(state, 0, 1) == "move 1"
    assert GAME.parse(state, 0, "move 1") == 1
    whole = {"players": 2, "taken": [0, 0], "pile": {"cards": [3, 1, 2]}, "kept": {}, "turn": 0}
    assert GAME.to_dict(state) == GAME.view(state, WATCHER) == whole
    assert GAME.from_dict(whole, state.numbers).position_key() == state.position_key()
    with pytest.raises(qx.UserError, match=r"^position: the rules cannot go on from it"):
        GAME.from_dict({**whole, "taken": []}, state.numbers)
    with pytest.raises(qx.UserError, match=r"Draw is for 2 to 3 players, not 9\."):
        GAME.from_dict({**whole, "players": 9}, state.numbers)
    assert GAME.refusal(state, 1, 0, Voice(["Ann", "Bob"])) == "It is not your move."
    assert GAME.phrases.goal(None) == "Take what you can."
    assert GAME.rulebook().startswith("# Draw\n\nThe parts of a game")


def test_a_clone_shares_the_numbers_and_nothing_else() -> None:
    state = start()
    twin = state.clone()
    assert isinstance(twin, Draw)
    assert twin.numbers is state.numbers
    twin.move(0, 0)
    assert state.position_key() == start().position_key() != twin.position_key()


def test_the_highest_result_wins_where_nothing_else_is_said() -> None:
    state = start()
    for action in (0, 1, 0):
        state.move(state.current_player(), action)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ([0], [4, 2])
    assert GAME.phrases.tell(result.why, Voice([]), None) == "best result"


def test_a_part_takes_a_module_a_name_a_constant_and_what_is_imported_later() -> None:
    module = ModuleType("own")
    exec("MOVES = ['own']\ndef decode(state, seat, action): return 'decoded'", vars(module))
    assert vars(module)["decode"].__module__ == "own"
    codec = qx.Codec(module, why_not="No.")
    assert [str(move) for move in codec.moves] == ["own"]
    assert codec.decode(None, 0, 0) == "decoded"
    assert codec.why_not(None, 0, None, None) == "No."  # type: ignore[arg-type]
    assert qx.Codec(qx).decode.__func__ is qx.Codec.decode  # type: ignore[attr-defined]
    assert codec.overrides("decode")
    assert not codec.overrides("encode")
    screens = qx.Screens(
        web=qx.Later("tests.example_game.web:board"), legend=qx.Later("tests.core.test_parts:LEGEND")
    )
    assert screens.web(PIG.new_initial_state(2, PIG.numbers(PIG.toml)), 0, Voice(["A", "B"]))["pot"] == 0
    assert screens.legend() is LEGEND
    with pytest.raises(qx.UserError, match=r"^`Codec` has no `decod`; did you mean `decode`\?$"):
        qx.Codec(decod=len)


def test_a_part_belongs_to_one_game() -> None:
    assert PIG.phrases is PIG.phrases
    assert PIG.phrases.game is PIG
    assert GAME.coach.game is GAME
    assert "phrases" not in vars(type(GAME))


def test_a_secret_is_seen_by_its_owner_alone() -> None:
    class Secret(DrawGame):
        snapshots = qx.Snapshots(secret=["taken", "pile"])

    view = Secret().view(start(), 1)
    assert view["taken"] == [None, 0]
    assert view["pile"] is None
    assert Secret().view(start(), WATCHER)["taken"] == [None, None]


def test_what_cannot_be_written_down_is_said() -> None:
    class Odd(Draw):
        def __init__(self, players: int, numbers: qx.Numbers) -> None:
            super().__init__(players, numbers)
            self.odd: Any = {} if players == 2 else print

    class OddGame(DrawGame):
        def new_initial_state(self, players: int, numbers: qx.Numbers) -> Draw:
            return Odd(players, numbers)

    with pytest.raises(qx.UserError, match=r"^Say in the class Odd what `odd` holds"):
        OddGame().to_dict(Odd(2, qx.Numbers()))


def test_an_encoding_is_derived_where_every_move_is_named() -> None:
    class Flat(Draw):
        def __init__(self, players: int, numbers: qx.Numbers) -> None:
            super().__init__(players, numbers)
            del self.kept, self.pile
            self.left = 3

        def current_player(self) -> int:
            return self.turn % self.players if self.left else qx.TERMINAL

    class FlatGame(DrawGame):
        codec = qx.Codec(moves={"one": "Take one.", "two": "Take two."})

        def new_initial_state(self, players: int, numbers: qx.Numbers) -> Draw:
            return Flat(players, numbers)

    game, sheet = FlatGame(), ObservationWriter()
    state = game.new_initial_state(2, qx.Numbers())
    space = game.encoding.space(2, state.numbers)
    assert space.moves == ["one", "two"]
    assert space.index(state, 0, 1) == 1
    space.observe(state, 0, sheet)
    assert len(space.entries(state)) == sheet.at == 6
    with pytest.raises(qx.UserError, match=r"^Draw has no `encoding`"):
        GAME.encoding.space(2, state.numbers)


def test_such_a_game_passes_the_tests_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "draw", __name__)
    check_game(GAME)
