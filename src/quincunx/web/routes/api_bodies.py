"""Bodies of requests and replies of the JSON API."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from quincunx.input_limits import LONGEST_CHAT, LONGEST_MOVES, LONGEST_WORD
from quincunx.web.live.view import (
    ChanceShown,
    ChatLine,
    ClockShown,
    ResultShown,
    SeatShown,
    TakeBackShown,
)
from quincunx.web.live.viewer_log import LogLine

WORD = "Mixed into fair dice. Sent openly: whoever runs the server knows it before the match begins."
HASH = (
    "In place of the word, its SHA-256 as 64 hexadecimal digits. When all words are in, the view has "
    "`chance.reveal_in`: send the word to `/word` within so many seconds, or the match begins without it."
)


class Problem(BaseModel):
    error: str = Field(description="What is wrong, in a sentence.")


class Analysing(BaseModel):
    done: Literal[False]
    judged: int = Field(description="How many decisions are judged.")
    decisions: int = Field(description="How many there are; 0 while that is not known.")
    words: str = Field(description="What is done now, in a sentence.")


ONCE = "Any text of yours; sent twice, it is done once and answered the same."


class RequestBody(BaseModel):
    """A request's body. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class NewMatch(RequestBody):
    game: str = Field(min_length=1, max_length=64, description="A game by its name, such as `idle-six`.")
    seats: list[Annotated[str, Field(max_length=32)]] = Field(
        default=[],
        max_length=12,
        description="`me`, `friend` or a bot for each seat, such as `hard`; you and `normal` if empty.",
    )
    names: list[Annotated[str, Field(max_length=64)]] = Field(
        default=[], max_length=12, description="Names for your own seats."
    )
    dice: Literal["fair", "seed"] = "fair"
    seed: str = Field(default="", max_length=64, description="For dice from a seed.")
    clock: int = Field(default=0, ge=0, le=86400, description="Seconds for each move; 0 for no clock.")
    variant: dict[str, Any] = Field(default={}, description="The part of game.toml that differs.")
    public: bool = Field(default=False, description="Whether the lobby offers it to everybody.")
    hints: bool | None = Field(
        default=None, description="Whether hints may be asked for; if unsaid, where only one person plays."
    )
    wait: bool | None = Field(
        default=None,
        description="Do not begin before you have given a word for fair dice by `word`, or said `start`; "
        "if unsaid, where more than one person sits.",
    )
    hash: str = Field(default="", max_length=64, description=f"Where it does not wait. {HASH}")


class NewSeat(BaseModel):
    seat: int
    token: str = Field(description="Your own seat's token, or the one that lets a friend join.")
    link: str = Field(description="The same as a link for a browser.")


class Created(BaseModel):
    id: str
    creator: str = Field(description="The token that may start the match.")
    commitment: str = Field(
        description="SHA-256 of the secret that fair dice are drawn from; empty for dice from a seed."
    )
    seats: list[NewSeat] = Field(description="Your own seats, and the open ones to hand out.")


class Joining(RequestBody):
    name: str = Field(default="", max_length=64)
    colour: str = Field(default="", max_length=16)
    word: str = Field(default="", max_length=LONGEST_WORD, description=WORD)
    hash: str = Field(default="", max_length=64, description=HASH)
    secret: str = Field(
        default="",
        max_length=64,
        description="A random text of yours: sent again with it, a lost answer is given again.",
    )


class Joined(BaseModel):
    seat: int
    token: str = Field(description="Your seat's token from now on; the one you came with is used up.")
    commitment: str = Field(description="SHA-256 of the secret of fair dice; empty for dice from a seed.")


class Starting(RequestBody):
    word: str = Field(default="", max_length=LONGEST_WORD, description=WORD)
    hash: str = Field(default="", max_length=64, description=HASH)
    request: str = Field(default="", max_length=64, description=ONCE)


class GivingWord(RequestBody):
    word: str = Field(default="", max_length=LONGEST_WORD, description=WORD)
    hash: str = Field(default="", max_length=64, description=HASH)


class Moving(RequestBody):
    move: str = Field(
        min_length=1,
        max_length=LONGEST_MOVES,
        description="A move by its name. Several stand between semicolons: all are made, or none, and the "
        "answer names the first that was refused; but moves that show what others keep secret stand, and the "
        "answer names the last of them. A star before a move makes it as often as it can be.",
    )
    at: int = Field(ge=0, le=10**9, description="How many moves you had seen: `at` of the view.")
    take_backs: int | None = Field(
        default=None, ge=0, le=10**9, description="How many take-backs you had seen, if you like to say."
    )
    request: str = Field(
        min_length=1, max_length=64, description="Any text of yours; sent twice, the move is made once."
    )


class Moved(BaseModel):
    at: int = Field(description="How many moves you may know of now.")
    move: str = Field(description="The move that was made; of several, the last.")


class Saying(RequestBody):
    text: str = Field(min_length=1, max_length=LONGEST_CHAT)
    request: str = Field(default="", max_length=64, description=ONCE)


class Undoing(RequestBody):
    answer: Literal["ask", "agree", "refuse"]
    take_backs: int | None = Field(
        default=None,
        ge=0,
        le=10**9,
        description="How many take-backs you had seen, if you like to say: if there was one since, "
        "nothing is done.",
    )
    request: str = Field(default="", max_length=64, description=ONCE)


class Muting(RequestBody):
    seat: int = Field(ge=1, le=99)
    on: bool = True


class Leaving(RequestBody):
    seat: int | None = Field(default=None, ge=1, le=99, description="Someone who is gone; you, if nobody.")


class Done(BaseModel):
    at: int = Field(description="How many moves you may know of.")
    phase: str


class GameShown(BaseModel):
    name: str
    title: str
    designer: str
    summary: str
    players: list[int] = Field(description="The fewest and the most.")
    minutes: list[int]
    secrets: bool
    moves: dict[str, str] = Field(description="How moves are written, and what they do.")


class BotShown(BaseModel):
    name: str = Field(description="What to write among the `seats` of a new match.")
    words: str = Field(
        default="", description="How strong it is, or what it does; empty for a bot of somebody's own."
    )


@dataclass
class View:
    """The match as your seat may see it."""

    id: str
    game: str
    phase: str
    """`waiting`, `playing` or `over`."""
    at: int
    """Moves that you may know of; secret moves of others are not counted."""
    take_backs: int
    seat: int | None
    your_move: bool
    turns: int
    seats: list[SeatShown]
    position: dict[str, Any]
    moves: list[str] = field(default_factory=list)
    story: list[LogLine] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    result: ResultShown | None = None
    chance: ChanceShown | None = None
    clock: ClockShown | None = None
    undo: TakeBackShown | None = None


class Moves(BaseModel):
    at: int
    phase: str
    your_move: bool
    moves: list[str] = Field(description="The moves your seat may make now, by name.")
