"""Setting up a match from what its creator chose: game, seats, dice, variant. Nothing is stored here."""

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
"""Matches are stored with indices into this list. People are not offered black: it is for bots of that
name."""
DICE = [source for source in SOURCES if source != "real"]
OPPONENT = "normal"
"""The bot at a seat where the creator names none."""
WORDS_FOR_OTHERS = ("you", "chance", "nobody", "the house")
LONGEST_CLOCK = 24 * 3600


@dataclass
class MatchSetup:
    """The wishes of a match's creator. Each seat is `me`, `friend` or a bot's name."""

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
    """Whether people may ask for hints. By default only where a single person plays."""
    wait: bool | None = None
    """Whether to wait for the creator's word for fair dice, or for their start. By default where more than
    one person sits: they see the commitment before they give their words."""
    hash: str = ""
    """SHA-256 of a word for fair dice from the device of a person who plays alone: the device reveals the
    word once it has seen the commitment."""

    @property
    def one_person(self) -> bool:
        return sum(kind in ("me", "friend") for kind in self.seats) <= 1


def set_up(setup: MatchSetup) -> tuple[Head, list[Seat], Keys]:
    """Return the header and seats of a new match, and its creator's keys."""
    check_values(setup.variant, "The variant")
    game = games.load(setup.game)
    if setup.wait is None:
        setup.wait = setup.dice == "fair" and not setup.one_person
    kinds = setup.seats or ["me", *[OPPONENT] * (game.header.players[0] - 1)]
    game.require_player_count(len(kinds))
    numbers = variant.shared_numbers(game, setup.variant)
    if setup.dice not in DICE:
        raise UserError(f"There are no `{setup.dice}` dice here{nearest(setup.dice, DICE)}")
    if not 0 <= setup.clock <= LONGEST_CLOCK:
        raise UserError("A clock gives 1 second to 24 hours for each move.")
    keys = Keys(creator=new_token())
    seats = _seats(kinds, game.phrases.seat_names(numbers, len(kinds)), setup, keys)
    return _head(game, setup, keys), seats, keys


def _first_pledge(setup: MatchSetup) -> str:
    """Return the creator's pledge: none yet if they are asked for a word before the first roll."""
    if setup.dice != "fair":
        return NONE
    return "" if setup.wait else setup.hash or NONE


def _head(game: Game[Any], setup: MatchSetup, keys: Keys) -> Head:
    fair = setup.dice == "fair"
    return Head(
        id=secrets.token_hex(5),
        game=game.name,
        variant=setup.variant,
        dice=setup.dice,
        seed="" if fair else clean_text(setup.seed, 64) or secrets.token_hex(8),
        # The secret is drawn before anyone adds a word, so it cannot have been chosen to fit the words.
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
    """Return the variant that a form asks for: the game's choices, then its shipped variant of that `name`,
    then a file's `changes`; later ones win.

    A choice left as in the rules adds nothing, so that the match is not called a variant.
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
    """Return the word for the rules' own value of a choice; "" if it has none."""
    choice = game.choices[name]
    value: Any = game.toml
    for part in choice.key.split("."):
        value = value[part]
    return next((word for word, meant in choice.values.items() if meant == value), "")


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _seats(kinds: list[str], called: list[str], setup: MatchSetup, keys: Keys) -> list[Seat]:
    """Return the seats of a new match, with names from the game; the keys get a token for each of the
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
    """Give seats their first colours: by number, but a bot named after a colour gets that one."""
    for seat in seats:
        seat.colour = seat.number % len(COLOURS)
    for seat in seats:
        if seat.bot and seat.name.lower() in COLOURS:
            recolour(seats, seat.number, COLOURS.index(seat.name.lower()))


def recolour(seats: list[Seat], number: int, colour: int) -> None:
    """Give a seat a colour, in exchange with a bot or an empty seat that has it. A person keeps it, and so
    does a bot that is named after it, as in Total eClips."""
    had = next((other for other in seats if other.colour == colour), seats[number])
    keeps = had.taken and (not had.bot or had.name.lower() == COLOURS[colour])
    if had is not seats[number] and keeps:
        return
    had.colour, seats[number].colour = seats[number].colour, colour


def _name_of_bot(kind: str, called: list[str], number: int) -> str:
    """Return a bot's name: the seat's name in the game, or a name for bots. Random and guest bots are
    named after their kind."""
    if kind not in LEVELS and kind != "greedy":
        return kind[:1].upper() + kind[1:]
    return HOUSE[number % len(HOUSE)] if called[number] == f"Player {number + 1}" else called[number]


def distinct_name(others: list[Seat], name: str) -> str:
    """Return the name, with a number if it is taken or is a word that sentences use."""
    names = [other.name for other in others]
    number, wanted = 2, name
    while name in names or name.casefold() in WORDS_FOR_OTHERS:
        name = f"{wanted} {number}"
        number += 1
    return name
