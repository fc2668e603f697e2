"""Prompts about dice: the outcome of people's own dice, and words to mix into fair dice."""

from contextlib import suppress
from typing import Any

from rich.console import Console

from quincunx.core.game import Game
from quincunx.core.move import Move
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match.chance import FairDice
from quincunx.match.match import Match
from quincunx.terminal.commands import is_command
from quincunx.terminal.screen import Screen
from quincunx.text.grammar import Voice


class Aside(Exception):
    """A command or another seat's move, typed where dice were asked for."""


def ask_outcome(game: Game[Any], state: State, console: Console) -> int:
    """Ask how the dice fell until the answer makes sense."""
    screen = Screen(console)
    # All outcomes have the same verb, so any of them names it.
    example = game.codec.decode(state, CHANCE, state.sample_outcome(Rng("example")))
    screen.say(_question(game, example), "bold")
    while True:
        text = screen.ask(f"{example.verb} > ")
        if not text:
            continue
        try:
            return read_outcome(game, state, example.verb, text)
        except IllegalMove as refusal:
            if is_command(game, text):
                raise Aside(text) from None
            known = f"`{example}`" in str(refusal)
            screen.say(f"{refusal}{'' if known else f' For example `{example}`.'}", "yellow")


def _question(game: Game[Any], example: Move) -> str:
    """Return the question, with an example that is possible now: the number of dice varies."""
    for name in game.codec.moves:
        if name.by_chance and name.verb == example.verb:
            what, _, _ = name.meaning.partition(" (chance)")
            return f"Your own dice: `{name.pattern}`. {what}, for example `{example}`."
    return f"Your own dice, for example `{example}`."


def read_outcome(game: Game[Any], state: State, verb: str, text: str) -> int:
    """Read an outcome from its name, with or without the verb; raise IllegalMove if it is impossible."""
    named = text.lower().split()[0] == verb
    outcome = game.parse(state, CHANCE, text if named else f"{verb} {text}")
    refusal = game.refusal(state, CHANCE, outcome, Voice([]))
    if refusal:
        raise IllegalMove(refusal)
    return outcome


def ask_for_words(match: Match, console: Console) -> None:
    """Show the commitment of fair dice before the first roll, and ask each person for a word to mix in."""
    chance = match.chance.own
    people = [seat for seat, player in enumerate(match.seats) if not player.bot]
    if not isinstance(chance, FairDice) or not people:
        return
    screen = Screen(console)
    screen.say("Fair dice", "bold")
    screen.say(
        "All rolls from now on come from a secret number, chosen now. This is its fingerprint (SHA-256):"
    )
    screen.say_whole(chance.commitment, "cyan")
    screen.say(
        "Type anything to mix into the dice, so that nobody could have chosen them for you. "
        "The secret is shown at the end, and everyone can check every roll."
    )
    words = [""] * len(match.seats)
    with suppress(EOFError):
        for seat in people:
            whose = "Your" if len(people) == 1 else f"{match.seats[seat].name}'s"
            words[seat] = screen.ask(f"{whose} word (Enter for none): ")
    chance.mix_in(words)
