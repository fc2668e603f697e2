"""The master: a bot whose judgement is a list of numbers trained by play (`research/train_master.py`). The
level `expert` plays its own seat in rollouts with it."""

from typing import Final, final

from mypy_extensions import i64

from quincunx.core.bot import Bot, ByPlayers
from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.nomenklatura.ai.bot import (
    NomenklaturaBot,
    ahead_of,
    best_answer,
    card_worths,
    if_left,
    worth_if_won,
)
from quincunx.games.nomenklatura.ai.outlook import Outlook, smallest_supply
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import BID, MARKERS, MERGER_BID, PASS, TURN_BID, Board, Player, act

# The numbers by their index.
ROUNDS: Final = 0  # rounds left when somebody has no marker in the supply
ROUNDS_A_MARKER: Final = 1  # rounds added for each marker of the smallest supply
ASIDE: Final = 2  # the value of a marker set aside
SUPPLY: Final = 3  # the value of a marker in the supply
SUPPLY_A_ROUND: Final = 4  # added to it for each round left
RIVALS: Final = 5  # the weight of the others' fortunes against one's own
EAGERNESS: Final = 6  # the share of the first place's value that is bid for it
BEHIND: Final = 7  # the part by which that grows for a seat that would come last
BETWEEN: Final = 8  # how close the card left is to the second best, rather than to the worst
MARGIN: Final = 9  # the least gain by winning a consolidation
IN_MARKERS: Final = 10  # how far from the fewest markers to the most a bid is paid in markers

FOR_FOUR: Final[list[float]] = [
    4.496, 0.5352, 0.3946, -2.218, -0.2181, 0.5516, 1.078, -0.0001274, 0.1538, -0.1886, 1.046,
]  # fmt: skip
BY_PLAYERS: Final[dict[int, list[float]]] = {
    2: [4.317, 0.5975, 1.078, -1.605, -0.4266, 0.6879, 1.027, 0.1414, 0.2008, 0.7472, 0.8239],
    3: FOR_FOUR,
    4: FOR_FOUR,
    5: [4.303, 0.507, 0.731, -1.98, -0.2521, 0.3257, 1.033, -0.2561, 0.1896, -1.225, 0.9925],
}


@final
class MasterOutlook(Outlook):
    """The judgement of positions by the numbers."""

    def __init__(self, board: Board, seat: int, numbers: list[float]) -> None:
        super().__init__(board, seat)
        self.scorings = numbers[ROUNDS] + numbers[ROUNDS_A_MARKER] * smallest_supply(board)
        self.style = numbers
        self.aside = numbers[ASIDE]
        self.supply = numbers[SUPPLY]
        self.supply_a_round = numbers[SUPPLY_A_ROUND]
        self.rivals = numbers[RIVALS]

    def fortune(self, player: Player, rubles: i64, scored: i64, left: float) -> float:
        a_marker = (self.supply + self.supply_a_round * left) if left > 0.0 else 0.0
        return (
            int(rubles) + left * int(scored) + self.aside * int(player.aside) + a_marker * int(player.supply)
        )

    def balance(self, mine: float, others: float, rivals: int) -> float:
        return mine - self.rivals * others / rivals


@final
class Master(NomenklaturaBot):
    """A bot that decides by the numbers."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__()
        self._numbers = numbers

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Nomenklatura)
        numbers = self._numbers
        outlook = MasterOutlook(state, seat, numbers)
        if state.phase == TURN_BID:
            return turn_bid(state, seat, outlook, numbers, rng)
        if state.phase == MERGER_BID:
            return merger_bid(state, seat, outlook, numbers)
        return best_answer(state, seat, outlook, rng)


def trained() -> Bot:
    """Return the master with the numbers for the number of players."""
    masters: dict[int, Bot] = {players: Master(numbers) for players, numbers in BY_PLAYERS.items()}
    return ByPlayers(masters, NomenklaturaBot())


def turn_bid(state: Nomenklatura, seat: int, outlook: Outlook, numbers: list[float], rng: Rng) -> int:
    """Raise by the least while the total is small compared with the advantage of the best card over the one
    left."""
    worths = card_worths(state, seat, outlook, rng)
    ahead = min(ahead_of(state, seat), len(worths) - 1)
    if ahead == 0:
        return act(PASS)
    left = worths[ahead] + numbers[BETWEEN] * (worths[1] - worths[ahead])
    rivals = state.players - 1
    eagerness = numbers[EAGERNESS] * (1.0 + numbers[BEHIND] * (ahead / rivals))
    limit = min(int(eagerness * (worths[0] - left) / rivals), int(state.most_bid(seat)))
    least = int(state.highest_bid()) + 1
    return act(BID, least) if least <= limit else act(PASS)


def merger_bid(state: Nomenklatura, seat: int, outlook: Outlook, numbers: list[float]) -> int:
    """Raise by the least while winning is better by a margin than letting the next seat win."""
    if state.pending:
        fewest = state.fewest_markers(seat, state.pending)
        most = state.most_markers(seat, state.pending)
        return act(MARKERS, max(fewest, min(most, round(fewest + numbers[IN_MARKERS] * (most - fewest)))))
    total = int(state.highest_bid()) + 1
    won = worth_if_won(state, seat, total, outlook)
    return act(BID, total) if won > outlook.worth(if_left(state, seat)) + numbers[MARGIN] else act(PASS)


# Opponents as the master expects them.

STUBBORNNESS: Final = 2.0
"""The most that one more raise may cost, as a multiple of the first place's value: `hard`, who believes that
others give in, goes about as far."""


@final
class Rival(NomenklaturaBot):
    """The bot `normal`, except that it never gives in while one more raise costs less than the first place's
    value.

    The bot `normal` has a limit for its whole bid. A player who expects that is drawn into bids of a hundred
    rubles and more by opponents who look one raise ahead: each believes that the other gives in at once.
    """

    def __init__(self, stubbornness: float = STUBBORNNESS) -> None:
        super().__init__()
        self.stubbornness = stubbornness

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Nomenklatura)
        if state.phase == TURN_BID:
            return stubborn_bid(state, seat, self.stubbornness, rng)
        return super().choose(state, seat, rng)


def stubborn_bid(state: Nomenklatura, seat: int, stubbornness: float, rng: Rng) -> int:
    """Raise by the least while the raise is small compared with the advantage of the best card over the one
    left after a pass. Earlier bids are lost anyway, so they do not count."""
    worths = card_worths(state, seat, Outlook(state, seat), rng)
    gain = worths[0] - worths[min(ahead_of(state, seat), len(worths) - 1)]
    least = int(state.highest_bid()) + 1
    raises = least - int(state.seats[seat].bid)
    return act(BID, least) if raises <= stubbornness * gain and least <= state.most_bid(seat) else act(PASS)
