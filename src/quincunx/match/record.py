"""The file of a match: a header and the list of its moves. A position is never stored."""

import hashlib
import re
from pathlib import Path
from typing import Any, Literal

import msgspec

from quincunx.core.convert import convert
from quincunx.core.errors import UserError
from quincunx.core.sanitize import drives_terminal, shown
from quincunx.core.state import CHANCE
from quincunx.files import read_bytes, write_safely
from quincunx.input_limits import MOST_SECRET_BYTES, RECORD
from quincunx.match.chance import ChanceHeader
from quincunx.text.grammar import listed

VERSION = 1
"""The version of the file's format."""

FIRST_RULES = 1
"""The version of the rules in records of release 0.1, which do not name one."""


class Player(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A player in a record: a person, or a bot if `bot` names one."""

    name: str
    bot: str = ""


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """Moves that were taken back, and the number of moves that were left."""

    after: int
    moves: list[str]


class Outcome(msgspec.Struct, forbid_unknown_fields=True):
    """The result of a match. In memory winners count from 0, in a file from 1."""

    winners: list[int]
    scores: list[float]
    reason: str


class Hinted(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A hint that was taken: after how many moves, and at which seat, from 0."""

    after: int
    seat: int


AbsenceKind = Literal["time-up", "left", "replaced", "back", "resigned"]


class Absence(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A note that a bot begins to move for a person, ends, or makes one move. In memory seats count from
    0, in a file from 1."""

    after: int
    """The number of moves made before."""
    seat: int
    kind: AbsenceKind


class Branch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The origin of a match that continues another one from a position of it."""

    moves: int
    """The number of moves that come from the other match; their dice are those of that match."""
    match: str = ""
    """The name of the other match at its table; empty if it has none."""
    digest: str = ""
    """The digest of the other match's record."""


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a match, finished or not."""

    game: str
    seats: list[Player]
    chance: ChanceHeader
    moves: list[str]
    version: int = msgspec.field(name="quincunx", default=VERSION)
    rules: int = 0
    """The version of the game's rules; 0 in records of release 0.1."""
    numbers: str = ""
    """The digest of all numbers in force: game.toml with the variant applied."""
    variant: dict[str, Any] = {}
    started: str = ""
    take_backs: list[TakeBack] = []
    draws: dict[int, list[str]] = {}
    """The words that chance drew from, by the number of the roll (see `draw_log.py`); empty in older
    records."""
    hints: list[Hinted] = []
    """The hints taken, as long as the match goes on. At the end the reason of the result tells them, so that
    older versions read the record too."""
    hints_allowed: bool | None = None
    """Whether hints may be taken, if people have decided it; kept only as long as the match goes on."""
    result: Outcome | None = None
    digest: str = ""
    """The SHA-256 over all the rest, once the match is over; empty in older records."""
    branch: Branch | None = None
    """The match that this one continues, if there is one."""
    absences: list[Absence] = []
    """The notes on when bots moved for people, in order; not kept in records of release 0.3 and
    before."""


def branch_off(record: Record, at: int, seats: list[Player], chance: ChanceHeader) -> Record:
    """Return a new match that continues a finished one from the position after `at` moves."""
    last = len(record.moves) - 1
    if at > last:
        raise UserError(
            f"The match has {last + 1} moves; it can be played on after move {last} or an earlier one."
        )
    return Record(
        record.game,
        seats,
        chance,
        record.moves[:at],
        rules=record.rules,
        numbers=record.numbers,
        variant=record.variant,
        branch=Branch(at, digest=record.digest),
    )


HINTS = " Hints were taken: "
HINT = re.compile(r"seat (\d{1,3}) before (?:move|moves) ([\d, and]+)")


def in_words(hints: list[Hinted]) -> str:
    """Return the hints in the words of a result's reason; empty if there were none.

    >>> in_words([Hinted(3, 0), Hinted(8, 0), Hinted(5, 1)])
    ' Hints were taken: seat 1 before moves 4 and 9; seat 2 before move 6.'
    """
    if not hints:
        return ""
    parts: list[str] = []
    for seat in sorted({hint.seat for hint in hints}):
        moves = [str(hint.after + 1) for hint in hints if hint.seat == seat]
        parts.append(f"seat {seat + 1} before move{'s' * (len(moves) > 1)} {listed(moves)}")
    return f"{HINTS}{'; '.join(parts)}."


def with_hints(reason: str, hints: list[Hinted]) -> str:
    """Return why a match ended as it did, and who has taken hints.

    >>> with_hints("20 points", [Hinted(3, 0)])
    '20 points. Hints were taken: seat 1 before move 4.'
    >>> with_hints("20 points", [])
    '20 points'
    """
    return f"{reason.rstrip('.')}.{in_words(hints)}" if hints else reason


def read_hints(record: Record) -> list[Hinted]:
    """Return the hints of a record, whether the match goes on or is over."""
    if record.result is None:
        return list(record.hints)
    _, _, told = record.result.reason.rpartition(HINTS)
    return [
        Hinted(int(move) - 1, int(seat) - 1)
        for seat, moves in HINT.findall(told)
        for move in re.findall(r"\b\d{1,9}\b", moves)
    ]


def write_move(seat: int, name: str) -> str:
    """Return a move as a record has it; seats count from 1 there.

    >>> write_move(0, "gain a"), write_move(CHANCE, "roll 4")
    ('1: gain a', 'chance: roll 4')
    """
    return f"{'chance' if seat == CHANCE else seat + 1}: {name}"


def read_move(line: str, seats: int) -> tuple[int, str]:
    """Return the seat and the name of a move as a record has it."""
    who, colon, name = line.partition(":")
    who = who.strip()
    if who == "chance" and colon:
        return CHANCE, name.strip()
    known = [str(seat) for seat in range(1, seats + 1)]
    if not colon or who not in known:
        raise UserError(f"`{line}` does not begin with `chance:` or a seat from `1:` to `{seats}:`.")
    return known.index(who), name.strip()


def lines_of_play(record: Record) -> list[list[str]]:
    """Return, for each take-back, all the moves there were before it."""
    lines: list[list[str]] = []
    moves, first = record.moves, record.branch.moves if record.branch else 0
    for taken_back in reversed(record.take_backs):
        if not first <= taken_back.after <= len(moves):
            raise UserError(f"Moves were taken back to move {taken_back.after}, which there never was.")
        moves = moves[: taken_back.after] + taken_back.moves
        lines.insert(0, moves)
    return lines


def encode(record: Record) -> bytes:
    """Return the record as the text of a file, one move a line; its winners count from 1 like its seats."""
    # The version stands first and is written even though it is the default.
    data = {"quincunx": record.version, **msgspec.to_builtins(record)}
    for absence in data.get("absences", ()):
        absence["seat"] += 1
    if record.result is not None:
        data["result"]["winners"] = [seat + 1 for seat in record.result.winners]
        # Whole floats and ints are written alike, since the digest depends on the text.
        data["result"]["scores"] = [
            int(score) if score == int(score) else score for score in record.result.scores
        ]
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def digest(record: Record) -> str:
    """Return the digest of everything in a record: of its file's text without the line of the digest."""
    return hashlib.sha256(encode(msgspec.structs.replace(record, digest=""))).hexdigest()


def decode(data: bytes, source: str) -> Record:
    """Return the record in a file's contents; a UserError if it is broken or something else."""
    raw = RECORD.parse(data, source)
    if not isinstance(raw, dict) or "quincunx" not in raw:
        raise UserError(f"{source} is not a record of Quincunx: it has no `quincunx` version.")
    if raw["quincunx"] != VERSION:
        version = shown(str(raw["quincunx"]))
        raise UserError(f"{source} has format version {version}; this Quincunx reads {VERSION}.")
    record = convert(raw, Record, f"{source} is not a record")
    text = _text(record)
    # A quick check first, since most records are all printable.
    odd = "" if text.isprintable() else text
    if any(drives_terminal(character) and not character.isspace() for character in odd):
        raise UserError(f"{source} has a name, a word or a move with characters that cannot be printed.")
    if record.result is not None:
        record.result.winners = [seat - 1 for seat in record.result.winners]
    record.absences = [msgspec.structs.replace(each, seat=each.seat - 1) for each in record.absences]
    return record


def _text(record: Record) -> str:
    """Return all the text of a record that people are shown."""
    chance = record.chance
    moves = [line for each in record.take_backs for line in each.moves] + record.moves
    names = [text for player in record.seats for text in (player.name, player.bot)]
    words = [chance.dice, chance.seed, chance.nonce, *chance.words, chance.commitment, record.started]
    words += [record.branch.match, record.branch.digest] if record.branch else []
    return "".join([*moves, *names, *words, record.game, record.digest, record.numbers])


def secret_path(path: Path) -> Path:
    """Return the path of the secret of an unfinished match with fair dice, which is kept apart so that the
    record can be shared."""
    return path.with_name(path.name + ".secret")


def save(record: Record, path: Path | str) -> None:
    """Write the record; OSError if it cannot be done.

    While a match with fair dice goes on, their secret is kept apart, in a file beside it.
    """
    path = Path(path)
    secret = record.chance.secret
    aside = secret_path(path)
    if secret and record.result is None:
        open_chance = msgspec.structs.replace(record.chance, secret="")
        if not aside.exists() or read_bytes(aside, MOST_SECRET_BYTES) != secret.encode():
            write_safely(aside, secret.encode(), private=True)
        write_safely(path, encode(msgspec.structs.replace(record, chance=open_chance)))
    else:
        write_safely(path, encode(record))
        aside.unlink(missing_ok=True)


def read(path: Path | str, unfinished: bool = False) -> Record:
    """Return the record in a file. To go on with an unfinished one, its secret is needed too.

    >>> from tempfile import TemporaryDirectory
    >>> from quincunx.match.match import Match, verify
    >>> played = Match("king-of-tokyo", ["greedy", "random"])
    >>> all(played)
    True
    >>> with TemporaryDirectory() as folder:
    ...     save(played.record(), f"{folder}/match.json")
    ...     again = verify(read(f"{folder}/match.json"))
    >>> again.reason() == played.reason()
    True
    """
    path = Path(path)
    record = decode(read_bytes(path, RECORD.most_bytes), str(path))
    if unfinished and record.result is None and record.chance.dice == "fair" and not record.chance.secret:
        aside = secret_path(path)
        if aside.exists():
            record.chance.secret = read_bytes(aside, MOST_SECRET_BYTES).decode(errors="replace").strip()
        if not record.chance.secret:
            raise UserError(
                f"{path} cannot be resumed without the secret of its dice, {aside.name} beside it."
            )
    return record
