"""The parts of a game beside its rules: names of moves, positions as data, sentences, screens, bots, numbers.

Every part has a default for everything, so a game names only what it does better. Parts hold no state.
"""

import copy
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from itertools import groupby
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core import plain_snapshot
from quincunx.core.attributes import values_of
from quincunx.core.bot import Bot, RandomBot
from quincunx.core.encoding import ActionSpace
from quincunx.core.errors import UserError, nearest
from quincunx.core.evaluator import Evaluator
from quincunx.core.event import NOBODY, Event
from quincunx.core.move import Move, MoveName
from quincunx.core.observer import Observer, Pieces
from quincunx.core.plain_space import PlainSpace
from quincunx.core.search_config import SearchConfig
from quincunx.core.state import CHANCE, TERMINAL, IllegalMove, State
from quincunx.text import plain
from quincunx.text.grammar import Voice, listed

if TYPE_CHECKING:
    from typing import Self

    from rich.console import RenderableType


MOST_WORDS = 5
"""The most moves of a plan that are put into words."""


class Later:
    """A function or constant whose module is imported when it is first used: `Later(".terminal:draw")`.

    A path that begins with a dot begins at the folder of the game.
    """

    def __init__(self, path: str, package: str = "") -> None:
        self.path = path
        self.package = package

    def __call__(self, *given: Any) -> Any:
        module, _, name = self.path.partition(":")
        found = getattr(
            import_module(module if self.package else module.removeprefix("."), self.package), name
        )
        return found(*given) if callable(found) else found


class Part:
    """Functions of a game that belong together, each with a default.

    A part is given the modules that hold its functions and, in capitals, its attributes: `Codec(moves)` takes
    `moves.decode` and `moves.MOVES`. Or it is given them by name: a function, a class that is called as one,
    a `Later`, or a constant for a function that always returns the same. Or it is subclassed.
    """

    game: Any
    """The game it is a part of."""

    def __init__(self, *modules: ModuleType, **own: Any) -> None:
        names = [name for name in dir(type(self)) if not name.startswith("_")]
        if unknown := next((name for name in own if name not in names), ""):
            raise UserError(f"`{type(self).__name__}` has no `{unknown}`{nearest(unknown, names)}")
        for module in modules:
            for name in names:
                asked = callable(getattr(type(self), name))
                found = getattr(module, name if asked else name.upper(), None)
                # A module may also import a function of that name.
                if found is not None and getattr(found, "__module__", module.__name__) == module.__name__:
                    own.setdefault(name, found)
        for name, value in own.items():
            asked = callable(getattr(type(self), name)) and not callable(value)
            setattr(self, name, _always(value) if asked else value)

    _name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, game: Any, owner: type) -> "Self":
        """Return the part as that game's; later accesses find it on the game itself."""
        if game is None:
            return self
        own = copy.copy(self)
        own.game = game
        for name, value in vars(self).items():
            if isinstance(value, Later):
                setattr(own, name, Later(value.path, type(game).__module__.rpartition(".")[0]))
        if self._name:
            vars(game)[self._name] = own
        return own

    def overrides(self, name: str) -> bool:
        """Whether the game has its own function or attribute of that name."""
        base = next(kind for kind in type(self).__mro__ if kind.__module__ == __name__)
        return name in vars(self) or getattr(type(self), name) is not getattr(base, name)


def _always(value: Any) -> Callable[..., Any]:
    return lambda *given: value


