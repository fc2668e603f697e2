"""The legal moves as a numbered list, and which of them a person means."""

import difflib
import math
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from quincunx.core.game import Game
from quincunx.core.move import Move, MoveName
from quincunx.core.state import IllegalMove, State
from quincunx.core.voice import Voice, listed

MOST_LINES = 24
"""If there are more moves, those with the most frequent verb share a line."""
MOST_LINES_SMALL = 12
"""The same on a small screen, where the board has to stay visible."""


class Offer(NamedTuple):
    """A legal move."""

    action: int
    move: Move
    name: str


class Menu:
    """What a seat may do now. Each of `lines` has a number, and one move or all moves of a verb."""

    def __init__(
        self, game: Game[Any], state: State, seat: int, voice: Voice, most_lines: int = MOST_LINES
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.voice = voice
        self.offers: list[Offer] = []
        for action in state.actions(seat):
            move = game.decode(state, seat, action)
            self.offers.append(Offer(action, move, str(move)))
        self.lines = fold(self.offers, most_lines)

    def called(self, text: str) -> int | None:
        """The legal move of exactly that name."""
        wanted = str(Move.read(text))
        for offer in self.offers:
            if offer.name == wanted:
                return offer.action
        return None

    def read(self, text: str, commands: list[str]) -> int:
        """The move a person means by a number, a name or an abbreviation; IllegalMove if there is none."""
        exact = self.called(text)
        if exact is not None:
            return exact
        if text.isdecimal():
            return self._numbered(int(text))
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
            # The game knows this move and says why it is refused. Other readings cannot say it better.
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
        """What a text may stand for: itself, itself with the verb in full, or with the only verb added."""
        first, *rest = text.split()
        readings = [text]
        verb = verb_of(self.game, text)
        if verb and verb != first.lower():
            readings.append(" ".join([verb, *rest]))
        if len({offer.move.verb for offer in self.offers}) == 1:
            readings.append(f"{self.offers[0].move.verb} {text}")
        return readings

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
        verbs = [move.verb for move in self.game.move_names]
        verb = difflib.get_close_matches(text.lower().split()[0], verbs, 1)
        if close:
            advice = f"did you mean `{close[0]}`?"
        elif verb:
            advice = f"did you mean `{pattern(self.game, verb[0])}`?"
        else:
            advice = "type a number from the list, or `?` for help."
        return f"`{text}` is no move here; {advice}"

    def render(self) -> Table:
        """The numbered lines, in as many columns as fit."""
        entries = [self._entry(line) for line in self.lines]
        digits = len(str(len(entries)))
        widest = max((entry.cell_len for entry in entries), default=0) + digits + len("   ")
        # Few moves read best below each other.
        columns = max(1, min(self.voice.look.width // widest, math.ceil(len(entries) / 5)))
        height = math.ceil(len(entries) / columns)
        grid = Table.grid(padding=(0, 1, 0, 0))
        for row in range(height):
            cells: list[Text] = []
            for index in range(row, len(entries), height):
                space = "  " if cells else ""
                cells += [Text(f"{space}{index + 1:>{digits}}", "dim"), entries[index]]
            grid.add_row(*cells)
        return grid

    def _entry(self, line: list[Offer]) -> Text:
        """A move and what it costs or brings, or how many moves share the line."""
        label = _label(self.game, line)
        if self.voice.look.width >= 60:
            label = label.ljust(max(len(_label(self.game, line)) for line in self.lines))
        entry = Text(label, "bold cyan")
        if len(line) > 1:
            entry.append(f"  {len(line)} ways", "not bold default")
            return entry
        detail = self.game.explain(self.state, self.seat, line[0].move, self.voice)
        if detail:
            entry.append(f"  {detail}", "not bold default")
        return entry


def fold(offers: list[Offer], most_lines: int) -> list[list[Offer]]:
    """The lines of a menu. If it gets too long, all moves of the most frequent verbs share a line."""
    verbs: dict[str, list[Offer]] = {}
    for offer in offers:
        verbs.setdefault(offer.move.verb, []).append(offer)
    folded: set[str] = set()
    while sum(1 if verb in folded else len(verbs[verb]) for verb in verbs) > most_lines:
        unfolded = [verb for verb in verbs if verb not in folded and len(verbs[verb]) > 1]
        if not unfolded:
            break
        folded.add(max(unfolded, key=lambda verb: len(verbs[verb])))
    lines: list[list[Offer]] = []
    for verb, group in verbs.items():
        lines += [group] if verb in folded else [[offer] for offer in group]
    return lines


def abbreviates(words: list[str], name: list[str]) -> bool:
    """Whether each word begins the one it stands for; numbers are never cut short.

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
    """The verb that a text begins with, in full; empty if there is none, or several fit."""
    first = text.lower().split()[0]
    verbs = {move.verb for move in game.move_names}
    if first in verbs:
        return first
    fits = [verb for verb in verbs if verb.startswith(first)]
    return fits[0] if len(fits) == 1 else ""


def move_name(game: Game[Any], verb: str) -> MoveName | None:
    for move in game.move_names:
        if move.verb == verb:
            return move
    return None


def pattern(game: Game[Any], verb: str) -> str:
    """How moves of a verb are written."""
    move = move_name(game, verb)
    return move.pattern if move else verb


def _label(game: Game[Any], line: list[Offer]) -> str:
    return line[0].name if len(line) == 1 else pattern(game, line[0].move.verb)
