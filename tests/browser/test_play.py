"""Whole matches of every game, played by clicking."""

from typing import Any

import pytest

from quincunx import games
from quincunx.core.game import Game
from tests.browser.people import DESKTOP, PHONE, Door, Person

FEW = 12
"""The number of moves that are enough to see that something works."""
LEGS = 3
"""The number of stretches of a match that people look at after the opening; the last of them is its end."""
TURNS = 4
"""The number of turns in such a stretch."""


def play(door: Door, people: list[Person], moves: int) -> None:
    """Let people make moves by hand, each at their own browser, as far as the match goes."""
    name = people[0].match
    for _ in range(moves):
        if door.served.is_over(name):
            break
        seat, move = door.served.advice(name)
        people[seat].see(door.served.position(name, seat))
        people[seat].make(move)
    look_around(door, people)


def look_around(door: Door, people: list[Person]) -> None:
    for place, person in enumerate(people):
        person.see(door.served.position(person.match, place))
        person.look_around()


def play_to_the_end(door: Door, people: list[Person]) -> None:
    """Play to the end. Most of the hundreds of moves are made while nobody looks."""
    name = people[0].match
    for legs in range(LEGS, 0, -1):
        script = door.served.script(name)
        unseen = script[: max(0, len(script) // legs - TURNS)]
        if len(unseen) > TURNS:
            addresses = [person.look_away() for person in people]
            door.served.play_unseen(name, unseen)
            for person, address in zip(people, addresses, strict=True):
                person.page.goto(address)
        look_around(door, people)
        turns = TURNS
        while turns and not door.served.is_over(name):
            play_turn(door, people)
            turns -= legs > 1  # The last goes on to the end.
    look_around(door, people)


def play_turn(door: Door, people: list[Person]) -> None:
    """Play a turn: the first move by hand, the others as they would be planned, all at once."""
    name = people[0].match
    seat, move = door.served.advice(name)
    people[seat].see(door.served.position(name, seat))
    people[seat].make(move)
    if not door.served.is_over(name):
        ((seat, moves),) = door.served.script(name, 1)
        people[seat].see(door.served.position(name, seat))
        people[seat].make_at_once(moves)


def sit_down(door: Door, game: Game[Any]) -> list[Person]:
    """Seat as few people as the game allows: the first on a phone, the others by link at a desk."""
    few = game.header.players[0]
    # A hand waits until what it reaches for has stopped moving; with less motion the match is shorter.
    host = door.person(PHONE, has_touch=True, is_mobile=True, color_scheme="dark", reduced_motion="reduce")
    host.set_table(game.name, ["me", *["friend"] * (few - 1)])
    links = [link.input_value() for link in host.page.locator(".seat-link").all()]
    guests = []
    for number, link in enumerate(links):
        guest = door.person(DESKTOP, reduced_motion="reduce")
        guest.page.goto(link)
        guest.look_around()
        guest.page.get_by_label("Your name").fill(f"Guest {number}")
        guest.page.get_by_role("button", name="Sit down").click()
        guest.page.locator("#match").wait_for()
        guests.append(guest)
    host.page.locator('#match:not([data-phase="waiting"])').wait_for()
    return [host, *guests]


@pytest.mark.parametrize("name", games.GAMES)
def test_a_whole_match_is_played_to_the_end(name: str, door: Door) -> None:
    people = sit_down(door, games.load(name))
    play(door, people, FEW)
    people[-1].come_back()
    play_to_the_end(door, people)
    assert door.served.is_over(people[0].match)
    for person in people:
        assert person.page.locator(".ending h2").first.inner_text()
        person.look_around()
    people[0].page.get_by_role("link", name="Watch it again").click()
    assert people[0].page.locator("#board").inner_text()


@pytest.mark.usefixtures("pig", "fingers")
@pytest.mark.parametrize("name", ["pig", "fingers"])
def test_a_game_without_a_board_is_played_in_words(name: str, door: Door) -> None:
    people = sit_down(door, games.load(name))
    play(door, people, 10_000)
    assert all(person.over for person in people)


@pytest.mark.parametrize("name", games.GAMES)
def test_scripts_are_not_needed(name: str, door: Door) -> None:
    person = door.person(java_script_enabled=False)
    person.play_now(games.load(name).header.title)
    for _ in range(FEW):
        now = door.served.position(person.match, 0)
        if person.at != now:
            person.page.reload()
        assert person.at == now
        if person.over:
            break
        person._say(door.served.advice(person.match, 0)[1])
        question = person.page.locator(".question")
        person.page.locator(f'#match:not([data-at="{now}"])').or_(question).first.wait_for()
        if question.count():
            question.get_by_role("button", name="Yes").click()
            person.be_past(now)
        assert door.served.position(person.match, 0) > now
