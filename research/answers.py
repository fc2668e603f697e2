"""Makes the tables of docs/playtests: `python research/answers.py GAME [--write]`.

It plays the original and the tuned variant with seeds that no search has used, measures the goals of
docs/goals/GAME.toml and some more metrics, and prints the tables; `--write` puts them into the game's page.
"""

import argparse
import math
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from curious import offered

from quincunx import games
from quincunx.core.game import Game
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State
from quincunx.lab.report.metrics import metric
from quincunx.lab.simulate.observed_run import ObservedRun, observe, watch
from quincunx.lab.simulate.plan import GamePlan
from quincunx.lab.simulate.simulation import resolve_bots
from quincunx.lab.stats.estimate import Estimate, Z
from quincunx.lab.stats.format import say
from quincunx.lab.tune.goals import read_goals
from quincunx.match.players import read_bots
from quincunx.match.variant import read_variant

DOCS = Path(__file__).parents[1] / "docs"
SEED = "answers"
BEGIN, END = "<!-- answers -->", "<!-- end of answers -->"
BOTS = Path(__file__).parent / "curious.py"

TUNED = {
    "bitcoin-mining": "cheap-miners",
    "idle-six": "head-start",
    "king-of-tokyo": "fair-prices",
    "nomenklatura": "close-race",
    "total-eclips": "sixteen-rounds",
}
GAMES = {
    "bitcoin-mining": 3000,
    "idle-six": 400,
    "nomenklatura": 400,
    "total-eclips": 200,
}
"""The number of games of each variant; slow games play fewer."""

MORE = {
    "bitcoin-mining": [
        ("greedy,greedy", "playtest:ended by BTC"),
        ("greedy,greedy", "playtest:shared"),
        ("greedy,greedy", "playtest:batches"),
    ],
    "nomenklatura": [
        ("greedy,greedy", "playtest:won the first bid and wins"),
        ("greedy,greedy", "playtest:won most consolidations and wins"),
    ],
    "total-eclips": [("greedy,greedy,greedy,greedy", "playtest:trust left")],
}
"""Further metrics, each with the bots that play."""


class Figures:
    """The games of the original and of the tuned variant, played once for each line-up."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.variants = {"as it is": {}, TUNED[game.name]: read_variant(TUNED[game.name], game)}
        self._played: dict[tuple[str, str], ObservedRun] = {}

    def watched(self, name: str, seats: str) -> ObservedRun:
        if (name, seats) not in self._played:
            bots, own = resolve_bots(read_bots(seats), self.game)
            plan = GamePlan(self.game.name, bots, GAMES[self.game.name], SEED, self.variants[name], own)
            self._played[name, seats] = watch(plan, ("standard", "playtest"), jobs=1)
        return self._played[name, seats]

    def cells(self, key: str, seats: str) -> list[str]:
        """Return a metric's values in the original and in the variant."""
        wanted = metric(key, self.game)
        found = [wanted.estimate(self.watched(name, seats)) for name in self.variants]
        share = wanted.unit == "share" or key.endswith("wins") or key in SHARES
        return [f"{say(one.value, share)} ± {say(one.high - one.value, share)}" for one in found]


SHARES = {"playtest:ended by BTC", "playtest:shared"}


def goals_table(figures: Figures) -> list[str]:
    """Return the table of goals, with the values of the original and the variant."""
    game = figures.game
    goals = read_goals(DOCS / "goals" / f"{game.name}.toml", game)
    lines = [
        f"| {GAMES[game.name]:,} games each | wanted | {' | '.join(figures.variants)} |",
        "|---|---|---:|---:|",
    ]
    for goal, seats in zip(goals.goals, goals.line_ups, strict=True):
        share = metric(goal.metric, game).unit == "share" or goal.metric.endswith("wins")
        lines.append(row(figures, goal.metric, seats, goal.words(share)))
    for seats, key in MORE.get(game.name, []):
        lines.append(row(figures, key, seats, ""))
    return lines


