"""A game as people meet it: its header, its numbers, and its positions and moves in words.

Everything here is beside the hot path. A game's `game.py` subclasses `Game` and ends with
`GAME = TheGame()`; the registry in `quincunx.games` names that.
"""

import hashlib
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from quincunx import renamed
from quincunx.core.bot import Bot
from quincunx.core.convert import convert
from quincunx.core.encoding import ActionSpace
from quincunx.core.errors import UserError, nearest
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import NOBODY, Event
from quincunx.core.move import Move, MoveName
from quincunx.core.observer import Observer, Pieces
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State
from quincunx.text.grammar import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType

ROOMS = ("", "screens", "help")
"""The places in a game's folder where its boards, pictures and tour may lie."""
_HUGE = re.compile(r"\d{19}")
"""Digits of a number that Python may refuse to read: it takes 4,300 at most, and no move has so many."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The `[game]` table of a game.toml."""

    title: str
    designer: str
    """Empty if the rulebook does not say."""
    summary: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    returns: str
    """What `returns` adds up to, in words."""
    score: str
    """What a final score counts: "turns", "BTC"."""
    rules: int
    """The version of the rules: one more whenever a rule changes, so that records can name it."""
    secrets: bool = False
    """Whether some seat may know what another may not."""
    compiled: list[str] = []
    """The modules of the folder that are compiled on install: state, rules, cards and bot."""


class Choice(NamedTuple):
    """A number of game.toml that people choose when they set up a match, without writing a file."""

    key: str
    """Where it stands in game.toml: `board.side`."""
    values: dict[str, Any]
    """Each value by the word that people choose it by."""
    meaning: str

    def variant(self, word: str) -> dict[str, Any]:
        """The variant that sets the number.

        >>> Choice("board.side", {"3": 3, "5": 5}, "tiles on each side").variant("5")
        {'board': {'side': 5}}
        """
        if word not in self.values:
            raise UserError(f"`{word}` is not among the {self.meaning}{nearest(word, self.values)}")
        change: Any = self.values[word]
        for part in reversed(self.key.split(".")):
            change = {part: change}
        return dict(change)


class TourStep(msgspec.Struct, forbid_unknown_fields=True):
    """A step of the guided tour: something is pointed at, and the person does something."""

    at: str
    """What is pointed at: a CSS selector."""
    say: str
    """One or two sentences."""
    until: str = "next"
    """What ends the step: `next` (a press on Next), `press` (one on what is pointed at), or a move:
    `move VERB`, `move VERB|VERB`."""


class Tour(msgspec.Struct, forbid_unknown_fields=True):
    """A game's tour.toml."""

    step: list[TourStep]


