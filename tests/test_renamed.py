"""Names from before 0.4 still work and warn; whoever overrides one is refused with what to write instead."""

import inspect
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import quincunx as qx
from quincunx import bots, games, renamed
from quincunx.bots.external import from_python
from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import State
from tests.example_game.game import GAME as PIG
from tests.example_game.game import PigGame
from tests.example_game.rules import Pig


def start() -> Any:
    return PIG.new_initial_state(2, PIG.numbers(PIG.toml))


CALLS: dict[str, tuple[Any, ...]] = {
    "actions": (0,),
    "sample": (Rng("1"),),
    "pick": (0, Rng("1")),
    "hides": (0,),
    "reopen": (0,),
    "note": ("pot-banked",),
}


@pytest.mark.parametrize("old", sorted(set(renamed.STATE) - {"determinize", "sample", "outcomes"}))
def test_an_old_name_of_a_state_does_the_same_and_warns_where_it_is_used(old: str) -> None:
    new = renamed.STATE[old]
    state = start()
    expected = getattr(start(), new)(*CALLS.get(old, ()))
    with pytest.warns(DeprecationWarning, match=new.lstrip("_")) as warned:
        found = getattr(state, old)(*CALLS.get(old, ()))
    assert found == expected or old == "pick"
    assert warned[0].filename == __file__


def test_a_state_has_its_dice_and_copies_under_old_names() -> None:
    state = start()
    state.move(0, 0)
    with pytest.warns(DeprecationWarning, match="chance_outcomes"):
        assert state.outcomes() == state.chance_outcomes()
    with pytest.warns(DeprecationWarning, match="sample_outcome"):
        assert state.sample(Rng("1")) == state.sample_outcome(Rng("1"))
    with pytest.warns(DeprecationWarning, match="resample_hidden"):
        assert state.determinize(0, Rng("1")).position_key() == state.position_key()


def test_the_current_player_is_asked_where_no_seat_is_named() -> None:
    state = start()
    assert state.legal_actions() == state.legal_actions(0) != state.legal_actions(1)


@pytest.mark.parametrize(("base", "names"), [(State, renamed.STATE), (Bot, renamed.BOT), (PIG, renamed.GAME)])
def test_every_new_name_is_there(base: Any, names: dict[str, str]) -> None:
    def is_there(path: str) -> bool:
        *part, name = path.split(".")
        return hasattr(getattr(base, part[0]) if part else base, name)

    assert [new for new in names.values() if not is_there(new)] == []


def test_old_names_of_a_game_and_of_a_bot_warn() -> None:
    game: Any = PIG
    with pytest.warns(DeprecationWarning, match="require_player_count"):
        game.seat(2)
    with pytest.warns(DeprecationWarning, match=r"codec\.decode"):
        assert str(game.decode(start(), 0, 0)) == "roll"
    with pytest.raises(AttributeError, match="nonsense"):
        assert game.nonsense
    bot = bots.make("random", PIG)
    calls: dict[str, tuple[Any, ...]] = {"meet": ([],), "ideas": (start(), 0), "weighed": ()}
    for old, given in calls.items():
        with pytest.warns(DeprecationWarning, match=renamed.BOT[old]):
            getattr(bot, old)(*given)


@pytest.mark.parametrize("old", sorted(renamed.MODULES))
def test_a_module_is_found_where_it_was(old: str) -> None:
    new = import_module(f"quincunx.{renamed.MODULES[old]}")
    sys.modules.pop(f"quincunx.{old}", None)
    with pytest.warns(DeprecationWarning, match=renamed.MODULES[old]):
        module = import_module(f"quincunx.{old}")
    for name, value in vars(new).items():
        if inspect.isclass(value) or inspect.isfunction(value):
            assert getattr(module, name) is value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("core.mistake:Mistake", "core.errors:UserError"),
        ("core.space:Space", "core.encoding:ActionSpace"),
        ("core.value:FittedValue", "core.evaluator:FittedEvaluator"),
        ("core.foresight:Foresight", "core.turn_evaluator:TurnEvaluator"),
        ("core.state:OVER", "core.state:TERMINAL"),
        ("match:Match", "match.match:Match"),
        ("players:seated", "match.players:resolve_seats"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_thing_is_found_by_its_old_name(old: str, new: str) -> None:
    def look_up(name: str) -> Any:
        module, _, thing = name.partition(":")
        return getattr(import_module(f"quincunx.{module}"), thing)

    assert look_up(old) is look_up(new)


def test_old_public_names_warn() -> None:
    with pytest.warns(DeprecationWarning, match="UserError"):
        assert getattr(qx, "Mistake") is qx.UserError  # noqa: B009
    with pytest.warns(DeprecationWarning, match="TERMINAL"):
        assert getattr(qx, "OVER") == qx.TERMINAL == -4  # noqa: B009


def test_a_bot_that_overrides_an_old_name_is_refused() -> None:
    class Old(Bot):
        def ideas(self, state: State, seat: int) -> list[int]:
            return []

    with pytest.raises(
        qx.UserError, match=r"`Old` overrides names from before.*`ideas` is `candidate_moves`"
    ):
        from_python(Old).make(PIG)


def test_a_game_that_overrides_old_names_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class OldPig(Pig):
        def actions(self, seat: int) -> list[int]:
            return []

    class OldGame(PigGame, Game[OldPig]):
        name = "old-pig"

    module = ModuleType("old_pig")
    monkeypatch.setattr(module, "GAME", OldGame(), raising=False)
    monkeypatch.setitem(sys.modules, "old_pig", module)
    monkeypatch.setitem(games.OURS, "old-pig", "old_pig")
    with pytest.raises(qx.UserError, match=r"`actions` is `_legal_actions`"):
        games.load("old-pig")
    with pytest.raises(
        qx.UserError, match=r"`minds` is `bots.candidate_policies`, `new` is `new_initial_state`"
    ):

        class OlderGame(PigGame):
            def new(self, players: int, numbers: object) -> Pig:
                return Pig([0, 0], 0, 0, False, 100)

            def minds(self) -> list[Bot]:
                return []