def row(figures: Figures, key: str, seats: str, wanted: str) -> str:
    name = metric(key, figures.game).name
    who = ", ".join(bot.rpartition(":")[2] for bot in seats.split(","))
    return f"| {name} ({who}) | {wanted} | {' | '.join(figures.cells(key, seats))} |"


class Trials(Observer):
    """Notes every offer of a card as a trial: by the toss of a coin it was bought, or nothing was."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.won: dict[tuple[str, bool], list[float]] = defaultdict(list)
        """The shares of the win, by card and by whether it was bought."""

    def begins(self, state: State) -> None:
        self._seen: list[tuple[str, bool, int]] = []

    def decides(self, state: State, seat: int, action: int) -> None:
        offers, others = offered(self._game, state, seat)
        if action in others:
            self._seen += [(card, False, seat) for card in set(offers.values())]
        elif others and action in offers:
            self._seen.append((offers[action], True, seat))

    def ends(self, state: State) -> dict[str, Cell]:
        winners = self._game.result(state).winners
        for card, bought, seat in self._seen:
            self.won[card, bought].append((seat in winners) / max(1, len(winners)))
        return {}

    def worth(self, card: str) -> Estimate:
        """Return how much more often buyers of a card win than those who could have bought it."""
        (bought, one), (left, other) = _mean(self.won[card, True]), _mean(self.won[card, False])
        reach = Z * math.sqrt(one + other)
        return Estimate(bought - left, bought - left - reach, bought - left + reach)


def tossed(game: Game[Any], count: int, changes: dict[str, Any]) -> Trials:
    """Play games of four bots that buy by the toss of a coin."""
    trials = Trials(game)
    observe(game, read_bots(",".join([f"{BOTS}:Curious"] * 4)), count, trials, SEED, changes)
    return trials


def _mean(values: list[float]) -> tuple[float, float]:
    """Return the mean and its variance."""
    mean = math.fsum(values) / len(values)
    return mean, math.fsum((value - mean) ** 2 for value in values) / len(values) ** 2


def cards_table(figures: Figures) -> list[str]:
    """Return the table of King of Tokyo's cards, with what each adds to the chance to win."""
    game = figures.game
    count = 6000
    trials = tossed(game, count, {})
    title = game.lab.pieces().titles(game.numbers(game.toml))
    found = {card: trials.worth(card) for card in title if len(trials.won[card, True]) > 30}
    ordered = sorted(found, key=lambda card: found[card].value)
    head = "| Card | cost | bought | adds to the chance to win | 95% sure |"
    lines = [
        "",
        f"{count:,} games of four that buy by the toss of a coin:",
        "",
        head,
        "|---|---:|---:|---:|---|",
    ]
    for card in [*ordered[:12], "", *ordered[-8:]]:
        if not card:
            lines.append("| … | | | | |")
            continue
        one, cost, bought = found[card], game.toml["cards"][card]["cost"], len(trials.won[card, True])
        sure = f"{say(one.low, True, True)} to {say(one.high, True, True)}"
        lines.append(f"| {title[card]} | {cost} | {bought:,} | {say(one.value, True, True)} | {sure} |")
    worse = [title[card] for card in ordered if found[card].high < 0]
    better = [title[card] for card in reversed(ordered) if found[card].low > 0]
    return [
        *lines,
        "",
        f"Interval below zero ({len(worse)}): {', '.join(worse) or 'none'}.",
        "",
        f"Interval above zero ({len(better)}): {', '.join(better) or 'none'}.",
        *cheaper_cards(figures, title),
    ]


