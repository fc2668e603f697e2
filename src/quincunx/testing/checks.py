"""The checks of the generic suite: one for each promise of the contract. A check takes a Setup."""

import json
import math
from collections import Counter

from quincunx import bots
from quincunx.core.errors import UserError
from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State
from quincunx.lab.simulate.observed_run import observe
from quincunx.match import record
from quincunx.match.chance import FairDice, SeedDice
from quincunx.match.match import Match, from_record, verify
from quincunx.testing.nonsense import any_number, any_seat, any_text, changed
from quincunx.testing.setups import LONGEST, Check, Setup, play_on, some, step, walk
from quincunx.text.grammar import WATCHER

GAMES_PLAYED = 5


def is_sentence(text: str) -> bool:
    return bool(text) and (text[0].isupper() or text[0].isdigit() or text[0] == "`") and text[-1] in ".?!"


def check_random_play(setup: Setup) -> None:
    """Random games come to an end, and nothing impossible happens on the way."""
    for number in range(GAMES_PLAYED):
        state, turns = setup.new(), 0
        for state in walk(setup, f"play {number}"):
            assert setup.game.snapshots.problem(state) == ""
            assert turns <= state.turns()
            turns = state.turns()
            _check_who_acts(setup, state)
            _check_picks(setup, state, f"{number}:{turns}")
        _check_end(setup, state)


def _check_who_acts(setup: Setup, state: State) -> None:
    actors = state.players_to_move()
    assert state.current_player() == (actors[0] if actors else TERMINAL)
    assert len(set(actors)) == len(actors)
    assert actors == [CHANCE] or all(seat in setup.seats for seat in actors)
    for seat in setup.seats:
        actions = state.legal_actions(seat)
        assert len(set(actions)) == len(actions)
        assert actions or seat not in actors


def _check_picks(setup: Setup, state: State, seed: str) -> None:
    """`pick` returns the move that the same random number selects from the list of all moves."""
    for seat in setup.seats:
        if actions := state.legal_actions(seat):
            picking, listing = Rng(seed), Rng(seed)
            assert state.random_action(seat, picking) == actions[listing.below(len(actions))]
            assert picking.word() == listing.word()


def _check_end(setup: Setup, state: State) -> None:
    assert state.current_player() == TERMINAL
    for seat in (CHANCE, *setup.seats):
        assert setup.game.refusal(state, seat, 0, setup.voice(seat)) == "The game is over."
    assert len(state.returns()) == setup.players
    assert all(math.isfinite(value) for value in state.returns())
    result = setup.game.result(state)
    assert set(result.winners) <= set(setup.seats)
    assert len(result.scores) == setup.players
    assert setup.game.phrases.tell(result.why, setup.voice(), setup.numbers)


def check_illegal_moves_change_nothing(setup: Setup) -> None:
    """Any number as a move is legal or refused with a sentence, and refusing changes nothing."""
    rng = Rng("nonsense")
    for state in walk(setup, "nonsense", every=7):
        before = state.position_key(), setup.game.to_dict(state)
        known = [action for seat in setup.seats for action in some(state.legal_actions(seat), rng, 5)]
        for _ in range(40):
            seat = any_seat(setup, rng)
            action = any_number(known, rng)
            reason = setup.game.refusal(state, seat, action, setup.voice(seat))
            assert state.legal(seat, action) == (not reason)
            if reason:
                assert is_sentence(reason)
                assert _refuses(state, seat, action)
        assert (state.position_key(), setup.game.to_dict(state)) == before


def _refuses(state: State, seat: int, action: int) -> bool:
    try:
        state.apply(seat, action)
    except IllegalMove:
        return True
    return False


def check_any_text_parses_or_is_refused(setup: Setup) -> None:
    """Any text as a move is understood or refused with a sentence, and reading it changes nothing."""
    rng = Rng("texts")
    for state in walk(setup, "texts", every=7):
        before = state.position_key(), setup.game.to_dict(state)
        for _ in range(20):
            seat = any_seat(setup, rng)
            text = any_text(setup, state, rng)
            said = _reading(setup, state, seat, text)
            assert not said or is_sentence(said), text
        assert (state.position_key(), setup.game.to_dict(state)) == before


def _reading(setup: Setup, state: State, seat: int, text: str) -> str:
    """Return the reason that a text is not a legal move of the seat; empty if it is one."""
    try:
        action = setup.game.parse(state, seat, text)
    except IllegalMove as refused:
        return str(refused)
    return setup.game.refusal(state, seat, action, setup.voice(seat))


