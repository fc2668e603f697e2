"""The contract of a game: its header, its numbers, and its positions and moves in words.

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
from quincunx.text.grammar import Voice, listed

if TYPE_CHECKING:
    from rich.console import RenderableType

ROOMS = ("", "screens", "help")
"""The places in a game's folder where its boards, pictures and tour may lie."""
MOST_WORDS = 5
"""The most moves of a plan that are put into words."""
_HUGE = re.compile(r"\d{19}")
"""A number with more digits than a move can have; Python refuses to read more than 4,300 of them."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The `[game]` table of a game.toml."""

    title: str
    designer: str
    """The rulebook's author; empty if it names none."""
    summary: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    returns: str
    """The sum of `returns` over all seats, in words."""
    score: str
    """The unit of a final score: "turns", "BTC"."""
    rules: int
    """The version of the rules: raised by one whenever a rule changes, so that records can name it."""
    secrets: bool = False
    """Whether a seat may know something that another may not."""
    compiled: list[str] = []
    """The modules of the folder that are compiled on install: state, rules, cards and bot."""


class Choice(NamedTuple):
    """A number of game.toml that people can choose when they set up a match, without writing a file."""

    key: str
    """The key in game.toml: `board.side`."""
    values: dict[str, Any]
    """The values, by the words that people choose them by."""
    meaning: str

    def variant(self, word: str) -> dict[str, Any]:
        """Return the variant that sets the number to that choice.

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
    """A step of the guided tour: it points at something and waits for the person to act."""

    at: str
    """The CSS selector of the thing pointed at."""
    say: str
    """The text of the step, one or two sentences."""
    until: str = "next"
    """The action that ends the step: `next` (a press on Next), `press` (one on the thing pointed at), or a
    move: `move VERB`, `move VERB|VERB`."""


class Tour(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a game's tour.toml."""

    step: list[TourStep]


class Result(NamedTuple):
    """The winners of a finished game, and why they won. Seats count from 0; several winners share the win."""

    winners: list[int]
    scores: list[float]
    why: Event


