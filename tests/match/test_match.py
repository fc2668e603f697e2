"""A running match: moves, taking back, going on from a record, and finding what was tampered with."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from quincunx import bots, games
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match.chance import Chance, FairDice, RealDice, SeedDice
from quincunx.match.knowledge import has_learnt
from quincunx.match.match import BadMove, Match, OtherRules, Step, from_record, verify
from quincunx.match.narration import line
from quincunx.match.record import Outcome, Player, Record, TakeBack, digest
from quincunx.text.grammar import Look

IDLE_SIX = games.load("idle-six")


def solo(chance: Chance | None = None, bot: str = "") -> Match:
    return Match(IDLE_SIX, [Player("Ann", bot)], chance or SeedDice("solo"))


def finished(chance: Chance) -> Record:
    match = solo(chance.restart(), "greedy")
    while match.advance():
        pass
    return match.record()


def told(match: Match, step: Step, seat: int) -> list[str]:
    """Return what the step tells that seat."""
    known = line(match, step, seat, Look())
    assert known is not None
    return known.told


def first(record: Record, start: str) -> int:
    """Return the number of the first move that begins so, from 0."""
    return next(number for number, line in enumerate(record.moves) if line.startswith(start))


def test_moves_go_by_name_and_tell_what_happened() -> None:
    match = solo()
    step = match.play(0, "gain a")
    assert (step.seat, step.name) == (0, "gain a")
    assert told(match, step, 0)[0].startswith("+$1")


def test_a_refused_move_is_not_noted() -> None:
    match = solo()
    for wrong in ("upgrade win", "swap 1 2", "castle"):
        with pytest.raises(IllegalMove):
            match.play(0, wrong)
    with pytest.raises(IllegalMove, match="No roll or draw is due"):
        match.play(CHANCE, 0)
    assert match.record().moves == []


def test_the_number_of_players_must_fit() -> None:
    with pytest.raises(UserError, match=r"Idle Six is for 1 player, not 2\."):
        Match(IDLE_SIX, [Player("Ann"), Player("Bob")], SeedDice("1"))


def test_a_bot_moves_by_itself_and_a_person_is_waited_for() -> None:
    assert solo().advance() is None
    step = solo(bot="greedy").advance()
    assert step is not None
    assert step.name == "gain a"


def test_an_unknown_bot_is_a_mistake() -> None:
    with pytest.raises(UserError, match=r"There is no bot `gredy`; did you mean `greedy`\?"):
        solo(bot="gredy")


def test_alone_everything_can_be_taken_back_and_the_dice_come_again() -> None:
    match = solo()
    match.play(0, "gain a")
    match.play(0, "upgrade reroll")
    match.play(0, "reroll 1")
    rolled = match.roll()
    key = match.state.position_key()
    assert match.undoable() == 2
    assert match.undo() == ["1: reroll 1", f"chance: {rolled.name}"]
    match.play(0, "reroll 1")
    assert match.roll().name == rolled.name
    assert match.state.position_key() == key
    while match.undoable():
        match.undo()
    assert match.record().moves == []
    with pytest.raises(IllegalMove, match="no move of yours to take back"):
        match.undo()


def test_what_was_taken_back_is_in_the_record() -> None:
    match = solo()
    match.play(0, "gain a")
    match.undo()
    match.play(0, "gain a")
    back = match.record().take_backs
    assert [(each.after, each.moves) for each in back] == [(0, ["1: gain a"])]
    assert from_record(match.record()).record().take_backs == back


def test_fair_dice_come_again_the_same_after_taking_back() -> None:
    match = solo(FairDice(b"a secret"))
    match.play(0, "gain a")
    match.play(0, "upgrade reroll")
    for _ in range(2):
        match.play(0, "reroll 1")
        match.roll()
        match.undo()
    first_try, second_try = match.take_backs
    assert first_try == second_try


def two(pig: Game[Any], *bots: str) -> Match:
    return Match(pig, [Player(f"Player {n}", bot) for n, bot in enumerate(bots, 1)], SeedDice("two"))


def test_among_several_nothing_is_taken_back_past_dice(pig: Game[Any]) -> None:
    match = two(pig, "", "")
    assert match.undoable() == 0
    match.play(0, "roll")
    assert match.undo() == ["1: roll"]
    match.play(0, "roll")
    match.roll()
    assert match.undoable() == 0
    with pytest.raises(IllegalMove, match="dice or secrets have been shown"):
        match.undo()
    match.play(match.state.current_player(), "hold")
    assert match.undoable() == 1


def test_a_bots_answer_is_taken_back_with_the_move_before_it(pig: Game[Any]) -> None:
    match = two(pig, "", "greedy")
    match.play(0, "hold")
    match.play_bot(1)
    assert match.undo() == ["1: hold", "2: roll"]


def walk(name: str, seed: int, steps: int) -> Iterator[tuple[Match, State]]:
    """Yield a match of two people who move at random, after each of their moves, and the position before
    it."""
    match = Match(games.load(name), [Player("Ann"), Player("Bob")], SeedDice(f"{seed}"))
    rng = Rng(f"s{seed}")
    while not match.over and len(match.steps) < steps:
        actors = match.state.players_to_move()
        if actors == [CHANCE]:
            match.roll()
            continue
        seat = actors[rng.below(len(actors))]
        before = match.state.clone()
        match.play(seat, before.random_action(seat, rng))
        yield match, before


def test_the_last_to_be_done_has_seen_what_the_others_put_and_takes_nothing_back() -> None:
    """In Total eClips all place in secret; when the last is done, everybody sees everything."""
    asked_again = 0
    for match, before in walk("total-eclips", 0, 200):
        game, step = match.game, match.steps[-1]
        phases = [game.view(state, step.seat)["phase"] for state in (before, match.state)]
        all_done = phases[0] == "place" != phases[1]
        assert has_learnt(game, before, [step], step.seat) == all_done or phases[0] != "place"
        if all_done and step.seat in match.state.players_to_move():
            asked_again += 1
            assert match.undoable() == 0
    assert asked_again


def test_moves_of_whoever_was_replaced_are_not_taken_back(pig: Game[Any]) -> None:
    match = two(pig, "", "")
    match.play(0, "hold")
    match.play(1, "hold")
    assert match.undoable() == 1
    match.bots[1] = bots.make("greedy", pig)
    assert match.undoable() == 0


def test_a_secret_choice_is_not_taken_back_once_the_next_has_seen_the_screen(fingers: Game[Any]) -> None:
    match = Match(fingers, [Player("Ann"), Player("Bob")], SeedDice("secret"))
    match.play(0, "show 2")
    assert match.undoable() == 0


def test_events_are_told_to_those_who_may_know(fingers: Game[Any]) -> None:
    match = Match(fingers, [Player("Ann"), Player("Bob")], SeedDice("secret"))
    step = match.play(0, "show 2")
    assert told(match, step, 0) == ["You have chosen.", "You will show 2."]
    assert told(match, step, 1) == ["Ann has chosen."]


def test_a_seat_that_is_not_there_is_refused_with_a_sentence(pig: Game[Any]) -> None:
    match = two(pig, "", "")
    for seat in (2, 7, -2, -7):
        for move in ("roll", 0):
            with pytest.raises(IllegalMove, match=rf"^There is no seat {seat + 1}; the seats are 1 to 2\.$"):
                match.play(seat, move)


def test_a_replayed_move_is_checked_once(pig: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    match = two(pig, "greedy", "greedy")
    while match.advance():
        pass
    checked: list[int] = []

    def refusal(self: Game[Any], state: Any, seat: int, action: int, voice: Any) -> str:
        checked.append(action)
        return ""

    monkeypatch.setattr(type(pig), "refusal", refusal)
    assert from_record(match.record()).over
    assert len(checked) == len(match.steps)


def test_a_resumed_match_goes_on_as_it_would_have() -> None:
    whole = finished(SeedDice("whole"))
    for length in (0, 1, 17, 60):
        match = from_record(whole, until=length)
        assert len(match.steps) == length
        while match.advance():
            pass
        assert match.record().moves == whole.moves


def test_real_dice_are_asked_for() -> None:
    asked: list[bytes] = []

    def six(state: Any) -> int:
        asked.append(state.position_key())
        return 0

    match = solo(RealDice(six))
    match.play(0, "gain a")
    match.play(0, "upgrade reroll")
    match.play(0, "reroll 1")
    assert match.roll().name == "roll 6"
    assert len(asked) == 1
    assert verify(match.record()).state.position_key() == match.state.position_key()


@pytest.mark.parametrize("chance", [SeedDice("proof"), FairDice(b"secret", "ours")], ids=["seed", "fair"])
def test_a_true_record_is_verified(chance: Chance) -> None:
    record = finished(chance)
    assert verify(record).record().result == record.result


Tamper = Callable[[Record], None]


def change_a_move(record: Record) -> None:
    at = first(record, "1: upgrade")
    record.moves[at] = "1: upgrade win"


def change_the_dice(record: Record) -> None:
    at = first(record, "chance")
    face = int(record.moves[at].split()[-1])
    record.moves[at] = record.moves[at][: -len(str(face))] + str(face % 6 + 1)


def leave_out_a_move(record: Record) -> None:
    del record.moves[first(record, "chance")]


def add_a_foreign_line(record: Record) -> None:
    record.moves.insert(first(record, "chance"), "3: gain a")


@pytest.mark.parametrize("chance", [SeedDice("proof"), FairDice(b"secret", "ours")], ids=["seed", "fair"])
@pytest.mark.parametrize(
    ("tamper", "start"),
    [
        (change_a_move, "1: upgrade"),
        (change_the_dice, "chance"),
        (leave_out_a_move, "chance"),
        (add_a_foreign_line, "chance"),
    ],
)
def test_tampering_is_named_at_the_first_wrong_move(chance: Chance, tamper: Tamper, start: str) -> None:
    record = finished(chance)
    at = first(record, start)
    tamper(record)
    with pytest.raises(BadMove, match=f"^Move {at + 1}, `") as wrong:
        verify(record)
    assert wrong.value.number == at + 1


def test_another_seed_or_nonce_does_not_fit_the_dice() -> None:
    record = finished(SeedDice("proof"))
    record.chance.seed = "another"
    with pytest.raises(BadMove, match="the seed dice gave something else"):
        verify(record)
    record = finished(FairDice(b"secret", "ours"))
    record.chance.nonce = "theirs"
    with pytest.raises(BadMove, match="the fair dice gave something else"):
        verify(record)


def test_another_secret_does_not_fit_the_commitment() -> None:
    record = finished(FairDice(b"secret"))
    record.chance.secret = b"another".hex()
    with pytest.raises(UserError, match="does not match the commitment"):
        verify(record)


def test_a_finished_match_with_fair_dice_must_show_its_secret() -> None:
    record = finished(FairDice(b"secret"))
    record.chance.secret = ""
    with pytest.raises(UserError, match="secret is missing"):
        verify(record)


def test_cut_moves_do_not_lead_to_the_result() -> None:
    record = finished(SeedDice("proof"))
    record.moves = record.moves[:-1]
    with pytest.raises(UserError, match="its moves do not end the match"):
        verify(record)


def test_moves_after_the_end_are_refused() -> None:
    record = finished(SeedDice("proof"))
    record.moves.append("1: done")
    with pytest.raises(BadMove, match=f"^Move {len(record.moves)}, `1: done`: The game is over"):
        verify(record)


def test_a_changed_or_missing_result_is_found() -> None:
    record = finished(SeedDice("proof"))
    assert record.result is not None
    better = Outcome(record.result.winners, [1.0], record.result.reason)
    with pytest.raises(UserError, match="result is not the one"):
        verify(msgspec.structs.replace(record, result=better))
    with pytest.raises(UserError, match="no result"):
        verify(msgspec.structs.replace(record, result=None))


def test_a_record_of_an_unknown_game_is_a_mistake() -> None:
    record = finished(SeedDice("proof"))
    record.game = "idle-sx"
    with pytest.raises(UserError, match=r"did you mean `idle-six`\?"):
        from_record(record)


def taken_back_twice() -> Record:
    """Return a finished match in which two rolls were taken back."""
    match = solo(FairDice(b"secret", words=["ours"]))
    bot = bots.make("greedy", IDLE_SIX)
    while not match.over:
        if match.advance() is None:
            match.play(0, match.think(0, bot, match.state))
        elif len(match.take_backs) < 2:
            match.undo()
    return match.record()


def test_take_backs_are_played_again() -> None:
    record = taken_back_twice()
    assert any(line.startswith("chance") for each in record.take_backs for line in each.moves)
    assert verify(record).take_backs == record.take_backs
    for wrong in (
        TakeBack(record.take_backs[0].after, ["1: claim"]),
        TakeBack(record.take_backs[0].after, [*record.take_backs[0].moves[:-1], "chance: roll 7"]),
    ):
        tampered = msgspec.structs.replace(record, take_backs=[wrong, record.take_backs[1]])
        with pytest.raises(BadMove):
            verify(sealed(tampered))
    never = msgspec.structs.replace(record, take_backs=[TakeBack(10**6, ["1: done"])])
    with pytest.raises(UserError, match="taken back to move 1000000, which there never was"):
        verify(sealed(never))


def test_a_roll_that_was_taken_back_must_have_come_from_the_dice() -> None:
    record = taken_back_twice()
    first, *rest = record.take_backs
    line = next(line for line in first.moves if line.startswith("chance"))
    other = f"chance: roll {' '.join('12'[face == '1'] for face in line.split()[2:])}"
    moves = [other if each == line else each for each in first.moves]
    tampered = msgspec.structs.replace(record, take_backs=[TakeBack(first.after, moves), *rest])
    with pytest.raises(BadMove, match="the fair dice gave something else"):
        verify(sealed(tampered))


def sealed(record: Record) -> Record:
    """Return the record with a digest that fits it, as somebody would write it who knows how that is made."""
    return msgspec.structs.replace(record, digest=digest(record))


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": [Player("Bob", "greedy")]},
        {"seats": [Player("Ann", "random")]},
        {"seats": [Player("Ann")]},
        {"started": "2001-01-01T00:00:00+00:00"},
        {"take_backs": [TakeBack(0, ["1: gain a"])]},
    ],
)
def test_what_moves_and_dice_do_not_tell_is_bound_by_the_digest(changed: dict[str, Any]) -> None:
    record = finished(FairDice(b"secret", "ours"))
    assert record.digest == digest(record)
    with pytest.raises(UserError, match="changed after the match"):
        verify(msgspec.structs.replace(record, **changed))


def test_a_variant_that_the_match_was_not_played_with_is_not_sound() -> None:
    record = finished(FairDice(b"secret", "ours"))
    # Every move of this match is legal with it, too.
    changed = msgspec.structs.replace(record, variant={"cards": {"gain-a": {"text": "Another text."}}})
    with pytest.raises(OtherRules, match="with other numbers"):
        verify(sealed(changed))
