"""A running match: who sits where, what was moved, and the position it led to.

Terminal, table, replay and verification all drive this one class; it does no I/O.
"""

import datetime
from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx import bots, games, variant
from quincunx.chance import Chance, SeedDice, from_header, no_one_to_ask
from quincunx.core.bot import Bot
from quincunx.core.game import Game, Result
from quincunx.core.mistake import Mistake
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, EVERYONE, Event, IllegalMove, State
from quincunx.record import Player, Record, TakeBack, read_move, write_move


class Step(NamedTuple):
    """A move that was made, by name, and what it brought about."""

    seat: int
    action: int
    name: str
    events: list[Event]

    def told(self, seat: int) -> list[str]:
        """The events that seat may read."""
        return [event.text for event in self.events if event.seat in (EVERYONE, seat)]


class BadMove(Mistake):
    """A record's move that cannot be, or cannot have come from its dice."""

    def __init__(self, number: int, line: str, reason: str) -> None:
        super().__init__(f"Move {number}, `{line}`: {reason}")
        self.number = number


class Match:
    """One match of one game."""

    def __init__(
        self, game: Game[Any], seats: list[Player], chance: Chance, changes: variant.Variant | None = None
    ) -> None:
        game.seat(len(seats))
        self.game = game
        self.seats = seats
        self.chance = chance
        self.variant = changes or {}
        self.numbers = variant.numbers(game, self.variant)
        self.started = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        self.take_backs: list[TakeBack] = []
        self.minds = chance.seed if isinstance(chance, SeedDice) else self.started
        self._set_up()

    def _set_up(self) -> None:
        self.bots: list[Bot | None] = [
            bots.make(seat.bot, self.game) if seat.bot else None for seat in self.seats
        ]
        self.state: State = self.game.new(len(self.seats), self.numbers)
        self.state.log = []
        self.steps: list[Step] = []

    @property
    def over(self) -> bool:
        return not self.state.actors()

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state) if self.over else None

    def play(self, seat: int, move: int | str) -> Step:
        """Make a move, by number or by name; IllegalMove if the rules refuse it."""
        action = self.game.parse(self.state, seat, move) if isinstance(move, str) else move
        reason = self.state.refusal(seat, action)
        if reason:
            raise IllegalMove(reason)
        name = self.game.say(self.state, seat, action)
        self.state.move(seat, action)
        step = Step(seat, action, name, self.state.log or [])
        self.state.log = []
        self.steps.append(step)
        return step

    def roll(self) -> Step:
        """Let chance make the move that is due."""
        return self.play(CHANCE, self.chance.draw(self.state))

    def play_bot(self, seat: int) -> Step:
        """Let the bot of that seat move."""
        bot = self.bots[seat]
        assert bot is not None
        return self.play(seat, self.think(seat, bot, self.state))

    def think(self, seat: int, bot: Bot, state: State) -> int:
        """What a bot would do at that seat in the position now, or in a copy of it."""
        # A stream for each decision, so that a resumed match goes on as it would have.
        rng = Rng(f"{self.minds}:bot:{len(self.steps)}")
        return ask(bot, state, seat, rng, self.game.header.secrets)

    def advance(self) -> Step | None:
        """Make the next move that needs no person; None if a person is to move, or it is over."""
        for seat in self.state.actors():
            if seat == CHANCE:
                return self.roll()
            if self.bots[seat] is not None:
                return self.play_bot(seat)
        return None

    def undoable(self) -> int:
        """How many moves `undo` would take back: to the last person's decision, or 0 if it may not."""
        alone = len(self.seats) == 1
        for back, step in enumerate(reversed(self.steps), 1):
            if step.seat == CHANCE:
                if not alone:
                    return 0
            elif self.bots[step.seat] is None:
                # Where there are secrets, whoever moved next may have been shown some.
                shown = self.game.header.secrets and step.seat not in self.state.actors()
                return 0 if shown else back
        return 0

    def undo(self) -> list[str]:
        """Take back to the last decision of a person; the moves undone. Not past dice or secrets,
        except by someone who plays alone; the dice that come again are the same."""
        back = self.undoable()
        if not back and all(step.seat == CHANCE or self.bots[step.seat] is not None for step in self.steps):
            raise IllegalMove("There is no move of yours to take back.")
        if not back:
            raise IllegalMove("Nothing can be taken back here: dice or secrets have been shown since.")
        return self.rewind(len(self.steps) - back)

    def rewind(self, length: int) -> list[str]:
        """Go back to where `length` moves had been made, and note what was taken back."""
        kept, undone = self.steps[:length], self.steps[length:]
        lines = [write_move(step.seat, step.name) for step in undone]
        self.take_backs.append(TakeBack(length, lines))
        self.chance = self.chance.restart()
        self._set_up()
        for step in kept:
            if step.seat == CHANCE:
                self.chance.agrees(self.state, step.action)
            self.play(step.seat, step.action)
        return lines

    def record(self) -> Record:
        """The match as a file has it. Until it is over, keep its secret apart (`record.save`)."""
        return Record(
            game=self.game.name,
            seats=self.seats,
            chance=self.chance.header(),
            moves=[write_move(step.seat, step.name) for step in self.steps],
            variant=self.variant,
            started=self.started,
            take_backs=self.take_backs,
            result=self.result,
        )


def from_record(
    record: Record, until: int | None = None, typed: Callable[[State], int] = no_one_to_ask
) -> Match:
    """The match a record tells of, after its first `until` moves (all of them if None).

    Every move is checked by the rules, and every outcome against the record's dice; the first
    that does not fit is a BadMove.
    """
    if until is not None and not 0 <= until <= len(record.moves):
        raise Mistake(f"The match has {len(record.moves)} moves, so there is no position after {until}.")
    game = games.load(record.game)
    match = Match(game, record.seats, from_header(record.chance, typed), record.variant)
    match.started = record.started or match.started
    if not isinstance(match.chance, SeedDice):
        match.minds = match.started
    match.take_backs = list(record.take_backs)
    for number, line in enumerate(record.moves[:until], 1):
        try:
            _replay_move(match, line)
        except (Mistake, IllegalMove) as error:
            raise BadMove(number, line, str(error)) from None
    return match


def _replay_move(match: Match, line: str) -> None:
    seat, name = read_move(line, len(match.seats))
    action = match.game.parse(match.state, seat, name)
    reason = match.state.refusal(seat, action)
    if reason:
        raise IllegalMove(reason)
    if seat == CHANCE and not match.chance.agrees(match.state, action):
        raise IllegalMove(f"the {match.chance.header().dice} dice gave something else.")
    match.play(seat, action)


def _in_words(match: Match) -> str:
    result = match.result
    assert result is not None
    winners = [str(seat + 1) for seat in result.winners]
    won = f"seat {' and '.join(winners)} wins" if winners else "nobody wins"
    scores = ", ".join(f"{score:g}" for score in result.scores)
    return f"{won}, with {scores} {match.game.header.score}: {result.reason}"


def verify(record: Record) -> Match:
    """Play a record again: its moves, its dice and its result. A Mistake names what is wrong."""
    match = from_record(record)
    if record.result is not None and record.chance.dice == "fair" and not record.chance.secret:
        raise Mistake("The match is over, but its secret is missing, so its dice cannot be checked.")
    if record.result is None and match.over:
        raise Mistake("The match is over, but the record has no result.")
    if record.result is not None and record.result != match.result:
        if match.result is None:
            raise Mistake("The record has a result, but its moves do not end the match.")
        raise Mistake(f"The record's result is not the one its moves lead to: {_in_words(match)}.")
    return match
