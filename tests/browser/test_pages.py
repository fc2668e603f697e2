"""The pages around a running match: setting a table, the end, a rematch, replays, coming back."""

import asyncio
import re
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from quincunx import games
from quincunx.analysis.analyse import Analysis, analyse
from quincunx.core.game import Game
from quincunx.lab.report.files import report
from quincunx.match import record
from quincunx.match.match import from_record, verify
from quincunx.web.routes import analysis
from tests.browser.people import Door, Person, Served
from tests.browser.test_play import sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.usefixtures("pig", "fingers")

SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
IN_SIGHT = """(one) => {
  const { top, left, right } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint((left + right) / 2, top + 9));
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll("main :is(button, .button, select, summary), nav a")]
  .filter((one) => one.checkVisibility() && !one.closest("[inert], #board, #match, .log"))
  .filter((one) => one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 120))"""


def end_of_pig(door: Door, **options: Any) -> Person:
    person = door.person(**options)
    person.set_table("pig", ["me", "random"], ["Ann"])
    person.let_the_house_play()
    return person


@pytest.fixture(scope="module")
def king_of_tokyo(served: Served, chromium: "Browser") -> Iterator[Person]:
    """Yield somebody whose match of King of Tokyo is over; the previous test leaves its page open."""
    door = Door(served, chromium)
    person = door.person(reduced_motion="reduce")
    person.play_now("King of Tokyo")
    person.let_the_house_play()
    yield person
    door.close()


def test_everybody_can_use_the_pages(door: Door, king_of_tokyo: Person) -> None:
    """Both themes, both sizes; without motion, so that nothing is looked at half faded in."""
    host = door.person()
    host.set_table("pig", ["me", "friend"])
    join = host.page.locator(".seat-link").input_value()
    guest = door.person(reduced_motion="reduce")
    page, match = king_of_tokyo.page, king_of_tokyo.match
    own = ["/", "/matches", f"/m/{match}", f"/m/{match}/replay?at=3"]
    others = ["/games/total-eclips/new", "/settings", "/docs", "/nowhere", join]
    books = [f"/games/{name}" for name in ("king-of-tokyo", "idle-six")]
    found: dict[str, list[str]] = {}
    for person, paths in ((king_of_tokyo, own), (guest, [*others, *books])):
        for path in paths:
            page = person.page
            page.goto(path)
            page.wait_for_load_state("load")
            for name, size in SIZES.items():
                page.set_viewport_size(size)  # type: ignore[arg-type]
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
                found[f"{path} {name}"] = page.evaluate(SMALL_TARGETS)
            found |= {f"{path} {where}": faults for where, faults in person.faults(SIZES.values()).items()}
    assert not any(found.values()), {where: faults for where, faults in found.items() if faults}