class Codec(Part):
    """Moves by name, for people and records, and why one is refused."""

    moves: Collection[MoveName] = (
        MoveName("move NUMBER", "Make the move of that number."),
        MoveName("show NUMBER", "What dice or cards show (chance)."),
    )
    """Every kind of move. Names and meanings may be given as a dict: `{"roll": "Roll the die."}`."""
    default_verbs: Collection[str] = ()
    """The verbs that people may leave out before their numbers: `2 5` for `reroll 2 5`, `7` for `bid 7`."""
    shorthands: Mapping[str, str] = {}
    """The words that `shorthand` knows, and what they stand for."""

    def __init__(self, *modules: ModuleType, **own: Any) -> None:
        super().__init__(*modules, **own)
        if isinstance(self.moves, Mapping):
            named = [MoveName(pattern, meaning) for pattern, meaning in self.moves.items()]
            self.moves = [*named, *[name for name in Codec.moves if name.by_chance]]

    def action_to_string(self, state: Any, seat: int, action: int) -> str:
        """Return the name of a move, or for CHANCE of an outcome: by default the pattern in `moves` at that
        place, and `show 4` for outcome 4."""
        if seat == CHANCE:
            return f"show {action}"
        if not self.overrides("moves"):
            return f"move {action}"
        names = [move.pattern for move in self.moves if not move.by_chance]
        if not 0 <= action < len(names):
            raise ValueError("There is no such move.")
        return names[action]

    def decode(self, state: Any, seat: int, action: int) -> Move:
        """Return a move, or for the seat CHANCE an outcome, by its name; ValueError if there is no such
        move."""
        return Move.read(self.action_to_string(state, seat, action))

    def encode(self, state: Any, seat: int, move: Move) -> int:
        """Return the number of the move or outcome of that name, legal or not; IllegalMove if there is
        none."""
        if seat != CHANCE:
            options: list[int] = state.legal_actions(seat)
        elif state.current_player() == CHANCE:
            options = [outcome for outcome, _ in state.chance_outcomes()]
        else:
            options = []
        if not options:
            raise IllegalMove(nothing_due(state, seat) or "It is not your move.")
        names = {str(self.decode(state, seat, action)): action for action in options}
        if str(move) in names:
            return names[str(move)]
        raise IllegalMove(f"`{move}` is not a move you can make now{nearest(str(move), names)}")

    def why_not(self, state: Any, seat: int, move: Move, voice: Voice) -> str:
        """Return why a seat may not make that move now, as a sentence. It is asked about moves that `encode`
        knows, or that come as a number: the default `encode` refuses all but legal ones itself."""
        if seat not in state.players_to_move():
            return "It is not your move."
        return "You cannot do that now."

    def typed(self, state: Any, move: Move) -> str:
        """Return the shortest text that people may type for a move."""
        return " ".join(move.words if move.verb in self.default_verbs else [str(move)])

    def shorthand(self, state: Any, seat: int, words: str, past: Iterable[Event]) -> str:
        """Return the moves that a person's shorthand stands for, separated by semicolons; empty if the text
        is no shorthand. `past` has the events so far, the last first."""
        return ""

    def drawn_from(self, state: Any) -> list[list[str]]:
        """Return what the chance move now due is drawn from, where the name of its outcome does not tell it.

        For each number that `sample_outcome` draws, in its order, the words that the number chooses among:
        the cards of a pile, the faces of a special die. `docs/fair-dice.md` says how names tell the rest.
        """
        return []


def nothing_due(state: State, seat: int) -> str:
    """Return why nobody at that seat can do anything now, as a sentence; empty if it may be their move."""
    actor = state.current_player()
    if seat != CHANCE and not 0 <= seat < state.players:
        return f"There is no seat {seat + 1}; the seats are 1 to {state.players}."
    if actor == TERMINAL:
        return "The game is over."
    return "No roll or draw is due now." if seat == CHANCE and actor != CHANCE else ""


