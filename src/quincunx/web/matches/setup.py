"""Setting up a match: what somebody wants to play, and who sits where."""

import datetime
import secrets
from dataclasses import dataclass, field
from typing import Any

from quincunx import bots, games
from quincunx.bots.levels import LEVELS
from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.input_limits import check_values
from quincunx.match import variant
from quincunx.match.chance import SOURCES
from quincunx.match.players import HOUSE
from quincunx.web.matches.clean_text import clean_name, clean_text
from quincunx.web.matches.fair_dice import NONE
from quincunx.web.matches.tokens import Keys, digest, invitation, new_token
from quincunx.web.storage.models import Head, Seat

COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "black"]
"""Matches are stored with places in this list. Nobody is offered black: it is for bots of that name."""
DICE = [source for source in SOURCES if source != "real"]
OPPONENT = "normal"
"""The bot that sits at a table where nobody says which."""
WORDS_FOR_OTHERS = ("you", "chance", "nobody", "the house")
LONGEST_CLOCK = 24 * 3600


@dataclass
class Setup:
    """What somebody wants to play, and with whom: `me`, `friend`, or a bot's name for each seat."""

    game: str
    seats: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    colour: str = ""
    dice: str = "fair"
    seed: str = ""
    clock: int = 0
    variant: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    """Whether the lobby offers the table to everybody, to join or to watch."""
    hints: bool | None = None
    """Whether people may ask for hints; if unsaid, where only one person plays."""
    wait: bool = False
    """Do not begin before the creator has given a word for fair dice, or says so."""
    hash: str = ""
    """The SHA-256 of a word for fair dice from the device of somebody who plays alone, and is asked nothing:
    the device reveals the word when it has seen the commitment."""

    @property
    def one_person(self) -> bool:
        return sum(kind in ("me", "friend") for kind in self.seats) <= 1


def set_up(setup: Setup) -> tuple[Head, list[Seat], Keys]:
    """The header and the seats of a new match, and the keys of whoever wanted it."""
    check_values(setup.variant, "The variant")
    game = games.load(setup.game)
    kinds = setup.seats or ["me", *[OPPONENT] * (game.header.players[0] - 1)]
    game.require_player_count(len(kinds))
    numbers = variant.shared_numbers(game, setup.variant)
    if setup.dice not in DICE:
        raise UserError(f"There are no `{setup.dice}` dice here{nearest(setup.dice, DICE)}")
    if not 0 <= setup.clock <= LONGEST_CLOCK:
        raise UserError("A clock gives 1 second to 24 hours for each move.")
    keys = Keys(creator=new_token())
    seats = _seats(kinds, game.seat_names(numbers, len(kinds)), setup, keys)
    return _head(game, setup, keys), seats, keys


def _first_pledge(setup: Setup) -> str:
    """The pledge of those who set the table: none yet if they are asked for a word before the first roll."""
    if setup.dice != "fair":
        return NONE
    return "" if setup.wait else setup.hash or NONE


def _head(game: Game[Any], setup: Setup, keys: Keys) -> Head:
    fair = setup.dice == "fair"
    return Head(
        id=secrets.token_hex(5),
        game=game.name,
        variant=setup.variant,
        dice=setup.dice,
        seed="" if fair else clean_text(setup.seed, 64) or secrets.token_hex(8),
        # Before anyone adds a word: so the secret cannot have been chosen to fit the words.
        secret=secrets.token_hex(32) if fair else "",
        clock=setup.clock,
        creator=digest(keys.creator),
        created=now(),
        rules=game.header.rules,
        numbers=variant.digest(game, setup.variant),
        creator_seat=min(keys.seats, default=-1),
        seed_by="" if fair else "creator" if clean_text(setup.seed, 64) else "server",
        public=setup.public,
        hints=setup.one_person if setup.hints is None else setup.hints,
    )


