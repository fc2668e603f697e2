"""The designer's questions about Total eClips, answered by simulation: the tables of its playtest page.

`python bench/playtest_total_eclips.py [GAMES]` plays so many games for each player count and option, the
bot in every seat, and prints the tables of docs/playtests/total-eclips.md. The same number gives the same
tables.
"""

import statistics
import sys
from collections import Counter
from typing import Any

from quincunx import bots, games, variant
from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.total_eclips.board import (
    BONUSES,
    FROM_TRACK,
    MET_NEED,
    TOOK_PART,
    TRUST_EARNED,
    Board,
)
from quincunx.games.total_eclips.cards import MOST_ROLLED, MULTI, PROJECTS
from quincunx.games.total_eclips.position import BUY, FREE, MAKE, RAISE
from quincunx.games.total_eclips.rules import TotalEClips

GAME = games.load("total-eclips")
SOURCES = ["projects", "Manufacture", "x2", "track"]
TIERS = [3, 4, 5, 6]
COUNTS = [2, 3, 4]


class Story:
    """One game, watched round by round."""

    def __init__(self, players: int, numbers: Any, seed: str) -> None:
        state = GAME.new(players, numbers)
        assert isinstance(state, TotalEClips)
        self.state = state
        self.players = players
        self.tiers: list[dict[int, int]] = [{} for _ in range(players)]
        self.finest: list[int] = [0] * players
        self.makes = 0
        self.waited: Counter[int] = Counter()
        self.leaders: dict[int, list[int]] = {}
        self.trust: dict[int, float] = {}
        self._play(seed)

    def _play(self, seed: str) -> None:
        state = self.state
        minds, dice = Rng(f"{seed}:minds"), Rng(f"{seed}:dice")
        players = [bots.make("greedy", GAME) for _ in range(self.players)]
        while (seat := state.actor()) != OVER:
            round_now, stage_now = state.round, state.stage
            if seat == CHANCE:
                state.move(CHANCE, state.sample(dice))
            else:
                action = ask(players[seat], state, seat, minds, True)
                self._note(seat, action)
                state.move(seat, action)
            if state.stage > stage_now or state.actor() == OVER:
                self.leaders[stage_now] = state.winners()
                self.trust[stage_now] = statistics.mean(board.trust for board in state.boards)
            if state.round > round_now or state.actor() == OVER:
                self._end_round(round_now)

    def _note(self, seat: int, action: int) -> None:
        if self.state.phase != BUY:
            return
        if FREE <= action < MAKE:
            algorithm, slot = divmod(action - FREE, MOST_ROLLED)
            tier = self.state.boards[seat].tier(algorithm, slot)
            self.tiers[seat].setdefault(tier, self.state.round)
        elif MAKE <= action < RAISE:
            self.makes += 1

    def _end_round(self, number: int) -> None:
        state = self.state
        for seat, board in enumerate(state.boards):
            if not self.finest[seat] and any(board.cores()[MULTI:]):
                self.finest[seat] = number
        for slot in range(PROJECTS):
            if state.cards[slot] == state.parts.ends[state.stage]:
                self.waited[state.stage] += 1

    @property
    def completed(self) -> int:
        """Cards completed by anybody."""
        state = self.state
        bonuses = sum(board.tally[BONUSES] for board in state.boards)
        # Every regular project has one winner; an End of Stage card only if Trust lay on it.
        ends = state.stage + state.finished
        return bonuses + ends - sum(1 for stage in range(ends) if self.waited[stage])


def watch(players: int, count: int, changes: variant.Variant) -> list[Story]:
    numbers = variant.numbers(GAME, changes)
    return [Story(players, numbers, f"{players}:{number}") for number in range(count)]


def table(heading: str, rows: list[tuple[str, list[str]]], columns: list[str]) -> None:
    print(f"\n### {heading}\n")
    print(f"| | {' | '.join(columns)} |")
    print(f"|{'---|' * (len(columns) + 1)}")
    for name, cells in rows:
        print(f"| {name} | {' | '.join(cells)} |")


def spread(values: list[float]) -> str:
    """The mean, and the range of four games in five."""
    low, *_, high = statistics.quantiles(values, n=10)
    return f"{statistics.mean(values):.1f} ({low:.0f} to {high:.0f})"


def share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f}%" if whole else "-"


def boards(stories: list[Story]) -> list[Board]:
    return [board for story in stories for board in story.state.boards]


