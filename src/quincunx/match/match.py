"""A running match: who sits where, the moves made, and the current position.

Terminal, web, replay and verification all drive this one class; it does no I/O.
"""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from quincunx import bots, games
from quincunx.bots.sandbox import Guarded, Referee
from quincunx.core.bot import Bot
from quincunx.core.errors import UserError
from quincunx.core.event import Event
from quincunx.core.game import Game, Result
from quincunx.core.move import Move
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match import narration, stand_ins, variant
from quincunx.match import record as records
from quincunx.match.chance import Chance, FairDice, LaterDice, SeedDice, from_header, no_one_to_ask
from quincunx.match.draw_log import DrawLog
from quincunx.match.players import Seat, resolve_seats
from quincunx.match.undo import how_far_back, own_steps
from quincunx.text.grammar import WATCHER, Look, Voice, count, listed
from quincunx.thinking.protocol import SearchLog


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made, with its events."""

    seat: int
    """The seat that moved, from 0; CHANCE for dice and draws."""
    action: int
    move: Move
    events: list[Event]
    match: "Match | None" = field(default=None, repr=False, compare=False)
    hinted: bool = field(default=False, compare=False)
    """Whether the mover had taken a hint."""

    @property
    def name(self) -> str:
        return str(self.move)

    @property
    def sentence(self) -> str:
        """Return the step in words, for the one person of the match, or else for those who only watch.

        Examples:
            >>> Match("idle-six", ["greedy"], SeedDice("7")).play(0, "gain a").sentence
            'greedy: +$1 from Gain A, $1 now. The action turn ends: 1 turn so far.'
        """
        return "" if self.match is None else narration.sentence(self.match, self)


class BadMove(UserError):
    """An error for a record's move that is illegal, or does not fit its dice."""

    def __init__(self, number: int, line: str, reason: str) -> None:
        super().__init__(f"Move {number}, `{line}`: {reason}")
        self.number = number


class OtherRules(UserError):
    """An error for a record that was played by other rules or numbers, and does not fit ours."""


