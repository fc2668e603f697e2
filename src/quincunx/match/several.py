"""The reading of several moves from one text."""

from collections.abc import Callable

from quincunx.core.move import Move
from quincunx.core.state import IllegalMove, State
from quincunx.input_limits import MOST_MOVES_AT_ONCE
from quincunx.match.knowledge import has_learnt
from quincunx.match.match import Match, Step


def read_moves(match: Match, seat: int, text: str, read_one: Callable[[State, str], int]) -> list[int]:
    """Return the moves of a text, each found by `read_one` in the position in which it is made.

    Several moves stand between semicolons, or are meant by the game's shorthand; one with a star before it
    is made as often as it can be. If one is illegal, raise IllegalMove: all are tried on a copy first. But
    where that would give away a secret, the moves before it are returned, and stand: nobody looks for free.
    """
    names = _names(match, seat, text)
    if len(names) == 1 and not _is_often(names[0]):
        return [read_one(match.state, names[0])]
    state, found = match.state.clone(), list[int]()
    for words in names:
        often, before = _is_often(words), len(found)
        name = words[1:].strip() if often else words
        while len(found) == before or often:
            try:
                action = read_one(state, name)
                if len(found) == MOST_MOVES_AT_ONCE:
                    raise TooMany(f"At most {MOST_MOVES_AT_ONCE} moves are made at once.")
            except Exception as refused:
                illegal = isinstance(refused, IllegalMove) and not isinstance(refused, TooMany)
                if illegal and len(found) > before:
                    break
                if _gives_away(match, seat, state, found):
                    return found
                if not illegal or len(names) == 1:
                    raise
                raise IllegalMove(f"Nothing was done, because of `{name}`: {refused}") from None
            found.append(action)
            state.move(seat, action)
    return found


class TooMany(IllegalMove):
    """More moves than are made at once."""


def _gives_away(match: Match, seat: int, state: State, found: list[int]) -> bool:
    """Whether a mover who sees what came of these moves learns what others chose in secret, or whether they
    have chosen. `state` is the position after them."""
    if not found or not match.game.header.secrets:
        return False
    before = match.state
    if not before.has_hidden_info(seat) and before.players_to_move() == [seat]:
        return False
    steps = [Step(seat, action, Move(""), []) for action in found]
    return seat not in state.players_to_move() or has_learnt(match.game, before, steps, seat)


def _is_often(words: str) -> bool:
    return words.startswith("*") and len(words) > 1


def _names(match: Match, seat: int, text: str) -> list[str]:
    """Return the names of the moves. The whole text may be shorthand, or its first part alone."""

    def expanded(words: str) -> str:
        return match.game.codec.shorthand(match.state, seat, words.strip(), match.past())

    first, *more = text.split(";")
    meant = expanded(text) or ("; ".join([expanded(first) or first, *more]) if more else text)
    return [name for name in map(str.strip, meant.split(";")) if name] or [text]
