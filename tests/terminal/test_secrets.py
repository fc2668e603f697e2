"""Several people at one keyboard, with secrets, secret moves at the same time, and moves at any time."""

import io
import re
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from quincunx.core.event import Event
from quincunx.core.game import Game, Header, Result
from quincunx.core.move import Move, MoveName
from quincunx.core.parts import Codec, Phrases, Screens, Snapshots
from quincunx.core.rng import Rng
from quincunx.core.state import TERMINAL, State
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.record import Player
from quincunx.terminal import session
from quincunx.text.grammar import Voice

CHEER, LOG = 10, 11


class Bids(State):
    """A game in which everyone bids 1 to 3 in secret, then the next round; two rounds. Seat 2 may cheer at
    any time."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.bids: list[dict[int, int]] = [{}]

    def players_to_move(self) -> list[int]:
        return (
            [seat for seat in range(self.players) if seat not in self.bids[-1]] if len(self.bids) < 3 else []
        )

    def current_player(self) -> int:
        return self.players_to_move()[0] if self.players_to_move() else TERMINAL

    def _legal_actions(self, seat: int) -> list[int]:
        bids = [1, 2, 3, LOG] if seat in self.players_to_move() else []
        return [*bids, CHEER] if seat == 1 and self.players_to_move() else bids

    def move(self, seat: int, action: int) -> None:
        if action == CHEER:
            self.log_event("cheered", seat)
            return
        if action == LOG:
            self.log_event("tree-felled", seat, to=seat)
            return
        self.bids[-1][seat] = action
        self.log_event("bid-made", seat, {"bid": action}, to=seat)
        if len(self.bids[-1]) == self.players:
            self.bids.append({})

    def clone(self) -> "Bids":
        twin = Bids(self.players)
        twin.bids = [dict(bids) for bids in self.bids]
        return twin

    def resample_hidden(self, seat: int, rng: Rng) -> "Bids":
        return self.clone()

    def turns(self) -> int:
        return len(self.bids)


class Nothing(msgspec.Struct):
    pass


def decode(state: Bids, seat: int, action: int) -> Move:
    return {CHEER: Move("cheer"), LOG: Move("log")}.get(action, Move("bid", str(action)))


def confirm(state: Bids, seat: int, move: Move, voice: Voice) -> str:
    if move.verb != "bid" or "careful" in voice.look.off:
        return ""
    return f"{voice.does(seat, 'bids')} {move.words[0]}: is that right?"


def tell(event: Event, voice: Voice, numbers: Any) -> str:
    match event.kind:
        case "cheered":
            return f"Hooray! {voice.does(event.seat, 'cheers')}."
        case "tree-felled":
            return "You fell a tree."
        case "bid-made":
            return f"{voice.does(event.seat, 'bids')} {event.amounts['bid']}."
    return "highest bids"


def draw(state: Bids, seat: int, voice: Voice) -> str:
    return f"Board as seat {seat + 1} sees it"


class BidsGame(Game[Bids]):
    name = "bids"
    numbers_type = Nothing
    codec = Codec(
        moves=[
            MoveName("bid N", "Bid."),
            MoveName("cheer", "Make noise, at any time."),
            MoveName("log", "Fell a tree."),
        ],
        decode=decode,
    )
    snapshots = Snapshots(view=lambda state, seat: {"bid": state.bids[-1].get(seat)})
    phrases = Phrases(confirm=confirm, tell=tell)
    screens = Screens(terminal=draw, toggles={"careful": "the question before a bid"})
    secret = True

    @cached_property
    def header(self) -> Header:
        return Header(title="Bids", summary="-", players=(2, 4), secrets=self.secret)

    @cached_property
    def toml(self) -> dict[str, Any]:
        return {}

    def new_initial_state(self, players: int, numbers: Any) -> Bids:
        return Bids(players)

    def result(self, state: Bids) -> Result:
        scores = [float(sum(bids.get(seat, 0) for bids in state.bids)) for seat in range(state.players)]
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return Result(winners, scores, Event("highest-bids"))


class OpenBids(BidsGame):
    secret = False


class Terminal(io.StringIO):
    """A terminal: lines that a person types, not a script."""

    def isatty(self) -> bool:
        return True


def play(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    lines: list[str],
    game: BidsGame,
    seats: list[Player],
    at_a_terminal: bool = False,
) -> tuple[Match, str]:
    typed = Terminal if at_a_terminal else io.StringIO
    monkeypatch.setattr("sys.stdin", typed("".join(f"{line}\n" for line in lines)))
    file = io.StringIO()
    match = Match(game, seats, SeedDice("1"))
    session.play(match, tmp_path / "bids.json", Console(file=file, width=80, force_terminal=False))
    return match, file.getvalue()


def people() -> list[Player]:
    return [Player("Ann"), Player("Bo"), Player("Cy", "random")]


def test_the_screen_is_covered_before_another_person_looks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = ["", "bid 3", "", "bid 2", "", "bid 3", "", "bid 1"]
    match, screen = play(monkeypatch, tmp_path, lines, BidsGame(), people())
    assert match.over
    covers = [line for line in screen.splitlines() if line.startswith("Pass the keyboard")]
    assert covers == [f"Pass the keyboard to {name}." for name in ("Ann", "Bo", "Ann", "Bo")]
    for_bo = screen.split("Pass the keyboard to ")[2]
    assert "Board as seat 2 sees it" in for_bo
    assert "Ann has moved." in for_bo
    assert "bid 3." not in for_bo
    assert "You bid 3" not in for_bo
    for_ann = screen.split("Pass the keyboard to ")[3]
    assert "\nYou bid 3." in for_ann
    assert "Bo has moved." in for_ann


def test_the_end_names_winners_and_scores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = ["", "bid 3", "", "bid 3", "", "bid 3", "", "bid 3"]
    _, screen = play(monkeypatch, tmp_path, lines, BidsGame(), people()[:2])
    assert "Ann and Bo share the win: highest bids." in screen
    assert "Bo   6 points" in screen


def test_another_person_may_move_at_any_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Bo has bid already, so nobody waits for Bo; still Bo may cheer, and a bot's seat stays its own."""
    lines = ["2: bid 1", "2: cheer", "2: bid 1", "3: cheer", "?", "1: cheer", "bid 1"]
    match, screen = play(monkeypatch, tmp_path, lines, OpenBids(), people())
    moves = [(step.seat, step.name) for step in match.steps if step.seat < 2]
    assert moves == [(1, "bid 1"), (1, "cheer"), (0, "bid 1")]
    assert "Bo may move too: `2: MOVE`." in screen
    assert "Hooray!" in screen
    assert "There is no person at seat 3; people sit at 1 (Ann), 2 (Bo)." in screen
    assert "Make a move for another person at this keyboard" in screen
    assert "Pass the keyboard" not in screen


