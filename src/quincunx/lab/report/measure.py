"""The study of a game: everything that a report shows, measured from games of bots."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.lab.progress import Clock, Told, nobody
from quincunx.lab.report import piece_value as worth
from quincunx.lab.report import skill
from quincunx.lab.report.metrics import METRICS, SECONDS_A_DECISION, metric
from quincunx.lab.simulate.observed_run import ObservedRun
from quincunx.lab.simulate.observer import TENTHS
from quincunx.lab.simulate.results import EndingShare, SeatResult
from quincunx.lab.simulate.workers import WorkerPool, worker_count
from quincunx.lab.stats.estimate import Estimate, Spread, Z, mean, picked_z, spread, wilson
from quincunx.match import variant as variants

MOST_RESTRICTED = 8
"""The number of most striking pieces among which the time for play without them is shared out first."""


class Measured(msgspec.Struct):
    """A metric with its measured value."""

    key: str
    name: str
    sentence: str
    unit: str
    value: Estimate
    original: Estimate | None = None
    """The value in the original game, if a variant was played."""


class Leading(msgspec.Struct):
    """The leads after a share of the turns, and the wins they bring."""

    after: float
    leads: float
    """The share of games in which one seat is ahead of all others."""
    wins: Estimate
    """The share of these that the leading seat wins."""


class PieceStudy(msgspec.Struct):
    """The measurements of one piece."""

    id: str
    title: str
    offered: float
    """The mean number of turns of a game in which a seat could have taken it."""
    taken: float
    """The mean number of turns of a game in which a seat took it."""
    rate: Estimate
    """The share of seats that took it, among those that had it on offer in a game."""
    when: float
    """The median share of a game passed when it is first taken; NaN if never."""
    wins: Estimate
    """The mean share of the win of the seats that take it."""
    worth: Estimate | None = None
    """The change in the chance to win by taking it, given the lead at that time; None in a solo game."""
    without: Estimate | None = None
    """The loss, in the same games, of seats that took it if they may not; in a solo game, of the return."""
    tried: int = 0
    """The number of games played without it."""
    forced: float = 0.0
    """The share of these in which it had to be taken: no other move was legal."""
    endless: float = 0.0
    """The share of these that were given up as endless; only in a solo game."""
    verdict: str = ""
    """`must have`, `strong` or `weak`, with `looks` before it if only the regression says so; `never used`;
    or empty."""


class Study(msgspec.Struct):
    """All measurements of a game, and the findings made from them."""

    game: str
    title: str
    bots: list[str]
    games: int
    watched: int
    """The number of games watched turn by turn."""
    seed: str
    variant: dict[str, Any]
    pace: int
    """Seconds per decision, from which minutes are computed."""
    players: int
    noun: str
    """The game's word for a piece, such as `card`."""
    score: str
    metrics: list[Measured]
    turns: Spread
    decisions: Spread
    minutes: Spread
    scores: Spread
    winners: Spread
    """The scores of winners."""
    each: list[Estimate]
    """The mean number of decisions of each seat."""
    seats: list[SeatResult]
    shared: Estimate
    endings: list[EndingShare]
    leading: list[Leading]
    lead_changes: dict[int, int]
    decided: list[int]
    """The number of games decided in each tenth of their turns."""
    shares: skill.SkillShares | None
    steps: list[skill.LevelStep]
    pieces: list[PieceStudy]
    seconds: float
    findings: list[Any] = []
    called: str = ""
    """The variant as `--variant` names it; empty if it has no name."""

    def of(self, key: str) -> Measured:
        return next(one for one in self.metrics if one.key == key)


def measured(game: Game[Any], watched: ObservedRun) -> Study:
    """Return the study of observed games, without what needs further games."""
    plan = watched.plan
    players = len(plan.bots)
    seats = range(1, players + 1)
    won = [watched.numbers(f"won {seat}") for seat in seats]
    scores = [watched.numbers(f"score {seat}") for seat in seats]
    best = [
        score
        for wins, points in zip(won, scores, strict=True)
        for win, score in zip(wins, points, strict=True)
        if win
    ]
    decisions = watched.numbers("decisions")
    shares = [SeatResult(seat, wilson(math.fsum(won[seat - 1]), plan.games)) for seat in seats]
    table = game.lab.pieces()
    return Study(
        game=game.name,
        title=game.header.title,
        bots=plan.bots,
        games=plan.games,
        watched=len(watched.numbers("watched")),
        seed=plan.seed,
        variant=plan.variant,
        pace=SECONDS_A_DECISION,
        players=players,
        noun=table.noun,
        score=game.header.score,
        metrics=[_one(each.key, game, watched) for each in METRICS],
        turns=spread(watched.numbers("turns")),
        decisions=spread(decisions),
        minutes=spread([number * SECONDS_A_DECISION / 60 for number in decisions]),
        scores=spread([score for points in scores for score in points]),
        winners=spread(best or [0.0]),
        each=[mean(watched.numbers(f"decisions {seat}") or [0.0]) for seat in seats],
        seats=shares if players > 1 else [],
        shared=wilson(sum(0 < win < 1 for win in map(max, zip(*won, strict=True))), plan.games),
        endings=endings(watched),
        leading=_leading(game, watched) if "leader 5" in watched.columns else [],
        lead_changes=dict(sorted(Counter(map(int, watched.numbers("lead changes"))).items())),
        decided=_tenths(watched.numbers("decided")),
        shares=None,
        steps=[],
        pieces=_pieces(table.titles(variants.numbers(game, plan.variant)), watched),
        seconds=0.0,
    )


