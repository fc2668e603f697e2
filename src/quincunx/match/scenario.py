"""Scenarios: worked examples of rules that can be run."""

import re
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from quincunx import games
from quincunx.core.convert import convert
from quincunx.core.errors import UserError
from quincunx.core.game import Game
from quincunx.core.sanitize import shown
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.files import read
from quincunx.input_limits import YAML
from quincunx.match import variant
from quincunx.match.chance import StatedDice
from quincunx.match.match import Match
from quincunx.match.record import Player, read_move

PREFIX = "[A-Z]{2,3}"
"""The letters of a game's rulings, as a regular expression."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of `given` that are not parts of the position."""

    players: int | None = None
    options: dict[str, Any] = {}


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a scenario file. `rule` may name several rulings."""

    game: str
    title: str
    rule: str | list[str]
    then: dict[str, Any]
    given: dict[str, Any] = {}
    when: list[dict[str, str]] = []

    @property
    def rules(self) -> list[str]:
        return [self.rule] if isinstance(self.rule, str) else self.rule


class Cites(Protocol):
    """Anything that names the rulings it shows."""

    @property
    def rules(self) -> list[str]: ...


C = TypeVar("C", bound=Cites)


class Failed(Exception):
    """An error for a scenario that ends otherwise than it says."""


def read_scenario(path: Path | str) -> Scenario:
    """Return the scenario in a file; a UserError if it is not one."""
    return convert(_string_keys(read(Path(path), YAML)), Scenario, str(path))


def scenario_files(folder: Path) -> list[Path]:
    """Return the scenarios in a folder and all folders in it."""
    return sorted(folder.rglob("*.yaml"))


def rulings_of(game: Game[Any], prefix: str = PREFIX) -> list[str]:
    """Return the rulings numbered in the rulebook, such as `KT-12`, in order."""
    found = set(re.findall(rf"\b({prefix})-(\d+)\b", game.rulebook()))
    return [f"{name}-{number}" for name, number in sorted(found, key=lambda each: (each[0], int(each[1])))]


def coverage(game: Game[Any], scenarios: list[C], prefix: str = PREFIX) -> dict[str, list[C]]:
    """Return each ruling of the rulebook with those of the scenarios that show it."""
    return {rule: [one for one in scenarios if rule in one.rules] for rule in rulings_of(game, prefix)}


def run(scenario: Scenario, source: str = "scenario") -> State:
    """Play the scenario; Failed if it ends otherwise, UserError if it cannot be played.

    >>> run(Scenario("idle-six", "Gain A pays", "IS-1", then={"money": "1"}, when=[{"1": "gain a"}])).turns()
    1
    """
    try:
        return _run(scenario)
    except UserError as error:
        raise UserError(f"{source}: {error}") from None


def _run(scenario: Scenario) -> State:
    match = set_up(games.load(scenario.game), scenario)
    expected = dict(scenario.then)
    refusal = convert(expected.pop("illegal"), str, "then: illegal") if "illegal" in expected else None
    if refusal is not None and not scenario.when:
        raise UserError("`illegal` speaks of the last move, but there is none in `when`.")
    for number, line in enumerate(scenario.when, 1):
        last = number == len(scenario.when)
        try:
            _play(match, line, f"move {number}")
        except IllegalMove as error:
            if refusal is None or not last:
                raise Failed(f"move {number}, {_line(line)}: {error}") from None
            if refusal.lower() not in str(error).lower():
                raise Failed(
                    f"move {number} is refused with «{error}», which does not say «{refusal}»"
                ) from None
            refusal = None
    if refusal is not None:
        raise Failed(f"the last move should be refused with «{refusal}», but it is legal")
    _compare(match, expected)
    return match.state


def set_up(game: Game[Any], scenario: Scenario) -> Match:
    """Return a match at the position that `given` describes."""
    position = dict(scenario.given)
    settings = {key: position.pop(key) for key in ("players", "options") if key in position}
    given = convert(settings, Given, "given")
    players = game.header.players[0] if given.players is None else given.players
    game.require_player_count(players)
    names = game.phrases.seat_names(variant.numbers(game, given.options), players)
    match = Match(game, [Player(name) for name in names], StatedDice(), given.options)
    if position:
        whole = variant.overlay(game.to_dict(match.state), position, "given")
        match.state = game.from_dict(whole, match.numbers, "given")
        match.state.log = []
    return match


def _play(match: Match, line: dict[str, str], where: str) -> None:
    if len(line) != 1:
        raise UserError(f"{where}: write one `seat: move` a line.")
    try:
        seat, name = read_move(_line(line), len(match.seats))
    except UserError as error:
        raise UserError(f"{where}: {error}") from None
    if seat != CHANCE and match.state.current_player() == CHANCE and not match.state.legal_actions(seat):
        raise UserError(f"{where}: a roll or draw is due before `{_line(line)}`; state it with `chance: …`.")
    match.play(seat, name)


def _line(line: dict[str, str]) -> str:
    return "; ".join(f"{seat}: {move}" for seat, move in line.items())


def _compare(match: Match, expected: dict[str, Any]) -> None:
    """Check `then`: parts of the position, and facts that any game has."""
    state, game = match.state, match.game
    only = expected.pop("may_only", {})
    for seat, names in [*_by_seat(expected.pop("may", {}), match), *_by_seat(only, match)]:
        for name in names:
            if _legal(match, seat, name) is None:
                raise Failed(f"seat {seat + 1} should be able to `{name}`, but may not")
    for seat, names in _by_seat(expected.pop("may_not", {}), match):
        for name in names:
            if _legal(match, seat, name) is not None:
                raise Failed(f"seat {seat + 1} should not be able to `{name}`, but may")
    for seat, names in _by_seat(only, match):
        offered = state.legal_actions(seat)
        if {_legal(match, seat, name) for name in names} != set(offered):
            said = ", ".join(game.say(state, seat, action) for action in offered)
            raise Failed(f"seat {seat + 1} should have only: {', '.join(names) or 'none'}; but has: {said}")
    facts = game.to_dict(state)
    facts["to_act"] = ["chance" if seat == CHANCE else seat + 1 for seat in state.players_to_move()]
    facts["over"] = match.over
    if match.result is not None:
        facts["winners"] = [seat + 1 for seat in match.result.winners]
        facts["scores"] = match.result.scores
        facts["reason"] = match.reason()
    variant.overlay(facts, expected, "then")
    for where, wanted, got in _differences(facts, expected, ""):
        raise Failed(f"`{where}` should be {shown(repr(wanted))}, but is {got!r}")


def _by_seat(wanted: Any, match: Match) -> list[tuple[int, list[str]]]:
    moves = convert(wanted, dict[int, list[str]], "then")
    for seat in moves:
        if not 1 <= seat <= len(match.seats):
            raise UserError(f"then: there is no seat {seat}.")
    return [(seat - 1, names) for seat, names in moves.items()]


def _legal(match: Match, seat: int, name: str) -> int | None:
    """The seat's legal move of that name, or None."""
    try:
        action = match.game.parse(match.state, seat, name)
    except IllegalMove:
        return None
    return action if match.state.legal(seat, action) else None


def _differences(facts: Any, expected: Any, at: str) -> list[tuple[str, Any, Any]]:
    if isinstance(facts, dict) and isinstance(expected, dict):
        found: list[tuple[str, Any, Any]] = []
        for key, wanted in expected.items():
            found += _differences(facts[key], wanted, f"{at}.{key}" if at else key)
        return found
    return [] if facts == expected else [(at, expected, facts)]


def _string_keys(data: Any) -> Any:
    """Return the data with strings as keys: YAML reads `1:` as a number, but seats are names like any other
    key."""
    if isinstance(data, dict):
        return {str(key): _string_keys(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_string_keys(value) for value in data]
    return data
