"""The sources of dice and draws: a seed, fair dice, real dice, or a stated list.

A source answers two questions. `draw`: how does the chance move now due come out? `agrees`: an
outcome is already on record; could it have come from this source? Both step to the next roll.
"""

import hashlib
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

import msgspec

from quincunx.core.errors import UserError, nearest
from quincunx.core.rng import FairRng, Rng
from quincunx.core.state import State


class ChanceHeader(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The source of chance, as a record names it."""

    dice: str
    seed: str = ""
    commitment: str = ""
    nonce: str = ""
    """The words of the players, joined with spaces."""
    words: list[str] = []
    """The words of the players, in the order of the seats; empty for a seat without one."""
    hashes: list[str] = []
    """The SHA-256 of each seat's word, where a device gave only that before the start. If the word is
    missing, the device did not reveal it in time, and the dice went on without it."""
    secret: str = ""
    """The secret, known when the match is over; until then it is kept apart from the record."""


class Chance(ABC):
    """A source of outcomes for one match."""

    @abstractmethod
    def draw(self, state: State) -> int:
        """Return the outcome of the chance move now due."""

    @abstractmethod
    def restart(self) -> "Chance":
        """Return a source like this one before its first roll."""

    @abstractmethod
    def header(self) -> ChanceHeader:
        """Return what a record needs to draw the same again."""

    def agrees(self, state: State, outcome: int) -> bool:
        """Whether an outcome on record is the one this source gives. Steps to the next roll."""
        return self.draw(state) == outcome

    @property
    def own(self) -> "Chance":
        """Return the source of this match's own rolls."""
        return self


class SeedDice(Chance):
    """Dice from a seed: quick, and the same every time."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._rng = Rng(seed)

    def draw(self, state: State) -> int:
        return state.sample_outcome(self._rng)

    def restart(self) -> "SeedDice":
        return SeedDice(self.seed)

    def header(self) -> ChanceHeader:
        return ChanceHeader("seed", seed=self.seed)


class FairDice(Chance):
    """Fair dice, which can be checked afterwards.

    The commitment, SHA-256 of a secret of 32 random bytes, is shown before the first roll; so the
    host cannot choose the secret later. Players add a nonce of their own after seeing it; so the
    host could not choose the secret well. Every roll is drawn from HMAC-SHA256 of both and its
    number. The secret is shown at the end, and `quincunx verify` does it all again.
    """

    def __init__(
        self, secret: bytes = b"", nonce: str = "", words: Sequence[str] = (), hashes: Sequence[str] = ()
    ) -> None:
        self.secret = secret or secrets.token_bytes(32)
        self.nonce = nonce
        self.words: list[str] = []
        self.hashes: list[str] = []
        self._rolls = 0
        if any(words) or any(hashes):
            self.mix_in(words, hashes)

    def mix_in(self, words: Sequence[str], hashes: Sequence[str] = ()) -> None:
        """Add a word for each seat before the first roll, empty for none."""
        self.nonce = joined(words)
        self.words = list(words) if self.nonce or any(hashes) else []
        self.hashes = list(hashes) if any(hashes) else []

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def draw(self, state: State) -> int:
        self._rolls += 1
        return state.sample_outcome(FairRng(self.secret, self.nonce, self._rolls))

    def restart(self) -> "FairDice":
        return FairDice(self.secret, self.nonce, self.words, self.hashes)

    def header(self) -> ChanceHeader:
        return ChanceHeader(
            "fair",
            commitment=self.commitment,
            nonce=self.nonce,
            words=self.words,
            hashes=self.hashes,
            secret=self.secret.hex(),
        )


class RealDice(Chance):
    """Real dice on the people's own table; `ask` has them typed in."""

    def __init__(self, ask: Callable[[State], int]) -> None:
        self._ask = ask

    def draw(self, state: State) -> int:
        return self._ask(state)

    def agrees(self, state: State, outcome: int) -> bool:
        return True

    def restart(self) -> "RealDice":
        return self

    def header(self) -> ChanceHeader:
        return ChanceHeader("real")


class StatedDice(Chance):
    """A list of outcomes written down beforehand, in a scenario or in a record whose secret is not out
    yet."""

    def __init__(self, outcomes: Iterable[int] = ()) -> None:
        self._stated = list(outcomes)
        self._next = 0

    def draw(self, state: State) -> int:
        if self._next == len(self._stated):
            raise UserError("A roll or draw is due here, and nothing says how it comes out.")
        self._next += 1
        return self._stated[self._next - 1]

    def agrees(self, state: State, outcome: int) -> bool:
        return True

    def restart(self) -> "StatedDice":
        return StatedDice(self._stated)

    def header(self) -> ChanceHeader:
        return ChanceHeader("stated")


class LaterDice(Chance):
    """The dice of a match that continues another one: its first rolls are `given`, the rest its own."""

    def __init__(self, given: int, dice: Chance) -> None:
        self._given = given
        self._passed = 0
        self._dice = dice

    def draw(self, state: State) -> int:
        if self._passed < self._given:
            raise UserError("The match must first come to where it goes on from the other one.")
        return self._dice.draw(state)

    def agrees(self, state: State, outcome: int) -> bool:
        if self._passed < self._given:
            self._passed += 1
            return True
        return self._dice.agrees(state, outcome)

    @property
    def own(self) -> Chance:
        return self._dice

    def restart(self) -> "LaterDice":
        return LaterDice(self._given, self._dice.restart())

    def header(self) -> ChanceHeader:
        return self._dice.header()


FIELDS = {"seed": ("seed",), "fair": ("commitment", "nonce", "words", "hashes", "secret")}
"""The fields of a record's dice, by their kind; the other kinds have none."""
SOURCES = ("fair", "seed", "real")
"""The sources that a person may choose for a match."""


def no_one_to_ask(state: State) -> int:
    raise UserError("Real dice need people at a table to type them in.")


def from_header(header: ChanceHeader, ask: Callable[[State], int] = no_one_to_ask) -> Chance:
    """Return the source that a record names. Fair dice whose secret is not out are taken as stated."""
    for name in header.__struct_fields__:
        if name not in ("dice", *FIELDS.get(header.dice, ())) and getattr(header, name):
            raise UserError(f"A record whose dice are `{header.dice}` has no `{name}`.")
    match header.dice:
        case "seed":
            return SeedDice(header.seed)
        case "fair":
            _check_words(header)
            if not header.secret:
                return StatedDice()
            return FairDice(_secret(header), header.nonce, header.words, header.hashes)
        case "real":
            return RealDice(ask)
        case "stated":
            return StatedDice()
    raise UserError(f"The record's dice are `{header.dice}`{nearest(header.dice, (*SOURCES, 'stated'))}")


def joined(words: Sequence[str]) -> str:
    """Return the nonce made of the players' words."""
    return " ".join(word for word in words if word)


def word_hash(word: str) -> str:
    """Return the hash that a device gives before the start in place of its word."""
    return hashlib.sha256(word.encode()).hexdigest()


def _check_words(header: ChanceHeader) -> None:
    if header.words and joined(header.words) != header.nonce:
        raise UserError("What was mixed into the dice is not what the players' words make.")
    if header.hashes and len(header.hashes) != len(header.words):
        raise UserError("There are not as many words as hashes of words.")
    for seat, (word, given) in enumerate(zip(header.words, header.hashes, strict=False), 1):
        if given and word and word_hash(word) != given:
            raise UserError(f"The word of seat {seat} does not match the hash given before the start.")


_HEX = re.compile(r"([0-9a-f]{2})+")


def _secret(header: ChanceHeader) -> bytes:
    if not _HEX.fullmatch(header.secret):
        raise UserError("The record's secret is not a hexadecimal number in small letters.")
    secret = bytes.fromhex(header.secret)
    if hashlib.sha256(secret).hexdigest() != header.commitment:
        raise UserError(
            "The secret of the fair dice does not match the commitment made before the first roll."
        )
    return secret