def _one(key: str, game: Game[Any], watched: ObservedRun) -> Measured:
    one = metric(key, game)
    return Measured(one.key, one.name, one.sentence, one.unit, one.estimate(watched))


def endings(watched: ObservedRun) -> list[EndingShare]:
    """Return the endings with their shares: by sentence where a kind of ending has few, else by kind."""
    told = Counter(zip(map(str, watched.column("ending")), map(str, watched.column("reason")), strict=True))
    words: dict[str, list[str]] = {}
    for kind, reason in told:
        words.setdefault(kind, []).append(reason)
    counts: Counter[str] = Counter()
    for (kind, reason), games in told.items():
        # Sentences that differ in nearly every game, by names or amounts, are useless as rows.
        often = sum(told[kind, each] for each in words[kind]) > MOST_REASONS
        few = len(words[kind]) == 1 or (often and len(words[kind]) <= MOST_REASONS)
        counts[reason if few else kind.replace("-", " ")] += games
    return [
        EndingShare(name, games, wilson(games, watched.plan.games)) for name, games in counts.most_common()
    ]


MOST_REASONS = 8
"""The most sentences that a kind of ending may have to be listed by sentence, and not by kind."""


def _leading(game: Game[Any], watched: ObservedRun) -> list[Leading]:
    found: list[Leading] = []
    for tenth in TENTHS:
        leaders = watched.numbers(f"leader {tenth}")
        alone = sum(leader > 0 for leader in leaders) / max(1, len(leaders))
        wins = metric(f"leader-wins:{tenth / 10:g}", game).estimate(watched)
        found.append(Leading(tenth / 10, alone, wins))
    return found


def _tenths(shares: Sequence[float]) -> list[int]:
    counts = [0] * 10
    for share in shares:
        counts[min(9, int(share * 10))] += 1
    return counts if shares else []


def _pieces(titles: dict[str, str], watched: ObservedRun) -> list[PieceStudy]:
    met = watched.offers
    seen = max(1, len(watched.numbers("watched")))
    rows: dict[int, list[int]] = {}
    for at, place in enumerate(met.piece):
        rows.setdefault(place, []).append(at)
    found: list[PieceStudy] = []
    for place, name in enumerate(met.pieces):
        these = rows.get(place, [])
        takes = [at for at in these if met.taken[at]]
        when = sorted(met.when[at] for at in takes)
        found.append(
            PieceStudy(
                id=name,
                title=titles[name],
                offered=sum(met.offers[at] for at in these) / seen,
                taken=sum(met.taken[at] for at in these) / seen,
                rate=wilson(len(takes), len(these)) if these else Estimate(0, 0, 1),
                when=when[len(when) // 2] if when else math.nan,
                wins=mean([met.won[at] for at in takes]) if takes else Estimate(0, 0, 1),
            )
        )
    return found


def look_closer(
    found: Study,
    watched: ObservedRun,
    jobs: int | None,
    budget: float,
    told: Told = nobody,
    on: str = "",
) -> None:
    """Add to a study what needs numpy or further games: worths, skill, luck, levels, play without a piece."""
    plan = watched.plan
    if found.players > 1:
        worths = worth.worths(watched.offers, picked_z(len(found.pieces)))
        for piece in found.pieces:
            piece.worth = worths.get(piece.id)
    if budget <= 0 or plan.own:
        # The further games cannot seat custom bots, which may also be slow.
        return
    third = budget / 3
    clock = Clock(told)
    workers = WorkerPool(worker_count(jobs, on), on, clock.tick)
    clock.begin("skill and luck", budget)
    found.shares = skill.shares(plan, third, workers, "greedy", "random" if found.players > 1 else "easy")
    clock.begin("strength of the levels", 2 * third)
    found.steps = skill.steps(plan, third, workers, found.decisions.mean.value)
    _restrict(found, watched, workers, third, clock)


def _restrict(found: Study, watched: ObservedRun, workers: WorkerPool, seconds: float, clock: Clock) -> None:
    """Measure play without each piece, the most striking first, as long as there is time."""
    took = worth.takers(watched)
    pieces = {piece.id: piece for piece in found.pieces if len(took.get(piece.id, ())) >= worth.FEWEST_GAMES}
    chosen = worth.striking({name: one.worth for name, one in pieces.items() if one.worth is not None})
    # Pieces that every player takes have no worth by regression: nothing to compare with.
    always = sorted(pieces.keys() - set(chosen), key=lambda name: (-pieces[name].taken, name))
    chosen = [*always[:2], *chosen, *always[2:]]
    deadline = time.monotonic() + seconds
    for at, name in enumerate(chosen):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        piece = pieces[name]
        clock.begin(f"play without {piece.title}", left)
        sharing = min(MOST_RESTRICTED, len(chosen)) - at if at < MOST_RESTRICTED else len(chosen) - at
        played = worth.without(watched.plan, name, took[name], left / sharing, workers)
        piece.without, piece.tried, piece.forced, piece.endless = played
    known = [piece for piece in found.pieces if piece.without is not None]
    for piece in known:
        assert piece.without is not None
        piece.without = _widened(piece.without, picked_z(len(known)) / Z)


def _widened(one: Estimate, times: float) -> Estimate:
    """Return the estimate with its bounds `times` as far away, to allow for picking the most extreme."""
    return Estimate(
        one.value, one.value - times * (one.value - one.low), one.value + times * (one.high - one.value)
    )
