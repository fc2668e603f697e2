"""The web page around the moves: the line breaks, people talk, take back, step away and come back."""

from typing import TYPE_CHECKING, Any

import pytest

from quincunx import games
from quincunx.core.game import Game
from quincunx.match.chance import FairDice, word_hash
from quincunx.web.matches import fair_dice
from quincunx.web.server.errors import Refused
from tests.browser.people import PHONE, Door, Person
from tests.browser.test_play import play, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Route

PATHS = ["/", "/docs", *(f"/games/{name}" for name in games.GAMES)]

pytestmark = pytest.mark.usefixtures("pig", "fingers")


def two(door: Door, name: str = "pig") -> list[Person]:
    return sit_down(door, games.load(name))


def test_the_pages_around_the_table_are_in_order(door: Door) -> None:
    for size in (PHONE, None):
        person = door.person(size)
        for path in PATHS:
            person.page.goto(path)
            assert person.page.locator("h1").first.inner_text()
            person.look_around()


def test_a_move_takes_one_request_and_everyone_sees_it(door: Door) -> None:
    people = two(door)
    people[0].page.locator(".dot.here").nth(1).wait_for()
    name = people[0].match
    seat, _ = door.served.advice(name)
    assert "Your move" in people[seat].page.title()
    assert "Your move" not in people[1 - seat].page.title()
    assert people[seat].page.locator("#state.yours").count() == 1
    # What somebody types survives what others do.
    typed = people[1].page.get_by_label("Say something to the table")
    typed.fill("I was about to")
    asked: list[str] = []
    for person in people:
        person.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    for _ in range(3):
        seat, move = door.served.advice(name)
        people[seat].make(move)
        for place, person in enumerate(people):
            person.see(door.served.position(name, place))
    assert asked == [f"POST {door.served.url}/m/{name}/move"] * 3
    assert typed.input_value() == "I was about to"


def test_a_press_counts_though_the_answer_to_the_last_is_still_on_its_way(door: Door) -> None:
    person = door.person()
    person.play_now("Idle Six")
    held: list[tuple[Route, APIResponse]] = []
    person.page.route("**/move", lambda route: held.append((route, route.fetch())))
    for _ in range(2):
        person.make(door.served.advice(person.match, 0)[1])
    assert person.at == len(held) == 2
    for route, answer in held:
        route.fulfill(response=answer)


def test_a_press_is_not_lost_to_a_position_that_comes_while_the_mouse_is_down(door: Door) -> None:
    people = two(door)
    seat, move = door.served.advice(people[0].match)
    mover, other = people[seat], people[1 - seat]
    other.step_away()
    other.page.get_by_role("button", name="Take my seat back").hover()
    other.page.mouse.down()
    mover.make(move)
    other.page.mouse.up()
    other.page.get_by_role("button", name="Take my seat back").wait_for(state="detached")


def test_a_lost_line_is_said_and_nothing_is_missed(door: Door) -> None:
    people = two(door)
    seat, move = door.served.advice(people[0].match)
    other = people[1 - seat]
    other.page.locator(".dot.here").nth(1).wait_for()
    other.context.set_offline(True)
    people[seat].make(move)
    other.page.locator(".lost-line").wait_for()
    other.context.set_offline(False)
    other.see(people[seat].at)
    other.page.locator(".lost-line").wait_for(state="detached")
    assert other.page.locator("#log li").count() == people[seat].page.locator("#log li").count() > 0
    other.complaints = [said for said in other.complaints if "INTERNET_DISCONNECTED" not in said]