def test_everybody_can_use_the_analysis(king_of_tokyo: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both themes, both sizes. A tenth of a second is enough for all that the page has."""

    seen = threading.Event()

    async def quick(data: bytes, tell: analysis.Tell) -> Analysis:
        tell(3, 20)
        await asyncio.to_thread(seen.wait, 60)
        return analyse(from_record(record.decode(data, "the match")), seconds=0.1, jobs=1)

    monkeypatch.setattr(analysis, "_analysed", quick)
    page = king_of_tokyo.page
    page.goto(f"/m/{king_of_tokyo.match}/analysis")
    page.get_by_text("3 of 20").wait_for()
    assert page.get_by_role("progressbar", name="Decisions judged").evaluate("(bar) => bar.value") == 3
    found = king_of_tokyo.faults(SIZES.values())
    assert not found, found
    seen.set()
    # It waits and then reloads by itself.
    page.get_by_role("heading", name="Luck and skill").wait_for()
    found = king_of_tokyo.faults(SIZES.values())
    for name, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
    assert not found, found


def test_everybody_can_read_a_report(door: Door) -> None:
    """A page of the lab as it is sent around, on a phone, where most of it has to give way: both themes."""
    pytest.importorskip("polars")
    person = door.person()
    person.page.set_content(report("bitcoin-mining", games=40, jobs=1, budget=0.0).html())
    found = person.faults([SIZES["phone"]])
    assert not found, found


def test_a_table_is_set_with_words(door: Door) -> None:
    host, guest = door.person(), door.person()
    form = host.open_set_up("bitcoin-mining")
    form.locator("select[name=seat]").nth(2).select_option("hard")
    form.get_by_label("Name of the person at seat 1").fill("Ann")
    form.locator("select[name=choice-side]").select_option("5")
    form.get_by_text("Lively").click()
    form.get_by_label("Hints").select_option("for nobody")
    form.get_by_label("Public").check()
    form.get_by_role("button", name="Set the table").click()
    host.page.wait_for_url("**/m/*")
    head = door.served.live(host.match).head
    # What was chosen by hand is laid under the variant.
    assert (head.variant["side"], head.variant["cycles"]) == (3, 3)
    assert (head.hints, head.public) == (False, True)
    assert [seat.bot for seat in door.served.live(host.match).seats] == ["", "", "hard"]
    guest.page.goto("/")
    guest.page.get_by_role("link", name="Sit down at Bitcoin Mining").first.click()
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_url(f"**/m/{host.match}")
    assert door.served.live(host.match).seats[1].name == "Bob"


def test_the_end_is_told_and_a_rematch_asks_the_others(door: Door) -> None:
    host, guest = sit_down(door, games.load("pig"))
    before = host.match
    host.step_away()
    guest.step_away()
    for person in (host, guest):
        person.page.locator("#the-end:focus").wait_for()
        assert person.page.locator("#the-end .ranking li").count() == 2
        assert person.page.locator("#the-end").evaluate(IN_SIGHT)
    host.page.get_by_role("button", name="Rematch").click()
    host.page.wait_for_url(lambda url: before not in url)
    guest.page.get_by_role("button", name="Join the rematch").click()
    guest.page.wait_for_url(f"**/m/{host.match}")
    assert door.served.live(host.match).phase == "playing"
    names = [[seat.name for seat in door.served.live(name).seats] for name in (before, host.match)]
    assert names[0] == names[1]


def test_the_end_stays_and_shows_the_scores(door: Door) -> None:
    person = door.person(reduced_motion="reduce")
    person.set_table("pig", ["me", "random"])
    person.step_away()
    person.page.locator("#the-end:focus").wait_for()
    person.page.reload()
    person.page.locator("#the-end").wait_for()
    assert person.page.locator("#the-end .ranking .score").count() == 2


def test_the_end_shows_how_it_came(king_of_tokyo: Person) -> None:
    page = king_of_tokyo.page
    page.goto(f"/m/{king_of_tokyo.match}")
    page.locator(".chart polyline").first.wait_for()
    assert page.locator(".chart polyline").count() == 3
    assert page.locator(".chart tbody tr").count() > 1
    page.locator(".fortunes").wait_for()  # It is worked out beside the server.
    assert page.locator(".moments li").count() == 3
    assert page.locator(".fortunes tbody tr").count() == 3


def test_a_result_is_shared_as_a_link_and_a_picture(door: Door, king_of_tokyo: Person) -> None:
    page, stranger = king_of_tokyo.page, door.person()
    king_of_tokyo.context.grant_permissions(["clipboard-read"])
    page.goto(f"/m/{king_of_tokyo.match}")
    page.evaluate("navigator.share = undefined")
    page.get_by_role("button", name="Share").click()
    page.get_by_text("The link to the replay is copied.").wait_for()
    stranger.page.goto(page.evaluate("navigator.clipboard.readText()"))
    assert stranger.page.locator("#board").inner_text()
    page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ url, files: [{ type, size }] }) => {
        window.shared = { url, type, size };
        document.documentElement.dataset.shared = "yes";
      };
    }""")
    page.get_by_role("button", name="Share").click()
    page.locator("html[data-shared]").wait_for()
    shared = page.evaluate("window.shared")
    assert (shared["url"], shared["type"]) == (stranger.page.url, "image/png")
    assert shared["size"] > 10_000


def test_a_replay_plays_by_itself_and_by_keys(door: Door) -> None:
    person = end_of_pig(door)
    page = person.page
    page.get_by_role("link", name="Watch it again").click()
    asked: list[str] = []
    page.on("framenavigated", lambda frame: asked.append(frame.url))
    where = page.locator("#where")
    page.get_by_role("button", name="Play", exact=True).wait_for()  # The script is at work.
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        page.locator("#where", has_text=f"Move {at} of").wait_for()
        assert page.locator("#log [aria-current]").get_attribute("data-line") == str(at)
    first = page.locator("#board").inner_html()
    page.locator("#speed select").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    # A move is shown for less time than may pass between two looks: the fourth, or one after it.
    page.locator("#where", has_text=re.compile(r"Move ([4-9]|\d\d+) of")).wait_for()
    page.get_by_role("button", name="Pause").click()
    assert page.locator("#board").inner_html() != first
    page.locator("body").press("End")
    last = len(door.served.match(person.match).steps)
    page.locator("#where", has_text=f"Move {last} of {last}").wait_for()
    assert page.get_by_role("button", name="Play on").is_disabled()
    assert f"at={last}" in page.url
    page.reload()
    assert where.inner_text() == f"Move {last} of {last}"


