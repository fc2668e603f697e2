"""Ratings of bots by openskill (Plackett-Luce), which rates any number of players at a table."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from quincunx.lab.arena.games import Played
from quincunx.lab.arena.plan import ArenaPlan
from quincunx.lab.stats.estimate import Estimate, Z


def rate(plan: ArenaPlan, games: Sequence[Played]) -> dict[str, Estimate]:
    """Return each bot's rating with its 95% interval, after the games in order; empty without openskill."""
    if find_spec("openskill") is None:
        return {}
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = {}
    for names, returns in _meetings(plan, games):
        seats = [ratings.setdefault(name, model.rating(name=name)) for name in names]
        # A bot in several seats is rated in each, and then gets the mean of these ratings.
        teams = [[model.create_rating([rating.mu, rating.sigma])] for rating in seats]
        rated = model.rate(teams, scores=returns)
        found: defaultdict[str, list[PlackettLuceRating]] = defaultdict(list)
        for name, (rating,) in zip(names, rated, strict=True):
            found[name].append(rating)
        for name, several in found.items():
            ratings[name].mu = math.fsum(rating.mu for rating in several) / len(several)
            ratings[name].sigma = math.fsum(rating.sigma for rating in several) / len(several)
    return {
        name: Estimate(rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma)
        for name, rating in ratings.items()
    }


def _meetings(plan: ArenaPlan, games: Sequence[Played]) -> Iterator[tuple[list[str], list[float]]]:
    """Yield the bots that met and their returns. In a solo game, bots meet by playing the same dice."""
    if plan.players > 1:
        for game in games:
            yield plan.seated(game.number), game.returns
        return
    rounds: defaultdict[int, list[Played]] = defaultdict(list)
    for game in games:
        rounds[plan.round(game.number)].append(game)
    for together in rounds.values():
        if len(together) > 1:
            yield [plan.seated(game.number)[0] for game in together], [game.returns[0] for game in together]