def check_moves_by_name(setup: Setup) -> None:
    """Every legal move has one name, can be found by that name, and can be explained."""
    rng = Rng("names")
    verbs = {move.verb for move in setup.game.codec.moves}
    for state in walk(setup, "names", every=7):
        for seat in setup.seats:
            actions = sorted(set(some(state.legal_actions(seat), rng)))
            moves = [setup.game.codec.decode(state, seat, action) for action in actions]
            assert len(set(moves)) == len(moves)
            for action, move in zip(actions, moves, strict=True):
                assert move.verb in verbs
                assert setup.game.codec.encode(state, seat, move) == action
                assert setup.game.parse(state, seat, f" {str(move).upper()} ") == action
                assert isinstance(setup.game.phrases.explain(state, seat, move, setup.voice(seat)), str)
                asked = setup.game.phrases.confirm(state, seat, move, setup.voice(seat))
                assert not asked or (is_sentence(asked) and asked.endswith("?"))


def check_outcomes_by_name(setup: Setup) -> None:
    """Every outcome has a name that leads back to it, and `sample_outcome` returns only possible ones."""
    rng = Rng("outcomes")
    for state in walk(setup, "outcomes"):
        if state.current_player() != CHANCE:
            assert is_sentence(setup.game.refusal(state, CHANCE, 0, setup.voice()))
            continue
        for _ in range(10):
            outcome = state.sample_outcome(rng)
            assert state.possible(outcome)
            name = setup.game.say(state, CHANCE, outcome)
            assert setup.game.parse(state, CHANCE, name) == outcome


def check_probabilities(setup: Setup) -> None:
    """`chance_outcomes` is a distribution, and `sample_outcome` follows it."""
    rng = Rng("probabilities")
    sampled: set[int] = set()
    for state in walk(setup, "probabilities"):
        if state.current_player() != CHANCE:
            continue
        try:
            outcomes = state.chance_outcomes()
        except NotImplementedError:
            continue  # too many to list
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
        assert all(0 < share <= 1 for _, share in outcomes)
        assert math.isclose(sum(share for _, share in outcomes), 1, rel_tol=1e-6)
        if 1 < len(outcomes) <= 40 and len(outcomes) not in sampled:
            sampled.add(len(outcomes))
            assert _misfit(state, outcomes, rng) < 6


def _misfit(state: State, outcomes: list[tuple[int, float]], rng: Rng) -> float:
    """Return the chi-square of samples against the probabilities, in its own standard deviations."""
    draws = 60 * len(outcomes)
    seen = Counter(state.sample_outcome(rng) for _ in range(draws))
    square = sum((seen[outcome] - draws * share) ** 2 / (draws * share) for outcome, share in outcomes)
    freedom = len(outcomes) - 1
    return (square - freedom) / math.sqrt(2 * freedom)


def check_clones(setup: Setup) -> None:
    """A clone equals the original and goes on equally, and moves of the clone do not change the original."""
    for number, state in enumerate(walk(setup, "clones", every=7)):
        before = state.position_key(), setup.game.to_dict(state)
        first, second = state.clone(), state.clone()
        assert first.position_key() == state.position_key()
        assert setup.game.to_dict(first) == setup.game.to_dict(state)
        assert first.players_to_move() == state.players_to_move()
        assert all(first.legal_actions(seat) == state.legal_actions(seat) for seat in setup.seats)
        assert play_on(first, Rng(f"{number}"), 40) == play_on(second, Rng(f"{number}"), 40)
        assert (state.position_key(), setup.game.to_dict(state)) == before
    original = setup.new()
    assert play_on(original.clone(), Rng("to the end"), 300) == play_on(original, Rng("to the end"), 300)


def check_listening_changes_nothing(setup: Setup) -> None:
    """A log does not change the game, and a clone does not write into it."""
    quiet, heard = setup.new(), setup.new()
    heard.log = []
    assert play_on(quiet, Rng("log"), 300) == play_on(heard, Rng("log"), 300)
    kinds = set(setup.game.phrases.kinds)
    assert not kinds or {event.kind for event in heard.log} <= kinds
    for reader in (WATCHER, *setup.seats):
        for text in setup.told(heard, reader):
            assert is_sentence(text) or text[0] in "+-$", text
    length = len(heard.log)
    assert heard.clone().log is None
    play_on(heard.clone(), Rng("more"), 20)
    assert len(heard.log) == length


