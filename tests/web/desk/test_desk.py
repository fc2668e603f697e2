"""The desk: a form from the schema, games played beside the server, variants that are kept and played."""

import asyncio
import math
import re
from types import SimpleNamespace

import msgspec
import pytest

from quincunx import games
from quincunx.core.errors import UserError
from quincunx.lab.simulate.observed_run import watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.match import variant
from quincunx.match.chance import word_hash
from quincunx.web.app import create_app
from quincunx.web.desk import form, process, runs
from quincunx.web.desk import store as desk_store
from quincunx.web.desk.tally import Tally, tally
from quincunx.web.jobs import child_process
from quincunx.web.routes.desk import pages
from quincunx.web.server.limits import Limits
from tests.waiting import until
from tests.web.clients import Browser, House, open_house, second_house
from tests.web.conftest import NO_LIMITS

pytestmark = pytest.mark.anyio

FEW = 4
SHORT = {"n.win.cost": "3K"}
"""A short game of Idle Six."""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "GAMES", (FEW, 2 * FEW))


@pytest.fixture
def nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs wait without playing anything."""
    monkeypatch.setattr(runs.Runs, "_play", lambda self, run: None)


async def at_desk(house: House, game: str = "idle-six", **fields: str) -> Browser:
    """Return the page of somebody who changed these numbers and pressed the button."""
    browser = house.browser()
    await browser.open(f"/desk/{game}")
    await press(browser, game, **fields)
    return browser


async def press(browser: Browser, game: str = "idle-six", **fields: str) -> None:
    asked = {"players": "1", "bot": "normal", "games": str(FEW), "base": "{}", **fields}
    await browser.send(f"/desk/{game}/runs", **asked)


async def played(browser: Browser) -> str:
    """Return the page when nothing is played any more."""

    async def is_over() -> bool:
        return not (await browser.http.get(f"{browser.path}/news")).json()["going_on"]

    await until(is_over)
    return await browser.open(browser.path)


# --- the form


@pytest.mark.parametrize("name", games.GAMES)
def test_every_number_has_a_field_and_what_is_left_changes_nothing(name: str) -> None:
    game = games.load(name)
    fields = [
        each
        for group in form.groups(game, {})
        for each in [*group.fields, *(field for piece in group.pieces for field in piece.fields)]
    ]
    shown = {each.name: each.shown for each in fields}
    assert len(shown) == len(fields) > 30
    assert not any(each.changed for each in fields)
    assert form.read(game, {}, shown.get) == {}
    for each in variant.shipped(game).values():
        assert form.read(game, each.changes, lambda name: None) == each.changes
        assert form.in_words(game, each.changes)


def test_a_field_says_what_may_stand_there() -> None:
    groups = {group.title: group for group in form.groups(games.load("king-of-tokyo"), {})}
    dice = groups["Play"].fields[0]
    assert (dice.label, dice.bounds, dice.words) == ("Dice", "1 to 9", "Rolled on a turn")
    wings = next(piece for piece in groups["Cards"].pieces if piece.title == "Wings")
    assert wings.text == "When you would lose hearts, pay 2 energy to lose none this turn."
    toll = form.groups(games.load("bitcoin-mining"), {})[0].fields[7]
    assert (toll.label, toll.unit, toll.said) == ("Toll percent", "%", "10")


def test_what_is_changed_becomes_a_variant_and_words() -> None:
    game = games.load("bitcoin-mining")
    given = {"n.payout.1": "1.5", "n.bull.local-grant.fiat": "50000", "n.cycles": "4"}
    changes = form.read(game, {}, given.get)
    assert changes == {"payout": [2, 1.5, 1, 1], "bull": {"local-grant": {"fiat": 50_000}}}
    assert form.in_words(game, changes) == [
        "Payout: 2, 1.5, 1, 1 instead of 2, 2, 1, 1",
        "Local grant, fiat: 50,000 instead of 40,000",
    ]
    with pytest.raises(UserError, match="Cycles must be a whole number, not `many`"):
        form.read(game, {}, {"n.cycles": "many"}.get)


# --- what is played


def test_parts_come_to_the_same_as_the_whole() -> None:
    order = process.Order("idle-six", {"win": {"cost": "3K"}}, 1, "normal", 6, 60.0, 1)
    parts = list(process.play(order))
    assert [part.games for part in parts][:2] == [1, 2]
    whole = Tally()
    for part in parts:
        whole.add(msgspec.json.decode(msgspec.json.encode(part), type=Tally))
    plan = GamePlan("idle-six", ["normal"], 5, process.SEED, order.variant)
    once = tally(watch(plan, jobs=1, first=1))
    assert (whole.games, whole.spreads, whole.endings) == (5, once.spreads, once.endings)
    assert whole.sums["decisions"].mean().value == pytest.approx(once.sums["decisions"].mean().value)


def test_the_same_dice_make_a_difference_surer() -> None:
    """Two runs with the same dice: the interval of their difference knows what both have in common."""
    runs = [
        tally(watch(GamePlan("king-of-tokyo", ["normal"] * 2, 200, "1", changes), jobs=1))
        for changes in ({}, {"play": {"points_to_win": 18}})
    ]
    original, shorter = (run.sums["turns"] for run in runs)
    found = shorter.above(original)
    assert found.high < 0
    apart = [run.mean() for run in (original, shorter)]
    unpaired = math.hypot(*(one.high - one.value for one in apart))
    assert found.high - found.value < 0.6 * unpaired


async def test_numbers_are_moved_played_kept_shared_and_played_at_a_table(database: str) -> None:
    async with open_house(database, NO_LIMITS) as house:
        browser = await at_desk(house, **SHORT)
        assert re.fullmatch("/desk/idle-six/[0-9a-f]{16}", browser.path)
        page = await played(browser)
        assert f"{FEW} games are played." in page
        assert "Win, cost: 3K instead of 3T" in page
        assert page.count("<svg") > 2
        assert page.count('<rect class="mine"') > 1
        assert 'class="theirs"' in page, "the original's are beside them"
        again = await at_desk(house, **SHORT)
        assert again.path == browser.path, "the same question is played once"
        await browser.send(f"{browser.path}/keep", title="Pocket six")
    # Another server answers for it, and for those who have the link.
    async with open_house(database, NO_LIMITS) as house:
        friend = house.browser()
        page = await friend.open(browser.path)
        assert "Pocket six" in page
        assert "Win, cost: 3K instead of 3T" in page
        assert "Rename" not in page
        file = await friend.http.get(f"{browser.path}/variant.toml")
        assert 'filename="pocket-six.toml"' in file.headers["content-disposition"]
        assert msgspec.toml.decode(file.content) == {"win": {"cost": "3K"}}
        kept = browser.path
        await friend.send(f"{kept}/matches")
        live = await house.host.registry.get(friend.match)
        assert (live.phase, live.head.variant) == ("playing", {"win": {"cost": "3K"}})
        await friend.open(kept)
        await friend.send(f"{kept}/matches", hash=word_hash("mine"))
        assert 'data-reveal="1"' in friend.page
        await friend.send(f"/m/{friend.match}/word", **{"word-1": "mine"})
        assert (await house.host.registry.get(friend.match)).head.nonce == "mine"


async def test_a_kept_variant_can_be_chosen_where_a_table_is_set(house: House, nobody_plays: None) -> None:
    browser = await at_desk(house, **SHORT)
    await browser.send(f"{browser.path}/keep", title="Pocket six")
    kept = browser.path.rpartition("/")[2]
    assert f'<option value="{kept}">Pocket six</option>' in await browser.open("/games/idle-six/new")
    assert "Pocket six" not in await browser.open("/games/king-of-tokyo/new")
    assert "Pocket six" not in await house.browser().open("/games/idle-six/new")
    await browser.open("/games/idle-six/new")
    await browser.send("/matches", game="idle-six", seat="me", kept=kept)
    assert (await house.host.registry.get(browser.match)).head.variant == {"win": {"cost": "3K"}}
    await browser.open("/games/king-of-tokyo/new")
    await browser.send("/matches", game="king-of-tokyo", seat="me", kept=kept)
    assert (browser.status, "is not there any more" in browser.page) == (422, True)


async def test_whoever_kept_a_variant_renames_and_deletes_it(house: House, nobody_plays: None) -> None:
    browser, other = await at_desk(house, **SHORT), house.browser()
    await browser.send(f"{browser.path}/keep", title=" ")
    kept = browser.path
    assert "<h1>My Idle Six</h1>" in browser.page
    await other.open(kept)
    await other.send(f"{kept}/rename", title="Mine now")
    assert other.status == 403
    await browser.send(f"{kept}/rename", title="Quick")
    assert "<h1>Quick</h1>" in browser.page
    assert f'<a href="{kept}">Quick</a>' in await browser.open("/desk")
    await browser.open(kept)
    await browser.send(f"{kept}/delete")
    await other.open(kept)
    assert other.status == 404


async def test_what_makes_no_sense_is_said_and_can_be_put_right(house: House) -> None:
    browser = await at_desk(
        house, "king-of-tokyo", players="3", **{"n.play.dice": "12", "n.play.health": "7"}
    )
    assert browser.status == 422
    assert "`play.dice` must be a whole number" in browser.page
    assert 'name="n.play.dice" value="12"' in browser.page
    assert 'name="n.play.health" value="7"' in browser.page
    for wrong in ({"games": "7"}, {"bot": "expert"}, {"players": "9"}, {"base": "["}, {"base": '{"x": 1}'}):
        await press(browser, "king-of-tokyo", **{"players": "3", **wrong})
        assert browser.status == 422, wrong


async def test_a_process_that_dies_gives_a_sentence_and_the_run_can_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(child_process, "sys", SimpleNamespace(executable="false"))
        browser = await at_desk(house, **SHORT)
        assert "was ended before it was done" in await played(browser)
    await browser.send(f"{browser.path}/runs")
    assert f"{FEW} games are played." in await played(browser)


async def test_a_run_that_takes_too_long_is_ended(database: str) -> None:
    limits = Limits(desk_seconds=0.0)
    async with open_house(database, limits) as house:
        assert "Not one game ended within 0 seconds" in await played(await at_desk(house, **SHORT))


async def test_the_whole_report_is_made_beside_the_server_and_stored(
    database: str, nobody_plays: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []
    written = asyncio.Queue[bytes | None]()

    async def ask(module: str, data: bytes) -> bytes | None:
        asked.append(data)
        return await written.get()

    monkeypatch.setattr("quincunx.web.routes.desk.report.child_process.ask", ask)
    async with open_house(database, NO_LIMITS) as house:
        browser = await at_desk(house, **SHORT)
        run = browser.path
        await browser.send(f"{run}/report/runs")
        assert (browser.status, "The report is being made" in browser.page) == (202, True)
        written.put_nowait(None)
        while browser.status == 202:
            await browser.open(f"{run}/report")
        assert (browser.status, "could not be made" in browser.page) == (503, True)
        await browser.open(run)
        await browser.send(f"{run}/report/runs")
        written.put_nowait(b"<h1>All of it</h1>")
        while browser.status == 202:
            await browser.open(f"{run}/report")
    async with open_house(database, NO_LIMITS) as house:
        answer = await house.http().get(f"{run}/report")
        assert answer.text == "<h1>All of it</h1>"
        assert "script-src" not in answer.headers["content-security-policy"]
    order = msgspec.json.decode(asked[0], type=process.Order)
    asked_for = ("idle-six", {"win": {"cost": "3K"}}, 1, "normal", FEW, child_process.MOST_SECONDS)
    assert order == process.Order(*asked_for)


# --- how much one may ask for


async def test_a_visitor_plays_one_run_at_a_time_and_an_address_a_few(
    database: str, nobody_plays: None
) -> None:
    async with open_house(database, Limits(desk_runs=2)) as house:
        first = await at_desk(house, **SHORT)
        before = first.path
        await press(first, **{"n.win.cost": "4K"})
        assert first.path != before
        assert f"Stopped after 0 of {FEW} games." in await first.open(before)
        await at_desk(house, **{"n.win.cost": "5K"})
        third = await at_desk(house, **{"n.win.cost": "10K"})
        assert (third.status, "Others at your address" in third.page) == (429, True)
        assert 'value="10K"' in third.page, "what was typed is not lost"
        await first.open(first.path)
        await first.send(f"{first.path}/stop")
        assert "Play on" in first.page


async def test_a_run_whose_server_is_gone_is_gone_on_with(
    any_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(any_database, NO_LIMITS) as house:
        with monkeypatch.context() as patch:
            patch.setattr(runs.Runs, "_play", lambda self, run: None)
            browser = await at_desk(house, **SHORT)
        monkeypatch.setattr(desk_store, "STALE_AFTER", -1.0)
        async with second_house(any_database, NO_LIMITS) as other:
            name = browser.path.rpartition("/")[2]
            store = other.app.state.desk.store
            await other.browser().open(browser.path)

            async def done() -> desk_store.Run | None:
                run = await store.run(name)
                return run if run.phase == desk_store.DONE else None

            run = await until(done)
            assert (run.done, run.tally.games, run.worker) == (FEW, FEW, other.host.registry.store.worker)


async def test_a_server_may_have_no_desk(database: str) -> None:
    app = create_app(database, NO_LIMITS, with_desk=False)
    async with app.router.lifespan_context(app):
        browser = House(app).browser()
        assert 'href="/desk"' not in await browser.open("/")
        await browser.open("/desk")
        assert browser.status == 404


async def test_the_lobby_shows_the_way_to_the_desk(house: House) -> None:
    browser = house.browser()
    assert '<a href="/desk">Desk</a>' in await browser.open("/")
    assert "Change its numbers" in await browser.open("/desk")
    await browser.open("/desk/nowhere")
    assert browser.status == 404
    await browser.open("/desk/idle-six/0123456789abcdef")
    assert browser.status == 404