def test_a_page_that_lost_its_line_goes_on_where_it_was(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = two(door)
    host.make("hold")
    store = door.served.app.state.host.registry.store

    async def broken(*_: object) -> None:
        raise Refused("That could not be stored, so it was not done; try again.", 503)

    guest.see(1)
    with monkeypatch.context() as patch:
        patch.setattr(store, "add_moves", broken)
        guest.page.locator("#group-hold button").click()
        guest.page.locator(".toast").wait_for()
    # The server has let go of the match, and with it of everyone's line.
    guest.make("hold")
    host.see(2)
    host.make("hold")
    guest.see(3)
    assert host.page.locator("#log li").count() == guest.page.locator("#log li").count() == 3
    for person in (host, guest):
        person.complaints = [said for said in person.complaints if "503" not in said]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_question_is_asked_before_a_move(
    door: Door, pig: Game[Any], monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    monkeypatch.setitem(vars(pig.phrases), "confirm", lambda *_: "Are you sure?")
    person = door.person(java_script_enabled=scripts)
    person.set_table("pig", ["me", "me"])
    hold = person.page.locator("#group-hold button")
    hold.click()
    question = person.page.locator(".question", has_text="Are you sure?")
    question.wait_for()
    question.locator("text=No").click()
    question.wait_for(state="detached")
    assert person.at == 0
    hold.click()
    question.wait_for()
    if scripts:
        person.page.keyboard.press("Escape")
        question.wait_for(state="detached")
        assert person.page.evaluate("document.activeElement.value") == "hold"
        hold.press("Enter")
        question.wait_for()
    person.page.keyboard.press("Enter")
    person.see(1)


def test_people_talk_and_may_be_muted(door: Door) -> None:
    host, guest = two(door)
    guest.page.get_by_label("Say something to the table").fill("<b>Hello</b> & good luck")
    guest.page.get_by_role("button", name="Send").click()
    # On a phone a mark says that something is new, and a tap shows it.
    host.page.locator(".sheet-link.news").tap()
    host.page.get_by_text("<b>Hello</b> & good luck").wait_for()
    host.page.get_by_role("button", name="Back to the board").tap()
    assert not host.page.locator(".sheet-link.news").count()
    host.choose("Mute Guest 0")
    host.page.locator("#table button[aria-label='Hear Guest 0']").wait_for(state="attached")
    assert "good luck" not in host.page.locator("#talk").inner_text()


def test_a_move_is_taken_back_when_the_other_agrees(door: Door) -> None:
    host, guest = two(door)
    before = host.at
    host.make("hold")
    after = host.at
    host.page.get_by_role("button", name="Take back").click()
    guest.page.get_by_role("button", name="Refuse").click()
    host.page.get_by_role("button", name="Take back").wait_for()
    assert host.at == after
    host.page.get_by_role("button", name="Take back").click()
    guest.page.get_by_role("button", name="Agree").click()
    host.see(before)
    assert "Your move" in host.page.title()
    # Whoever steps away may come back. Until then a bot moves for them.
    host.step_away()
    host.see(door.served.position(host.match, 0))
    host.page.get_by_role("button", name="Take my seat back").click()
    host.page.get_by_role("button", name="Take my seat back").wait_for(state="detached")


def test_a_watcher_sees_and_cannot_move(door: Door) -> None:
    host, guest = two(door, "fingers")
    watcher = door.person()
    watcher.page.goto(f"/m/{host.match}")
    watcher.page.get_by_text("You are watching").wait_for()
    play(door, [host, guest], 3)
    watcher.see(host.at)
    assert not watcher.page.locator("button[name=move]").count()


def test_the_clock_counts_down_and_the_house_moves(door: Door) -> None:
    person = door.person()
    form = person.open_set_up("pig")
    form.locator("select[name=seat]").nth(1).select_option("me")
    form.locator("select[name=clock]").evaluate("(clock) => { clock.selectedOptions[0].value = '3'; }")
    form.get_by_role("button", name="Set the table").click()
    person.begin()
    first = person.page.locator("#clock .clock").inner_text()
    person.page.locator(f'#clock .clock:not(:text-is("{first}"))').wait_for()
    person.page.locator('#match:not([data-at="0"])').wait_for()


def test_your_move_sounds_unless_it_is_switched_off(door: Door) -> None:
    host, guest = two(door)
    host.page.evaluate("""() => {
      const seen = document.documentElement.dataset;
      seen.played = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        seen.played = Number(seen.played) + 1;
        start.call(this, at);
      };
    }""")
    host.page.locator("#settings > summary").click()
    host.page.get_by_label("Sounds").check()
    host.page.locator("#settings > summary").click()  # A page may sound only after it was touched.
    host.make("hold")
    guest.make("hold")
    host.page.locator('html:not([data-played="0"])').wait_for()
    host.page.locator("#settings > summary").click()
    host.page.get_by_label("Sounds").uncheck()
    host.page.locator("#settings > summary").click()
    played = host.page.locator("html").get_attribute("data-played")
    host.make("hold")
    guest.make("hold")
    host.page.locator("#match[data-your-move]").wait_for()
    assert host.page.locator("html").get_attribute("data-played") == played


@pytest.mark.parametrize("on_a_phone", [True, False])
def test_your_move_is_notified_to_whoever_looks_elsewhere(door: Door, on_a_phone: bool) -> None:
    host, guest = two(door)
    host.page.evaluate(
        """(onAPhone) => {
          window.told = [];
          const tell = (title, { body }) => {
            window.told.push(`${title}: ${body}`);
            document.documentElement.dataset.told = window.told.length;
          };
          window.Notification = class {
            static permission = "granted";
            static requestPermission = async () => "granted";
            constructor(...words) {
              if (onAPhone) throw new TypeError("Illegal constructor.");
              tell(...words);
            }
          };
          const worker = { showNotification: async (...words) => tell(...words) };
          navigator.serviceWorker.getRegistration = async () => worker;
          Object.defineProperty(document, "hidden", { get: () => true });
        }""",
        on_a_phone,
    )
    for wanted in (0, 1):
        host.make("hold")
        guest.see(host.at)
        guest.make("hold")
        host.page.locator("#match[data-your-move]").wait_for()
        if wanted:
            host.page.locator("html[data-told]").wait_for()
        else:
            host.page.locator("#settings > summary").click()
            host.page.get_by_label("Notify me when it is my move").check()
            host.page.locator("#settings > summary").click()
    (told,) = host.page.evaluate("window.told")
    assert "Your move" in told


def test_a_refused_move_is_explained(door: Door) -> None:
    person = door.person()
    person.play_now("Idle Six")
    person.unfold_moves()
    person.page.locator("#group-done button").evaluate("(button) => { button.value = 'gain c'; }")
    for _ in range(2):
        person.page.locator("#group-done button").click()
        person.page.locator("#match:not([aria-busy])").wait_for()
        # One notice at a time.
        assert "locked" in person.page.locator(".toast").inner_text()


def test_two_people_share_a_screen(door: Door) -> None:
    """Where there are secrets a page covers the match until the next one has taken over."""
    person = door.person()
    person.set_table("fingers", ["me", "me"], ["Ann", "Bob"])
    before = 0
    # Who was last in a round is asked first in the next, since both choose at once.
    for name, is_new in (("Ann", True), ("Bob", True), ("Bob", False), ("Ann", True), ("Ann", False)):
        if is_new:
            person.page.get_by_role("button", name=f"I am {name}").click()
        else:
            person.be_past(before)
        person.page.locator("#state strong", has_text=f"{name}, your move").wait_for()
        before = person.at
        person.page.locator("#group-show button").first.click()
    person.page.get_by_role("button", name="I am Bob").wait_for()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_shared_screen_without_secrets_goes_to_whoever_is_to_move(door: Door, scripts: bool) -> None:
    person = door.person(java_script_enabled=scripts)
    person.set_table("pig", ["me", "me"], ["Ann", "Bob"])
    for name in ("Ann", "Bob", "Ann"):
        person.page.locator("#state strong", has_text=f"{name}, your move").wait_for()
        person.page.locator("#group-hold button").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_what_a_game_lets_people_switch_off_is_gone_everywhere(door: Door, scripts: bool) -> None:
    person = door.person(java_script_enabled=scripts)
    person.play_now("Idle Six")
    assert "6,530,347,008" in person.page.locator("#match").inner_text()
    person.page.locator("#settings > summary").click()
    person.page.get_by_role("button", name="base ten too: on").click()
    person.page.locator("#table button", has_text="base ten too: off").wait_for(state="attached")
    assert "6,530,347,008" not in person.page.locator("#match").inner_text()


def test_a_shape_on_the_board_is_a_button(door: Door) -> None:
    person = door.person()
    person.play_now("Idle Six")
    draw = """(board, move) => {
      board.innerHTML = '<svg viewBox="0 0 9 9"><g tabindex="0"><path d="M0 0h9v9H0z" /></g></svg>';
      board.querySelector("g").dataset.move = move;
    }"""
    for press in ("click", "Enter", " "):
        person.see(door.served.position(person.match, 0))
        before, move = person.at, door.served.advice(person.match, 0)[1]
        person.page.locator("#board").evaluate(draw, move)
        if press == "click":
            person.page.locator("#board [data-move]").click()
        else:
            person.page.locator("#board [data-move]").press(press)
        person.page.locator(f'#match:not([data-at="{before}"])').wait_for()
        assert door.served.match(person.match).steps[before].name == move


def test_devices_keep_their_words_until_all_are_in(door: Door) -> None:
    host, guest = door.person(permissions=["clipboard-read"]), door.person()
    host.open_set_up("pig").get_by_role("button", name="Set the table").click()
    host.page.get_by_role("button", name="Copy").first.click()
    host.page.get_by_text("Copied.").wait_for()
    link = host.page.locator(".seat-link").input_value()
    assert host.page.evaluate("navigator.clipboard.readText()") == link
    commitment = host.page.locator("#notices .whole code").inner_text()
    host.look_around()
    guest.page.goto(link)
    assert guest.page.locator(".whole code").inner_text() == commitment
    guest.look_around()
    sent: list[str] = []
    for person in (host, guest):
        person.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    guest.page.get_by_label("Your name").fill("Guest")
    guest.page.get_by_label("A word of yours").fill("abracadabra")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_text("Your word is in").wait_for()
    assert any(f"hash={word_hash('abracadabra')}" in each for each in sent)
    assert not any("abracadabra" in each for each in sent)
    host.page.get_by_role("button", name="Begin", exact=True).wait_for()
    host.begin()
    guest.page.locator('#match:not([data-phase="waiting"])').wait_for()
    dice = door.served.match(host.match).chance
    assert isinstance(dice, FairDice)
    assert dice.commitment == commitment
    assert dice.words[1] == "abracadabra"
    assert dice.hashes == [word_hash(word) for word in dice.words]


def test_the_creators_word_is_in_before_the_friend_comes(door: Door) -> None:
    host, guest = door.person(), door.person()
    host.open_set_up("pig").get_by_role("button", name="Set the table").click()
    host.page.get_by_role("button", name="Begin when everybody is there").click()
    host.page.get_by_text("It begins by itself when everybody is there.").wait_for()
    guest.page.goto(host.page.locator(".seat-link").input_value())
    guest.page.get_by_label("Your name").fill("Guest")
    guest.page.get_by_role("button", name="Sit down").click()
    for person in (host, guest):
        person.page.locator('#match:not([data-phase="waiting"])').wait_for()
    dice = door.served.match(host.match).chance
    assert isinstance(dice, FairDice)
    assert [word_hash(word) for word in dice.words] == dice.hashes


def test_a_word_that_is_not_revealed_in_time_is_left_out(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_dice, "SECONDS_TO_REVEAL", 3600)
    host, guest = door.person(), door.person()
    host.open_set_up("pig").get_by_role("button", name="Set the table").click()
    guest.page.goto(host.page.locator(".seat-link").input_value())
    guest.page.get_by_label("Your name").fill("Guest")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.get_by_text("Your word is in").wait_for()
    guest.page.evaluate("localStorage.clear()")
    host.page.get_by_role("button", name="Begin", exact=True).click()
    host.page.get_by_text("The devices of Guest now reveal theirs.").wait_for()
    host.look_around()
    monkeypatch.setattr(fair_dice, "seconds_left", lambda _: 0.0)  # An hour later.
    host.page.reload()
    for person in (host, guest):
        person.page.locator('#match:not([data-phase="waiting"])').wait_for()
        person.page.locator("#dice > summary").click()
        person.page.get_by_text("The device of Guest did not reveal its word in time").wait_for()


def test_two_at_one_screen_both_mix_in_a_word(door: Door) -> None:
    person = door.person()
    form = person.open_set_up("pig")
    form.locator("select[name=seat]").nth(1).select_option("me")
    form.get_by_role("button", name="Set the table").click()
    person.page.locator("[data-word]").nth(1).fill("second")
    person.begin()
    dice = door.served.match(person.match).chance
    assert isinstance(dice, FairDice)
    assert (dice.words[1], len(dice.words[0])) == ("second", 32)


def test_a_device_gives_a_word_where_nobody_is_asked_for_one(door: Door) -> None:
    """By one press in the lobby, in a rematch, and where a match is played on."""
    person = door.person()
    person.play_now("King of Tokyo")
    assert_own_word(door, person)
    person.let_the_house_play()
    old = person.match
    person.page.get_by_role("button", name="Rematch").first.click()
    person.page.wait_for_url(lambda url: old not in url)
    person.page.locator('#match[data-phase="playing"]').wait_for()
    assert_own_word(door, person)
    person.page.goto(f"/m/{old}/replay?at=2")
    person.page.get_by_role("button", name="Play on").click()
    person.page.wait_for_url(lambda url: old not in url)
    person.page.locator('#match[data-phase="playing"]').wait_for()
    assert_own_word(door, person)


def test_a_form_that_is_sent_again_has_another_word(door: Door) -> None:
    """After "Back": the first match has revealed its word, and who knows it could choose the other's dice."""
    host, guest = door.person(), door.person()
    host.page.goto("/")
    assert len(set(hashes_sent(host, "[data-own-word]", "hash"))) == 2
    host.open_set_up("pig").get_by_role("button", name="Set the table").click()
    guest.page.goto(host.page.locator(".seat-link").input_value())
    guest.page.get_by_label("A word of yours").fill("abracadabra")
    sent = hashes_sent(guest, "[data-words]", "hash")
    assert sent[0] == word_hash("abracadabra") != sent[1]


def hashes_sent(person: Person, form: str, name: str) -> list[str]:
    """Return the hashes of a form that is sent twice, without leaving the page."""
    hashes: list[str] = person.page.evaluate(
        """([selector, name]) => {
            const form = document.querySelector(selector);
            form.addEventListener("submit", (event) => event.preventDefault());
            window.fetch = () => new Promise(() => {});
            let next = 0;
            crypto.getRandomValues = (numbers) => numbers.fill(++next);
            for (const field of form.querySelectorAll("[required]")) field.required = false;
            return [1, 2].map(() => {
                form.requestSubmit();
                window.dispatchEvent(new Event("pageshow"));
                return new FormData(form).getAll(name).join();
            });
        }""",
        [form, name],
    )
    return hashes


def assert_own_word(door: Door, person: Person) -> None:
    dice = door.served.match(person.match).chance.own
    assert isinstance(dice, FairDice)
    assert dice.words[0]
    assert dice.hashes[0] == word_hash(dice.words[0])


def test_the_dice_of_a_match_are_checked_in_the_page(door: Door) -> None:
    person = door.person()
    person.play_now("King of Tokyo")
    person.let_the_house_play()
    person.page.locator("#dice > summary").click()
    person.page.get_by_role("button", name="Check the dice").click()
    person.page.locator("[data-checked]", has_text="rolls checked.").wait_for()
    told = person.page.locator("[data-claimed]").inner_text()
    assert told.index("Proved") < told.index("The secret fits the commitment")
    assert told.index("Not proved") < told.index("quincunx verify checks that")
    person.look_around()
    person.page.goto(f"/m/{person.match}/replay?at=1")
    person.page.get_by_role("button", name="Check this roll").click()
    person.page.locator("[data-checked]", has_text="This is roll 1: its numbers are").wait_for()
    # A server that showed this device another commitment before the match is found out.
    person.page.evaluate(
        "(match) => localStorage.setItem(`noted:${match}`, JSON.stringify({ commitment: 'another' }))",
        person.match,
    )
    person.page.get_by_role("button", name="Check this roll").click()
    person.page.locator("[data-checked]", has_text="The fingerprint is not the one").wait_for()