class Result(NamedTuple):
    """Who won, and why. Seats count from 0; several winners share the win."""

    winners: list[int]
    scores: list[float]
    why: Event


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One game. `numbers_type` is the shape of its game.toml, `snapshot_type` that of `to_dict`."""

    name: ClassVar[str]
    numbers_type: ClassVar[type[msgspec.Struct]]
    snapshot_type: ClassVar[type[msgspec.Struct]]
    move_names: ClassVar[list[MoveName]]
    toggles: ClassVar[dict[str, str]] = {}
    """What a person may switch on the screen: name, and what it shows."""
    shorthands: ClassVar[dict[str, str]] = {}
    """The words that `shorthand` knows, and what they stand for."""
    default_verbs: ClassVar[Collection[str]] = ()
    """The verbs that people may leave out before their numbers: `2 5` for `reroll 2 5`, `7` for `bid 7`."""
    event_kinds: ClassVar[Collection[str]] = ()
    """Every kind of event that the rules may note, and those that say why the game ended."""
    observe_every: ClassVar[int] = 1
    """Reports watch one simulated game in so many turn by turn, and the others for their outcome alone: more
    than 1 where bots play a game in less time than it takes to watch it."""
    curve_label: ClassVar[str] = ""
    """What `progress` shows; empty if it is the score."""
    choices: ClassVar[dict[str, Choice]] = {}
    """What people choose when they set up a match, by name."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return what an old name stands for, until 0.5."""
            if name not in renamed.GAME:
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            renamed.warn(name, renamed.GAME[name])
            return getattr(self, renamed.GAME[name])

    @cached_property
    def folder(self) -> Path:
        """Where the game lives: its numbers, rulebook and boards are beside its code."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    def find_file(self, name: str) -> Path:
        """The path of a board, a picture or the tour: in the folder, or in its `screens/` or `help/`."""
        places = (self.folder / room / name for room in ROOMS)
        return next((path for path in places if path.exists()), self.folder / name)

    @cached_property
    def toml(self) -> dict[str, Any]:
        """game.toml without its header: everything a variant may change."""
        return {key: value for key, value in self._file.items() if key != "game"}

    @cached_property
    def header(self) -> Header:
        return convert(self._file["game"], Header, "game.toml")

    @cached_property
    def _file(self) -> dict[str, Any]:
        file: dict[str, Any] = msgspec.toml.decode((self.folder / "game.toml").read_bytes())
        return file

    def components(self) -> list[str]:
        """What the game is played with and has rules of its own: each is shown by a scenario."""
        return []

    @property
    def player_counts(self) -> range:
        low, high = self.header.players
        return range(low, high + 1)

    def require_player_count(self, players: int) -> None:
        """A UserError if the game is not for that many players."""
        if players not in self.player_counts:
            low, high = self.header.players
            fits = f"{low} to {high} players" if low < high else f"{low} player{'s' if low > 1 else ''}"
            raise UserError(f"{self.header.title} is for {fits}, not {players}.")

    def rulebook(self) -> str:
        """RULES.md, whole."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def numbers(self, data: dict[str, Any], source: str = "game.toml") -> Any:
        """The numbers of a whole (merged) game.toml, checked, in the form the rules use."""
        numbers = convert(data, self.numbers_type, source)
        try:
            return self.prepare(numbers)
        except ValueError as error:
            raise UserError(f"{source}: {error}") from None

    def prepare(self, numbers: Any) -> Any:
        """The numbers in the form the rules use; ValueError with a sentence if they make no sense. Matches
        share them, so rules must not change them."""
        return numbers

    @abstractmethod
    def new(self, players: int, numbers: Any) -> S:
        """The position before the first move."""

    @abstractmethod
    def snapshot(self, state: S) -> msgspec.Struct:
        """The whole position as its `snapshot_type`."""

    @abstractmethod
    def restore(self, snapshot: Any, numbers: Any) -> S:
        """The position a snapshot describes."""

    @abstractmethod
    def decode(self, state: S, seat: int, action: int) -> Move:
        """A move, or for the seat CHANCE an outcome, by its name; ValueError if there is no such move."""

    def encode(self, state: S, seat: int, move: Move) -> int:
        """The number of the move or outcome of that name, legal or not; IllegalMove if there is none."""
        if seat != CHANCE:
            options = state.legal_actions(seat)
        elif state.current_player() == CHANCE:
            options = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            options = []
        if not options:
            raise IllegalMove(_nothing_due(state, seat) or "It is not your move.")
        names = {str(self.decode(state, seat, action)): action for action in options}
        if str(move) in names:
            return names[str(move)]
        raise IllegalMove(f"`{move}` is not a move you can make now{nearest(str(move), names)}")

    @abstractmethod
    def tell(self, event: Event, voice: Voice, numbers: Any) -> str:
        """What happened, as a sentence for the voice's reader."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """Who won and why, when over."""

    def best_of(self, state: S, seats: list[int]) -> list[int]:
        """The winners among some seats when it is over, if those who won it gave up: the highest score."""
        scores = self.result(state).scores
        return [seat for seat in seats if scores[seat] == max(scores[other] for other in seats)]

    def scores(self, state: S) -> list[float]:
        """The scores of all seats now, as `result` will count them; empty if the game does not say."""
        return []

    def progress(self, state: S) -> list[float]:
        """How high each seat's curve stands in the chart of a finished match: its score, where that tells how
        the match went."""
        return self.scores(state)

    def progress_words(self, height: float) -> str:
        """A height in that chart, as it is written beside it."""
        return f"{height:,.12g}"

    @abstractmethod
    def draw(self, state: S, seat: int, voice: Voice) -> "RenderableType":
        """The position as that seat may see it, for a terminal."""

    def legend(self) -> dict[str, str]:
        """What the signs in a terminal mean."""
        return {}

    @abstractmethod
    def bot(self) -> Bot:
        """A player by rules of thumb. A search asks one for all seats, so it must not remember anything."""

    def evaluator(self) -> Evaluator | None:
        """Judges positions for a search; None if a search must play them to their end."""
        return None

    def analysis_evaluator(self) -> Evaluator | None:
        """Judges the ends of turns for those who look back at a match, or, if it is a TurnEvaluator, all of a
        turn; None if positions are best played to the end of the match."""
        return self.evaluator()

    def candidate_policies(self) -> list[Bot]:
        """The game's bot in other characters: bolder, thriftier. A search compares what they would do."""
        return []

    def own_policy(self) -> Bot:
        """The game's bot as it does best against `bot()` in all other seats. A search rolls its own seat out
        with it."""
        return self.bot()

    def trained_policy(self) -> Bot:
        """The adept that the level `expert` rolls its own seat out with: one that was trained further."""
        return self.own_policy()

    def opponent_policy(self) -> Bot:
        """Whom the level `expert` expects in the other seats of its rollouts."""
        return self.bot()

    def level(self, name: str) -> Bot | None:
        """The game's own player of a level; None if the search that every game has will do."""
        return None

    def search_config(self) -> SearchConfig:
        """How the game is best searched."""
        return SearchConfig()

    def drawn_from(self, state: S) -> list[list[str]]:
        """What the chance move now due is drawn from, where the name of its outcome does not tell it.

        For each number that `sample_outcome` draws, in its order, the words that the number chooses among:
        the cards of a pile, the faces of a special die. `docs/fair-dice.md` says how names tell the rest.
        """
        return []

    def seat_names(self, numbers: Any, players: int) -> list[str]:
        """What players are called who gave no name: by their colour, their monster, or their seat."""
        return [f"Player {seat + 1}" for seat in range(players)]

    def board(self, state: S, seat: int, voice: Voice) -> dict[str, Any]:
        """What board.html draws for that seat, or a WATCHER: nothing they may not know."""
        return {}

    def space(self, players: int, numbers: Any) -> ActionSpace:
        """Every move as an index and every position as numbers, for learners."""
        raise UserError(f"{self.header.title} has no `encoding.py`, so it cannot be played by index.")

    def playtest(self) -> Observer:
        """Counts what the game's designer wants to know; each row names the number of `players`."""
        return Observer()

    def pieces(self) -> Pieces:
        """What players may take, so that reports can tell how often it is and what it is worth."""
        return Pieces()

    def problem(self, state: S) -> str:
        """What is impossible about a position, as a sentence; empty if nothing is."""
        return ""

    def explain(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """What a legal move costs or brings, in a few words."""
        return ""

    def spoken_detail(self, state: S, seat: int, move: Move) -> str:
        """What a legal move's name leaves to the eyes, for those who do not see the board: the faces of dice
        that it names by their places."""
        return ""

    def chances(self, state: S, seat: int, voice: Voice) -> list[str]:
        """How likely it is what a seat hopes for or fears while it chooses, in sentences: from what it may
        know, and quick to find out."""
        return []

    def reason(self, state: S, seat: int, plan: list[int], voice: Voice) -> str:
        """What a plan is good for, in a few words; its moves are made one after the other."""
        return self.explain(state, seat, self.decode(state, seat, plan[0]), voice)

    def simplify_plan(self, state: S, seat: int, plan: list[int]) -> list[int]:
        """The same plan without what it undoes on its own way, for whoever is to follow it."""
        return plan

    def plan_undoes(self, state: S, seat: int, plan: list[int]) -> str:
        """What a plan undoes that the seat has done already, and does instead, in a few words; empty if it
        goes on from what is there. It is advised only where that is clearly better."""
        return ""

    def confirm(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """A question to ask a person before a legal move is carried out; empty if there is none."""
        return ""

    def narrate(self, seat: int, move: Move, voice: Voice, numbers: Any) -> str:
        """A sentence for a move that noted no event: the log never shows a move's bare name."""
        return "Chance has decided." if seat == CHANCE else f"{voice.does(seat, 'moves')}."

    def goal(self, numbers: Any) -> str:
        """What one has to do to win, in one line."""
        return self.header.summary

    def is_about(self, event: Event, seat: int) -> bool:
        """Whether an event did something to that seat, so that it is told first of what happened since
        their last move."""
        return event.seat == seat or event.by == seat

    def roller(self, state: S) -> int:
        """The seat that rolls the dice now due, without a move of its own that led to them; else NOBODY.
        A browser waits for that person's press before it shows what they rolled."""
        return NOBODY

    def tour(self) -> list[TourStep]:
        """The guided tour on the board, from tour.toml; empty if there is none."""
        file = self.find_file("tour.toml")
        if not file.exists():
            return []
        return convert(msgspec.toml.decode(file.read_bytes()), Tour, str(file)).step

    def why_not(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """Why a seat at the table may not make that move now, as a sentence."""
        if seat not in state.players_to_move():
            return "It is not your move."
        return "You cannot do that now."

    def say(self, state: S, seat: int, action: int) -> str:
        """The name of a move or outcome as text."""
        return str(self.decode(state, seat, action))

    def parse(self, state: S, seat: int, text: str) -> int:
        """The number of the move that a text names; IllegalMove if it names none."""
        if seat != CHANCE and not 0 <= seat < state.players:
            raise IllegalMove(_nothing_due(state, seat))
        if _HUGE.search(text):
            raise IllegalMove(f"`{text}` has a number that no move has.")
        return self.encode(state, seat, Move.read(text))

    def shorthand(self, state: S, seat: int, words: str, past: Iterable[Event]) -> str:
        """The moves that a person's words stand for, between semicolons; empty if they stand for no more than
        they say. `past` is what was noted so far, the last first."""
        return ""

    def refusal(self, state: S, seat: int, action: int, voice: Voice) -> str:
        """Why the move is not legal, as a sentence; empty if it is."""
        if state.legal(seat, action):
            return ""
        closed = _nothing_due(state, seat)
        if closed:
            return closed
        if seat == CHANCE:
            return "That outcome cannot come up here."
        try:
            move = self.decode(state, seat, action)
        except (ValueError, LookupError):
            return "There is no such move."
        return self.why_not(state, seat, move, voice)

    def to_dict(self, state: S) -> dict[str, Any]:
        """Everything, for scenarios and debugging."""
        data: dict[str, Any] = msgspec.to_builtins(self.snapshot(state), str_keys=True)
        return data

    def from_dict(self, data: dict[str, Any], numbers: Any, source: str = "position") -> S:
        """The position a dict describes; a UserError if there is no such position."""
        state = self.restore(convert(data, self.snapshot_type, source), numbers)
        wrong = self.problem(state)
        if wrong:
            raise UserError(f"{source}: {wrong}")
        return state

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Only what the seat, or a WATCHER, may know. Without secrets: everything."""
        return self.to_dict(state)


def _nothing_due(state: State, seat: int) -> str:
    """Why nobody at that seat can do anything now, as a sentence; empty if it may be their move."""
    actor = state.current_player()
    if seat != CHANCE and not 0 <= seat < state.players:
        return f"There is no seat {seat + 1}; the seats are 1 to {state.players}."
    if actor == TERMINAL:
        return "The game is over."
    return "No roll or draw is due now." if seat == CHANCE and actor != CHANCE else ""


def numbers_digest(toml: dict[str, Any]) -> str:
    """A fingerprint of all numbers in force, so that a record can say what it was played with."""
    return hashlib.sha256(msgspec.json.encode(toml, order="sorted")).hexdigest()
