"""Kept blocks and regions of the board are as if they were drawn and sent again."""

import pytest

from quincunx import games
from quincunx.core.rng import Rng
from quincunx.text.grammar import Look
from quincunx.web.live.page_diff import PageCopy
from quincunx.web.live.view import Viewer
from quincunx.web.matches.live_match import LiveMatch
from quincunx.web.matches.setup import MatchSetup, set_up
from quincunx.web.matches.tokens import Keys
from quincunx.web.storage.models import Stored
from quincunx.web.templates.fragment_cache import BEGIN, END, NAMED, Keep, regions
from quincunx.web.templates.rendering import render_parts

pytestmark = pytest.mark.anyio
MOVES = 25


async def walk(game: str, number: int) -> tuple[LiveMatch, Keys, Rng]:
    """Return a match of random moves that is about to begin."""
    low, high = games.load(game).header.players
    seats = ["me", *["friend"] * (min(max(low, 3), high) - 1)]
    head, sitting, keys = set_up(MatchSetup(game, seats, dice="seed", seed=str(number)))
    head.started = head.created
    for seat in sitting:
        seat.taken = True
    return LiveMatch(Stored(head, sitting)), keys, Rng(f"{game}:{number}")


def move(live: LiveMatch, rng: Rng) -> bool:
    live.roll()
    match = live.playing()
    if not match.over:
        seat = match.state.current_player()
        match.play(seat, match.state.random_action(seat, rng))
        live.roll()
    live.stored = len(match.steps)
    return not match.over


def pages(live: LiveMatch, keys: Keys) -> list[PageCopy]:
    """Return the browsers of the first seat, of the same with everything switched off, and of a watcher."""
    off = Look(off=set(live.game.screens.toggles))
    viewers = [Viewer(keys, [0], 0), Viewer(keys, [0], 0, off), Viewer(Keys(), [], None)]
    return [PageCopy(viewer, "", "") for viewer in viewers]


@pytest.mark.parametrize("game", games.GAMES)
async def test_a_kept_block_is_as_if_drawn_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = dict[tuple[str, bytes], object]()
    live, keys, rng = await walk(game, 1)
    for _ in range(MOVES):
        going_on = move(live, rng)
        for kept, anew in zip(pages(live, keys), pages(live, keys), strict=True):
            monkeypatch.setattr(Keep, "_drawn", remembered)
            shown = kept.catch_up(live)[1]
            monkeypatch.setattr(Keep, "_drawn", {})
            assert shown == anew.catch_up(live)[1]
        if not going_on:
            break


@pytest.mark.parametrize("game", games.GAMES)
async def test_new_regions_make_the_new_board(game: str) -> None:
    live, keys, rng = await walk(game, 0)
    browsers = pages(live, keys)
    boards = ["" for _ in browsers]
    sent_regions = 0
    for _ in range(MOVES):
        going_on = move(live, rng)
        for index, page in enumerate(browsers):
            shown, parts = page.catch_up(live)
            before, old = regions(boards[index])
            if "board" in parts:
                boards[index] = parts["board"]
            elif new := {name: html for name, html in parts.items() if name in old}:
                sent_regions += 1
                boards[index] = put_in(before, old | new)
            assert boards[index].strip() == render_parts(("board",), match=shown)["board"].strip()
        if not going_on:
            break
    assert sent_regions > MOVES / 2


def put_in(around: str, found: dict[str, str]) -> str:
    """Return a board put together from its parts, as the browser has it."""
    for name, html in found.items():
        around = around.replace(f"{BEGIN}{name}{NAMED}", f"{BEGIN}{name}{NAMED}{html}{END}")
    return around
