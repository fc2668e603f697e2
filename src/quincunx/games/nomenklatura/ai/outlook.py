"""How a seat judges what may come of a position."""

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
"""How many markers a player puts on the board in a round, roughly."""


class Outlook:
    """How a seat judges what may come of a position: its rubles, and what is scored until the end,
    against the others'."""

    def __init__(self, board: Board, seat: int) -> None:
        self.seat = seat
        self.style: object = None
        """What it judges by, if not as usual: bots remember apart what they found out so."""
        self.round = board.round
        self.scorings = 2 + smallest_supply(board) / PLACED_A_ROUND

    def worth(self, board: Board) -> float:
        left = 0.0
        if board.phase != ENDED:
            left = max(1.0, self.scorings - (board.round - self.round))
        return self.weigh(board, prospects(board), 0, left)

    def worth_scored(self, board: Board, income: i64) -> float:
        """The worth after the round is scored, if this is what the seats score."""
        if is_last_round(board):
            return self.weigh(board, income, 2, 0.0)
        return self.weigh(board, income, 1, max(1.0, self.scorings - 1))

    def weigh(self, board: Board, income: i64, paid: i64, left: float) -> float:
        """The worth, if so many times what the seats score has been paid out, and so many times is left."""
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
        """The worth of what a card leads to, with the rubles that the seats have now, and those on the
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
        """What a player is worth."""
        return int(rubles) + left * int(scored) + int(player.aside)

    def balance(self, mine: float, others: float, rivals: int) -> float:
        """How one stands who is worth so much, if the others are worth so much together."""
        return mine - others / rivals


def smallest_supply(board: Board) -> int:
    """How many markers whoever will run out first still has."""
    fewest: i64 = board.setup.markers
    for player in board.seats:
        fewest = min(fewest, player.supply)
    return fewest


def merger_prospects(board: Board) -> i64:
    """A region about to be merged counts double for what one has in it: somebody will be alone there, and
    pay the others for it. What that is more than the region pays now."""
    more = -region_income(board, board.marker)
    for seat in range(i64(board.players)):
        more += 2 * (board.here(seat, board.marker) + board.seats[seat].hand) << FIELD * seat
    return more


def prospects(board: Board) -> i64:
    """What the seats score a round, by bits."""
    income = whole_income(board)
    return income + merger_prospects(board) if board.merger else income
