"""Undo while dice are due."""

from quincunx.core.state import CHANCE
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match
from quincunx.match.players import Human
from tests.match.test_match import walk


def after_staying() -> Match:
    """Return a position of King of Tokyo: you stayed in Tokyo, and the next roll is still to come."""
    match = Match("king-of-tokyo", [Human("You"), "normal"], SeedDice("stay"))
    bot = match.game.bots.policy()
    while not match.over:
        if 0 not in match.state.players_to_move():
            match.advance()
            continue
        stays = [
            move for move in match.state.legal_actions(0) if match.game.say(match.state, 0, move) == "stay"
        ]
        match.play(0, stays[0] if stays else match.think(0, bot, match.state))
        while stays and match.state.players_to_move() == [1]:
            match.advance()
        if stays and match.state.players_to_move() == [CHANCE]:
            return match
    raise AssertionError("nobody was asked to stay")


def test_what_was_done_before_a_roll_is_taken_back_if_nobody_has_learnt_anything() -> None:
    match = after_staying()
    assert match.undo()[0] == "1: stay"
    assert match.game.say(match.state, 0, match.game.parse(match.state, 0, "stay")) == "stay"
    match = after_staying()
    match.roll()
    assert match.undoable() == 0


def test_secrets_that_were_shown_before_a_roll_stay_shown() -> None:
    """In Total eClips everybody sees all placements before the dice roll."""
    shown = 0
    for match, before in walk("total-eclips", 0, 200):
        was = match.game.view(before, 0)["phase"] == "place"
        if (
            was
            and match.state.players_to_move() == [CHANCE]
            and match.game.view(match.state, 0)["phase"] != "place"
        ):
            shown += 1
            assert match.undoable() == 0
    assert shown
