"""Secrets stay secret: no answer depends on what its receiver may not know."""

import itertools
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quincunx import games
from quincunx.core.event import Event
from quincunx.core.game import Game
from quincunx.core.move import Move
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, Step
from quincunx.match.record import Player
from quincunx.text.grammar import WATCHER
from quincunx.web.live import stream
from quincunx.web.live.event_id import Cursor
from quincunx.web.live.page_diff import PageCopy, update
from quincunx.web.live.view import viewer_of
from quincunx.web.matches import move_pipeline, setup, tokens
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.tokens import Keys
from tests import secret_game
from tests.secret_game.game import Fingers, FingersGame
from tests.waiting import PATIENCE
from tests.web.clients import House, Program, Programs, open_house
from tests.web.conftest import NO_LIMITS
from tests.web.live.test_stream import Listener, all_heard

pytestmark = pytest.mark.anyio

SECRETIVE = [name for name in games.GAMES if games.load(name).header.secrets]


def altered(match: Match, viewer: int, rng: Rng) -> Match:
    """Return the same match with everything changed that the viewer may not know."""
    twin = object.__new__(Match)
    twin.__dict__.update(match.__dict__)
    twin.state = match.state.resample_hidden(viewer, rng)
    twin.state.log = []
    twin.steps = [_altered_step(step, viewer) for step in match.steps]
    twin.bot_seed = "another seed"
    return twin


def _altered_step(step: Step, viewer: int) -> Step:
    events = [
        event if event.is_for(viewer) else Event("something-else", to=event.to) for event in step.events
    ]
    return step if step.seat == viewer else Step(step.seat, step.action, Move("another", "move"), events)


async def everything_sent(house: House, live: LiveMatch, program: Program, seat: int | None) -> list[bytes]:
    """Return all that a seat (or a watcher) can get at, refusals included."""
    keys = Keys({seat: program.token}) if seat is not None else Keys()
    http = house.http()
    if seat is not None:
        http.cookies.set(f"seat-{live.id}", keys.write())
    http.cookies.set("visitor", "a-visitor-of-long-standing")
    sent = [
        (await http.get(f"/m/{live.id}{page}")).content
        for page in ("", "/part", "/replay", "/record.json", "?seat=1", "?seat=2")
    ]
    sent += [(await program.get(what)).content for what in ("", "/moves", "/record")]
    at = live.position(WATCHER if seat is None else seat)
    for move in ("nonsense", "show 4", "bid", "1"):
        sent.append((await program.post("/moves", move=move, at=at, request="never")).content)
        sent.append((await program.post("/moves", move=move, at=0, request="never")).content)
    sent.append((await program.post("/undo", answer="agree")).content)
    viewer = viewer_of(live, keys)
    sent += [event.encode() for event in stream.events_for(live, viewer, Cursor())]
    sent.append(json.dumps(update(PageCopy(viewer, "http://quincunx.test", "csrf"), live)).encode())
    return sent


async def compare(house: House, players: Programs) -> None:
    """Check that every seat and a watcher get the same bytes whatever is hidden from them."""
    live = await house.host.registry.get(players.match)
    true = live.match
    assert true is not None
    for number in [0, *players.people]:
        seat = number - 1 if number else None
        program = players[number] if number else house.watcher(players.match)
        before = await everything_sent(house, live, program, seat)
        # A watcher knows less than anyone: what is hidden from some seat is hidden from a watcher.
        for viewer in [seat] if seat is not None else range(len(live.seats)):
            for seed in range(2):
                live.match = altered(true, viewer, Rng(f"{seed}"))
                assert await everything_sent(house, live, program, seat) == before
        live.match = true


async def test_hidden_choices_are_in_no_byte(house: House, fingers: Game[Any]) -> None:
    players = await house.create("fingers", "me", "me", "me")
    for move in (1, 2, 3):
        await players[1].move(f"show {move}")
        await compare(house, players)
        await players[3].move("show 2")
        await compare(house, players)
        await players[2].move("show 1")