def test_a_replay_shows_what_the_eyes_could_see(door: Door, fingers: Game[Any]) -> None:
    person = door.person()
    person.set_table("fingers", ["me", "random"], ["Ann"])
    person.let_the_house_play()
    page = person.page
    # Both choose at once: after one choice only whoever made it knows it.
    first = door.served.match(person.match).steps[0].seat + 1
    page.goto(f"/m/{person.match}/replay?at=1")
    as_watcher = page.locator("#board").inner_text()
    page.locator("#eyes").select_option(str(first))
    page.wait_for_url(f"**eyes={first}**")
    assert page.locator("#board").inner_text() != as_watcher


def test_a_position_is_played_on_from(door: Door, king_of_tokyo: Person) -> None:
    person, old = door.person(reduced_motion="reduce"), king_of_tokyo.match
    person.page.goto(f"/m/{old}/replay?at=30")
    person.page.get_by_role("button", name="Play on").click()
    person.page.wait_for_url(lambda url: old not in url)
    person.page.locator("#dice > summary").click()
    person.page.get_by_role("link", name="another match").wait_for()
    new = door.served.match(person.match)
    assert [step.name for step in new.steps[:30]] == [step.name for step in door.served.match(old).steps[:30]]
    person.let_the_house_play()
    verify(new.record())
    assert new.record().branch is not None
    person.page.locator("#dice > summary").click()
    person.page.get_by_role("button", name="Check the dice").click()
    person.page.locator("[data-checked]", has_text="rolls checked.").wait_for()


def test_my_matches_are_listed_left_and_deleted(door: Door) -> None:
    host, guest = sit_down(door, games.load("pig"))
    host.page.goto("/matches")
    row = host.page.locator(".my-matches li").first
    assert "with Guest 0" in row.inner_text()
    assert "your move" in row.inner_text()
    row.get_by_role("button", name="Step away").click()
    host.page.get_by_text("A bot plays for you.").wait_for()
    host.page.get_by_role("button", name="Take my seat back").click()
    host.page.get_by_text("A bot plays for you.").wait_for(state="detached")
    guest.page.get_by_text("is back at the table").first.wait_for()
    guest.page.goto("/matches")
    guest.page.locator("summary", has_text="Give up").click()
    guest.page.get_by_role("button", name="Yes, give up").click()
    guest.page.get_by_role("button", name="Remove").click()
    assert not guest.page.locator(".my-matches li").count()
    alone = door.person()
    alone.play_now("Idle Six")
    match = alone.match
    alone.page.goto("/matches")
    assert not alone.page.get_by_role("button", name="delete").count()  # It takes more than one press.
    alone.page.locator("summary", has_text="Delete").press("Enter")
    alone.page.get_by_role("button", name="Yes, delete it").click()
    assert alone.page.goto(f"/m/{match}").status == 404  # type: ignore[union-attr]


def test_a_theme_is_kept_and_numbers_are_written_as_wanted(door: Door) -> None:
    person = door.person(color_scheme="light")
    page = person.page
    page.goto("/settings?back=/games/idle-six")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_label("dark", exact=True).check()
    page.get_by_label("1.234,5").check()
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/games/idle-six")
    assert page.evaluate(background) != light
    page.get_by_role("link", name="Games").click()
    assert page.evaluate(background) != light


def test_rules_are_found_by_words_and_by_number(door: Door) -> None:
    person = door.person()
    person.page.goto("/games/king-of-tokyo#KT-12")
    assert person.page.locator("#KT-12").is_visible()
    assert person.page.locator(".position .board").count() == 2
    everything = person.page.locator("#rules li:visible").count()
    person.page.get_by_label("Find in the rules").fill("poison")
    found = person.page.locator("#rules li:visible")
    assert 0 < found.count() < everything
    assert all("poison" in text.lower() for text in found.all_inner_texts())
    person.page.get_by_label("Find in the rules").fill("")
    assert found.count() == everything


def test_the_examples_of_a_rule_open_below_it_and_fold_again(door: Door) -> None:
    person = door.person()
    person.page.goto("/games/king-of-tokyo")
    rule = person.page.locator("li:has(> #KT-12)")
    link = rule.get_by_role("link", name="7 examples")
    link.click()
    rule.get_by_text("If no monster is left, nobody wins").click()
    assert "buy high-altitude-bombing" in rule.locator("pre:visible").inner_text()
    person.look_around()
    link.click()
    rule.locator(".worked").wait_for(state="hidden")
    assert link.get_attribute("aria-expanded") == "false"
