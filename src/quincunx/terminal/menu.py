"""The menu of legal moves, and the reading of the moves that people type."""

import difflib
import math
import re
from collections.abc import Collection
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from quincunx.core.game import Game
from quincunx.core.move import Move, MoveName
from quincunx.core.state import IllegalMove, State
from quincunx.text.grammar import Voice, listed

SEATS = ("SEAT", "PLAYER")
"""The words in move patterns that stand for a player, named by the number of the seat."""
MOST_LINES = 24
"""The most lines of a menu. With more moves, all those with the most frequent verb share a line."""
FEWEST_LINES = 3
"""The least room for a menu, even if the board leaves less."""


class Offer(NamedTuple):
    """A legal move with its name."""

    action: int
    move: Move
    name: str


class Menu:
    """The legal moves of a seat. Each of `lines` has a label to type, and one move or all moves of a verb.

    Labels are numbers, unless numbers mean something in the game's own moves, such as dice or a bid: then the
    other lines are labelled with the shortest unambiguous start of their verb.
    """

    def __init__(
        self, game: Game[Any], state: State, seat: int, voice: Voice, room: int | None = None
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.voice = voice
        self.offers: list[Offer] = []
        for action in state.legal_actions(seat):
            move = game.codec.decode(state, seat, action)
            self.offers.append(Offer(action, move, str(move)))
        self.room = None if room is None else max(room, FEWEST_LINES)
        self.counted = next(
            (offer.move.verb for offer in self.offers if offer.move.verb in game.codec.default_verbs), ""
        )
        most = MOST_LINES if self.room is None else min(self.room, MOST_LINES)
        self.lines = fold(self.offers, most, game.codec.default_verbs)
        self.labels = self._labels()

    def _labels(self) -> list[str]:
        if not self.counted:
            return [str(number) for number in range(1, len(self.lines) + 1)]
        moves = [line[0].move for line in self.lines]
        verbs = [move.verb for move in moves]
        return [
            move.words[0]
            if move.verb == self.counted and len(move.words) == 1 and len(line) == 1
            else enough(move.verb, verbs)
            for line, move in zip(self.lines, moves, strict=True)
        ]

    def called(self, text: str) -> int | None:
        """Return the legal move of exactly that name; None if there is none."""
        wanted = str(Move.read(text))
        for offer in self.offers:
            if offer.name == wanted:
                return offer.action
        return None

    def read(self, text: str, commands: list[str]) -> int:
        """Return the move meant by a number, a name or an abbreviation; raise IllegalMove if none is."""
        # People write `3, 4` as well as `3 4`; no move's name has a comma.
        text = text.replace(",", " ")
        exact = self.called(text)
        if exact is not None:
            return exact
        if self.counted and re.fullmatch(r"[0-9]+( +[0-9]+)*", text):
            text = f"{self.counted} {text}"
        elif text.isdecimal():
            return self._numbered(int(text))
        return self._named(text, commands)

    def _named(self, text: str, commands: list[str]) -> int:
        refusals: list[str] = []
        for reading in self._readings(text):
            try:
                action = self.game.parse(self.state, self.seat, reading)
            except IllegalMove as error:
                refusals.append(str(error))
                continue
            refusal = self.game.refusal(self.state, self.seat, action, self.voice)
            if not refusal:
                return action
            # The game knows this move and says why it is illegal; no other reading gives a better reason.
            refusals = [refusal]
            break
        found = self._abbreviated(text)
        if found is not None:
            return found
        if refusals and verb_of(self.game, text):
            raise IllegalMove(refusals[-1])
        raise IllegalMove(self._unknown(text, commands))

    def _numbered(self, number: int) -> int:
        if not 1 <= number <= len(self.lines):
            raise IllegalMove(f"There is no {number} in the list; it goes from 1 to {len(self.lines)}.")
        line = self.lines[number - 1]
        if len(line) > 1:
            raise IllegalMove(
                f"Type `{pattern(self.game, line[0].move.verb)}` in full, for example `{line[0].name}`."
            )
        return line[0].action

    def _readings(self, text: str) -> list[str]:
        """Return the possible readings of a text: as it is, with its verb in full, or with the only verb
        added; each also with players' names replaced by their seats."""
        first, *rest = text.split()
        readings = [text]
        offered = {offer.move.verb for offer in self.offers}
        fits = [verb for verb in offered if verb.startswith(first.lower())]
        verb = fits[0] if len(fits) == 1 else verb_of(self.game, text)
        if verb and verb != first.lower():
            readings.append(" ".join([verb, *rest]))
        if len(offered) == 1 and first.lower() not in offered:
            readings.append(f"{self.offers[0].move.verb} {text}")
        by_seat = [self._with_seats(reading) for reading in readings]
        return list(dict.fromkeys([*readings, *by_seat]))

    def _with_seats(self, text: str) -> str:
        """Return the text with each player's name replaced by the number of the seat."""
        for seat, name in enumerate(self.voice.names):
            text = re.sub(rf"(?<!\S){re.escape(name)}(?!\S)", str(seat + 1), text, flags=re.IGNORECASE)
        return text

    def _abbreviated(self, text: str) -> int | None:
        words = text.lower().split()
        fits = [offer for offer in self.offers if abbreviates(words, offer.name.split())]
        whole = [offer for offer in fits if len(offer.name.split()) == len(words)]
        if len(fits) == 1 or len(whole) == 1:
            return (whole or fits)[0].action
        if not fits:
            return None
        names = [f"`{offer.name}`" for offer in (whole or fits)]
        some = f"{', '.join(names[:4])} and {len(names) - 4} more" if len(names) > 5 else listed(names, "or")
        raise IllegalMove(f"`{text}` may be {some}; type a little more.")

    def _unknown(self, text: str, commands: list[str]) -> str:
        known = [offer.name for offer in self.offers] + commands
        close = difflib.get_close_matches(text.lower(), known, 1, 0.5)
        verbs = [move.verb for move in self.game.codec.moves]
        verb = difflib.get_close_matches(text.lower().split()[0], verbs, 1)
        if close:
            advice = f"did you mean `{close[0]}`?"
        elif verb:
            advice = f"did you mean `{pattern(self.game, verb[0])}`?"
        else:
            advice = "type a number from the list, or `?` for help."
        return f"`{text}` is not a move here; {advice}"

    def render(self) -> Table:
        """Return the lines with their labels, in as many columns as fit."""
        titles = [self._title(line) for line in self.lines]
        if self.voice.look.width >= 60:
            widest_title = max(map(len, titles), default=0)
            titles = [title.ljust(widest_title) for title in titles]
        entries = [self._entry(line, title) for line, title in zip(self.lines, titles, strict=True)]
        digits = max((len(label) for label in self.labels), default=0)
        if self.room is not None:
            for entry in entries:
                entry.truncate(self.voice.look.width - digits - 1, overflow="ellipsis")
        widest = max((entry.cell_len for entry in entries), default=0) + digits + len("   ")
        # Up to five moves read best in one column.
        columns = max(1, min(self.voice.look.width // widest, math.ceil(len(entries) / 5)))
        height = math.ceil(len(entries) / columns)
        grid = Table.grid(padding=(0, 1, 0, 0))
        for row in range(height):
            cells: list[Text] = []
            for index in range(row, len(entries), height):
                space = "  " if cells else ""
                cells += [Text(f"{space}{self.labels[index]:>{digits}}", "dim"), entries[index]]
            grid.add_row(*cells)
        return grid

    def _entry(self, line: list[Offer], title: str) -> Text:
        """Return a line's text: a move with its cost or gain, or the number of moves that share the line."""
        entry = Text(title, "bold cyan")
        if len(line) > 1:
            entry.append(f"  {self._ways(line)}", "not bold default")
            return entry
        phrases, told = self.game.phrases, (self.state, self.seat, line[0].move, self.voice)
        words = phrases.words(*told)
        detail = phrases.explain(*told) or f"{words[0].lower()}{words[1:]}"
        if not detail.startswith("`"):
            entry.append(f"  {detail}", "not bold default")
        return entry

    def _title(self, line: list[Offer]) -> str:
        """Return a move with players' names, or the pattern of the moves that share the line."""
        move = line[0].move
        if len(line) > 1:
            return pattern(self.game, move.verb)
        words = [*self._pattern_of(move), *[""] * len(move.words)]
        named = [
            self.voice.names[int(word) - 1] if what in SEATS and word.isdecimal() else word
            for word, what in zip(move.words, words, strict=False)
        ]
        return " ".join([move.verb, *named])

    def _pattern_of(self, move: Move) -> list[str]:
        """Return the words of the pattern that fits a move, after the verb."""
        for known in self.game.codec.moves:
            verb, *words = known.pattern.split()
            same = all(word.isupper() or word == told for word, told in zip(words, move.words, strict=False))
            if verb == move.verb and len(words) == len(move.words) and same:
                return words
        return []

    def _ways(self, line: list[Offer]) -> str:
        """Return the number of moves that share a line, their range if they are numbers, or an example."""
        words = [offer.move.words for offer in line]
        if all(len(each) == 1 and each[0].isdecimal() for each in words):
            return f"{words[0][0]} to {words[-1][0]}"
        if line[0].move.verb == self.counted:
            example = next((offer for offer in line if len(offer.move.words) == 2), line[0])
            return f"such as `{self.game.codec.typed(self.state, example.move)}`"
        return f"{len(line)} ways"


def fold(offers: list[Offer], most_lines: int, typed: Collection[str] = ()) -> list[list[Offer]]:
    """Return the lines of a menu. If there are too many, moves of the most frequent verbs share a line; those
    with a verb that people leave out do so if they name several things."""
    verbs: dict[str, list[Offer]] = {}
    for offer in offers:
        verbs.setdefault(offer.move.verb, []).append(offer)
    # Moves of several things, such as dice by their places, are typed, not looked up.
    folded = {
        verb for verb in verbs if verb in typed and any(len(offer.move.words) > 1 for offer in verbs[verb])
    }
    while sum(1 if verb in folded else len(verbs[verb]) for verb in verbs) > most_lines:
        unfolded = [verb for verb in verbs if verb not in folded and len(verbs[verb]) > 1]
        if not unfolded:
            break
        folded.add(max(unfolded, key=lambda verb: len(verbs[verb])))
    lines: list[list[Offer]] = []
    for verb, group in verbs.items():
        lines += [group] if verb in folded else [[offer] for offer in group]
    return lines


def enough(verb: str, verbs: list[str]) -> str:
    """Return the shortest start of a verb that no other verb has; empty if there is none.

    >>> [enough(verb, ["keep", "reroll", "use", "use"]) for verb in ("keep", "use")]
    ['k', '']
    """
    for size in range(1, len(verb) + 1):
        if sum(other.startswith(verb[:size]) for other in verbs) == 1:
            return verb[:size]
    return ""


def abbreviates(words: list[str], name: list[str]) -> bool:
    """Whether each word is the start of the name's word at its place; numbers must match in full.

    >>> abbreviates(["u", "g-a"], ["upgrade", "gain-a"])
    True
    >>> abbreviates(["fl", "1"], ["flip", "12"])
    False
    """
    if len(words) > len(name):
        return False
    return all(_begins(word, whole) for word, whole in zip(words, name, strict=False))


def _begins(word: str, whole: str) -> bool:
    if whole.isdecimal():
        return word == whole
    parts, whole_parts = word.split("-"), whole.split("-")
    if len(parts) > len(whole_parts):
        return False
    return all(full.startswith(part) for part, full in zip(parts, whole_parts, strict=False))


def verb_of(game: Game[Any], text: str) -> str:
    """Return the verb that a text begins with, in full; empty if none or several fit."""
    first = text.lower().split()[0]
    verbs = {move.verb for move in game.codec.moves}
    if first in verbs:
        return first
    fits = [verb for verb in verbs if verb.startswith(first)]
    return fits[0] if len(fits) == 1 else ""


def move_name(game: Game[Any], verb: str) -> MoveName | None:
    for move in game.codec.moves:
        if move.verb == verb:
            return move
    return None


def pattern(game: Game[Any], verb: str) -> str:
    """Return the pattern of a verb's moves."""
    move = move_name(game, verb)
    return move.pattern if move else verb