async def test_the_comparison_would_notice(
    house: House, fingers: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await house.create("fingers", "me", "me")
    await players[1].move("show 3")
    monkeypatch.setattr(type(fingers), "view", lambda self, state, seat: self.to_dict(state))
    with pytest.raises(AssertionError):
        await compare(house, players)


def play_on(match: Match, rng: Rng) -> None:
    """Make a random move, and the dice before and after it."""
    roll(match)
    seat = match.state.current_player()
    moves = match.state.legal_actions(seat)
    match.play(seat, moves[rng.below(len(moves))])
    roll(match)


def roll(match: Match) -> None:
    while match.state.players_to_move() == [CHANCE]:
        match.roll()


def is_secretive(match: Match, rng: Rng) -> bool:
    """Whether somebody believes in another position than the true one."""
    true = match.state.position_key()
    return any(
        match.state.resample_hidden(seat, rng).position_key() != true for seat in range(len(match.seats))
    )


def moments(game: Game[Any], players: int, wanted: int) -> tuple[str, list[int]]:
    """Return a seed, and after how many random moves there are secrets. Some are rare: not every match has
    one."""
    for number in range(200):
        found: list[int] = []
        seed, moves, rng = f"{number}", 0, Rng("moves")
        match = Match(game, [Player(f"{seat}") for seat in range(players)], SeedDice(seed))
        while not match.over and len(found) < wanted:
            play_on(match, rng)
            moves += 1
            if (not found or moves > found[-1] + 15) and is_secretive(match, Rng("beliefs")):
                found.append(moves)
        if found:
            return seed, found
    raise AssertionError("nobody ever had a secret")


@pytest.mark.parametrize("name", SECRETIVE)
async def test_no_game_sends_a_secret(house: House, name: str) -> None:
    """Real games, played at random; compared where somebody has a secret."""
    game = games.load(name)
    people = min(3, game.header.players[1])
    seed, found = moments(game, people, wanted=3)
    players = await house.create(name, *["me"] * people, seed=seed)
    live = await house.host.registry.get(players.match)
    match, rng = live.playing(), Rng("moves")
    for moves in range(1, found[-1] + 1):
        play_on(match, rng)
        if moves in found:
            nobody = partial(move_pipeline.carry_out, house.host.registry, live, move_pipeline.by_nobody())
            await house.host.registry.change(live, nobody)
            assert is_secretive(match, Rng("beliefs"))
            await compare(house, players)


async def test_the_secret_of_the_dice_comes_only_at_the_end(house: House, pig: Game[Any]) -> None:
    players = await house.create("pig", "me", "greedy", dice="fair", seed="")
    live = await house.host.registry.get(players.match)
    secret = live.head.secret
    assert len(secret) == 64
    for sent in await everything_sent(house, live, players[1], 0):
        assert secret.encode() not in sent
    while not live.playing().over:
        assert secret.encode() not in (await players[1].get()).content
        if live.playing().state.current_player() == 0:
            await players[1].move("roll" if live.stored % 5 else "hold")
        else:
            await house.host.settle(live, PATIENCE)
    assert secret.encode() in (await players[1].get()).content
    record = (await players[1].get("/record")).json()
    assert record["chance"]["secret"] == secret


async def test_chance_moves_nobody_may_know_of_are_no_events(house: House, fingers: Game[Any]) -> None:
    players = await house.create("fingers", "me", "me")
    live = await house.host.registry.get(players.match)
    match = live.playing()
    match.steps.append(
        Step(CHANCE, 1, Move("draw", "a", "secret"), [Event("will-show", 0, {"fingers": 1}, to=0)])
    )
    live.stored += 1
    for token, told in ((players[1].token, 1), ("", 0)):
        viewer = viewer_of(live, Keys({0: token}) if token else Keys())
        assert len(stream.events_for(live, viewer, Cursor())) == told


# --- how many secret steps there were


class Doubtful(Fingers):
    """Fingers in which those who have chosen may change their minds as often as they like, in secret."""

    def _legal_actions(self, seat: int) -> list[int]:
        return [1, 2, 3] if self.players_to_move() else []

    def move(self, seat: int, action: int) -> None:
        if self.chosen[seat]:
            self.chosen[seat] = action
            self.log_event("will-show", seat, {"fingers": action}, to=seat)
        else:
            super().move(seat, action)

    def clone(self) -> "Doubtful":
        return Doubtful(self.chosen[:], self.points[:], self.shown[:], self.goal)


class DoubtfulGame(FingersGame):
    name = "doubtful"

    @property
    def folder(self) -> Path:
        return Path(secret_game.__file__).parent

    def new_initial_state(self, players: int, numbers: Any) -> Doubtful:
        return Doubtful([0] * players, [0] * players, [0] * players, numbers.goal)


GAME = DoubtfulGame()

Script = list[tuple[int, str, list[str]]]
"""The moves of a seat, and those it may repeat in secret as often as it likes."""

SCRIPTS: dict[str, Script] = {
    "doubtful": [
        (1, "show 3", ["show 2", "show 3"]),
        (2, "show 1", []),
        (3, "show 2", []),
        (3, "show 1", []),
        (1, "show 1", ["show 3", "show 1"]),
        (2, "show 2", []),
        (2, "show 3", []),
    ],
    "total-eclips": [
        (2, "put m1 on a", []),
        (1, "put m1 on unlock", ["take back", "put m1 on unlock"]),
        (2, "done", []),
        (1, "take back", ["put m1 on b", "take back"]),
        (3, "done", []),
        (1, "put m1 on a", ["take back", "put m1 on a"]),
        (1, "done", []),
    ],
}


class Drawn:
    """A replacement of `secrets`: the same names and tokens every time."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def token_hex(self, length: int) -> str:
        return f"{next(self._numbers):0{2 * length}x}"

    token_urlsafe = token_hex


async def everything_heard(house: House, game: str, times: int) -> tuple[int, dict[str, Any]]:
    """Return how many steps there were, and all that others than seat 1 are ever sent, if seat 1 repeats its
    secret moves that many times."""
    players = await house.create(game, "me", "me", "me")
    live = await house.host.registry.get(players.match)
    others = {2: players[2], 3: players[3], 0: house.watcher(players.match)}
    listeners = [
        Listener(house, players, seat or None, browser) for seat in others for browser in (False, True)
    ]
    for listener in listeners:
        await listener.connect()
    sent: dict[str, Any] = {}
    for number, (seat, move, secretly) in enumerate(SCRIPTS[game]):
        for name in [move, *secretly * times]:
            assert (await players[seat].move(name)).status_code == 200
        await all_heard(live)
        for place, program in others.items():
            sent[f"{number} {place}"] = await everything_sent(
                house, live, program, place - 1 if place else None
            )
    for listener in listeners:
        await listener.lose_connection()
    sent["streams"] = [listener.sent for listener in listeners]
    return live.stored, sent


@pytest.mark.parametrize("game", SCRIPTS)
async def test_nobody_can_count_the_secret_steps_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setitem(games.GAMES, "doubtful", __name__)
    monkeypatch.setattr(stream, "REST", 0.0)
    runs = []
    for times in (0, 1, 4):
        for module in (setup, tokens):
            monkeypatch.setattr(module, "secrets", Drawn())
        async with open_house(f"sqlite:///{tmp_path / f'{times}.db'}", NO_LIMITS) as house:
            runs.append(await everything_heard(house, game, times))
    assert len({steps for steps, _ in runs}) == 3
    assert runs[0][1] == runs[1][1] == runs[2][1]


async def test_the_clock_of_others_is_shown_only_where_there_are_no_secrets(
    house: House, pig: Game[Any], fingers: Game[Any]
) -> None:
    """It begins anew with each of their moves."""
    for name, shown in (("pig", True), ("fingers", False)):
        players = await house.create(name, "me", "me", clock=3600)
        assert ((await house.watcher(players.match).view())["clock"] is not None) is shown
        assert (await players[1].view())["clock"]["seat"] == 1


async def test_nobody_is_asked_about_a_take_back_that_would_tell_who_has_moved(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.GAMES, "doubtful", __name__)
    players = await house.create("doubtful", "me", "me", "me")
    for move in ("show 1", "show 2"):
        await players[1].move(move)
        for program in players.people.values():
            assert (await program.post("/undo", answer="ask")).status_code == 409


async def test_a_move_is_judged_by_what_its_mover_may_know(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.GAMES, "doubtful", __name__)
    players = await house.create("doubtful", "me", "me")
    await players[1].move("show 3")
    at = (await players[2].view())["at"]
    for _ in range(3):
        assert (await players[1].move("show 2")).status_code == 200
    assert (await players[2].view())["at"] == at
    assert (await players[1].view())["at"] == at + 3
    assert (await players[1].move("show 1", at)).status_code == 409
    assert (await players[2].move("show 1", at)).status_code == 200


async def test_a_stream_with_secrets_goes_on_after_a_restart(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.GAMES, "doubtful", __name__)
    async with open_house(database, NO_LIMITS) as house:
        players = await house.create("doubtful", "me", "me")
        watcher, ann = Listener(house, players), Listener(house, players, 1)
        await watcher.connect()
        await ann.connect()
        for fingers in (3, 2, 1):
            await players[1].move(f"show {fingers}")
        await watcher.lose_connection()
        await ann.lose_connection()
        await players[1].move("show 2")
    async with open_house(database, NO_LIMITS) as again:
        for program in players.people.values():
            program.house = again
        watcher.house = ann.house = again
        await watcher.connect()
        await ann.connect()
        await players[2].move("show 1")
        await watcher.lose_connection()
        await ann.lose_connection()
    assert [move["at"] for move in watcher.heard("move")] == [1, 2]
    assert [move["at"] for move in ann.heard("move")] == [1, 2, 3, 4, 5]