class Snapshots(Part):
    """Positions as data: for scenarios, records, programs, and what each seat may see.

    By default a position is the attributes of the state but `numbers`, typed by the annotations of its class
    or else by the values before the first move.
    """

    secret: Collection[str] = ()
    """Attributes that not everyone may see. Of one with a value for each seat, a seat sees its own."""

    def __init__(self, *modules: ModuleType, **own: Any) -> None:
        for module in modules:
            own.setdefault("type", module.Snapshot)
        super().__init__(*modules, **own)

    @cached_property
    def type(self) -> type[msgspec.Struct]:
        """The type of what `take` returns, with bounds, so that a wrong position gets a clear error. In a
        module it is called `Snapshot`."""
        game = self.game
        state = game.new_initial_state(game.header.players[0], game.numbers(game.toml))
        return plain_snapshot.shape_of(state)

    def take(self, state: Any) -> msgspec.Struct:
        """Return the whole position as an instance of `type`."""
        return self.type(state.players, *values_of(state, self.type.__struct_fields__[1:]))

    def restore(self, snapshot: Any, numbers: Any) -> Any:
        """Return the position that a snapshot describes."""
        self.game.require_player_count(snapshot.players)
        state = self.game.new_initial_state(snapshot.players, numbers)
        for name in snapshot.__struct_fields__[1:]:
            setattr(state, name, copy.deepcopy(getattr(snapshot, name)))
        return state

    def problem(self, state: Any) -> str:
        """Return why a position is impossible, as a sentence; empty if it is possible. By default a position
        is possible if the rules can go on from it."""
        return plain_snapshot.why_stuck(state)

    def view(self, state: Any, seat: int) -> Any:
        """Return the part of the position that the seat, or a WATCHER, may know."""
        shot = self.take(state)
        for name in self.secret:
            held = getattr(shot, name)
            each = isinstance(held, list) and len(held) == state.players
            shown = [value if other == seat else None for other, value in enumerate(held)] if each else None
            setattr(shot, name, shown)
        return shot


class Phrases(Part):
    """Sentences about the game: events, moves, the goal, and the names of seats."""

    kinds: Collection[str] = ()
    """Every kind of event that the rules may log, and the kinds that say why the game ended; empty if any
    will do."""
    says: Mapping[str, str] = {}
    """The sentence of each kind of event: `"banks {points:point} and [has] {total}"`. See `plain.tell`."""

    def tell(self, event: Event, voice: Voice, numbers: Any) -> str:
        """Return an event as a sentence for the voice's reader. By default it is written as in `says`, or
        else from the event's kind and amounts."""
        return plain.tell(event, voice, self.says.get(event.kind))

    def narrate(self, seat: int, move: Move, voice: Voice, numbers: Any) -> str:
        """Return a sentence for a move that logged no event."""
        return "Chance has decided." if seat == CHANCE else f"{voice.who(seat)}: {move}."

    def explain(self, state: Any, seat: int, move: Move, voice: Voice) -> str:
        """Return the cost or the benefit of a legal move, in a few words."""
        return ""

    def words(self, state: Any, seat: int, move: Move, voice: Voice) -> str:
        """Return a legal move as an instruction in the words of the board: "Reroll the 1 and the 3"."""
        return f"`{move}`"

    def plan_words(self, state: Any, seat: int, plan: list[int], voice: Voice) -> str:
        """Return a plan as an instruction in the words of the board, as far as it can be carried out."""
        after = state.clone()
        found: list[str] = []
        for action in plan:
            if not after.legal(seat, action) or len(found) == MOST_WORDS:
                break
            found.append(self.words(after, seat, self.game.codec.decode(after, seat, action), voice))
            after.move(seat, action)
        often = [(words, len(list(same))) for words, same in groupby(found)]
        told = [words + {1: "", 2: " twice"}.get(times, f" {times} times") for words, times in often]
        rest = [f"{words[0].lower()}{words[1:]}" for words in told[1:]]
        return f"{told[0]}, then {listed(rest)}" if rest else told[0]

    def confirm(self, state: Any, seat: int, move: Move, voice: Voice) -> str:
        """Return a question to ask a person before a legal move is carried out; empty if there is none."""
        return ""

    def goal(self, numbers: Any) -> str:
        """Return the goal of the game in one line."""
        return str(self.game.header.summary)

    def seat_names(self, numbers: Any, players: int) -> list[str]:
        """Return names for players who gave none: their colour, their monster, or their seat."""
        return [f"Player {seat + 1}" for seat in range(players)]

    def is_about(self, event: Event, seat: int) -> bool:
        """Whether an event concerns that seat. Such events are told first when a player is told what happened
        since their last move."""
        return event.seat == seat or event.by == seat