def cheaper_cards(figures: Figures, title: dict[str, str]) -> list[str]:
    """Return the table of the cards whose prices the variant changes."""
    name, changes = list(figures.variants.items())[1]
    count = 2500
    trials = tossed(figures.game, count, changes)
    lines = ["", f"{count:,} games with `{name}`:", ""]
    lines += ["| Card | cost | bought | adds to the chance to win | 95% sure |", "|---|---:|---:|---:|---|"]
    for card, entry in changes["cards"].items():
        one, bought = trials.worth(card), len(trials.won[card, True])
        sure = f"{say(one.low, True, True)} to {say(one.high, True, True)}"
        lines.append(
            f"| {title[card]} | {entry['cost']} | {bought:,} | {say(one.value, True, True)} | {sure} |"
        )
    return lines


def order_table(figures: Figures) -> list[str]:
    """Return the table of Nomenklatura's turn order and Consolidation Card, by the number of players."""
    lines = ["", "| As it is | 2 players | 3 | 4 | 5 |", "|---|---:|---:|---:|---:|"]
    line_ups = [",".join(["greedy"] * players) for players in range(2, 6)]
    for key in (
        "playtest:drawn first wins",
        "playtest:won the first bid and wins",
        "playtest:won most consolidations and wins",
    ):
        found = [metric(key, figures.game).estimate(figures.watched("as it is", seats)) for seats in line_ups]
        cells = [f"{one.value:.0%} ± {one.high - one.value:.0%}" for one in found]
        lines.append(f"| {key.partition(':')[2]} | {' | '.join(cells)} |")
    shares: list[str] = []
    for players in range(2, 6):
        seats = ",".join([f"{BOTS}:NoConsolidation", *["greedy"] * (players - 1)])
        alone = metric("bot-wins:NoConsolidation", figures.game).estimate(figures.watched("as it is", seats))
        shares.append(f"{alone.value:.0%} ± {alone.high - alone.value:.0%}")
    lines.append(f"| who never takes the Consolidation Card wins | {' | '.join(shares)} |")
    fair = [f"{1 / players:.0%}" for players in range(2, 6)]
    return [*lines, f"| a fair share | {' | '.join(fair)} |"]


def orders_of_search(figures: Figures) -> list[str]:
    """Return the table of Idle Six: the turns that `hard` takes, and the order in which it buys."""
    lines = ["", "| `hard` | games | turns | Gain A, B, C flipped in turn |", "|---|---:|---|---|"]
    for name, changes in figures.variants.items():
        played = watch(GamePlan("idle-six", ["hard"], 24, SEED, changes), ("standard", "playtest"), jobs=1)
        turns = sorted(Counter(played.numbers("turns")).items())
        shown = ", ".join(f"{turn:.0f} in {count}" for turn, count in turns)
        flips = [played.numbers(f"playtest gain-{letter} flipped") for letter in "abc"]
        flipped = ", ".join(f"{sum(turns) / max(1, len(turns)):.1f}" for turns in flips)
        lines.append(f"| {name} | 24 | {shown} | {flipped} |")
        orders = [str(order).split()[:8] for order in played.column("playtest order")]
        common = Counter(" ".join(order) for order in orders).most_common(1)[0]
        lines.append(f"| … most often begins | {common[1]} | {common[0].replace(' ', ', ')} | |")
    return lines


EXTRA = {"king-of-tokyo": cards_table, "nomenklatura": order_table, "idle-six": orders_of_search}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(TUNED))
    parser.add_argument("--write", action="store_true", help="put the tables into the game's page")
    wanted = parser.parse_args()
    figures = Figures(games.load(wanted.game))
    # King of Tokyo's page has no goals: its cards are measured in games of their own.
    lines = [] if wanted.game == "king-of-tokyo" else goals_table(figures)
    if wanted.game in EXTRA:
        lines += EXTRA[wanted.game](figures)
    text = "\n".join(lines)
    print(text)
    if wanted.write:
        page = DOCS / "playtests" / f"{wanted.game}.md"
        old = page.read_text(encoding="utf-8")
        new = re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n\n{text}\n\n{END}", old, flags=re.DOTALL)
        page.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
