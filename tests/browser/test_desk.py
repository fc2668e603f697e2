"""The desk in a real browser: a number is changed, games are played, the result is kept and played."""

import pytest

from quincunx.web.routes.desk import pages
from tests.browser.people import Door, Person
from tests.browser.test_pages import SIZES, SMALL_TARGETS


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "GAMES", (10, 30))


def faults_everywhere(person: Person) -> dict[str, list[str]]:
    """Return the faults of the open page, in both sizes and themes."""
    page, found = person.page, dict[str, list[str]]()
    page.wait_for_load_state()  # The press before may have opened it.
    for name, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        found[f"{page.url} {name}"] = page.evaluate(SMALL_TARGETS)
    found |= person.faults(SIZES.values())
    return {where: faults for where, faults in found.items() if faults}


def test_a_number_is_changed_played_kept_shared_and_played_at_a_table(door: Door) -> None:
    person, friend = door.person(reduced_motion="reduce"), door.person()
    page = person.page
    page.goto("/")
    page.get_by_role("link", name="Desk").click()
    assert not faults_everywhere(person)
    page.get_by_role("link", name="Change the numbers of Bitcoin Mining").click()
    page.get_by_label("Find a number").fill("local grant")
    page.get_by_text("1 found").wait_for()
    page.get_by_role("group", name="Local grant").get_by_label("Fiat").fill("90000")
    page.get_by_label("Find a number").fill("")
    page.get_by_label("BTC goal").fill("12")
    page.get_by_text("2 numbers differ from the rulebook.").wait_for()
    page.get_by_role("button", name="Play 30 games").click()
    page.wait_for_url("**/desk/bitcoin-mining/*")
    # The page fills by itself, and a reload goes on with it.
    page.get_by_role("img", name="How long").wait_for()
    page.reload()
    page.get_by_text("30 games are played.").wait_for()
    page.get_by_role("img", name="in the original below").first.wait_for()
    assert page.locator(".desk-charts svg").count() == 4
    assert not faults_everywhere(person)
    page.get_by_label("A name for the variant").fill("Sprint")
    page.get_by_role("button", name="Keep and share it").click()
    page.wait_for_url("**/desk/kept/*")
    assert not faults_everywhere(person)
    friend.page.goto(page.get_by_label("The link to this page").input_value())
    friend.page.get_by_text("Local grant, fiat: 90,000 instead of 40,000").wait_for()
    friend.page.get_by_text("BTC goal: 12 instead of 20").wait_for()
    friend.page.get_by_role("button", name="Play it at a table").click()
    friend.page.wait_for_url("**/m/*")
    live = door.served.live(friend.match)
    assert live.phase == "playing"
    assert live.head.variant == {"btc_goal": 12, "bull": {"local-grant": {"fiat": 90_000}}}
