"""The generic suite is itself tested: it passes a sound game with secrets, and finds what is broken."""

from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from quincunx.core.bot import Bot
from quincunx.core.game import Game
from quincunx.core.move import Move
from quincunx.core.observer import Cell, Observer
from quincunx.core.parts import Bots, Codec, Lab, Phrases, Screens, Snapshots
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.testing import Check, Setup, check_game, checks, name_of, setups_of
from quincunx.text.grammar import Voice
from tests.example_game import events, moves, snapshot
from tests.example_game.game import PigGame
from tests.example_game.numbers import Numbers
from tests.example_game.rules import ROLL, Pig
from tests.secret_game.game import GAME, Fingers, FingersGame
from tests.setups import TESTS


@pytest.mark.usefixtures("fingers")
@pytest.mark.parametrize("check", checks.CHECKS, ids=name_of)
@pytest.mark.parametrize("setup", setups_of(GAME), ids=str)
def test_a_game_with_secrets_passes(setup: Setup, check: Check) -> None:
    check(setup)


@pytest.mark.usefixtures("fingers", "pig")
def test_one_call_runs_every_check(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text("goal = 3")
    check_game(GAME, tmp_path)
    with pytest.raises(IllegalMove):
        check_game(RowdyGame())


class BrokenPig(PigGame):
    """A Pig whose positions are of another class."""

    state_type: type[Pig] = Pig

    @cached_property
    def folder(self) -> Path:
        return TESTS / "example_game"

    def new_initial_state(self, players: int, numbers: Numbers) -> Pig:
        return self.state_type([0, 0], 0, 0, False, numbers.goal)


class SharedPig(Pig):
    def clone(self) -> Pig:
        return SharedPig(self.points, self.turn, self.pot, self.rolling, self.goal)


class LoadedPig(Pig):
    def sample_outcome(self, rng: Rng) -> int:
        return max(rng.die(), rng.die())


class SevenPig(Pig):
    def sample_outcome(self, rng: Rng) -> int:
        return rng.below(7) + 1


class MuteGame(BrokenPig):
    codec = Codec(moves, why_not="no")


class CrashingGame(BrokenPig):
    codec = Codec(moves, why_not=lambda state, seat, move, voice: ["Not now."][seat])


def change(state: Pig, seat: int, move: Move, voice: Voice) -> str:
    state.pot += 1
    return "Not now."


class ChangingGame(BrokenPig):
    codec = Codec(moves, why_not=change)


class RandomPlaytest(Observer):
    games = 0

    def ends(self, state: State) -> dict[str, Cell]:
        RandomPlaytest.games += 1
        return {"players": state.players, "seen": self.games}


class ForgetfulPlaytest(BrokenPig):
    lab = Lab(observer=RandomPlaytest)


class UnknownKinds(BrokenPig):
    phrases = Phrases(events, kinds=["pot-banked"])


class StuckPig(Pig):
    def _legal_actions(self, seat: int) -> list[int]:
        return [] if self.pot > 10 else super()._legal_actions(seat)


class PickyPig(Pig):
    def random_action(self, seat: int, rng: Rng) -> int:
        return self.legal_actions(seat)[0]


class EndlessPig(Pig):
    def move(self, seat: int, action: int) -> None:
        super().move(seat, action)
        self.points = [0, 0]


class DebtPig(Pig):
    def move(self, seat: int, action: int) -> None:
        super().move(seat, action)
        self.points[0] -= action == 6


class ShoutingPig(Pig):
    def move(self, seat: int, action: int) -> None:
        super().move(seat, action)
        if self.log is not None:
            self.pot += 1


def forget(data: snapshot.Snapshot, numbers: Numbers) -> Pig:
    return Pig(data.points[:], data.turn, 0, data.rolling, numbers.goal)


class ForgetfulGame(BrokenPig):
    snapshots = Snapshots(snapshot, restore=forget)


def trust(state: Pig) -> str:
    raise ZeroDivisionError if state.pot < 0 else IndexError


class TrustingGame(BrokenPig):
    snapshots = Snapshots(snapshot, problem=trust)


class MumblingGame(BrokenPig):
    codec = Codec(moves, decode=lambda *_: Move("roll"))


class BabblingGame(BrokenPig):
    def parse(self, state: Pig, seat: int, text: str) -> int:
        return int(text)


class RowdyBot(Bot):
    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return ROLL + 7


class RowdyGame(BrokenPig):
    bots = Bots(policy=RowdyBot)


class IdleBot(Bot):
    """A bot that rolls on for ever: the pot is lost at every 1."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return ROLL


class IdleGame(BrokenPig):
    bots = Bots(policy=IdleBot)


class WideGame(BrokenPig):
    screens = Screens(terminal=lambda state, seat, voice: "🐖" if voice.look.width == 120 else "pig")


def with_state(kind: type[Pig]) -> Game[Any]:
    game = BrokenPig()
    game.state_type = kind
    return game


class BrokenFingers(FingersGame):
    @cached_property
    def folder(self) -> Path:
        return TESTS / "secret_game"


class LeakyView(BrokenFingers):
    def view(self, state: Fingers, seat: int) -> dict[str, Any]:
        return self.to_dict(state)


class LeakyScreen(BrokenFingers):
    screens = Screens(terminal=lambda state, seat, voice: f"{state.chosen}")


class LoudFingers(Fingers):
    def move(self, seat: int, action: int) -> None:
        self.log_event("shown", seat, {"fingers": action})
        super().move(seat, action)

    def clone(self) -> Fingers:
        return LoudFingers(self.chosen[:], self.points[:], self.shown[:], self.goal)


class LoudGame(BrokenFingers):
    def new_initial_state(self, players: int, numbers: Any) -> Fingers:
        return LoudFingers([0] * players, [0] * players, [0] * players, numbers.goal)


class OpenFingers(Fingers):
    """Fingers that says that nothing is hidden, so that a bot would be shown the true position."""

    def has_hidden_info(self, seat: int) -> bool:
        return False

    def clone(self) -> Fingers:
        return OpenFingers(self.chosen[:], self.points[:], self.shown[:], self.goal)


class OpenGame(BrokenFingers):
    def new_initial_state(self, players: int, numbers: Any) -> Fingers:
        return OpenFingers([0] * players, [0] * players, [0] * players, numbers.goal)


class KnowingFingers(Fingers):
    """Fingers that shows a bot the true position."""

    def resample_hidden(self, seat: int, rng: Rng) -> Fingers:
        return self.clone()


class KnowingGame(BrokenFingers):
    def new_initial_state(self, players: int, numbers: Any) -> Fingers:
        return KnowingFingers([0] * players, [0] * players, [0] * players, numbers.goal)


@pytest.mark.usefixtures("pig", "fingers")
@pytest.mark.parametrize(
    ("game", "check"),
    [
        (with_state(StuckPig), checks.check_random_play),
        (with_state(PickyPig), checks.check_random_play),
        (with_state(EndlessPig), checks.check_random_play),
        (with_state(DebtPig), checks.check_random_play),
        (MuteGame(), checks.check_illegal_moves_change_nothing),
        (CrashingGame(), checks.check_illegal_moves_change_nothing),
        (ChangingGame(), checks.check_illegal_moves_change_nothing),
        (BabblingGame(), checks.check_any_text_parses_or_is_refused),
        (MumblingGame(), checks.check_moves_by_name),
        (MumblingGame(), checks.check_outcomes_by_name),
        (with_state(SevenPig), checks.check_outcomes_by_name),
        (with_state(LoadedPig), checks.check_probabilities),
        (with_state(SharedPig), checks.check_clones),
        (with_state(ShoutingPig), checks.check_listening_changes_nothing),
        (UnknownKinds(), checks.check_listening_changes_nothing),
        (ForgetfulPlaytest(), checks.check_playtest),
        (ForgetfulGame(), checks.check_positions_as_dicts),
        (TrustingGame(), checks.check_broken_positions),
        (RowdyGame(), checks.check_bots),
        (IdleGame(), checks.check_bots),
        (IdleGame(), checks.check_playtest),
        (WideGame(), checks.check_screens),
        (LeakyView(), checks.check_views_leak_nothing),
        (LeakyScreen(), checks.check_views_leak_nothing),
        (OpenGame(), checks.check_views_leak_nothing),
        (KnowingGame(), checks.check_secrets_are_not_believed_as_they_are),
        (LoudGame(), checks.check_events_leak_nothing),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_what_is_broken_is_found(game: Game[Any], check: Check) -> None:
    with pytest.raises((AssertionError, IllegalMove, ValueError, LookupError, ZeroDivisionError)):
        check(Setup(game, 2))


def test_without_a_move_to_make_the_reason_is_said(pig: Game[Any]) -> None:
    state = Setup(pig, 2).new()
    with pytest.raises(IllegalMove, match=r"^It is not your move\.$"):
        pig.parse(state, 1, "roll")
    with pytest.raises(IllegalMove, match=r"^No roll or draw is due now\.$"):
        pig.parse(state, CHANCE, "show 3")
    with pytest.raises(IllegalMove, match=r"^`rol` is not a move you can make now; did you mean `roll`\?$"):
        pig.parse(state, 0, "rol")