def test_a_move_is_never_shadowed_by_a_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match, _ = play(monkeypatch, tmp_path, ["log", "quit"], OpenBids(), people()[:2])
    assert [step.name for step in match.steps] == ["log"]


def test_secret_moves_stay_secret_when_taken_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = ["", "bid 3", "", "undo", "log"]
    match, screen = play(monkeypatch, tmp_path, lines, BidsGame(), people()[:2])
    assert "Nothing can be taken back here" in screen
    assert [step.name for step in match.steps] == ["bid 3", "log"]


def test_bots_play_on_their_own_and_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seats = [Player("Dora", "random"), Player("Emil", "random")]
    match, screen = play(monkeypatch, tmp_path, [], OpenBids(), seats)
    assert match.over
    assert re.findall(r"^Dora: (.*)\.$", screen, re.M) == [
        step.name for step in match.steps if step.seat == 0
    ]
    assert "won: highest bids." in screen or "share the win" in screen


def test_a_game_may_ask_before_a_move(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Enter is yes, no leads back to the same choice, and a script is never asked."""
    lines = ["bid 3", "n", "bid 2", "hm", "", "2: bid 1", "no", "careful", "2: bid 1", "quit"]
    match, screen = play(monkeypatch, tmp_path, lines, OpenBids(), people()[:2], at_a_terminal=True)
    assert [(step.seat, step.name) for step in match.steps] == [(0, "bid 2"), (1, "bid 1")]
    asked = re.findall(r"You bid (\d): is that right\? \[Y/n\]", screen)
    assert asked == ["3", "2", "2", "1"]
    assert "Enter means yes; type `n` for no." in screen
    match, screen = play(monkeypatch, tmp_path, ["bid 3"], OpenBids(), people()[:2])
    assert len(match.steps) == 1
    assert "[Y/n]" not in screen


def test_leaving_at_a_question_makes_no_move(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match, screen = play(monkeypatch, tmp_path, ["bid 3"], OpenBids(), people()[:2], at_a_terminal=True)
    assert match.steps == []
    assert "Saved. Go on with:" in screen


def test_the_only_person_reads_that_they_won(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seats = [Player("Ann"), Player("Cy", "random")]
    _, screen = play(monkeypatch, tmp_path, ["bid 3", "bid 3"], OpenBids(), seats)
    assert "You won: highest bids." in screen or "You and Cy share the win: highest bids." in screen
