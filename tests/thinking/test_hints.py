"""Hints: from what one may know, noted in the log and the record, and in the game's words."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from quincunx import games
from quincunx.cli import app
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.match import record
from quincunx.match.chance import SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.match.players import Human
from quincunx.match.record import Hinted, Player
from quincunx.terminal import session
from quincunx.thinking import hints, protocol, worker
from quincunx.thinking.protocol import SearchLine, SearchResult
from tests.setups import TESTS
from tests.terminal.test_session import CTRL_C, Seat, seat

__all__ = ["seat"]
SECRET = ["nomenklatura", "total-eclips", "bitcoin-mining"]
ODD = str(TESTS / "web" / "odd_brain.py")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "COMMAND", [sys.executable, ODD, "quick"])
    monkeypatch.setattr(protocol, "LONGEST", 0.02)


def could_be_otherwise(match: Match) -> bool:
    """Whether the first seat could be in another position, for all it knows."""
    if not match.state.has_hidden_info(0):
        return False
    twins = [match.state.resample_hidden(0, Rng(f"twin {number}")) for number in range(6)]
    return any(twin.position_key() != match.state.position_key() for twin in twins)


def with_something_hidden(name: str) -> Match:
    """Return a match in which the first seat is to decide, and cannot know everything."""
    match = Match(name, [Human("Ann"), Human("Bob"), Human("Cy")], SeedDice("7"))
    rng = Rng("moves")
    for _ in range(3000):
        list(match)
        actors = match.state.players_to_move()
        if 0 in actors and len(match.state.legal_actions(0)) > 1 and could_be_otherwise(match):
            return match
        mover = actors[-1]
        match.play(mover, match.state.random_action(mover, rng))
    raise AssertionError("nothing is ever hidden")


@pytest.mark.parametrize("name", SECRET)
def test_advice_depends_on_nothing_that_the_seat_cannot_know(name: str) -> None:
    match = with_something_hidden(name)
    truth = match.state
    told: list[Any] = []
    for guess in range(4):
        match.state = truth if guess == 0 else truth.resample_hidden(0, Rng(f"other {guess}"))
        task = hints.hint_task(match, 0)
        sent = match.game.from_dict(task.position, match.numbers)
        assert match.game.view(sent, 0) == match.game.view(truth, 0)
        moves = match.state.legal_actions(0)[:6]
        thoughts = SearchResult([SearchLine([move], 1, [0.5, 0.25, 0.25]) for move in moves])
        told.append((hints.chances(match, 0), hints.hints(match, 0, thoughts)))
    assert told[1:] == told[:1] * 3


@pytest.mark.parametrize("name", SECRET)
def test_the_position_that_is_thought_about_is_made_up_where_it_is_hidden(name: str) -> None:
    match = with_something_hidden(name)
    truth = match.game.to_dict(match.state)
    made_up = [protocol.believed(match, match.state, 0, f"{number}") for number in range(12)]
    assert any(match.game.to_dict(state) != truth for state in made_up)


def king_of_tokyo() -> Match:
    match = Match("king-of-tokyo", [Human("Ann"), "normal"], SeedDice("5"))
    list(match)
    return match


def test_a_hint_is_noted_once_for_each_decision() -> None:
    match = king_of_tokyo()
    assert match.take_hint(0)
    assert not match.take_hint(0)
    after = len(match.steps)
    step = match.play(0, "keep")
    assert step.hinted
    assert step.sentence.endswith("That was after a hint.")
    assert not match.roll().hinted if match.state.current_player() == CHANCE else True
    saved = record.decode(record.encode(match.record()), "here")
    assert saved.hints == [Hinted(after, 0)]
    assert [each.hinted for each in from_record(saved).steps] == [each.hinted for each in match.steps]


def test_who_takes_back_keeps_the_hint() -> None:
    match = Match("idle-six", [Human("Ann")], SeedDice("1"))
    match.play(0, "gain a")
    match.take_hint(0)
    match.undo()
    assert match.hints == [Hinted(0, 0)]
    assert match.play(0, "gain a").hinted


def test_the_reason_of_a_result_tells_of_hints_to_every_reader() -> None:
    match = king_of_tokyo()
    bot = match.game.bots.policy()
    match.take_hint(0)
    while not match.over:
        match.play(0, match.think(0, bot, match.state))
        list(match)
    file = match.record()
    assert file.result is not None
    assert file.result.reason.endswith(f" Hints were taken: seat 1 before move {match.hints[0].after + 1}.")
    assert file.result.reason.startswith(f"{match.reason().rstrip('.')}. Hints")
    again = verify(record.decode(record.encode(file), "here"))
    assert again.hints == match.hints
    assert again.record().digest == file.digest


def test_only_bots_say_why() -> None:
    match = king_of_tokyo()
    match.play(0, "keep")
    mine = next(number for number, step in enumerate(match.steps) if step.seat == 0)
    with pytest.raises(IllegalMove, match="Only a bot can be asked why"):
        hints.why_task(match, mine, 0)
    list(match)
    number = next(number for number, step in enumerate(match.steps) if step.seat == 1)
    told = hints.why(match, number, 0)
    assert told.words.startswith("normal compared this with ")
    assert "Ann" not in told.tried[0].sentence
    assert "chance to win: you " in told.tried[0].sentence


def test_one_who_reckons_says_what_it_reckoned() -> None:
    match = Match("king-of-tokyo", [Human("Ann"), "expert"], SeedDice("5"))
    list(match)
    match.play(0, "keep")
    while 1 not in match.state.players_to_move():
        assert match.advance() is not None
    number, (first, other) = len(match.steps), match.state.legal_actions(1)[:2]
    options = [SearchLine([first], expects=[0.4, 0.6]), SearchLine([other], expects=[0.5, 0.5])]
    match.thoughts.keep(number, SearchResult(options, replan_each_move=True))
    match.play(1, first)
    told = hints.why(match, number, 0)
    assert told.words == f"{match.seats[1].name} compared this with 1 other plan."
    assert str(match.steps[number].move) == "keep"
    kept = "Keep the 2, two 3s, the claw, the energy and the heart"
    assert told.tried[0].sentence == f"{kept} (chosen): chance to win: you 40.0%, expert 60.0%."


def after_a_bid(level: str) -> tuple[Match, int]:
    """Return a match of Nomenklatura in which a bot has just bid or passed, and the number of that step."""
    match = Match("nomenklatura", [Human("Ann"), level, level], SeedDice("7"))
    rng = Rng("moves")
    while True:
        seat = match.state.players_to_move()[0]
        if seat == CHANCE:
            match.roll()
            continue
        move = match.state.random_action(seat, rng)
        step = match.play(seat, move)
        if seat > 0 and match.state.has_hidden_info(0) and step.name.startswith(("bid", "pass")):
            return match, len(match.steps) - 1


def test_a_bot_thinks_it_over_again_as_it_does_and_is_told_who_sits_there() -> None:
    match, number = after_a_bid("expert")
    wanted = hints.why_task(match, number, 0)
    assert wanted.level == "expert"
    assert wanted.players == ["", "expert", "expert"]
    assert wanted.made == match.steps[number].action
    match, number = after_a_bid("normal")
    wanted = hints.why_task(match, number, 0)
    assert wanted.level == protocol.ADVICE
    assert wanted.players[match.steps[number].seat] == ""


def test_a_public_move_is_named_and_marked_however_badly_it_did() -> None:
    match, number = after_a_bid("expert")
    step = match.steps[number]
    others = [move for move in hints.state_at(match, number).legal_actions(step.seat) if move != step.action]
    plans = [SearchLine([move], 1000, [0.2, 0.4, 0.4]) for move in others[:8]]
    plans.append(SearchLine([step.action], 1000, [0.8, 0.1, 0.1]))
    told = hints.why(match, number, 0, SearchResult(plans))
    who = match.seats[step.seat].name
    assert told.words == f"{who} compared this with {len(plans) - 1} other plans."
    assert len(told.tried) == 5
    assert [(tried.moves, tried.chosen) for tried in told.tried[-1:]] == [([step.name], True)]
    assert "tried 1,000 times; chance to win: you 80%" in told.tried[-1].sentence


def test_nothing_tells_a_secret_move() -> None:
    match = Match("total-eclips", [Human("Ann"), "hard"], SeedDice("7"))
    rng = Rng("moves")
    while (actors := match.state.players_to_move()) != [0, 1]:
        match.roll() if actors == [CHANCE] else match.play(
            actors[0], match.state.random_action(actors[0], rng)
        )
    number, moves = len(match.steps), match.state.legal_actions(1)
    tasks, words = list[Any](), list[Any]()
    for move in moves[:2]:
        match.play(1, move)
        assert hints.known_move(match, number, 0) is None
        tasks.append(hints.why_task(match, number, 0))
        thoughts = SearchResult([SearchLine([each], 100, [0.5, 0.5]) for each in moves])
        words.append(hints.why(match, number, 0, thoughts))
        match.rewind(number)
        match.take_backs.clear()
    assert tasks[0] == tasks[1]
    assert words[0] == words[1]
    assert words[0].words == f"{len(moves)} plans that hard could follow."
    assert not any(tried.chosen for tried in words[0].tried)


def test_the_same_is_thought_again_where_the_thoughts_are_gone() -> None:
    match = Match("king-of-tokyo", [Human("Ann"), "expert"], SeedDice("5"))
    rng = Rng("moves")
    while match.state.players_to_move() != [1] or len(match.state.legal_actions(1)) < 2:
        seat = match.state.players_to_move()[0]
        match.roll() if seat == CHANCE else match.play(seat, match.state.random_action(seat, rng))
    number = len(match.steps)
    wanted = protocol.task(match, 1, "expert", f"{match.bot_seed}:bot:{number}")
    move = match.play(1, match.state.random_action(1, rng)).action
    wanted.made = move
    assert hints.why_task(match, number, 0) == wanted


def test_why_tells_the_same_moves_in_another_order_once() -> None:
    match = Match("total-eclips", ["hard", "hard"], SeedDice("7"))
    number = len(match.steps)
    while match.state.players_to_move() == [CHANCE]:
        match.roll()
        number += 1
    a, b = match.state.legal_actions(0)[:2]
    match.play(0, b)
    plans = [SearchLine([a, b], 9, [0.5, 0.5]), SearchLine([b, a], 9, [0.5, 0.5])]
    told = hints.why(match, number, 0, SearchResult(plans))
    assert [(tried.chosen, len(tried.moves)) for tried in told.tried] == [(True, 2)]


def test_to_take_back_a_placement_is_advised_only_if_it_is_clearly_better() -> None:
    match = Match("total-eclips", [Human("Ann"), "normal"], SeedDice("4"))
    list(match)
    match.play(0, "put m1 on d")
    list(match)
    game, state = match.game, match.state
    put, done, back = (game.parse(state, 0, line) for line in ("put m1 on unlock", "done", "take back"))

    def told(*shares: float) -> list[hints.Hint]:
        plans = ([back, put, done], [put, done], [done], [back, done])
        thoughts = [
            SearchLine(moves, 100, [share, 1 - share]) for moves, share in zip(plans, shares, strict=True)
        ]
        return hints.hints(match, 0, SearchResult(thoughts))

    better = told(0.5, 0.45, 0.4, 0.48)
    core = "a Millennium I core"
    told_first = f"Take back {core} from project D; place {core} on Unlock: 50% for 2 FLOPS on Unlock."
    assert better[0].sentence.startswith(told_first)
    assert better[0].first_actions == ["take back", "put m1 on unlock"]
    assert [hint.moves for hint in better[1:]] == [["put m1 on unlock", "done"], ["done"]]
    alike = told(0.5, 0.49, 0.4, 0.6)
    assert [hint.moves for hint in alike] == [["put m1 on unlock", "done"], ["done"]]
    assert [hint.first_actions for hint in alike] == [["put m1 on unlock"], ["done"]]
    stays = told(0.5, 0.4, 0.49, 0.6)
    assert [hint.moves for hint in stays] == [["done"], ["put m1 on unlock", "done"]]
    assert [hint.expects for hint in stays] == [
        "About even: a bot in your place wins 49%.",
        "About even: a bot in your place wins 40%.",
    ]


def test_why_says_which_dice_a_reroll_keeps() -> None:
    """Dice are named by their places, and others lie there by now."""
    match = Match("king-of-tokyo", ["hard", Human("Ann")], SeedDice("5"))
    while match.state.players_to_move() != [0] or len(match.state.legal_actions(0)) < 2:
        match.roll()
    number = len(match.steps)
    move = match.game.parse(match.state, 0, "reroll 2 3 4 5 6")
    face, *others = match.steps[-1].name.split()[1:]
    die = f"{'one' if face in others else 'the'} {face}"
    match.play(0, move)
    told = hints.why(match, number, 1, SearchResult([SearchLine([move], 9, [0.5, 0.5])]))
    said = f"Keep {die}; reroll the other five"
    assert told.tried[0].sentence.startswith(f"{said} (chosen): tried 9 times;")


def test_hints_are_in_order_of_what_they_promise() -> None:
    match = king_of_tokyo()
    moves = match.state.legal_actions(0)
    shares = [(0.42, 100), (0.17, 90), (0.41, 20), (0.9, 3), (0.43, 80)]
    plans = [
        SearchLine([move], tries, [share, 1 - share])
        for move, (share, tries) in zip(moves, shares, strict=False)
    ]
    found = hints.hints(match, 0, SearchResult(plans))
    names = [match.game.say(match.state, 0, moves[place]) for place in (0, 4, 2)]
    assert [hint.moves for hint in found] == [[name] for name in names]
    # One that did better, but not so much that the search would follow it, counts as just as good.
    assert [hint.expects for hint in found] == [
        f"About even: a bot in your place wins {share}%." for share in (42, 42, 41)
    ]
    assert hints.opening(found) == "The best moves, if the other plays by rules of thumb:"
    few = hints.hints(match, 0, SearchResult([plans[0], plans[3], SearchLine([moves[1]])]))
    assert [hint.expects for hint in few] == ["About even: a bot in your place wins 42%.", ""]


def test_what_never_happened_in_all_tries_is_not_said_to_be_impossible() -> None:
    match = king_of_tokyo()
    moves = match.state.legal_actions(0)
    tried = SearchResult([SearchLine([move], 100, [0.0, 1.0]) for move in moves[:2]])
    assert [hint.expects for hint in hints.hints(match, 0, tried)] == [
        "Nearly lost: a bot in your place wins <1%."
    ] * 2
    reckoned = hints.hints(match, 0, SearchResult([SearchLine([moves[0]], expects=[0.4321, 0.5679])]))
    assert reckoned[0].expects == "About even: a bot in your place wins 43.2%."
    assert hints.opening(reckoned) == ""


def test_there_is_no_hint_for_who_has_nothing_to_decide() -> None:
    with pytest.raises(IllegalMove, match="nothing for you to decide"):
        hints.hint_task(king_of_tokyo(), 1)


def test_a_terminal_gives_hints_and_says_why(seat: Seat) -> None:
    match = Match("bitcoin-mining", [Human("You"), "hard"], SeedDice("5"))
    screen = seat.play(match, "hint", "chances", *["1"] * 8, "why", CTRL_C)
    assert "Type `" in screen
    assert "that another player lands here next." in screen
    assert "That was after a hint." in screen
    assert "compared" in screen
    assert "(chosen): tried" in screen
    assert seat.saved().hints == match.hints != []


def test_any_bot_can_be_asked_why_in_a_terminal(seat: Seat) -> None:
    match = Match("king-of-tokyo", [Human("You"), "normal", "greedy"], SeedDice("5"))
    screen = seat.play(
        match, "keep", "done", "keep", "done", "why NORMAL", "why 3", "why 1", "why nobody", CTRL_C
    )
    assert "normal compared this with " in screen
    assert "greedy has not moved yet." in screen
    assert "There is no bot `1` here; ask normal (seat 2) or greedy (seat 3)." in screen
    assert "There is no bot `nobody` here;" in screen


def test_ctrl_c_while_a_hint_is_looked_for_stops_only_that(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, left = worker._message, [KeyboardInterrupt]

    def interrupted(stream: Any) -> bytes:
        if left:
            raise left.pop()
        return usual(stream)

    monkeypatch.setattr(worker, "_message", interrupted)
    match = Match("bitcoin-mining", [Human("You"), "normal"], SeedDice("5"))
    screen = seat.play(match, "hint", "chances", CTRL_C)
    assert "Type `" in screen
    assert "that another player lands here next." in screen
    left += [KeyboardInterrupt] * 2
    match = Match("bitcoin-mining", [Human("You"), "normal"], SeedDice("5"))
    screen = seat.play(match, "hint", "chances", CTRL_C)
    assert "You stopped it before anything was found." in screen
    assert "that another player lands here next." in screen
    assert match.hints == []


def test_one_who_thinks_can_be_told_that_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LONGEST", 600.0)
    match, number = after_a_bid("expert")
    wanted = hints.why_task(match, number, 0)
    found: list[SearchResult] = []
    thread = threading.Thread(target=lambda: found.append(protocol.think(wanted)))
    thread.start()
    while thread.is_alive():
        protocol.enough()
        thread.join(0.01)
    more = match.game.bots.search_config()
    assert (
        sum(plan.visits for plan in found[0].considered) < more.expert_rollout_factor * more.rollouts[3] / 2
    )


def test_a_terminal_has_no_hints_among_several_people(seat: Seat) -> None:
    match = Match("king-of-tokyo", [Human("Ann"), Human("Bob")], SeedDice("5"))
    assert "This table plays without hints." in seat.play(match, "hint", CTRL_C)
    assert match.hints == []


@pytest.mark.parametrize(("people", "said"), [(1, False), (2, True)])
def test_what_was_said_of_hints_holds_when_a_match_is_resumed(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, people: int, said: bool
) -> None:
    players = [*[Player(f"P{number}") for number in range(people)], Player("Bot", "greedy")]
    match = Match("king-of-tokyo", players, SeedDice("7"))
    session.play(match, seat.path, seat.sit_down("quit"), hints=said)
    assert record.read(seat.path).hints_allowed is said
    heard: list[bool | None] = []

    def hear(match: Match, path: Path, out: object, resumed: bool, hints: bool | None) -> int:
        heard.append(hints)
        return 0

    monkeypatch.setattr(session, "play", hear)
    words = ["play", "--resume", str(seat.path)]
    app(words, standalone_mode=False)
    app([*words, "--hints"], standalone_mode=False)
    app([*words, "--no-hints"], standalone_mode=False)
    assert heard == [said, True, False]


def test_what_was_said_of_hints_is_not_in_a_finished_record(seat: Seat) -> None:
    match = Match("idle-six", ["greedy"], SeedDice("7"))
    session.play(match, seat.path, seat.sit_down(), hints=True)
    assert record.read(seat.path).result is not None
    assert b"hints_allowed" not in seat.path.read_bytes()


def test_ctrl_c_stops_the_thinking(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("king-of-tokyo", ["hard", "normal"], SeedDice("5"))
    started: list[Any] = []

    def interrupted(stream: Any) -> bytes:
        raise KeyboardInterrupt

    usual = subprocess.Popen

    def start(*words: Any, **more: Any) -> Any:
        started.append(usual(*words, **more))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(worker, "_message", interrupted)
    assert "Saved. Go on with:" in seat.play(match)
    assert [process.returncode for process in started] == [-9]


@pytest.mark.parametrize("name", [*games.GAMES])
def test_every_move_of_every_game_has_a_reason(name: str) -> None:
    game = games.load(name)
    match = Match(game, [Human(f"Player {seat}") for seat in range(game.header.players[1])], SeedDice("9"))
    rng = Rng("moves")
    for _ in range(250 if len(match.seats) > 1 else 60):
        list(match)
        if match.over:
            break
        seat = match.state.current_player()
        move = match.state.random_action(seat, rng)
        for sentence in hints.chances(match, seat):
            assert sentence.endswith("."), sentence
        (hint,) = hints.hints(match, seat, SearchResult([SearchLine([move], 1, [0.5] * 6)]))
        assert hint.moves == [game.say(match.state, seat, move)]
        begins = hint.undoes or hint.words
        assert hint.sentence.startswith(f"{begins[0].upper()}{begins[1:]}")
        match.play(seat, move)
