"""The bot `normal` for Nomenklatura: it counts what the regions will pay, and does not overbid.

Trying out cards and judging positions are not here.
"""

from typing import Final, final

from quincunx.core.bot import Bot
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.ai.lookahead import Reckoning, draw
from quincunx.games.nomenklatura.ai.outlook import Outlook
from quincunx.games.nomenklatura.cards.off_railroad import Consolidation
from quincunx.games.nomenklatura.rules.bidding import lay
from quincunx.games.nomenklatura.rules.consolidation import settle_merger
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import whole_income
from quincunx.games.nomenklatura.state import Thoughts, act

EAGERNESS: Final = 0.5
"""The share of the first place's value that is bid for it, divided by the number of opponents, since they get
the bid. A larger share loses, and a smaller one too."""

STEPS: Final = 10
"""The most that a bid may exceed the last one to be considered."""


class NomenklaturaBot(Bot):
    """Take and answer cards so as to gain most on the others until the end; raise a consolidation as long as
    winning it beats leaving it."""

    def __init__(self, eagerness: float = EAGERNESS) -> None:
        self.eagerness = eagerness

    def candidate_moves(self, state: State, seat: int) -> list[int]:
        """Return the bids not far above the last one, and a pass; other bids are not worth trying."""
        assert isinstance(state, Nomenklatura)
        if state.phase not in (s.TURN_BID, s.MERGER_BID) or state.pending:
            return []
        least = state.highest_bid() + 1
        return [act(s.PASS), *range(least, min(least + STEPS, state.most_bid(seat)) + 1)]

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Nomenklatura)
        if state.phase == s.TURN_BID:
            return turn_bid(state, seat, self.eagerness, rng)
        if state.phase == s.MERGER_BID:
            return merger_bid(state, seat)
        return best_answer(state, seat, Outlook(state, seat), rng)


def best_answer(state: Nomenklatura, seat: int, outlook: Outlook, rng: Rng) -> int:
    """Return the card or the answer that leads to most, one question after the other."""
    options = state._legal_actions(seat)
    for verdict in state.memory.verdicts:
        if verdict.style is outlook.style and verdict.options == len(options):
            if verdict.look:
                draw(state, verdict.look, rng)
            return verdict.action
    return Reckoning(state, seat, outlook, rng).best(options)


def turn_bid(state: Nomenklatura, seat: int, eagerness: float, rng: Rng) -> int:
    """Raise while the total is small compared with the advantage of the best card over the one left after a
    pass."""
    worths = card_worths(state, seat, Outlook(state, seat), rng)
    gain = worths[0] - worths[min(ahead_of(state, seat), len(worths) - 1)]
    limit = min(int(eagerness * gain / (state.players - 1)), state.most_bid(seat))
    return raised(state.highest_bid() + 1, limit)


def ahead_of(state: Nomenklatura, seat: int) -> int:
    """Return how many seats would come before this one if it passed."""
    ahead = 0
    own = state.seats[seat].bid
    for other, player in enumerate(state.seats):
        if other != seat and (not state.passed >> other & 1 or player.bid > own):
            ahead += 1
    return ahead


