"""Total eClips on a phone: a whole placement takes a few touches, and what was touched can be taken back."""

from quincunx.games.total_eclips.codes import PLACE
from quincunx.games.total_eclips.rules import TotalEClips
from tests.browser.people import Door, Person

TALL = {"width": 390, "height": 844}
SEEN = """(one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return bottom <= innerHeight && top >= 0 && one.contains(hit);
}"""


def sit_down(door: Door) -> tuple[Person, TotalEClips]:
    person = door.person(TALL, has_touch=True, is_mobile=True, reduced_motion="reduce")
    person.set_table("total-eclips", ["me", "easy"])
    person.page.locator("#te-ask .te-pieces").wait_for()
    state = door.served.match(person.match).state
    assert isinstance(state, TotalEClips)
    return person, state


def touch(person: Person, selector: str) -> None:
    before = person.at
    person.page.locator(selector).first.tap()
    person.page.locator(f'#match:not([data-at="{before}"])').wait_for()


def test_pieces_are_placed_by_touch_and_taken_back(door: Door) -> None:
    person, state = sit_down(door)
    side = state.sides[0]
    touch(person, "#te-ask .te-on-a .te-chip")
    touch(person, "#te-ask .te-on-a .te-chip")
    assert side.count[:2] == [2, 0]
    touch(person, "#te-a .te-back")
    assert side.count[:2] == [1, 0]
    person.page.locator(".te-fill input").check()
    touch(person, "#te-ask .te-on-unlock .te-chip")
    assert side.count[4] == 2
    closed = person.page.locator("#te-ask .te-on-manufacture .te-chip")
    assert closed.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"


def test_a_suggestion_is_accepted_by_one_press_without_scrolling(door: Door) -> None:
    person, state = sit_down(door)
    first = state.round
    for value in ("suggest", "done"):
        button = person.page.locator(f'#te-ask [value="{value}"]')
        assert button.evaluate(SEEN)
        touch(person, f'#te-ask [value="{value}"]')
    while state.round == first or state.phase != PLACE:
        if 0 in state.actors() and (state.round == first or state.phase != PLACE):
            person.see(door.served.position(person.match, 0))
            touch(person, '#te-ask [value="done"]')
    person.see(door.served.position(person.match, 0))
    touch(person, '#te-ask [value="same"]')
    assert sum(state.sides[0].count) > 0
