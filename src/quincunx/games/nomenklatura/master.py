"""The bot with its judgement as numbers, trained by play (`bench/train_master.py`): the level `expert` plays
its own seat on with it."""

from typing import Final, final

from mypy_extensions import i64

from quincunx.core.rng import Rng
from quincunx.core.state import State
from quincunx.games.nomenklatura.bot import NomenklaturaBot, ahead_of, best_answer, card_worths, if_left, if_won
from quincunx.games.nomenklatura.bot_outlook import Outlook
from quincunx.games.nomenklatura.rules import Nomenklatura
from quincunx.games.nomenklatura.state import BID, MARKERS, MERGER_BID, PASS, TURN_BID, Board, Player, act

# What the numbers are, by their place.
ROUNDS: Final = 0  # that are left, when somebody has no marker in the supply
ROUNDS_A_MARKER: Final = 1  # that are left more for each marker of the smallest supply
ASIDE: Final = 2  # what a marker set aside is worth
SUPPLY: Final = 3  # what a marker in the supply is worth
SUPPLY_A_ROUND: Final = 4  # and more for each round that is left
RIVALS: Final = 5  # how much what the others have counts, beside what one has
EAGERNESS: Final = 6  # how much of what the first place brings is bid for it
BEHIND: Final = 7  # how much more by one who would come last
BETWEEN: Final = 8  # how much the card that is left is like the second best, rather than the worst
RAISE: Final = 9  # how much of the way to the limit a bid goes
PURSE: Final = 10  # how much of what one has may be bid
MARGIN: Final = 11  # what winning a consolidation must bring
MERGER_RAISE: Final = 12  # how much of the way to the limit a bid for a consolidation goes
IN_MARKERS: Final = 13  # how much of it is paid in markers, if one can choose

START: Final[list[float]] = [2.0, 1 / 3, 1.0, 0.0, 0.0, 1.0, 0.5, 0.0, 0.0, 0.34, 1.0, 0.0, 0.34, 1.0]
"""The usual bot."""
SCALE: Final[list[float]] = [0.5, 0.08, 0.5, 0.5, 0.1, 0.3, 0.2, 0.3, 0.3, 0.15, 0.3, 2.0, 0.15, 0.3]
"""How much each number is changed in training."""

BY_PLAYERS: Final[dict[int, list[float]]] = {2: START, 3: START, 4: START, 5: START}


@final
class MasterOutlook(Outlook):
    """Judges by the numbers."""

    def __init__(self, board: Board, seat: int, numbers: list[float]) -> None:
        super().__init__(board, seat)
        fewest: i64 = board.setup.markers
        for player in board.seats:
            fewest = min(fewest, player.supply)
        self.scorings = numbers[ROUNDS] + numbers[ROUNDS_A_MARKER] * int(fewest)
        self.style = numbers
        self.aside = numbers[ASIDE]
        self.supply = numbers[SUPPLY]
        self.supply_a_round = numbers[SUPPLY_A_ROUND]
        self.rivals = numbers[RIVALS]

    def fortune(self, player: Player, rubles: i64, scored: i64, left: float) -> float:
        a_marker = (self.supply + self.supply_a_round * left) if left > 0.0 else 0.0
        return int(rubles) + left * int(scored) + self.aside * int(player.aside) + a_marker * int(player.supply)

    def balance(self, mine: float, others: float, rivals: int) -> float:
        return mine - self.rivals * others / rivals


@final
class Master(NomenklaturaBot):
    """Plays by numbers: those given, or those that were trained for so many players."""

    def __init__(self, numbers: list[float] | None = None) -> None:
        super().__init__()
        self._numbers = numbers

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        assert isinstance(state, Nomenklatura)
        numbers = self._numbers if self._numbers is not None else BY_PLAYERS[state.players]
        outlook = MasterOutlook(state, seat, numbers)
        if state.phase == TURN_BID:
            return turn_bid(state, seat, outlook, numbers, rng)
        if state.phase == MERGER_BID:
            return merger_bid(state, seat, outlook, numbers)
        return best_answer(state, seat, outlook, rng)


def turn_bid(state: Nomenklatura, seat: int, outlook: Outlook, numbers: list[float], rng: Rng) -> int:
    worths = card_worths(state, seat, outlook, rng)
    ahead = min(ahead_of(state, seat), len(worths) - 1)
    if ahead == 0:
        return act(PASS)
    left = worths[ahead] + numbers[BETWEEN] * (worths[1] - worths[ahead])
    rivals = state.players - 1
    eagerness = numbers[EAGERNESS] * (1.0 + numbers[BEHIND] * (ahead / rivals))
    most = min(int(state.most_bid(seat)), int(numbers[PURSE] * int(state.most_bid(seat))))
    limit = min(int(eagerness * (worths[0] - left) / rivals), most)
    return raised(int(state.highest_bid()) + 1, limit, numbers[RAISE])


def raised(least: int, limit: int, share: float) -> int:
    """A bid so far on the way to the limit; or a pass."""
    if least > limit:
        return act(PASS)
    return act(BID, min(limit, least + max(0, int(share * (limit - least)))))


def merger_bid(state: Nomenklatura, seat: int, outlook: Outlook, numbers: list[float]) -> int:
    if state.pending:
        fewest = state.fewest_markers(seat, state.pending)
        most = state.most_markers(seat, state.pending)
        return act(MARKERS, max(fewest, min(most, round(fewest + numbers[IN_MARKERS] * (most - fewest)))))
    beaten = outlook.worth(if_left(state, seat)) + numbers[MARGIN]
    total = int(state.highest_bid()) + 1
    if outlook.worth(if_won(state, seat, total)) <= beaten:
        return act(PASS)
    limit = total
    step = 1
    while limit + step <= state.most_bid(seat):
        if outlook.worth(if_won(state, seat, limit + step)) <= beaten:
            break
        limit += step
        step *= 2
    return raised(total, limit, numbers[MERGER_RAISE])