class Match:
    """One match of one game, played by people and bots.

    Seats count from 0. Each has a `Human`, the name of a bot, a class of bots or a function that makes
    one, or a bot itself. To loop over a match is to play it, until a person must decide:

    Examples:
        >>> match = Match("king-of-tokyo", ["greedy", "random"], SeedDice("7"))
        >>> for step in match:
        ...     if step.seat == 0:
        ...         print(step.sentence)
        ...         break
        greedy: greedy rerolls 2, 2, heart.
        >>> match
        <Match of king-of-tokyo: greedy, random; 14 moves, waits for Chance>
    """

    def __init__(
        self,
        game: Game[Any] | str,
        seats: Sequence[Seat],
        chance: Chance | None = None,
        changes: variant.Variant | None = None,
        *,
        time_limit: float | None = None,
        check_bots: bool = True,
    ) -> None:
        """Set up a match. `chance` is the source of dice (fair dice if None), `changes` is a variant,
        `time_limit` the seconds that a bot that is not ours may think. Without `check_bots`, such bots may be
        missing."""
        self.game = games.load(game) if isinstance(game, str) else game
        self.game.require_player_count(len(seats))
        self.seats, self._kinds = resolve_seats(seats)
        if not check_bots:
            self._kinds = [
                bots.in_record(kind) if isinstance(kind, str) and kind else kind for kind in self._kinds
            ]
        self.chance = chance or FairDice()
        self.variant = changes or {}
        self.numbers = variant.shared_numbers(self.game, self.variant)
        self.started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.take_backs: list[records.TakeBack] = []
        self.thoughts = SearchLog()
        self.hints: list[records.Hinted] = []
        """The hints taken: by whom, and after how many moves."""
        self.absences: list[records.Absence] = []
        """The notes on when bots moved for people."""
        self.branch: records.Branch | None = None
        """The match that this one continues; its moves cannot be taken back here."""
        self.referee = Referee(time_limit)
        self.bot_seed = self.chance.own.seed if isinstance(self.chance.own, SeedDice) else self.started
        self._set_up()
        if check_bots:
            for bot in self.bots:
                if isinstance(bot, Guarded):
                    bot.ready()

    def _set_up(self) -> None:
        made = [bots.seat(kind, self.game, self.referee) if kind else None for kind in self._kinds]
        self.bots: list[Bot | None] = made
        self.sit_down([player.bot for player in self.seats])
        self.state: State = self.game.new_initial_state(len(self.seats), self.numbers)
        self.state.log = []
        self.steps: list[Step] = []
        self.draws = DrawLog()
        self._undoable: tuple[Any, int] | None = None
        self.before_decision: tuple[int, State] | None = None
        """The position before the last decision of a person, and its number, if the game has secrets."""

    def sit_down(self, sitting: list[str]) -> None:
        """Seat bots by name, empty for people, from now on; each bot is told."""
        self.sitting = sitting
        bots.introduce(self.bots, sitting)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.seats)
        waits = listed([narration.who(self, seat) for seat in self.state.players_to_move()])
        now = f"waits for {waits}" if waits else narration.headline(self).rstrip(".")
        return f"<Match of {self.game.name}: {names}; {count(len(self.steps), 'move')}, {now}>"

    def _repr_html_(self) -> str:
        """Return the board, which a notebook shows for the match."""
        # Imported by name, since boards are drawn by a layer above this one.
        html: str = import_module("quincunx.notebook").draw(self)
        return html

    def __iter__(self) -> Iterator[Step]:
        """Play on, step by step, until a person must decide or the match is over."""
        while (step := self.advance()) is not None:
            yield step

    @property
    def lost(self) -> dict[str, int]:
        """Return how many decisions each bot has lost: to errors, to illegal moves, or by taking too long."""
        return dict(self.referee.lost)

    @property
    def over(self) -> bool:
        return not self.state.players_to_move()

    @property
    def result(self) -> Result | None:
        """Return who won and why, when the match is over; a seat that gave up has lost, whatever a bot
        made of its position."""
        return stand_ins.result(self.game, self.state, self.stood_in.gave_up) if self.over else None

    @property
    def stood_in(self) -> stand_ins.StandIns:
        """Return who gave up, and how many moves bots made for whom."""
        return stand_ins.read([step.seat for step in self.steps if self.absences], self.absences)

    def past(self) -> Iterator[Event]:
        """Return the events so far, the last first."""
        return (event for step in reversed(self.steps) for event in reversed(step.events))

    def voice(self, reader: int = WATCHER, look: Look | None = None) -> Voice:
        """Return the voice in which this match is told to a reader."""
        return Voice([player.name for player in self.seats], reader, look)

    def play(self, seat: int, move: int | str) -> Step:
        """Make a move, by number or by name; IllegalMove if the rules refuse it."""
        return self.make(seat, self.legal(seat, move))

    def legal(self, seat: int, move: int | str, state: State | None = None, look: Look | None = None) -> int:
        """The number of a legal move, in the position now or in `state`; IllegalMove says why it is none."""
        state = state or self.state
        action = self.game.parse(state, seat, move) if isinstance(move, str) else move
        reason = self.game.refusal(state, seat, action, self.voice(seat, look))
        if reason:
            raise IllegalMove(reason)
        return action

    def make(self, seat: int, action: int) -> Step:
        """Make a move that is known to be legal."""
        move = self.game.codec.decode(self.state, seat, action)
        if seat == CHANCE:
            self.draws.note(self.game.codec.drawn_from(self.state), move)
        elif self.game.header.secrets and not self.seats[seat].bot:
            self.before_decision = len(self.steps), self.state.clone()
        self.state.move(seat, action)
        step = Step(seat, action, move, self.state.log or [], self, self._took_hint(seat))
        self.state.log = []
        self.steps.append(step)
        return step

    def _took_hint(self, seat: int) -> bool:
        """Whether the seat has taken a hint since its last move."""
        if all(hint.seat != seat for hint in self.hints):
            return False
        moved = max((number for number, step in enumerate(self.steps, 1) if step.seat == seat), default=0)
        return any(hint.seat == seat and moved <= hint.after <= len(self.steps) for hint in self.hints)

    def take_hint(self, seat: int) -> bool:
        """Note that a person takes a hint, and return whether it is the first for this decision."""
        if self._took_hint(seat):
            return False
        self.hints.append(records.Hinted(len(self.steps), seat))
        return True

    def roll(self) -> Step:
        """Let chance make the move that is due."""
        return self.play(CHANCE, self.chance.draw(self.state))

    def play_bot(self, seat: int) -> Step:
        """Let the bot of that seat move."""
        bot = self.bots[seat]
        assert bot is not None
        return self.play(seat, self.think(seat, bot, self.state))

    def think(self, seat: int, bot: Bot, state: State) -> int:
        """Return the move that a bot would make at that seat in the current position, or in a copy of it."""
        # A stream for each decision, so that a resumed match goes on as it would have.
        rng = Rng(f"{self.bot_seed}:bot:{len(self.steps)}")
        return ask(bot, state, seat, rng, self.game.header.secrets)

    def advance(self) -> Step | None:
        """Make the next move that needs no person; None if a person is to move, or the match is over."""
        for seat in self.state.players_to_move():
            if seat == CHANCE:
                return self.roll()
            if self.bots[seat] is not None:
                return self.play_bot(seat)
        return None

    def undoable(self) -> int:
        """Return how many moves `undo` would take back, to the last decision of a person; 0 if that is not
        allowed."""
        now = (len(self.steps), len(self.take_backs), [bot is None for bot in self.bots])
        if self._undoable is None or self._undoable[0] != now:
            self._undoable = now, how_far_back(self)
        return self._undoable[1]

    def undo(self) -> list[str]:
        """Take back to the last decision of a person and return the moves undone. Dice and secrets cannot be
        taken back, except by someone who plays alone; the dice that come again are the same."""
        back = self.undoable()
        if not back and all(step.seat == CHANCE or self.seats[step.seat].bot for step in own_steps(self)):
            raise IllegalMove("There is no move of yours to take back.")
        if not back:
            raise IllegalMove("Nothing can be taken back here: dice or secrets have been shown since.")
        return self.rewind(len(self.steps) - back)

    def rewind(self, length: int) -> list[str]:
        """Go back to where `length` moves had been made, and note what was taken back."""
        kept, undone = self.steps[:length], self.steps[length:]
        lines = [records.write_move(step.seat, step.name) for step in undone]
        self.take_backs.append(records.TakeBack(length, lines))
        self.chance = self.chance.restart()
        self.thoughts.forget(length)
        self.hints = [records.Hinted(min(hint.after, length), hint.seat) for hint in self.hints]
        self.absences = stand_ins.rewound(self.absences, length)
        self._set_up()
        for step in kept:
            if step.seat == CHANCE:
                self.chance.agrees(self.state, step.action)
            self.make(step.seat, step.action)
        return lines

    def detach(self) -> None:
        """Detach the steps from the match, so that they do not keep it in memory; they lose their
        sentences."""
        for step in self.steps:
            object.__setattr__(step, "match", None)

    def replay(self, line: str) -> Step:
        """Make the move on a line of a record, checked by the rules and against the dice."""
        seat, name = records.read_move(line, len(self.seats))
        action = self.legal(seat, name)
        if seat == CHANCE and not self.chance.agrees(self.state, action):
            raise IllegalMove(f"the {self.chance.header().dice} dice gave something else.")
        return self.make(seat, action)

    def record(self) -> records.Record:
        """Return the record of the match. Until the match is over, its secret must be kept apart
        (`record.save`)."""
        result = self.result
        record = records.Record(
            game=self.game.name,
            rules=self.game.header.rules,
            numbers=variant.digest(self.game, self.variant),
            seats=self.seats,
            chance=self.chance.header(),
            moves=[records.write_move(step.seat, step.name) for step in self.steps],
            variant=self.variant,
            started=self.started,
            take_backs=self.take_backs,
            draws=self.draws.noted,
            hints=[] if result else self.hints,
            result=records.Outcome(
                result.winners, result.scores, records.with_hints(self.reason(), self.hints)
            )
            if result
            else None,
            branch=self.branch,
            absences=self.absences,
        )
        if result:
            record.digest = records.digest(record)
        return record

    def reason(self, reader: int = WATCHER, look: Look | None = None) -> str:
        """Return why the match ended as it did, in words; empty while it goes on."""
        return narration.reason(self, self.voice(reader, look)) if self.over else ""


