"""The tables of docs/playtests/nomenklatura.md: `python bench/playtest_nomenklatura.py [GAMES]`.

The game's own bot sits in all seats. The same number of games gives the same tables every time.
"""

import sys
from collections import Counter
from statistics import mean, median

from quincunx import bots, games, variant
from quincunx.core.playout import ask, contest
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, OVER
from quincunx.games.nomenklatura.board import (
    BID,
    ENDED,
    MERGER_BID,
    STRIDE,
    TAKE,
    TURN_BID,
    Setup,
    choice_of,
    kind_of,
)
from quincunx.games.nomenklatura.bot import EAGERNESS, NomenklaturaBot
from quincunx.games.nomenklatura.rules import Nomenklatura

GAME = games.load("nomenklatura")


class Tally:
    """What was seen in the games of one player count."""

    def __init__(self, players: int, setup: Setup) -> None:
        self.players = players
        self.setup = setup
        self.rounds: list[int] = []
        self.decisions: list[int] = []
        self.winning_rubles: list[int] = []
        self.margins: list[int] = []
        self.turn_bids: list[int] = []
        self.wins_by_first_order: Counter[int] = Counter()
        self.wins_by_first_bid: Counter[int] = Counter()
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.taken_first: Counter[int] = Counter()
        self.merger_winners: list[bool] = []
        self.merger_markers: list[int] = []
        self.merger_paid: list[int] = []
        self.merger_bids: list[int] = []
        self.merger_steps: list[int] = []

    def play(self, number: int) -> None:
        """One game; its dice and its bots' minds have streams of their own."""
        state: Nomenklatura = GAME.new(self.players, self.setup)
        minds = [bots.make("greedy", GAME) for _ in range(self.players)]
        dice, mind = Rng(f"dice:{number}"), Rng(f"mind:{number}")
        state.move(CHANCE, state.sample(dice))
        first_order = state.order[:]
        bid_order: list[int] = []
        decisions = 0
        merger = Merger(state)
        while (seat := state.actor()) != OVER:
            if seat == CHANCE:
                state.move(CHANCE, state.sample(dice))
                continue
            action = ask(minds[seat], state, seat, mind, True)
            decisions += 1
            phase, highest = state.phase, state.highest_bid()
            if kind_of(action) == TAKE:
                self.note_card(state, choice_of(action))
                bid_order = bid_order or state.order[:]
            if phase == MERGER_BID:
                merger.note(state, action)
            state.move(seat, action)
            if phase == TURN_BID and state.phase != TURN_BID:
                self.turn_bids.append(max(highest, action if action < STRIDE else 0))
            if phase == MERGER_BID and state.phase != MERGER_BID:
                self.note_merger(merger, state)
            if state.phase == MERGER_BID and phase != MERGER_BID:
                merger = Merger(state)
        self.rounds.append(state.round)
        self.decisions.append(decisions)
        self.note_result(state, first_order, bid_order)

    def note_card(self, state: Nomenklatura, card: int) -> None:
        if state.turn == 0:
            self.offered.update([*state.agenda, self.setup.consolidation])
            self.taken_first[card] += 1
        self.taken[card] += 1

    def note_merger(self, merger: "Merger", state: Nomenklatura) -> None:
        self.merger_winners.append(merger.highest > 0)
        if not merger.highest:
            return
        income = state.score()[merger.winner] * (2 if state.phase == ENDED else 1)
        self.merger_markers.append(state.here(merger.winner, state.marker))
        self.merger_paid.append(merger.rubles[merger.winner] + income - state.rubles[merger.winner])
        self.merger_bids.append(merger.highest)
        self.merger_steps.append(merger.steps)

    def note_result(self, state: Nomenklatura, first_order: list[int], bid_order: list[int]) -> None:
        ranked = sorted(state.rubles)
        self.winning_rubles.append(ranked[-1])
        self.margins.append(ranked[-1] - ranked[-2])
        for winner in state.winners():
            self.wins_by_first_order[first_order.index(winner)] += 1
            self.wins_by_first_bid[bid_order.index(winner)] += 1


class Merger:
    """One consolidation as it is bid for."""

    def __init__(self, state: Nomenklatura) -> None:
        self.rubles = state.rubles[:]
        self.winner = -1
        self.highest = 0
        self.steps = 0

    def note(self, state: Nomenklatura, action: int) -> None:
        if kind_of(action) == BID:
            self.winner = state.bidder
            self.highest = choice_of(action)
            self.steps += 1


def row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def spread(numbers: list[int]) -> str:
    """The median, and the middle half of all."""
    ranked = sorted(numbers)
    return f"{median(ranked):g} ({ranked[len(ranked) // 4]} to {ranked[len(ranked) * 3 // 4]})"


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f}%"


