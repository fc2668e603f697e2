"""The contract of a game: its header, its numbers, its first position, its end, and its parts.

Everything here is beside the hot path. A game's `game.py` subclasses `Game` and ends with
`GAME = TheGame()`; the registry in `quincunx.games` names that.
"""

import hashlib
import re
import sys
from functools import cached_property, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from quincunx import renamed
from quincunx.core.convert import convert
from quincunx.core.errors import UserError, nearest
from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.core.parts import (
    Bots,
    Coach,
    Codec,
    Encoding,
    Lab,
    Phrases,
    Screens,
    Snapshots,
    nothing_due,
)
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.text.grammar import Voice

ROOMS = ("", "screens", "help")
"""The places in a game's folder where its boards, pictures and tour may lie."""
_HUGE = re.compile(r"\d{19}")
"""A number with more digits than a move can have; Python refuses to read more than 4,300 of them."""


class Header(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What people are told of a game: the `[game]` table of a game.toml."""

    title: str
    designer: str = ""
    """The rulebook's author; empty if it names none."""
    summary: str
    players: tuple[int, int]
    """The fewest and the most players."""
    minutes: tuple[int, int] = (5, 30)
    returns: str = "1 for the winner, 0 for the others"
    """The result that `State.returns` has for each seat, in words."""
    score: str = "points"
    """The unit of a final score: "turns", "BTC"."""
    sign: str = ""
    """The sign before a score instead of its unit: "$"."""
    turn: str = "turn"
    """The name of what `State.turns` counts, such as "round"."""
    rules: int = 1
    """The version of the rules: raised by one whenever a rule changes, so that records can name it."""
    secrets: bool = False
    """Whether a seat may know something that another may not."""
    compiled: list[str] = []
    """The modules of the folder that are compiled on install: state, rules, cards and bot."""


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """The base of a game's numbers: fields with types, bounds and, without a game.toml, values."""


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
    by_score: bool = True
    """Whether the scores decided it."""


S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """A game: its numbers, its first position, who won, and its parts, each of which has defaults.

    A game of one file names itself and has a `header`; others have both in a game.toml beside their code.

        class PigGame(Game[Pig]):
            name = "pig"
            header = Header(title="Pig", players=(2, 6), summary="Roll as often as you dare.")

            def new_initial_state(self, players, numbers):
                return Pig(players, numbers)
    """

    name: ClassVar[str]
    numbers_type: ClassVar[type[msgspec.Struct]] = Numbers
    """The type of the numbers that a variant may change."""
    choices: ClassVar[dict[str, Choice]] = {}
    """The choices that people have when they set up a match, by name."""

    codec = Codec()
    snapshots = Snapshots()
    phrases = Phrases()
    coach = Coach()
    screens = Screens()
    bots = Bots()
    lab = Lab()
    encoding = Encoding()

    def __init_subclass__(cls) -> None:
        if old := renamed.overridden(cls, Game, renamed.GAME):
            raise UserError(f"{old}.")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the attribute that an old name stands for, until 0.5."""
            if name not in renamed.GAME:
                raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
            renamed.warn(name, renamed.GAME[name])
            return reduce(getattr, renamed.GAME[name].split("."), self)

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
        """The contents of game.toml without its header, or the numbers of `numbers_type`: everything a
        variant may change."""
        if not (self.folder / "game.toml").exists():
            data: dict[str, Any] = msgspec.to_builtins(self.numbers_type())
            return data
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
        """Return the text of RULES.md, or what the module of the game says at its top."""
        file = self.folder / "RULES.md"
        if file.exists():
            return file.read_text(encoding="utf-8")
        text = sys.modules[type(self).__module__].__doc__ or self.header.summary
        return text if text.startswith("#") else f"# {self.header.title}\n\n{text}"

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

    def new_initial_state(self, players: int, numbers: Any) -> S:
        """Return the position before the first move."""
        raise NotImplementedError

    def result(self, state: S) -> Result:
        """Return who won and why. Called only when the game is over. By default the seats with the highest
        of `returns` win."""
        returns = state.returns()
        winners = [seat for seat, value in enumerate(returns) if value == max(returns)]
        return Result(winners, self.scores(state) or returns, Event("highest-result"))

    def best_of(self, state: S, seats: list[int]) -> list[int]:
        """Return the winners among some seats, used if the actual winners gave up: those with the highest
        score."""
        scores = self.result(state).scores
        return [seat for seat in seats if scores[seat] == max(scores[other] for other in seats)]

    def scores(self, state: S) -> list[float]:
        """Return the scores of all seats now, as `result` will count them; empty if the game has none."""
        return []

    def tour(self) -> list[TourStep]:
        """Return the steps of the guided tour, from tour.toml; empty if there is none."""
        file = self.find_file("tour.toml")
        if not file.exists():
            return []
        return convert(msgspec.toml.decode(file.read_bytes()), Tour, str(file)).step

    def say(self, state: S, seat: int, action: int) -> str:
        """Return the name of a move or outcome as text."""
        return str(self.codec.decode(state, seat, action))

    def parse(self, state: S, seat: int, text: str) -> int:
        """Return the number of the move that a text names; IllegalMove if it names none."""
        if seat != CHANCE and not 0 <= seat < state.players:
            raise IllegalMove(nothing_due(state, seat))
        if _HUGE.search(text):
            raise IllegalMove(f"`{text}` has a number that no move has.")
        return self.codec.encode(state, seat, Move.read(text))

    def refusal(self, state: S, seat: int, action: int, voice: Voice) -> str:
        """Return why the move is not legal, as a sentence; empty if it is."""
        if state.legal(seat, action):
            return ""
        closed = nothing_due(state, seat)
        if closed:
            return closed
        if seat == CHANCE:
            return "That outcome cannot come up here."
        try:
            move = self.codec.decode(state, seat, action)
        except (ValueError, LookupError):
            return "There is no such move."
        return self.codec.why_not(state, seat, move, voice)

    def to_dict(self, state: S) -> dict[str, Any]:
        """Return the whole position as a dict, for scenarios and debugging."""
        data: dict[str, Any] = msgspec.to_builtins(self.snapshots.take(state), str_keys=True)
        return data

    def from_dict(self, data: dict[str, Any], numbers: Any, source: str = "position") -> S:
        """Return the position that a dict describes; a UserError if there is no such position."""
        state: S = self.snapshots.restore(convert(data, self.snapshots.type, source), numbers)
        wrong = self.snapshots.problem(state)
        if wrong:
            raise UserError(f"{source}: {wrong}")
        return state

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Return the part of the position that the seat, or a WATCHER, may know, as a dict."""
        data: dict[str, Any] = msgspec.to_builtins(self.snapshots.view(state, seat), str_keys=True)
        return data


def numbers_digest(toml: dict[str, Any]) -> str:
    """Return a digest of all numbers in force, so that a record can say which it was played with."""
    return hashlib.sha256(msgspec.json.encode(toml, order="sorted")).hexdigest()