def from_record(
    record: records.Record, until: int | None = None, typed: Callable[[State], int] = no_one_to_ask
) -> Match:
    """Return the match of a record, after its first `until` moves (all of them if None).

    Every move is checked by the rules, and every outcome against the record's dice. The first that
    does not fit is a BadMove, or OtherRules if the record was not played by the rules we have.
    """
    if until is not None and not 0 <= until <= len(record.moves):
        raise UserError(f"The match has {len(record.moves)} moves, so there is no position after {until}.")
    match = _before_the_first_move(record, typed)
    match.take_backs = list(record.take_backs)
    _replay(match, record, record.moves[:until])
    return match


def _before_the_first_move(record: records.Record, typed: Callable[[State], int]) -> Match:
    game = games.load(record.game)
    try:
        dice = from_header(record.chance, typed)
        if record.branch is not None:
            if not 0 <= record.branch.moves <= len(record.moves) - (record.result is not None):
                raise UserError("It says that more of its moves come from another match than can.")
            given = record.moves[: record.branch.moves]
            dice = LaterDice(sum(line.startswith("chance:") for line in given), dice)
        match = Match(game, record.seats, dice, record.variant, check_bots=False)
    except UserError as error:
        raise _of_other_rules(record, game, error) or error from None
    match.branch = record.branch
    match.started = record.started or match.started
    match.hints = records.read_hints(record)
    stand_ins.check(record)
    if not isinstance(match.chance.own, SeedDice):
        match.bot_seed = match.started
    return match


