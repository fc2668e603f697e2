"""The metrics that can be measured of many games, each with a key, a name and a unit."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quincunx.core.errors import UserError, nearest
from quincunx.core.game import Game
from quincunx.lab.simulate.batch import rotate_seats
from quincunx.lab.simulate.observed_run import ObservedRun
from quincunx.lab.simulate.observer import TENTHS
from quincunx.lab.stats.estimate import Estimate, mean, picked_z

SECONDS_A_DECISION = 10
"""The seconds a person is assumed to take for a decision, talk included, when minutes are stated."""

Values = Callable[[ObservedRun], list[float | None]]


@dataclass(frozen=True)
class Metric:
    """Something that can be measured in every game."""

    key: str
    name: str
    """The name in the literature (Ludii, TAG) where there is one."""
    sentence: str
    unit: str
    """The unit, such as `turns` or `minutes`; a `share` is between 0 and 1 and shown in percent."""
    of_game: Values
    over_games: Callable[[ObservedRun, list[float]], Estimate] | None = None
    """The estimate over all games, if it is not the mean."""

    def values(self, watched: ObservedRun) -> list[float | None]:
        """Return a value for each game, so that runs with the same seeds can be compared in pairs."""
        return self.of_game(watched)

    def estimate(self, watched: ObservedRun) -> Estimate:
        """Return the value over all games with its 95% interval; NaN if no game has a value."""
        known = [value for value in self.values(watched) if value is not None]
        if not known:
            return Estimate(math.nan, math.nan, math.nan)
        if self.over_games is not None:
            return self.over_games(watched, known)
        return mean(known)


def column(name: str) -> Values:
    """Return a function that reads a column of numbers; text in it becomes None."""

    def values(watched: ObservedRun) -> list[float | None]:
        return [
            None if cell is None or isinstance(cell, str) else float(cell) for cell in watched.column(name)
        ]

    return values


def counted(name: str) -> Values:
    """Return a function that reads a column of counts: a watched game without a value counts 0."""

    def values(watched: ObservedRun) -> list[float | None]:
        seen = watched.column("watched")
        return [
            (value or 0.0) if game else None for value, game in zip(column(name)(watched), seen, strict=True)
        ]

    return values


def _minutes(watched: ObservedRun) -> list[float | None]:
    return [
        None if decisions is None else decisions * SECONDS_A_DECISION / 60
        for decisions in column("decisions")(watched)
    ]


def _seat_advantage(watched: ObservedRun, _: list[float]) -> Estimate:
    """Return the largest distance of a seat from its fair share, with a Bonferroni interval."""
    fair = 1 / watched.players
    games = watched.plan.games
    shares = [math.fsum(watched.numbers(f"won {seat}")) / games for seat in _seats(watched)]
    worst = max(shares, key=lambda share: abs(share - fair))
    reach = picked_z(watched.players) * math.sqrt(max(worst * (1 - worst), 1e-9) / games)
    gap = abs(worst - fair)
    return Estimate(gap, max(0.0, gap - reach), gap + reach)


def _seats(watched: ObservedRun) -> range:
    return range(1, watched.players + 1)


def _first_seat(watched: ObservedRun) -> list[float | None]:
    """Return for each game how much more than its fair share seat 1 won."""
    if watched.players < 2:
        return [None] * watched.plan.games
    fair = 1 / watched.players
    return [None if won is None else won - fair for won in column("won 1")(watched)]


def _leader_wins(tenth: int) -> Values:
    def values(watched: ObservedRun) -> list[float | None]:
        won = [column(f"won {seat}")(watched) for seat in _seats(watched)]
        leaders = column(f"leader {tenth}")(watched)
        return [won[int(leader) - 1][game] if leader else None for game, leader in enumerate(leaders)]

    return values


def _ending(reason: str) -> Values:
    def values(watched: ObservedRun) -> list[float | None]:
        told, kinds = watched.column("reason"), watched.column("ending")
        return [float(reason in (one, kind)) for one, kind in zip(told, kinds, strict=True)]

    return values


def _wins_with(piece: str) -> Values:
    """Return a function for the mean share of the win of the seats that took the piece."""

    def values(watched: ObservedRun) -> list[float | None]:
        if watched.players == 1:
            return [None] * watched.plan.games
        takers = [0] * watched.plan.games
        wins = [0.0] * watched.plan.games
        met = watched.offers
        if piece in met.pieces:
            wanted = met.pieces.index(piece)
            for at in range(len(met)):
                if met.piece[at] == wanted and met.taken[at]:
                    takers[met.game[at] - watched.first] += 1
                    wins[met.game[at] - watched.first] += met.won[at]
        return [won / count if count else None for won, count in zip(wins, takers, strict=True)]

    return values


METRICS = [
    Metric(
        "turns",
        "Duration (turns)",
        "How many turns a game takes, as its rulebook counts them.",
        "turns",
        column("turns"),
    ),
    Metric(
        "decisions",
        "Duration (moves)",
        "How many decisions all players make together.",
        "decisions",
        column("decisions"),
    ),
    Metric(
        "minutes",
        "Playing time",
        f"How long people would play if a decision took them {SECONDS_A_DECISION} seconds, talk and all.",
        "minutes",
        _minutes,
    ),
    Metric(
        "seat-advantage",
        "Seat advantage",
        "How much more or less than its fair share the most or least lucky seat wins; "
        "of one game: what seat 1 got above it.",
        "share",
        _first_seat,
        _seat_advantage,
    ),
    Metric(
        "leader-wins",
        "Runaway leader",
        "How often whoever is ahead after half of the turns wins.",
        "share",
        _leader_wins(5),
    ),
    Metric(
        "lead-changes",
        "Lead changes",
        "How often the lead passes from one player to another.",
        "times",
        column("lead changes"),
    ),
    Metric(
        "drama",
        "Drama",
        "How far behind the winner was while behind: 0 never, 1 always as far as anyone ever was.",
        "share",
        column("drama"),
    ),
    Metric(
        "decided",
        "Decided after",
        "After which share of the turns the winner leads for good; 1 if only the end decides.",
        "share",
        column("decided"),
    ),
    Metric(
        "closeness",
        "Closeness",
        "How near the second comes to the first: 1 is level, 0 is nothing against something.",
        "share",
        column("closeness"),
    ),
    Metric(
        "margin",
        "Score difference",
        "By how many points the first is ahead of the second.",
        "points",
        column("margin"),
    ),
    Metric(
        "idle",
        "Downtime",
        "The share of decisions at which a player can only watch.",
        "share",
        column("idle"),
    ),
    Metric(
        "wait",
        "Wait",
        "How many decisions of others pass between two of one's own, where any do.",
        "decisions",
        column("wait"),
    ),
    Metric(
        "longest-wait",
        "Longest wait",
        "The most decisions of others in a row that somebody waits for.",
        "decisions",
        column("longest wait"),
    ),
    Metric(
        "branching",
        "Branching factor",
        "How many legal moves there are at a decision.",
        "moves",
        column("branching"),
    ),
    Metric(
        "decision-moves",
        "Decision moves",
        "The share of decisions with more than one legal move.",
        "share",
        column("decision moves"),
    ),
]
"""The metrics that need no argument."""

ARGUMENTS = {
    "seat-share": "SEAT",
    "bot-wins": "BOT",
    "leader-wins": "SHARE",
    "ending": "REASON",
    "score": "SEAT",
    "offered": "PIECE",
    "taken": "PIECE",
    "wins-with": "PIECE",
    "playtest": "COLUMN",
}
"""The metrics that need an argument after a colon, with the kind of argument."""


def metric(key: str, game: Game[Any]) -> Metric:
    """Return the metric for a key such as `turns`, `leader-wins:0.5` or `taken:acid-attack`."""
    plain = {each.key: each for each in METRICS}
    if key in plain:
        return plain[key]
    kind, _, argument = key.partition(":")
    if kind not in ARGUMENTS or not argument:
        known = [*plain, *(f"{kind}:{what}" for kind, what in ARGUMENTS.items())]
        raise UserError(f"There is no metric `{key}`{nearest(key, known)}")
    return _MAKERS[kind](key, argument, game)


def _seat_share(key: str, argument: str, game: Game[Any]) -> Metric:
    seat = _seat(argument, game)
    sentence = f"The share of games that seat {seat} wins."
    return Metric(key, f"Win rate of seat {seat}", sentence, "share", column(f"won {seat}"))


def _bot_wins(key: str, argument: str, game: Game[Any]) -> Metric:
    def values(watched: ObservedRun) -> list[float | None]:
        won = [column(f"won {seat}")(watched) for seat in _seats(watched)]
        chairs = watched.plan.bots.count(argument)
        if not chairs:
            raise UserError(f"`{argument}` does not play{nearest(argument, set(watched.plan.bots))}")
        found: list[float | None] = []
        for game_number in range(watched.plan.games):
            bots = rotate_seats(watched.plan.bots, watched.first + game_number)
            wins = [won[seat][game_number] or 0.0 for seat, bot in enumerate(bots) if bot == argument]
            found.append(math.fsum(wins) / chairs)
        return found

    sentence = f"The share of games that {argument} wins, for each of its seats."
    return Metric(key, f"Win rate of {argument}", sentence, "share", values)


def _score(key: str, argument: str, game: Game[Any]) -> Metric:
    seat = _seat(argument, game)
    sentence = f"The {game.header.score} of seat {seat} at the end."
    return Metric(key, f"Score of seat {seat}", sentence, game.header.score, column(f"score {seat}"))


def _seat(argument: str, game: Game[Any]) -> int:
    most = game.header.players[1]
    if not argument.isdecimal() or not 1 <= int(argument) <= most:
        raise UserError(f"There is no seat `{argument}`; the seats are 1 to {most}.")
    return int(argument)


def _leader_after(key: str, argument: str, game: Game[Any]) -> Metric:
    shares = [f"{tenth / 10:g}" for tenth in TENTHS]
    if argument not in shares:
        raise UserError(f"Leaders are not measured after `{argument}` of a game{nearest(argument, shares)}")
    sentence = f"How often whoever is ahead after {float(argument):.0%} of the turns wins."
    return Metric(key, "Runaway leader", sentence, "share", _leader_wins(round(float(argument) * 10)))


def _ends(key: str, argument: str, game: Game[Any]) -> Metric:
    return Metric(key, "Ending", f"The share of games that end so: {argument}.", "share", _ending(argument))


def _piece_metric(key: str, argument: str, game: Game[Any]) -> Metric:
    table = game.lab.pieces()
    titles = table.titles(game.numbers(game.toml))
    if argument not in titles:
        raise UserError(f"There is no {table.noun} `{argument}`{nearest(argument, titles)}")
    kind, title = key.partition(":")[0], titles[argument]
    if kind == "wins-with":
        sentence = f"The share of a win that those get who take {title}."
        return Metric(key, f"Win rate with {title}", sentence, "share", _wins_with(argument))
    verb = "is taken" if kind == "taken" else "could be taken"
    name = f"{title} {'taken' if kind == 'taken' else 'offered'}"
    return Metric(key, name, f"How often {title} {verb} in a game.", "times", counted(f"{kind} {argument}"))


def _playtest(key: str, argument: str, game: Game[Any]) -> Metric:
    sentence = f"The column `{argument}` of what the game's designer has counted."
    return Metric(key, argument, sentence, "", column(f"playtest {argument}"))


_MAKERS: dict[str, Callable[[str, str, Game[Any]], Metric]] = {
    "seat-share": _seat_share,
    "bot-wins": _bot_wins,
    "leader-wins": _leader_after,
    "ending": _ends,
    "score": _score,
    "offered": _piece_metric,
    "taken": _piece_metric,
    "wins-with": _piece_metric,
    "playtest": _playtest,
}
