"""The page of a running match: what others do is shown at one's own pace, and nothing is out of reach."""

import datetime

import pytest

from quincunx import games
from tests.browser.people import DESKTOP, Door, Person

HAND = {"width": 390, "height": 844}

TOMORROW = datetime.datetime.now() + datetime.timedelta(days=1)
A_PAUSE = 1200
"""The milliseconds after which a page with default settings shows the next position."""

HEIGHT = "document.documentElement.scrollHeight"
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board, .bar, .question-area")]
  .map((one) => [one.id || one.className, one.getBoundingClientRect().toJSON()])
  .map(([name, { x, y, width, height }]) => [name, [x, y, width, height].map(Math.round)]))"""
SMALL = """() => [...document.querySelectorAll(":is(.question-area, .bar) :is(button, summary)")]
  .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 120))"""


def against_bots(door: Door, game: str = "king-of-tokyo", **options: object) -> Person:
    """Return somebody with default settings, against two bots."""
    person = door.person(options.pop("size", None), patient=True, **options)  # type: ignore[arg-type]
    person.page.goto("/")
    person.page.evaluate("(game) => localStorage.setItem(`quincunx-tour-${game}`, 'seen')", game)
    person.play_now(games.load(game).header.title)
    return person


def act(person: Person, door: Door) -> None:
    """Roll if there is something to roll, otherwise make the move of the game's own bot."""
    person.page.locator("#match[data-your-roll], #match[data-your-move]").wait_for()
    if person.page.locator("#match[data-your-roll]").count():
        before = person.at
        person.page.get_by_role("button", name="Roll the dice").click()
        person.be_past(before)
    else:
        person.make(door.served.advice(person.match, 0)[1])


def skip(person: Person) -> None:
    """Skip to one's own move, if there is anything to skip."""
    mine = person.page.locator("#match[data-your-roll], #match[data-your-move], #match[data-phase=over]")
    mine.or_(person.page.locator(".skip-ahead:visible")).first.wait_for()
    if person.page.locator(".skip-ahead:visible").count():
        person.page.keyboard.press("n")
    mine.wait_for()


def test_what_one_asks_and_says_is_shown_while_ones_dice_wait(door: Door) -> None:
    person = against_bots(door)
    skip(person)
    why = person.page.get_by_role("button", name="Why,")
    while not (person.page.locator("#match[data-your-roll]").count() and why.count()):
        act(person, door)
        skip(person)
    why.first.click()
    person.page.locator(".advice li").first.wait_for()
    person.page.get_by_label("Say something").fill("Let me think.")
    person.page.get_by_role("button", name="Send").click()
    person.page.locator("#talk li", has_text="Let me think.").wait_for()
    assert person.page.locator("#match[data-your-roll]").count()


def test_cards_for_sale_leave_room_for_their_text(door: Door) -> None:
    person = against_bots(door)
    for width in (390, 800, 1200, 1440):
        person.page.set_viewport_size({"width": width, "height": 900})
        for text in person.page.locator("#kot-shop .card-text").all():
            box = text.bounding_box()
            assert box is not None
            assert box["width"] > 100


def test_what_bots_do_is_shown_one_after_the_other_and_can_be_skipped(door: Door) -> None:
    person = against_bots(door)
    skip(person)
    person.page.clock.pause_at(TOMORROW)  # From here on the page's time passes only when told.
    while person.page.locator("#match[data-your-roll], #match[data-your-move]").count():
        act(person, door)
    person.page.locator(".skip-ahead:visible").wait_for()
    first, server = person.at, door.served.position(person.match, 0)
    assert first < server  # The bots are done before they are shown.
    person.page.clock.run_for(A_PAUSE)
    assert first < person.at < server
    skip(person)
    at = person.at
    person.come_back()
    assert person.at >= at  # Nothing is lost by loading the page again.


def test_dice_that_nobody_else_rolls_wait_for_a_press(door: Door) -> None:
    person = against_bots(door)
    for _ in range(40):
        skip(person)
        if person.page.locator("#match[data-your-roll]").count():
            break
        act(person, door)
    before = person.at
    person.page.clock.pause_at(TOMORROW)
    person.page.clock.run_for(10 * A_PAUSE)
    assert person.at == before
    assert not person.page.locator("#match[data-your-move]").count()
    person.page.clock.resume()
    person.page.keyboard.press("r")
    person.page.locator("#match[data-your-move]").wait_for()
    person.page.locator("#match:not([data-your-roll])").wait_for()


def test_the_pace_is_set_in_the_page_and_remembered(door: Door) -> None:
    person = against_bots(door, "bitcoin-mining")
    person.page.locator("#settings > summary").click()
    person.page.get_by_label("How fast others move").select_option("once")
    person.page.get_by_label("Roll my dice for me").check()
    person.come_back()
    person.see(door.served.position(person.match, 0))
    for _ in range(4):
        person.make(door.served.advice(person.match, 0)[1])
        person.see(door.served.position(person.match, 0))  # The page holds nothing back.
    assert person.page.get_by_label("How fast others move").input_value() == "once"