def _replay(match: Match, record: records.Record, moves: list[str]) -> None:
    """Play on to the end of `moves`, which begin with those the match has made."""
    match.absences = record.absences
    for number, line in enumerate(moves[len(match.steps) :], len(match.steps) + 1):
        try:
            match.replay(line)
        except (UserError, IllegalMove) as error:
            bad = BadMove(number, line, str(error))
            raise _of_other_rules(record, match.game, bad) or bad from None


def _of_other_rules(record: records.Record, game: Game[Any], wrong: UserError) -> OtherRules | None:
    """Return what to say of a record that does not fit, if it was played by other rules than ours."""
    title, played, ours = game.header.title, record.rules or records.FIRST_RULES, game.header.rules
    if played != ours:
        made = f"by version {played} of the rules of {title}; here is version {ours}"
    elif record.numbers and not _has_our_numbers(record, game):
        made = f"with other numbers of {title} than those here (fingerprint {record.numbers[:12]})"
    else:
        return None
    return OtherRules(f"This match was played {made}, so it cannot be checked here. {wrong}")


def _has_our_numbers(record: records.Record, game: Game[Any]) -> bool:
    try:
        return variant.is_played_with(game, record.variant, record.numbers)
    except UserError:
        return False


def _in_words(match: Match) -> str:
    result = match.result
    assert result is not None
    winners = [str(seat + 1) for seat in result.winners]
    won = f"seat {' and '.join(winners)} wins" if winners else "nobody wins"
    scores = ", ".join(f"{score:g}" for score in result.scores)
    return f"{won}, with {scores} {match.game.header.score}: {match.reason()}"


def verify(record: records.Record) -> Match:
    """Play a record again and return the match: moves, also those taken back, dice and result. A UserError
    names what is wrong."""
    match = _before_the_first_move(record, no_one_to_ask)
    for moves, taken_back in zip(records.lines_of_play(record), record.take_backs, strict=True):
        _replay(match, record, moves)
        match.rewind(taken_back.after)
    _replay(match, record, record.moves)
    if (record.digest or record.draws) and record.draws != match.draws.noted:
        raise UserError("The record says that chance drew from other cards or dice than there were.")
    if record.numbers and not _has_our_numbers(record, match.game):
        mistake = UserError("Its moves would be legal with the numbers here, too.")
        raise _of_other_rules(record, match.game, mistake) or mistake
    if record.result is not None and record.chance.dice == "fair" and not record.chance.secret:
        raise UserError("The match is over, but its secret is missing, so its dice cannot be checked.")
    if wrong := _wrong_result(record, match):
        mistake = UserError(wrong)
        raise _of_other_rules(record, match.game, mistake) or mistake
    # Checked last, since the errors of the rules and the dice are more precise.
    if record.digest and record.digest != records.digest(record):
        raise UserError("The record was changed after the match: its digest is not the one it carries.")
    return match


def _wrong_result(record: records.Record, match: Match) -> str:
    """Return what is wrong with the record's result. Its reason is only words, so it may differ."""
    if record.result is None:
        return "The match is over, but the record has no result." if match.over else ""
    if match.result is None:
        return "The record has a result, but its moves do not end the match."
    if (record.result.winners, record.result.scores) != (match.result.winners, match.result.scores):
        return f"The record's result is not the one its moves lead to: {_in_words(match)}."
    return ""
