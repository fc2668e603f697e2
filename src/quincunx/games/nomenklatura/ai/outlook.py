"""The judgement of positions by a bot: rubles, and the income expected until the end."""

from typing import Final

from mypy_extensions import i64

from quincunx.games.nomenklatura.rules.scoring import (
    FIELD,
    LARGEST,
    is_last_round,
    region_income,
    whole_income,
)
from quincunx.games.nomenklatura.state import ENDED, Board, Outcome, Player

PLACED_A_ROUND: Final = 3.0
"""The approximate number of markers a player puts on the board in a round."""


class Outlook:
    """A seat's judgement of positions: its rubles and its income until the end, against the others'."""

    def __init__(self, board: Board, seat: int) -> None:
        self.seat = seat
        self.style: object = None
        """The numbers it judges by, or None for the default: cached results are kept apart by them."""
        self.round = board.round
        self.scorings = 2 + smallest_supply(board) / PLACED_A_ROUND

    def worth(self, board: Board) -> float:
        left = 0.0
        if board.phase != ENDED:
            left = max(1.0, self.scorings - (board.round - self.round))
        return self.weigh(board, prospects(board), 0, left)

    def worth_scored(self, board: Board, income: i64) -> float:
        """Return the value after the round is scored, if this is the income of the seats."""
        if is_last_round(board):
            return self.weigh(board, income, 2, 0.0)
        return self.weigh(board, income, 1, max(1.0, self.scorings - 1))

    def weigh(self, board: Board, income: i64, paid: i64, left: float) -> float:
        """Return the value, if the income has been paid `paid` times and will be paid `left` times more."""
        mine = 0.0
        others = 0.0
        for seat in range(i64(board.players)):
            player = board.seats[seat]
            scored = income >> FIELD * seat & LARGEST
            fortune = self.fortune(player, player.rubles + paid * scored, scored, left)
            if seat == self.seat:
                mine = fortune
            else:
                others += fortune
        return self.balance(mine, others, board.players - 1)

    def weigh_again(self, board: Board, outcome: Outcome) -> float:
        """Return the value of a card's outcome, with the rubles that the seats have now, and those on the
        track."""
        mine = 0.0
        others = 0.0
        left = max(1.0, self.scorings)
        for seat in range(i64(board.players)):
            now = board.seats[seat]
            then = outcome.seats[seat]
            scored = outcome.income >> FIELD * seat & LARGEST
            fortune = self.fortune(then, now.rubles + now.coins + then.rubles, scored, left)
            if seat == self.seat:
                mine = fortune
            else:
                others += fortune
        return self.balance(mine, others, board.players - 1)

    def fortune(self, player: Player, rubles: i64, scored: i64, left: float) -> float:
        """Return the value of a player's rubles, income and markers."""
        return int(rubles) + left * int(scored) + int(player.aside)

    def balance(self, mine: float, others: float, rivals: int) -> float:
        """Return the value of `mine` against the total of the others."""
        return mine - others / rivals


def smallest_supply(board: Board) -> int:
    """Return the markers left to the player who will run out first."""
    fewest: i64 = board.setup.markers
    for player in board.seats:
        fewest = min(fewest, player.supply)
    return fewest


def merger_prospects(board: Board) -> i64:
    """Return the extra value of a region about to be merged, by bits. Markers there count double: one player
    will be alone there, and pay the others for it."""
    more = -region_income(board, board.marker)
    for seat in range(i64(board.players)):
        more += 2 * (board.here(seat, board.marker) + board.seats[seat].hand) << FIELD * seat
    return more


def prospects(board: Board) -> i64:
    """Return the expected income of the seats a round, by bits."""
    income = whole_income(board)
    return income + merger_prospects(board) if board.merger else income