def test_what_was_done_to_me_since_my_last_move_comes_first(door: Door) -> None:
    person = door.person()
    person.play_now("King of Tokyo")
    for _ in range(60):
        person.see(door.served.position(person.match, 0))
        told = person.page.locator("#since .to-you")
        if told.count() and any(line.startswith("You: -") for line in told.all_inner_texts()):
            break
        person.make(door.served.advice(person.match, 0)[1])
    assert all("you" in line.lower() or line[0] in "+-" for line in told.all_inner_texts())
    assert "`" not in person.page.locator("#log").inner_text()


@pytest.mark.parametrize("name", games.GAMES)
def test_a_phone_has_everything_at_the_thumb(name: str, door: Door) -> None:
    """Three players, where the game allows it; and nobody is kept out, in both themes and at both sizes."""
    game = games.load(name)
    person = door.person(HAND, has_touch=True, is_mobile=True, reduced_motion="reduce")
    person.set_table(name, ["me", *["normal"] * (min(3, game.header.players[1]) - 1)])
    places = None
    for number in range(6):
        person.see(door.served.position(person.match, 0))
        assert person.page.evaluate(SMALL) == []
        asked = person.page.locator(".question-area").bounding_box()
        assert asked is not None
        assert asked["y"] + asked["height"] <= HAND["height"] + 1
        assert asked["y"] > 0
        assert places in (None, person.page.evaluate(PLACES))  # Panels keep their place.
        places = person.page.evaluate(PLACES)
        assert person.page.evaluate(HEIGHT) <= HAND["height"]
        if number in (0, 3):
            assert person.faults((DESKTOP, HAND)) == {}
        person.make(door.served.advice(person.match, 0)[1])
    assert person.page.locator("h1").inner_text() == game.header.title
    assert (person.page.locator(".goal").text_content() or "").endswith(".")


def test_focus_is_never_lost_when_the_turn_passes(door: Door) -> None:
    person = door.person()
    person.play_now("King of Tokyo")
    for _ in range(12):
        person.see(door.served.position(person.match, 0))
        move = door.served.advice(person.match, 0)[1]
        person.make(move)
        person.see(door.served.position(person.match, 0))
        assert person.page.evaluate("document.activeElement !== document.body"), move


def test_keys_press_what_is_on_the_board(door: Door) -> None:
    person = door.person()
    person.play_now("Idle Six")
    person.page.keyboard.press("n")  # There is nothing to skip.
    person.page.keyboard.press("f")
    letters = person.page.locator(".key-label").first.inner_text()
    for letter in letters:
        person.page.keyboard.press(letter)
    person.page.locator('#match:not([data-at="0"])').wait_for()
    person.page.keyboard.press("?")
    person.page.get_by_role("heading", name="Keyboard shortcuts").wait_for()
    person.page.keyboard.press("Escape")
    person.page.get_by_role("heading", name="Keyboard shortcuts").wait_for(state="detached")


def test_a_bid_is_typed_and_every_move_is_in_reach_of_a_letter(door: Door) -> None:
    person = door.person()
    person.set_table("nomenklatura", ["me", "easy"])
    field = person.page.locator("#decision input[type=number]")
    total = int(field.get_attribute("min") or 0) + 4
    before = person.at
    person.page.keyboard.type(str(total))
    person.page.keyboard.press("Enter")
    person.be_past(before)
    assert f"bid {total}" in [step.name for step in door.served.match(person.match).steps]
    person.see(door.served.position(person.match, 0))
    person.page.locator("#question-area").focus()
    for key in "mf":
        person.page.keyboard.press(key)
    assert not person.page.locator("#moves details:not([open])").count()
    words = person.page.locator("#moves button").count()
    letters = person.page.locator(".key-label").all_inner_texts()
    assert words <= len(letters) == len(set(letters))
    assert max(map(len, letters)) <= 2


def test_the_moves_in_words_are_reached_by_tab(door: Door) -> None:
    person = door.person()
    person.set_table("nomenklatura", ["me", "easy"])
    page, focused = person.page, "document.activeElement.id"
    page.locator("#question-area").focus()
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(focused) == "moves-in-words":
            return
    raise AssertionError("Tab never comes to the moves")


def test_a_thing_with_a_tip_explains_itself(door: Door) -> None:
    person = door.person(HAND, has_touch=True, is_mobile=True)
    person.play_now("Idle Six")
    person.page.locator("h1").evaluate("""(title) => {
      title.dataset.tip = "Nine cards.";
      title.dataset.rule = "IS-1";
      title.tabIndex = 0;
    }""")
    tip = person.page.locator("#tip")
    person.page.locator("h1").tap()
    assert tip.inner_text() == "Nine cards. IS-1"
    assert tip.locator("a").get_attribute("href") == "/games/idle-six#IS-1"
    person.page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    person.page.locator(".home").focus()
    person.page.keyboard.press("Tab")
    person.page.locator("h1[aria-describedby=tip]").wait_for()


def test_whoever_is_out_and_what_is_taken_can_still_be_read(door: Door) -> None:
    """Who has passed and a card that is gone are paler; and yellow writes its name into the log."""
    person = door.person(reduced_motion="reduce")
    person.set_table("nomenklatura", ["me", *["normal"] * 3])
    unseen = {".nk-out", ".nk-taken", "#log .colour-yellow"}
    while unseen:
        person.see(door.served.position(person.match, 0))
        seen = {each for each in unseen if person.page.locator(each).count()}
        if seen:
            assert person.faults([DESKTOP]) == {}, seen
        unseen -= seen
        person.make(door.served.advice(person.match, 0)[1])