def chosen_variant(
    game: Game[Any], chosen: dict[str, str], changes: dict[str, Any], name: str = ""
) -> dict[str, Any]:
    """The variant that a form asks for: what was chosen of the game's own choices, the variant of that
    `name` that comes with the game, and a file's `changes`. Where they differ, the latter win.

    Who leaves a choice as the rules have it changes nothing, so that the match is not called a variant.
    """
    if name:
        known = variant.shipped(game)
        if name not in known:
            raise UserError(f"{game.header.title} has no variant `{name}`{nearest(name, known)}")
        changes = variant.combined(known[name].changes, changes)
    for about, word in chosen.items():
        if about not in game.choices:
            raise UserError(
                f"{game.header.title} offers no choice of `{about}`{nearest(about, game.choices)}"
            )
        if word and word != usual(game, about):
            changes = variant.combined(game.choices[about].variant(word), changes)
    return changes


def usual(game: Game[Any], name: str) -> str:
    """The word for what the rules have where people may choose; empty if it has none."""
    choice = game.choices[name]
    value: Any = game.toml
    for part in choice.key.split("."):
        value = value[part]
    return next((word for word, meant in choice.values.items() if meant == value), "")


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _seats(kinds: list[str], called: list[str], setup: Setup, keys: Keys) -> list[Seat]:
    """The seats of a new match, which the game has names for; the keys get a token for each of the
    creator's own."""
    seats: list[Seat] = []
    names = [clean_name(name) for name in setup.names]
    for number, kind in enumerate(kinds):
        seat = Seat(number, "", number)
        if kind == "me":
            given = names.pop(0) if names else ""
            seat.name = distinct_name(seats, given or f"Player {number + 1}")
            keys.seats[number] = new_token()
            seat.token, seat.taken = digest(keys.seats[number]), True
            seat.pledge = _first_pledge(setup)
        elif kind == "friend":
            seat.name = f"Seat {number + 1}"
            seat.token = digest(invitation(keys.creator, number))
        elif bots.is_known(kind):
            seat.name = distinct_name(seats, _name_of_bot(kind, called, number))
            seat.bot, seat.taken = kind, True
        else:
            raise UserError(
                f"Nobody called `{kind}` can sit down{nearest(kind, ['me', 'friend', *bots.names()])}"
            )
        seats.append(seat)
    colour(seats)
    if setup.colour in COLOURS and keys.seats:
        recolour(seats, min(keys.seats), COLOURS.index(setup.colour))
    return seats


def colour(seats: list[Seat]) -> None:
    """The colours that seats begin with: each that of its number, but a bot the one it is named after."""
    for seat in seats:
        seat.colour = seat.number % len(COLOURS)
    for seat in seats:
        if seat.bot and seat.name.lower() in COLOURS:
            recolour(seats, seat.number, COLOURS.index(seat.name.lower()))


def recolour(seats: list[Seat], number: int, colour: int) -> None:
    """Give a seat its colour; a bot or an empty seat that had it gets the other one. A person keeps it, and
    so does a bot that is named after it, as in Total eClips."""
    had = next((other for other in seats if other.colour == colour), seats[number])
    keeps = had.taken and (not had.bot or had.name.lower() == COLOURS[colour])
    if had is not seats[number] and keeps:
        return
    had.colour, seats[number].colour = seats[number].colour, colour


def _name_of_bot(kind: str, called: list[str], number: int) -> str:
    """As the game calls the seat, else by a name of the house; one that plays at random, or a guest, by its
    kind."""
    if kind not in LEVELS and kind != "greedy":
        return kind[:1].upper() + kind[1:]
    return HOUSE[number % len(HOUSE)] if called[number] == f"Player {number + 1}" else called[number]


def distinct_name(others: list[Seat], name: str) -> str:
    """The name, with a number if somebody else has it, or if it is a word that sentences use for others."""
    names = [other.name for other in others]
    number, wanted = 2, name
    while name in names or name.casefold() in WORDS_FOR_OTHERS:
        name = f"{wanted} {number}"
        number += 1
    return name