def print_pace(tallies: list[Tally]) -> None:
    print(row("Players", [str(tally.players) for tally in tallies]))
    print(row("---", ["---"] * len(tallies)))
    print(row("Rounds", [spread(tally.rounds) for tally in tallies]))
    print(row("Decisions in a game", [f"{mean(tally.decisions):.0f}" for tally in tallies]))
    print(row("Winner's rubles", [spread(tally.winning_rubles) for tally in tallies]))
    print(row("Winner's margin", [spread(tally.margins) for tally in tallies]))
    shares = [mean(m / max(r, 1) for m, r in zip(t.margins, t.winning_rubles, strict=True)) for t in tallies]
    print(row("Margin, of the winner's rubles", [f"{100 * share:.0f}%" for share in shares]))
    print(row("Highest bid for the turn order", [spread(tally.turn_bids) for tally in tallies]))
    print()


def print_mergers(tallies: list[Tally]) -> None:
    print(row("Players", [str(tally.players) for tally in tallies]))
    print(row("---", ["---"] * len(tallies)))
    taken = [tally.taken[tally.setup.consolidation] for tally in tallies]
    rounds = [sum(tally.rounds) for tally in tallies]
    print(
        row("Rounds in which the card is taken", [percent(t, r) for t, r in zip(taken, rounds, strict=True)])
    )
    held = [percent(len(tally.merger_winners), t) for tally, t in zip(tallies, taken, strict=True)]
    print(row("… and a consolidation follows", held))
    print(row("Bids in one", [spread(tally.merger_steps) for tally in tallies]))
    print(row("Winning bid", [spread(tally.merger_bids) for tally in tallies]))
    print(row("Rubles the winner is poorer", [spread(tally.merger_paid) for tally in tallies]))
    print(row("Markers the winner has there", [spread(tally.merger_markers) for tally in tallies]))
    pays = [spread([2 * markers for markers in tally.merger_markers]) for tally in tallies]
    print(row("Rubles it scores a round, alone", pays))
    print()


def print_cards(tallies: list[Tally]) -> None:
    """How often a card on the agenda is taken by the first in turn order, and by anybody."""
    setup = tallies[0].setup
    print(row("Card", [f"{tally.players} players" for tally in tallies]))
    print(row("---", ["---"] * len(tallies)))

    def first(tally: Tally, card: int) -> float:
        return tally.taken_first[card] / max(1, tally.offered[card])

    cards = sorted(range(len(setup.card_names)), key=lambda card: -mean(first(t, card) for t in tallies))
    for card in cards:
        cells = [
            f"{100 * first(tally, card):.0f}% / {percent(tally.taken[card], max(1, tally.offered[card]))}"
            for tally in tallies
        ]
        print(row(setup.card_names[card], cells))
    print()


def print_order(tallies: list[Tally]) -> None:
    print(row("Place", [f"{tally.players} players" for tally in tallies]))
    print(row("---", ["---"] * len(tallies)))
    for place in range(tallies[-1].players):
        cells: list[str] = []
        for tally in tallies:
            games_played = len(tally.rounds)
            drawn = percent(tally.wins_by_first_order[place], games_played)
            bid = percent(tally.wins_by_first_bid[place], games_played)
            cells.append(f"{drawn} / {bid}" if place < tally.players else "")
        print(row(str(place + 1), cells))


def print_eagerness(setup: Setup, count: int) -> None:
    """One bot bids more or less for the turn order than the others: its wins, in fair shares."""
    print()
    print(row("Bids, of the others'", [f"{players} players" for players in GAME.player_counts]))
    print(row("---", ["---"] * len(GAME.player_counts)))
    for factor in (0.0, 0.5, 1.0, 2.0):
        cells = [f"{odd_one_out(setup, players, factor, count):.2f}" for players in GAME.player_counts]
        print(row(f"{factor:g} times", cells))


def odd_one_out(setup: Setup, players: int, factor: float, count: int) -> float:
    wins = 0.0
    for number in range(count):
        odd = number % players
        minds = [NomenklaturaBot(EAGERNESS * (factor if seat == odd else 1)) for seat in range(players)]
        state = GAME.new(players, setup)
        contest(state, list(minds), Rng(f"dice:{number}"), Rng(f"mind:{number}"), True)
        wins += state.returns()[odd]
    return wins * players / count


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    setup = variant.numbers(GAME, {})
    tallies = [Tally(players, setup) for players in GAME.player_counts]
    for tally in tallies:
        for number in range(count):
            tally.play(number)
    print(f"{count} games at each player count; medians, and the middle half in brackets.\n")
    print_pace(tallies)
    print_mergers(tallies)
    print_cards(tallies)
    print_order(tallies)
    print_eagerness(setup, count // 2)


if __name__ == "__main__":
    main()