class Coach(Part):
    """Help for a person who decides: chances, and what an advised plan is good for."""

    def chances(self, state: Any, seat: int, voice: Voice) -> list[str]:
        """Return the chances of what a seat hopes for or fears at this decision, as sentences. They use only
        what the seat may know, and must be quick to compute."""
        return []

    def reason(self, state: Any, seat: int, plan: list[int], voice: Voice) -> str:
        """Return the purpose of a plan in a few words; its moves are made one after the other."""
        move = self.game.codec.decode(state, seat, plan[0])
        return str(self.game.phrases.explain(state, seat, move, voice))

    def simplify_plan(self, state: Any, seat: int, plan: list[int]) -> list[int]:
        """Return the plan without the moves that it undoes itself, for the person who is to follow it."""
        return plan

    def plan_undoes(self, state: Any, seat: int, plan: list[int]) -> str:
        """Return, in a few words, what a plan undoes of the seat's earlier moves and does instead; empty if
        it undoes nothing. Such a plan is advised only where it is clearly better."""
        return ""


class Screens(Part):
    """The game drawn. Modules that draw are best named by a `Later`, for simulations do without them."""

    toggles: Mapping[str, str] = {}
    """Parts of the screen that a person may switch off: the name of each, and a description."""

    def terminal(self, state: Any, seat: int, voice: Voice) -> "RenderableType":
        """Return the position for a terminal, drawn as that seat may see it."""
        from quincunx.text.table import draw  # only a terminal needs it

        return draw(self.game.view(state, seat), voice)

    def legend(self) -> dict[str, str]:
        """Return the signs used in a terminal, and what each means."""
        return {}

    def web(self, state: Any, seat: int, voice: Voice) -> dict[str, Any]:
        """Return the data that board.html draws for that seat, or for a WATCHER: nothing they may not
        know. By default the table of the position, which a game without a board.html shows."""
        each, table = plain.table(self.game.view(state, seat), len(voice.names))
        return {"each": each, "table": table, "names": [voice.who(seat) for seat in range(len(voice.names))]}

    def roller(self, state: Any) -> int:
        """Return the seat whose person rolls the dice now due although no move of theirs led to the roll;
        else NOBODY. A browser waits for that person's press before it shows the roll."""
        return NOBODY


class Bots(Part):
    """The game's own computer players, and how it is best searched."""

    policy: Callable[[], Bot] = RandomBot
    """Return a player by rules of thumb. A search asks one for all seats, so it must not remember
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
        """Return the bot that does best against `policy` in all other seats. A search uses it for its own
        seat in rollouts."""
        return self.policy()

    def trained_policy(self) -> Bot:
        """Return the further trained bot that the level `expert` uses for its own seat in rollouts."""
        return self.own_policy()

    def opponent_policy(self) -> Bot:
        """Return the bot that the level `expert` expects in the other seats of its rollouts."""
        return self.policy()

    def level(self, name: str) -> Bot | None:
        """Return the game's own player of a level; None to use the search that every game has."""
        return None

    def search_config(self) -> SearchConfig:
        """Return the settings that suit the game best when it is searched."""
        return SearchConfig()


class Lab(Part):
    """Statistics of simulated games, and the curve of a finished match."""

    observe_every: int = 1
    """Reports observe one in this many simulated games turn by turn, and the others only for their result.
    More than 1 where observing a game takes longer than playing it."""
    curve_label: str = ""
    """The label of the curve that `progress` draws; empty if it is the score."""

    def observer(self) -> Observer:
        """Return an observer that counts what the game's designer wants to know; each row names the number of
        `players`."""
        return Observer()

    def pieces(self) -> Pieces:
        """Return the pieces that players may take, so that reports can tell how often they are taken and
        their value."""
        return Pieces()

    def progress(self, state: Any) -> list[float]:
        """Return the height of each seat's curve in the chart of a finished match. It is the score by
        default."""
        return list(self.game.scores(state))

    def progress_words(self, height: float) -> str:
        """Return the label of a height in that chart."""
        return f"{height:,.12g}"


class Encoding(Part):
    """Moves and positions as numbers, for learners."""

    def space(self, players: int, numbers: Any) -> ActionSpace:
        """Return the encoding. By default it is derived where `codec.moves` lists every move."""
        moves = [move.pattern for move in self.game.codec.moves if not move.by_chance]
        if not self.game.codec.overrides("moves") or any(word.isupper() for word in " ".join(moves).split()):
            title = self.game.header.title
            raise UserError(f"{title} has no `encoding`, so it cannot be played by index.")
        return PlainSpace(self.game, players, numbers, moves)
