"""Every guided tour, played to its end on the board of a match."""

import msgspec
import pytest

from quincunx import games
from quincunx.core.game import TourStep
from tests.browser.people import Door, Person

FEW = 40
"""The number of moves after which a tour must have gone on."""


@pytest.mark.parametrize("name", games.GAMES)
def test_a_tour_is_short_and_does_something(name: str) -> None:
    game = games.load(name)
    steps = game.tour()
    verbs = {move.verb for move in game.codec.moves}
    assert 6 <= len(steps) <= 10
    for step in steps:
        kind, _, named = step.until.partition(" ")
        assert kind in ("next", "press", "move")
        assert set(named.split("|")) <= verbs if kind == "move" else not named
    assert any(step.until != "next" for step in steps)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_first_match_offers_a_tour_that_can_be_followed(name: str, door: Door) -> None:
    person = door.person(patient=True, reduced_motion="reduce")
    person.page.goto("/")
    person.page.evaluate("localStorage.setItem('quincunx-pace', 'once')")
    person.play_now(games.load(name).header.title)
    tour = person.page.get_by_role("region", name="Guided tour")
    tour.get_by_role("button", name="Show me round").click()
    steps = games.load(name).tour()
    for number, step in enumerate(steps, 1):
        tour.get_by_text(f"{number} of {len(steps)}", exact=True).wait_for()
        assert tour.locator("p").first.inner_text() == step.say
        follow(person, door, step)
    tour.wait_for(state="detached")
    person.come_back()
    person.page.locator("#match[data-shows]").wait_for()
    assert not person.page.get_by_role("region", name="Guided tour").count()


def test_a_press_that_makes_a_move_ends_one_step_alone(door: Door) -> None:
    """The step that the press ends is of this test; the next is the game's own, which a move ends."""
    steps = games.load("bitcoin-mining").tour()
    steps[3] = TourStep("#decision button", "Answer what you are asked.", "press")
    person = door.person(patient=True, reduced_motion="reduce")
    person.page.route("**/tour", lambda route: route.fulfill(json=msgspec.to_builtins(steps)))
    person.page.goto("/")
    person.page.evaluate("localStorage.setItem('quincunx-pace', 'once')")
    person.set_table("bitcoin-mining", ["me", "normal"])
    person.page.locator("#match[data-your-move]").wait_for()
    tour = person.page.get_by_role("region", name="Guided tour")
    tour.get_by_role("button", name="Show me round").click()
    for step in steps[:3]:
        tour.get_by_text(step.say, exact=True).wait_for()
        follow(person, door, step)
    before = person.at
    person.page.locator("#decision button.pointed-at[name=move]").click()
    person.be_past(before)
    assert tour.locator("p").first.inner_text() == steps[4].say


def follow(person: Person, door: Door, step: TourStep) -> None:
    """Do what a step asks for."""
    tour = person.page.get_by_role("region", name="Guided tour")
    pointed_at = person.page.locator(".pointed-at").first
    if step.until == "next":
        pointed_at.wait_for(state="attached")
        tour.locator(".primary").click()
    elif step.until == "press":
        mine = person.page.locator("#match[data-your-roll]")
        pointed_at.or_(mine).first.wait_for(state="attached")
        if mine.count() and not pointed_at.count():
            roll(person)
        pointed_at.click()
    else:
        make_one_of(person, door, step.until.removeprefix("move ").split("|"))


def roll(person: Person) -> None:
    before = person.at
    person.page.get_by_role("button", name="Roll the dice").click()
    person.be_past(before)


def make_one_of(person: Person, door: Door, verbs: list[str]) -> None:
    """Play until a move of one of these verbs is made."""
    for _ in range(FEW):
        person.page.locator("#match[data-your-move], #match[data-your-roll]").wait_for()
        if person.page.locator("#match[data-your-roll]").count():
            roll(person)
            continue
        person.see(door.served.position(person.match, 0))
        moves = door.served.moves(person.match, 0)
        wanted = [move for move in moves if move.split()[0] in verbs]
        person.make(wanted[0] if wanted else door.served.advice(person.match, 0)[1])
        if wanted:
            return
    raise AssertionError(f"none of {verbs} could be made")
