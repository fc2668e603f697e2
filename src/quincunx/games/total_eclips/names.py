"""The game's words for places, cores, faces and rewards."""

from quincunx.games.total_eclips.board import Board
from quincunx.games.total_eclips.cards import FACES, KINDS, PLACES, PROJECTS, Parts

KIND_NAMES = ["m1", "m2", "m3", "multi", "ai", "quantum"]
PLACE_NAMES = ["a", "b", "c", "d", "unlock", "manufacture", "upgrade"]
LEVEL_NAMES = ["I", "II", "III", "IV"]


def place_title(place: int) -> str:
    """A place in a sentence: `project A`, `Unlock`."""
    name = PLACE_NAMES[place]
    return f"project {name.upper()}" if place < PROJECTS else name.capitalize()


def face_name(parts: Parts, code: int) -> str:
    """What a face shows: `3`, `0` for a blank, `x2`."""
    return "x2" if parts.x2[code] else str(parts.values[code])


def roll_name(parts: Parts, rolling: list[int], outcome: int) -> str:
    """The faces of a roll, in the order of the cores."""
    names = []
    for kind in rolling:
        names.append(face_name(parts, kind * FACES + outcome % FACES))
        outcome //= FACES
    return " ".join(names)


def counted(number: int, thing: str) -> str:
    """
    >>> counted(1, "clip"), counted(2, "clip")
    ('1 clip', '2 clips')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def amount(trust: int, clips: int) -> str:
    """A reward in words.

    >>> amount(2, 1), amount(0, 0)
    ('2 Trust and 1 clip', 'nothing')
    """
    parts = [f"{trust} Trust"] if trust else []
    if clips:
        parts.append(counted(clips, "clip"))
    return " and ".join(parts) or "nothing"


def goods(parts: Parts, index: int) -> str:
    """What a Manufacture reward gives."""
    reward = parts.makes[index]
    return counted(reward.cores, "core") if reward.cores else counted(reward.clips, "clip")


def cores(counts: list[int]) -> str:
    """Cores by kind: `2 m1, ai`; empty if there are none."""
    named = [(count, KIND_NAMES[kind]) for kind, count in enumerate(counts) if count]
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in named)


def tokens(parts: Parts, counts: list[int]) -> str:
    """Tokens by name; empty if there are none."""
    named = [(count, parts.tokens[token].slug) for token, count in enumerate(counts) if count]
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in named)


def cores_on(board: Board, place: int) -> list[int]:
    """The cores by kind that wait on a place for their roll."""
    return board.placed[place * KINDS : (place + 1) * KINDS]


def tokens_on(board: Board, place: int) -> list[int]:
    kinds = len(board.tokens)
    return board.laid[place * kinds : (place + 1) * kinds]


def placement(board: Board) -> str:
    """What a player put where, for the moment of revealing."""
    found = []
    for place in range(PLACES):
        pieces = [cores(cores_on(board, place)), tokens(board.parts, tokens_on(board, place))]
        here = ", ".join(piece for piece in pieces if piece)
        if here:
            found.append(f"{here} on {place_title(place)}")
    return f"put {'; '.join(found)}" if found else "put nothing anywhere"