S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game. `numbers_type` is the type of its game.toml, `snapshot_type` that of `to_dict`."""

    name: ClassVar[str]
    numbers_type: ClassVar[type[msgspec.Struct]]
    snapshot_type: ClassVar[type[msgspec.Struct]]
    move_names: ClassVar[list[MoveName]]
    toggles: ClassVar[dict[str, str]] = {}
    """Parts of the screen that a person may switch off: the name of each, and a description."""
    shorthands: ClassVar[dict[str, str]] = {}
    """The words that `shorthand` knows, and what they stand for."""
    default_verbs: ClassVar[Collection[str]] = ()
    """The verbs that people may leave out before their numbers: `2 5` for `reroll 2 5`, `7` for `bid 7`."""
    event_kinds: ClassVar[Collection[str]] = ()
    """Every kind of event that the rules may log, and the kinds that say why the game ended."""
    observe_every: ClassVar[int] = 1
    """Reports observe one in this many simulated games turn by turn, and the others only for their result.
    More than 1 where observing a game takes longer than playing it."""
    curve_label: ClassVar[str] = ""
    """The label of the curve that `progress` draws; empty if it is the score."""
    choices: ClassVar[dict[str, Choice]] = {}
    """The choices that people have when they set up a match, by name."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the attribute that an old name stands for, until 0.5."""
            if name not in renamed.GAME:
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            renamed.warn(name, renamed.GAME[name])
            return getattr(self, renamed.GAME[name])

    @cached_property
    def folder(self) -> Path:
        """The game's folder, which holds its code, numbers, rulebook and boards."""
        return Path(sys.modules[type(self).__module__].__file__ or "").parent

    def find_file(self, name: str) -> Path:
        """The path of a board, a picture or the tour: in the folder, or in its `screens/` or `help/`."""
        places = (self.folder / room / name for room in ROOMS)
        return next((path for path in places if path.exists()), self.folder / name)

    @cached_property
    def toml(self) -> dict[str, Any]:
        """The contents of game.toml without its header: everything a variant may change."""
        return {key: value for key, value in self._file.items() if key != "game"}

    @cached_property
    def header(self) -> Header:
        return convert(self._file["game"], Header, "game.toml")

    @cached_property
    def _file(self) -> dict[str, Any]:
        file: dict[str, Any] = msgspec.toml.decode((self.folder / "game.toml").read_bytes())
        return file

    def components(self) -> list[str]:
        """Return the components that have rules of their own; each must be shown by a scenario."""
        return []

    @property
    def player_counts(self) -> range:
        low, high = self.header.players
        return range(low, high + 1)

    def require_player_count(self, players: int) -> None:
        """Raise UserError if the game cannot be played by that many players."""
        if players not in self.player_counts:
            low, high = self.header.players
            fits = f"{low} to {high} players" if low < high else f"{low} player{'s' if low > 1 else ''}"
            raise UserError(f"{self.header.title} is for {fits}, not {players}.")

    def rulebook(self) -> str:
        """Return the text of RULES.md."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def numbers(self, data: dict[str, Any], source: str = "game.toml") -> Any:
        """Return the numbers of a whole game.toml, with any variant merged in, checked and prepared for the
        rules."""
        numbers = convert(data, self.numbers_type, source)
        try:
            return self.prepare(numbers)
        except ValueError as error:
            raise UserError(f"{source}: {error}") from None

    def prepare(self, numbers: Any) -> Any:
        """Return the numbers in the form the rules use; ValueError with a sentence if they make no sense.
        Matches share them, so rules must not change them."""
        return numbers

    @abstractmethod
    def new(self, players: int, numbers: Any) -> S:
        """Return the position before the first move."""

    @abstractmethod
    def snapshot(self, state: S) -> msgspec.Struct:
        """Return the whole position as a `snapshot_type`."""

    @abstractmethod
    def restore(self, snapshot: Any, numbers: Any) -> S:
        """Return the position that a snapshot describes."""

    @abstractmethod
    def decode(self, state: S, seat: int, action: int) -> Move:
        """Return a move, or for the seat CHANCE an outcome, by its name; ValueError if there is no such
        move."""

    def encode(self, state: S, seat: int, move: Move) -> int:
        """Return the number of the move or outcome of that name, legal or not; IllegalMove if there is
        none."""
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
        """Return an event as a sentence for the voice's reader."""

    @abstractmethod
    def result(self, state: S) -> Result:
        """Return who won and why. Called only when the game is over."""

    def best_of(self, state: S, seats: list[int]) -> list[int]:
        """Return the winners among some seats, used if the actual winners gave up: those with the highest
        score."""
        scores = self.result(state).scores
        return [seat for seat in seats if scores[seat] == max(scores[other] for other in seats)]

    def scores(self, state: S) -> list[float]:
        """Return the scores of all seats now, as `result` will count them; empty if the game has none."""
        return []

    def progress(self, state: S) -> list[float]:
        """Return the height of each seat's curve in the chart of a finished match. It is the score by
        default."""
        return self.scores(state)

    def progress_words(self, height: float) -> str:
        """Return the label of a height in that chart."""
        return f"{height:,.12g}"

    @abstractmethod
    def draw(self, state: S, seat: int, voice: Voice) -> "RenderableType":
        """Return the position for a terminal, drawn as that seat may see it."""

    def legend(self) -> dict[str, str]:
        """Return the signs used in a terminal, and what each means."""
        return {}

    @abstractmethod
    def bot(self) -> Bot:
        """Return a player by rules of thumb. A search asks one bot for all seats, so it must not remember
        anything."""

    def evaluator(self) -> Evaluator | None:
        """Return the evaluator that a search uses; None if it must play positions to the end."""
        return None

    def analysis_evaluator(self) -> Evaluator | None:
        """Return the evaluator used to analyse a finished match. It judges the ends of turns, or, if it is a
        TurnEvaluator, any moment of a turn. None if positions are best played to the end of the match."""
        return self.evaluator()

    def candidate_policies(self) -> list[Bot]:
        """Return variations of the game's bot, such as bolder or thriftier ones. A search compares the plans
        they propose."""
        return []

    def own_policy(self) -> Bot:
        """Return the bot that does best against `bot()` in all other seats. A search uses it for its own seat
        in rollouts."""
        return self.bot()

    def trained_policy(self) -> Bot:
        """Return the further trained bot that the level `expert` uses for its own seat in rollouts."""
        return self.own_policy()

    def opponent_policy(self) -> Bot:
        """Return the bot that the level `expert` expects in the other seats of its rollouts."""
        return self.bot()

    def level(self, name: str) -> Bot | None:
        """Return the game's own player of a level; None to use the search that every game has."""
        return None

    def search_config(self) -> SearchConfig:
        """Return the settings that suit the game best when it is searched."""
        return SearchConfig()

    def drawn_from(self, state: S) -> list[list[str]]:
        """Return what the chance move now due is drawn from, where the name of its outcome does not tell it.

        For each number that `sample_outcome` draws, in its order, the words that the number chooses among:
        the cards of a pile, the faces of a special die. `docs/fair-dice.md` says how names tell the rest.
        """
        return []

    def seat_names(self, numbers: Any, players: int) -> list[str]:
        """Return names for players who gave none: their colour, their monster, or their seat."""
        return [f"Player {seat + 1}" for seat in range(players)]

    def board(self, state: S, seat: int, voice: Voice) -> dict[str, Any]:
        """Return the data that board.html draws for that seat, or for a WATCHER: nothing they may not
        know."""
        return {}

    def space(self, players: int, numbers: Any) -> ActionSpace:
        """Return the encoding of moves and positions for learners."""
        raise UserError(f"{self.header.title} has no `encoding.py`, so it cannot be played by index.")

    def playtest(self) -> Observer:
        """Return an observer that counts what the game's designer wants to know; each row names the number of
        `players`."""
        return Observer()

    def pieces(self) -> Pieces:
        """Return the pieces that players may take, so that reports can tell how often they are taken and
        their value."""
        return Pieces()

    def problem(self, state: S) -> str:
        """Return why a position is impossible, as a sentence; empty if it is possible."""
        return ""

    def explain(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """Return the cost or the benefit of a legal move, in a few words."""
        return ""

    def words(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """Return a legal move as an instruction in the words of the board: "Reroll the 1 and the 3"."""
        return f"`{move}`"

    def typed(self, state: S, move: Move) -> str:
        """Return the shortest text that people may type for a move."""
        return " ".join(move.words if move.verb in self.default_verbs else [str(move)])

    def plan_words(self, state: S, seat: int, plan: list[int], voice: Voice) -> str:
        """Return a plan as an instruction in the words of the board, as far as it can be carried out."""
        after: Any = state.clone()
        found: list[str] = []
        for action in plan:
            if not after.legal(seat, action) or len(found) == MOST_WORDS:
                break
            found.append(self.words(after, seat, self.decode(after, seat, action), voice))
            after.move(seat, action)
        rest = [f"{words[0].lower()}{words[1:]}" for words in found[1:]]
        return f"{found[0]}, then {listed(rest)}" if rest else found[0]

    def chances(self, state: S, seat: int, voice: Voice) -> list[str]:
        """Return the chances of what a seat hopes for or fears at this decision, as sentences. They use only
        what the seat may know, and must be quick to compute."""
        return []

    def reason(self, state: S, seat: int, plan: list[int], voice: Voice) -> str:
        """Return the purpose of a plan in a few words; its moves are made one after the other."""
        return self.explain(state, seat, self.decode(state, seat, plan[0]), voice)

    def simplify_plan(self, state: S, seat: int, plan: list[int]) -> list[int]:
        """Return the plan without the moves that it undoes itself, for the person who is to follow it."""
        return plan

    def plan_undoes(self, state: S, seat: int, plan: list[int]) -> str:
        """Return, in a few words, what a plan undoes of the seat's earlier moves and does instead; empty if
        it undoes nothing. Such a plan is advised only where it is clearly better."""
        return ""

    def confirm(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """Return a question to ask a person before a legal move is carried out; empty if there is none."""
        return ""

    def narrate(self, seat: int, move: Move, voice: Voice, numbers: Any) -> str:
        """Return a sentence for a move that logged no event, so that the log never shows a move's bare
        name."""
        return "Chance has decided." if seat == CHANCE else f"{voice.does(seat, 'moves')}."

    def goal(self, numbers: Any) -> str:
        """Return the goal of the game in one line."""
        return self.header.summary

    def is_about(self, event: Event, seat: int) -> bool:
        """Whether an event concerns that seat. Such events are told first when a player is told what happened
        since their last move."""
        return event.seat == seat or event.by == seat

    def roller(self, state: S) -> int:
        """Return the seat whose person rolls the dice now due although no move of theirs led to the roll;
        else NOBODY. A browser waits for that person's press before it shows the roll."""
        return NOBODY

    def tour(self) -> list[TourStep]:
        """Return the steps of the guided tour, from tour.toml; empty if there is none."""
        file = self.find_file("tour.toml")
        if not file.exists():
            return []
        return convert(msgspec.toml.decode(file.read_bytes()), Tour, str(file)).step

    def why_not(self, state: S, seat: int, move: Move, voice: Voice) -> str:
        """Return why a seat may not make that move now, as a sentence."""
        if seat not in state.players_to_move():
            return "It is not your move."
        return "You cannot do that now."

    def say(self, state: S, seat: int, action: int) -> str:
        """Return the name of a move or outcome as text."""
        return str(self.decode(state, seat, action))

    def parse(self, state: S, seat: int, text: str) -> int:
        """Return the number of the move that a text names; IllegalMove if it names none."""
        if seat != CHANCE and not 0 <= seat < state.players:
            raise IllegalMove(_nothing_due(state, seat))
        if _HUGE.search(text):
            raise IllegalMove(f"`{text}` has a number that no move has.")
        return self.encode(state, seat, Move.read(text))

    def shorthand(self, state: S, seat: int, words: str, past: Iterable[Event]) -> str:
        """Return the moves that a person's shorthand stands for, separated by semicolons; empty if the text
        is no shorthand. `past` has the events so far, the last first."""
        return ""

    def refusal(self, state: S, seat: int, action: int, voice: Voice) -> str:
        """Return why the move is not legal, as a sentence; empty if it is."""
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
        """Return the whole position as a dict, for scenarios and debugging."""
        data: dict[str, Any] = msgspec.to_builtins(self.snapshot(state), str_keys=True)
        return data

    def from_dict(self, data: dict[str, Any], numbers: Any, source: str = "position") -> S:
        """Return the position that a dict describes; a UserError if there is no such position."""
        state = self.restore(convert(data, self.snapshot_type, source), numbers)
        wrong = self.problem(state)
        if wrong:
            raise UserError(f"{source}: {wrong}")
        return state

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Return the part of the position that the seat, or a WATCHER, may know. Without secrets:
        everything."""
        return self.to_dict(state)


def _nothing_due(state: State, seat: int) -> str:
    """Return why nobody at that seat can do anything now, as a sentence; empty if it may be their move."""
    actor = state.current_player()
    if seat != CHANCE and not 0 <= seat < state.players:
        return f"There is no seat {seat + 1}; the seats are 1 to {state.players}."
    if actor == TERMINAL:
        return "The game is over."
    return "No roll or draw is due now." if seat == CHANCE and actor != CHANCE else ""


def numbers_digest(toml: dict[str, Any]) -> str:
    """Return a digest of all numbers in force, so that a record can say which it was played with."""
    return hashlib.sha256(msgspec.json.encode(toml, order="sorted")).hexdigest()