def raised(least: int, limit: int) -> int:
    """Bid a third of the way to the limit, so that bidding does not take too long; or pass."""
    return act(s.BID, least + (limit - least) // 3) if least <= limit else act(s.PASS)


def card_worths(state: Nomenklatura, seat: int, outlook: Outlook, rng: Rng) -> list[float]:
    """Return the value of each card to the seat if it were first, the best one first."""
    pondering = Pondering(state, seat, outlook, rng)
    worths = [pondering.worth(card) for card in state.agenda]
    if pondering.can_consolidate():
        worths.append(pondering.worth(state.setup.consolidation))
    worths.sort(reverse=True)
    return worths


@final
class Pondering:
    """The values of the cards to a seat that comes first. They are cached while the bid goes on: only rubles
    change meanwhile."""

    def __init__(self, state: Nomenklatura, seat: int, outlook: Outlook, rng: Rng) -> None:
        self._state = state
        self._seat = seat
        self._outlook = outlook
        self._rng = rng
        self._reckoning: Reckoning | None = None
        self._thoughts = thoughts_of(state, seat, outlook.style)

    def can_consolidate(self) -> bool:
        player = self._state.seats[self._seat]
        return self._thoughts.can_consolidate and player.rubles + player.coins >= fee(self._state)

    def worth(self, card: int) -> float:
        known = self._thoughts.outcomes[card]
        if known is not None:
            return self._outlook.weigh_again(self._state, known)
        if self._reckoning is None:
            first = if_first(self._state, self._seat)
            self._reckoning = Reckoning(first, self._seat, self._outlook, self._rng)
        worth = self._reckoning.worth(act(s.TAKE, card))
        self._thoughts.outcomes[card] = self._reckoning.outcome()
        return worth


def thoughts_of(state: Nomenklatura, seat: int, style: object) -> Thoughts:
    for known in state.memory.thoughts:
        if known.seat == seat and known.style is style:
            return known
    first = if_first(state, seat)
    first.seats[seat].rubles = fee(state)
    card = state.setup.cards[state.setup.consolidation]
    thoughts = Thoughts(seat, style, not card.obstacle(first, seat), len(state.setup.cards))
    state.memory.thoughts.append(thoughts)
    return thoughts


def fee(state: Nomenklatura) -> int:
    """Return the price of the Consolidation Card for a seat that comes first."""
    card = state.setup.cards[state.setup.consolidation]
    assert isinstance(card, Consolidation)
    return card.fee


def if_first(state: Nomenklatura, seat: int) -> Nomenklatura:
    """Return the position after the bid for the turn order, if the seat were first and all took the rubles on
    their spaces."""
    first = state.clone()
    first.order = [seat] + [other for other in state.order if other != seat]
    for player in first.seats:
        player.rubles += player.coins
        player.coins = 0
        player.bid = 0
    first.phase = s.EXECUTION
    return first


def merger_bid(state: Nomenklatura, seat: int) -> int:
    """Raise while winning is better than letting the next seat win. Markers pay first: a winner gets them
    back."""
    if state.pending:
        return act(s.MARKERS, state.most_markers(seat, state.pending))
    outlook = Outlook(state, seat)
    beaten = outlook.worth(if_left(state, seat))
    total = state.highest_bid() + 1
    if worth_if_won(state, seat, total, outlook) <= beaten:
        return act(s.PASS)
    limit = total
    step = 1
    while limit + step <= state.most_bid(seat):
        if worth_if_won(state, seat, limit + step, outlook) <= beaten:
            break
        limit += step
        step *= 2
    return raised(total, limit)


def worth_if_won(state: Nomenklatura, seat: int, total: int, outlook: Outlook) -> float:
    """Return the value of the next round if the seat bids `total` and everybody else passes."""
    after = state.clone()
    lay(after, seat, total, after.most_markers(seat, total))
    settle_merger(after)
    return outlook.worth_scored(after, whole_income(after))


def if_left(state: Nomenklatura, seat: int) -> Nomenklatura:
    """Return the next round if the seat passes and the highest bidder wins, or the next seat for the least
    bid."""
    after = state.clone()
    after.move(seat, act(s.PASS))
    if after.phase == s.MERGER_BID and after.highest == s.NO_SEAT:
        bid_in_markers(after, after.bidder, 1)
    all_pass(after)
    return after


def bid_in_markers(state: Nomenklatura, seat: int, total: int) -> None:
    state.move(seat, act(s.BID, total))
    if state.pending:
        state.move(seat, act(s.MARKERS, state.most_markers(seat, total)))


def all_pass(state: Nomenklatura) -> None:
    while state.phase == s.MERGER_BID:
        state.move(state.bidder, act(s.PASS))