def pace(runs: list[list[Story]], columns: list[str]) -> None:
    rounds = [[float(story.state.round) for story in run] for run in runs]
    turns = [sum(story.state.round * story.players for story in run) for run in runs]
    tally = [[sum(board.tally[what] for board in boards(run)) for what in range(8)] for run in runs]
    table(
        "Pace and projects",
        [
            ("rounds", [spread(values) for values in rounds]),
            (
                "games stopped after 100 rounds",
                [str(sum(story.state.stopped() for story in run)) for run in runs],
            ),
            (
                "cards completed, per player and round",
                [
                    f"{sum(s.completed for s in run) / turn:.2f}"
                    for run, turn in zip(runs, turns, strict=True)
                ],
            ),
            ("projects taken part in, per player and round", _rate(tally, TOOK_PART, turns)),
            ("… with the need met", _rate(tally, MET_NEED, turns)),
            ("… with the bonus won", _rate(tally, BONUSES, turns)),
        ],
        columns,
    )


def _rate(tally: list[list[int]], what: int, turns: list[int]) -> list[str]:
    return [f"{counts[what] / turn:.2f}" for counts, turn in zip(tally, turns, strict=True)]


def money(runs: list[list[Story]], columns: list[str]) -> None:
    clips = [[sum(b.tally[s] for b in boards(run)) for s in range(FROM_TRACK + 1)] for run in runs]
    rows = [
        (f"clips from {name}", [share(counts[source], sum(counts)) for counts in clips])
        for source, name in enumerate(SOURCES)
    ]
    makes = [sum(story.makes for story in run) for run in runs]
    turns = [sum(story.state.round * story.players for story in run) for run in runs]
    rows += [
        (
            "rounds in which a player makes something",
            [share(m, t) for m, t in zip(makes, turns, strict=True)],
        ),
        ("final position", [spread([float(board.position) for board in boards(run)]) for run in runs]),
        (
            "Trust earned per player",
            [spread([float(b.tally[TRUST_EARNED]) for b in boards(run)]) for run in runs],
        ),
        ("Trust left at the end", [spread([float(board.trust) for board in boards(run)]) for run in runs]),
    ]
    for stage in range(4):
        held = [statistics.mean(story.trust[stage] for story in run if stage in story.trust) for run in runs]
        rows.append((f"Trust held when stage {stage + 1} ends", [f"{value:.1f}" for value in held]))
    table("Clips and Trust", rows, columns)


def growth(runs: list[list[Story]], columns: list[str]) -> None:
    rows: list[tuple[str, list[str]]] = []
    for tier in TIERS:
        opened = [[seat[tier] for story in run for seat in story.tiers if tier in seat] for run in runs]
        rows.append((f"T{tier} ever opened: share, median round", _reached(opened, runs)))
    finest = [[number for story in run for number in story.finest if number] for run in runs]
    rows.append(("a core of level IV: share, median round", _reached(finest, runs)))
    table("How often and when players grow", rows, columns)


def _reached(found: list[list[int]], runs: list[list[Story]]) -> list[str]:
    cells = []
    for rounds, run in zip(found, runs, strict=True):
        when = f", {statistics.median(rounds):.0f}" if rounds else ""
        cells.append(share(len(rounds), len(boards(run))) + when)
    return cells


def drama(runs: list[list[Story]], columns: list[str]) -> None:
    rows: list[tuple[str, list[str]]] = []
    for stage in range(3):
        rows.append((f"the leader after stage {stage + 1} wins", [_leader_wins(run, stage) for run in runs]))
    names = [project.name for project in runs[0][0].state.parts.projects if project.end]
    for stage, name in enumerate(names):
        waits = [statistics.mean(story.waited[stage] for story in run) for run in runs]
        rows.append((f"{name} waits, rounds", [f"{wait:.1f}" for wait in waits]))
    margins = [statistics.mean(_margin(story) for story in run) for run in runs]
    rows.append(("steps between first and second", [f"{margin:.1f}" for margin in margins]))
    table("Leaders and waiting", rows, columns)


def _leader_wins(run: list[Story], stage: int) -> str:
    wins = 0.0
    seen = 0
    for story in run:
        leaders = story.leaders.get(stage)
        if leaders and len(leaders) == 1:
            seen += 1
            wins += story.state.returns()[leaders[0]]
    return share(wins, seen)


def _margin(story: Story) -> int:
    first, second, *_ = sorted((board.position for board in story.state.boards), reverse=True)
    return first - second


def main(count: int) -> None:
    print(f"{count} games for each column, the bot in every seat.")
    runs = [watch(players, count, {}) for players in COUNTS]
    columns = [f"{players} players" for players in COUNTS]
    for report in (pace, money, growth, drama):
        report(runs, columns)
    options: list[variant.Variant] = [{}, {"options": {"tokens": "single-use"}}]
    runs = [watch(3, count, changes) for changes in options]
    for report in (pace, money):
        report(runs, ["reusable tokens", "single-use tokens"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