def check_positions_as_dicts(setup: Setup) -> None:
    """`to_dict` is complete: it survives JSON, and a position built from it goes on equally."""
    numbers = setup.numbers
    for number, state in enumerate(walk(setup, "dicts", every=7)):
        data = setup.game.to_dict(state)
        assert json.loads(json.dumps(data)) == data
        again = setup.game.from_dict(data, numbers)
        assert again.position_key() == state.position_key()
        assert setup.game.to_dict(again) == data
        assert play_on(again, Rng(f"{number}"), 40) == play_on(state.clone(), Rng(f"{number}"), 40)


def check_broken_positions(setup: Setup) -> None:
    """A position with a random change is valid or refused with UserError, and never crashes."""
    rng = Rng("broken")
    refused: set[str] = set()
    numbers = setup.numbers
    for state in walk(setup, "broken", every=7):
        for _ in range(30):
            data = changed(setup.game.to_dict(state), rng)
            try:
                again = setup.game.from_dict(data, numbers)  # type: ignore[arg-type]
            except UserError as error:
                refused.add(str(error))
                continue
            assert setup.game.snapshots.problem(again) == ""
            _check_who_acts(setup, again)
    assert refused
    assert all(is_sentence(text[0].upper() + text[1:]) for text in refused)


def check_same_seed_same_game(setup: Setup) -> None:
    """The same seed, secret and bots give the same match, move for move."""
    for chance in (SeedDice("same"), FairDice(b"same", "nonce")):
        first, second = setup.match(chance), setup.match(chance.restart())
        second.bot_seed = first.bot_seed
        assert _to_the_end(first) == _to_the_end(second)
    assert _to_the_end(setup.match(SeedDice("same"))) != _to_the_end(setup.match(SeedDice("other")))


def _to_the_end(match: Match) -> list[str]:
    while match.advance():
        pass
    assert match.over
    return match.record().moves


