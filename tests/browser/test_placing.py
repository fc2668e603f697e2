"""Total eClips on a phone: a whole placement takes a few touches, and what was touched can be taken back."""

from quincunx.games.total_eclips.codes import PLACE
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.web.matches.live_match import LiveMatch
from tests.browser.people import Door, Person

TALL = {"width": 390, "height": 844}
SEEN = """(one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return bottom <= innerHeight && top >= 0 && one.contains(hit);
}"""


def sit_down(door: Door) -> Person:
    person = door.person(TALL, has_touch=True, is_mobile=True, reduced_motion="reduce")
    person.set_table("total-eclips", ["me", "easy"])
    person.page.locator("#te-ask .te-pieces").wait_for()
    return person


def placed(person: Person, door: Door) -> list[int]:
    """Return the number of pieces in each place of the person's, once the page shows it."""

    def find(live: LiveMatch) -> list[int]:
        state = live.playing().state
        assert isinstance(state, TotalEClips)
        return list(state.sides[0].count)

    person.see(door.served.position(person.match, 0))
    return door.served.look(person.match, find)


def places_again(person: Person, door: Door) -> bool:
    """Whether the next round's pieces are to be placed."""

    def find(live: LiveMatch) -> bool:
        state = live.playing().state
        assert isinstance(state, TotalEClips)
        return state.round > 1 and state.phase == PLACE

    person.see(door.served.position(person.match, 0))
    return door.served.look(person.match, find)


def touch(person: Person, selector: str) -> None:
    before = person.at
    person.page.locator(selector).first.tap()
    person.be_past(before)


def test_pieces_are_placed_by_touch_and_taken_back(door: Door) -> None:
    person = sit_down(door)
    touch(person, "#te-a .te-drop")
    touch(person, "#te-a .te-drop")
    assert placed(person, door)[:2] == [2, 0]
    touch(person, "#te-a .te-back")
    assert placed(person, door)[:2] == [1, 0]
    person.page.locator(".te-fill input").check()
    touch(person, "#te-unlock .te-drop")
    assert placed(person, door)[4] == 2
    assert person.page.locator("#te-manufacture .te-drop").count() == 0


def test_a_suggestion_is_accepted_by_one_press_without_scrolling(door: Door) -> None:
    person = sit_down(door)
    for value in ("suggest", "done"):
        button = person.page.locator(f'#te-ask [value="{value}"]')
        assert button.evaluate(SEEN)
        touch(person, f'#te-ask [value="{value}"]')
    while not places_again(person, door):
        touch(person, '#te-ask [value="done"]')
    touch(person, '#te-ask [value="same"]')
    assert sum(placed(person, door)) > 0
