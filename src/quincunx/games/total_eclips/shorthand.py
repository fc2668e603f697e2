"""Short commands for a whole placement: what people and programs may say in place of a dozen moves."""

import re
from collections.abc import Iterable

from quincunx.core.errors import nearest
from quincunx.core.event import Event
from quincunx.core.move import Move
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import IllegalMove
from quincunx.games.total_eclips import codes
from quincunx.games.total_eclips.ai.bot import EClipsBot
from quincunx.games.total_eclips.cores import KIND_NAMES
from quincunx.games.total_eclips.moves import decode, encode
from quincunx.games.total_eclips.names import cores_on, token_names, tokens_on
from quincunx.games.total_eclips.places import PLACE_NAMES
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.state import Side

SHORTHANDS = {
    "PLACE: PIECES; …": "A whole placement: `a: 3 m1, 2 plus-2; unlock: 2 m2; done`.",
    "same": "Place as in the last round, as far as it fits.",
    "suggest": "Place as the game's own bot would.",
    "put rest on PLACE": "Place the cores that are left, the best first.",
    "put tokens on PLACE": "Place all tokens that fit there.",
    "take PIECE from PLACE": "Take one core or token back.",
}
ONTO = re.compile(r"(?:\* )?put (rest|tokens) on (\w+)")
FROM = re.compile(r"take (\S+) from (\w+)")


class Draft:
    """A placement tried out on a copy: pieces that fit are kept, others are left out."""

    def __init__(self, state: TotalEClips, seat: int) -> None:
        self.state = state.clone()
        self.seat = seat
        self.moves: list[str] = []

    def make(self, action: int) -> bool:
        if not self.state.legal(self.seat, action):
            return False
        self.moves.append(str(decode(self.state, self.seat, action)))
        self.state.move(self.seat, action)
        return True

    def put(self, piece: str, place: str) -> bool:
        return self.make(encode(self.state, self.seat, Move("put", piece, "on", place)))


def shorthand(state: TotalEClips, seat: int, words: str, past: Iterable[Event]) -> str:
    """Return the moves that these words stand for, between semicolons; empty if they stand for none."""
    if state.phase != codes.PLACE or seat not in state.players_to_move():
        if words in ("same", "suggest"):
            raise IllegalMove(f"`{words}` places cores and tokens, and you have none to place now.")
        return ""
    if ":" in words:
        return "; ".join(spelled_out(words))
    draft = Draft(state, seat)
    if words == "suggest":
        draft.make(codes.TAKE_BACK)
        _as_the_bot(draft)
    elif words == "same":
        draft.make(codes.TAKE_BACK)
        for piece, place in _last_placed(seat, past):
            draft.put(piece, place)
    elif onto := ONTO.fullmatch(words):
        pieces = KIND_NAMES[::-1] if onto[1] == "rest" else token_names(state.parts)
        for piece in pieces:
            while draft.put(piece, onto[2]):
                pass
    elif taken := FROM.fullmatch(words):
        pieces_left = placed(state.sides[seat])
        if (taken[1], taken[2]) not in pieces_left:
            raise IllegalMove(f"No `{taken[1]}` of yours lies there.")
        pieces_left.remove((taken[1], taken[2]))
        draft.make(codes.TAKE_BACK)
        for piece, place in pieces_left:
            draft.put(piece, place)
    return "; ".join(draft.moves)


def placed(side: Side) -> list[tuple[str, str]]:
    """Return the pieces on the board, each with its place; on each place the cores come first."""
    return [
        (piece, name)
        for place, name in enumerate(PLACE_NAMES)
        for piece in cores_on(side, place) + tokens_on(side, place)
    ]


def _last_placed(seat: int, past: Iterable[Event]) -> list[tuple[str, str]]:
    for event in past:
        if event.kind == "placed" and event.seat == seat:
            return list(zip(event.pieces[::2], event.pieces[1::2], strict=True))
    raise IllegalMove("There is no round before this one.")


def _as_the_bot(draft: Draft) -> None:
    bot, rng = EClipsBot(), Rng(f"suggest {draft.state.round}")
    while (action := ask(bot, draft.state, draft.seat, rng, True)) != codes.DONE:
        draft.make(action)


def spelled_out(line: str) -> list[str]:
    """Return the moves of a line. `PLACE: PIECES` puts them there; other parts are moves already.

    >>> spelled_out("a: 2 m1; done")
    ['put m1 on a', 'put m1 on a', 'done']
    """
    moves: list[str] = []
    for part in filter(None, map(str.strip, line.split(";"))):
        place, colon, pieces = part.partition(":")
        moves += _puts(_place(place.strip().lower()), pieces) if colon else [part]
    return moves


def _place(word: str) -> str:
    fits = [name for name in PLACE_NAMES if name == word] or [
        name for name in PLACE_NAMES if word and name.startswith(word)
    ]
    if len(fits) != 1:
        raise IllegalMove(f"`{word}` is not the name of a place{nearest(word, PLACE_NAMES)}")
    return fits[0]


def _puts(place: str, pieces: str) -> list[str]:
    moves: list[str] = []
    for piece in filter(None, map(str.strip, pieces.lower().split(","))):
        found = re.fullmatch(r"(?:([0-9]{1,2})\s+)?([a-z0-9-]+)", piece)
        if found is None:
            raise IllegalMove(f"Write how many and of what, as in `{place}: 3 m1, 2 plus-2`; not `{piece}`.")
        moves += [f"put {found[2]} on {place}"] * int(found[1] or 1)
    return moves