def check_records(setup: Setup) -> None:
    """A record taken in mid-game and read again gives the same match, which goes on equally."""
    whole = _to_the_end(setup.match(SeedDice("record")))
    match = setup.match(SeedDice("record"))
    for _ in range(len(whole) // 2):
        match.advance()
    kept = record.decode(record.encode(match.record()), "test")
    assert kept == match.record()
    again = from_record(kept)
    assert again.state.position_key() == match.state.position_key()
    assert [(step.seat, step.action) for step in again.steps] == [(s.seat, s.action) for s in match.steps]
    assert verify(kept).state.position_key() == match.state.position_key()
    assert _to_the_end(again) == _to_the_end(match) == whole
    assert verify(match.record()).result == match.result


def check_views_leak_nothing(setup: Setup) -> None:
    """A seat's view and legal moves are the same in all positions that it cannot tell apart."""
    game = setup.game
    rng = Rng("views")
    for number, state in enumerate(walk(setup, "views", every=5)):
        before = state.position_key()
        watched = game.view(state, WATCHER)
        beliefs: list[tuple[int, State]] = []
        for seat in (*setup.seats[number % setup.players :], *setup.seats[: number % setup.players]):
            view = game.view(state, seat)
            assert json.loads(json.dumps(view)) == view
            for believed in (state.resample_hidden(seat, rng), state.resample_hidden(seat, rng)):
                assert game.snapshots.problem(believed) == ""
                assert game.view(believed, seat) == view
                assert believed.legal_actions(seat) == state.legal_actions(seat)
                assert believed.players_to_move() == state.players_to_move()
                assert believed.position_key() == before or (
                    game.header.secrets and state.has_hidden_info(seat)
                )
                beliefs.append((seat, believed))
            assert game.view(believed, WATCHER) == watched
        # Drawing takes the most time, so it is checked for one seat, if possible one with a differing belief.
        seat, believed = next((each for each in beliefs if each[1].position_key() != before), beliefs[0])
        _check_looks_equal(setup, state, believed, seat)
        assert state.position_key() == before


def _check_looks_equal(setup: Setup, state: State, believed: State, seat: int) -> None:
    assert setup.render(believed, seat) == setup.render(state, seat)
    for eyes in (seat, WATCHER):
        voice = setup.voice(eyes)
        assert setup.game.screens.web(believed, eyes, voice) == setup.game.screens.web(state, eyes, voice)


def check_secrets_are_not_believed_as_they_are(setup: Setup) -> None:
    """In a game with secrets a seat sometimes believes in another position; that may take some games."""
    if not setup.game.header.secrets:
        return
    rng = Rng("beliefs")
    for number in range(100):
        for state in walk(setup, f"beliefs {number}"):
            key = state.position_key()
            if any(state.resample_hidden(seat, rng).position_key() != key for seat in setup.seats):
                return
    raise AssertionError("every seat always knew everything")


def check_events_leak_nothing(setup: Setup) -> None:
    """Two moves of another seat that look the same afterwards also sound the same in the log."""
    if not setup.game.header.secrets:
        return
    rng = Rng("events")
    for state in walk(setup, "events"):
        movers = [seat for seat in state.players_to_move() if seat != CHANCE]
        for mover in movers:
            first, second = state.clone(), state.clone()
            for twin in (first, second):
                twin.log = []
                step(twin, [mover], rng)
            for seat in setup.seats:
                if seat != mover and setup.game.view(first, seat) == setup.game.view(second, seat):
                    assert setup.told(first, seat) == setup.told(second, seat)


def check_playtest(setup: Setup) -> None:
    """The playtest observer returns the same rows for the same games, and they can be written to a file."""
    seats = ["greedy"] * setup.players
    rows = [
        observe(setup.game, seats, 2, _Impatient(setup.game.lab.observer()), changes=setup.changes)
        for _ in range(2)
    ]
    assert rows[0] == rows[1]
    assert json.loads(json.dumps(rows[0])) == rows[0]


class _Impatient(Observer):
    """Wraps an observer and fails in a game so long that its bots will never end it."""

    def __init__(self, other: Observer) -> None:
        self.other = other
        self.decisions = 0

    def begins(self, state: State) -> None:
        self.decisions = 0
        self.other.begins(state)

    def decides(self, state: State, seat: int, action: int) -> None:
        self.decisions += 1
        assert self.decisions < LONGEST, f"greedy has not come to an end after {self.decisions} decisions"
        self.other.decides(state, seat, action)

    def event(self, state: State, event: Event) -> None:
        self.other.event(state, event)

    def ends(self, state: State) -> dict[str, Cell]:
        return self.other.ends(state)


def check_bots(setup: Setup) -> None:
    """Every bot that does not search returns legal moves, and brings the game to its end."""
    for name in ("random", "greedy"):
        players = [bots.make(name, setup.game) for _ in setup.seats]
        state = setup.new()
        dice, bot_rng = Rng(f"dice {name}"), Rng(f"minds {name}")
        moves = 0
        while state.players_to_move():
            moves += 1
            assert moves < LONGEST, f"{name} has not come to an end after {moves} moves"
            seat = state.current_player()
            if seat == CHANCE:
                state.apply(CHANCE, state.sample_outcome(dice))
            else:
                before = state.position_key()
                action = ask(players[seat], state, seat, bot_rng, setup.game.header.secrets)
                assert state.position_key() == before
                state.apply(seat, action)
        assert setup.game.snapshots.problem(state) == ""


NARROW = (40, False)
SCREENS = [(40, True), (80, True), (80, False), (120, True), (120, False)]
"""The columns of each screen, and whether it has more than ASCII."""


def check_screens(setup: Setup) -> None:
    """The board can be drawn for every seat, on any screen, and stays within it.

    Screens of seats and of neighbouring positions are much alike, so after the first position the seats take
    turns: one is drawn on the hardest screen, the next on another.
    """
    for number, state in enumerate(walk(setup, "screens", every=23)):
        before = state.position_key()
        first, second = number % setup.players, (number + 1) % setup.players
        looks = [(first, NARROW), (second, SCREENS[number % len(SCREENS)])]
        if number == 0:
            looks = [(seat, screen) for seat in range(setup.players) for screen in (NARROW, *SCREENS)]
        for seat, (width, unicode) in looks:
            screen = setup.render(state, seat, width, unicode)
            assert screen.strip()
            assert max(len(line.rstrip()) for line in screen.splitlines()) <= width
            assert unicode or screen.isascii()
        assert state.position_key() == before


CHECKS: list[Check] = [check for name, check in sorted(globals().items()) if name.startswith("check_")]
