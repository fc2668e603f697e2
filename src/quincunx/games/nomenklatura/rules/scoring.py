"""The scoring phase: the income of the regions, the end of the game, and the winner."""

from typing import Final

from mypy_extensions import i64

from quincunx.games.nomenklatura.rules.pieces import earn
from quincunx.games.nomenklatura.state import Board

FIELD: Final = 12
LARGEST: Final = (1 << FIELD) - 1
"""The most that a seat can score: the income of all seats is one number, with FIELD bits for each."""


def incomes(board: Board, region: int) -> list[int]:
    """Return the income of each seat in a region."""
    return unpacked(region_income(board, region), board.players)


def unpacked(income: i64, players: int) -> list[int]:
    return [income >> FIELD * seat & LARGEST for seat in range(players)]


def region_income(board: Board, region: i64) -> i64:
    """Return the income of the seats in a region, by bits (NK-12). Bots call it very often: it sorts nothing,
    makes no list, and looks at each seat once unless some are tied."""
    influence = board.influence
    players: i64 = board.players
    first = region * players
    total: i64 = 0
    most: i64 = 0
    leaders: i64 = 0
    leader: i64 = 0
    second: i64 = 0
    seconds: i64 = 0
    follower: i64 = 0
    for seat in range(players):
        count: i64 = influence[first + seat]
        if count == 0:
            continue
        total += count
        if count > most:
            second, seconds, follower = most, leaders, leader
            most, leaders, leader = count, 1, seat
        elif count == most:
            leaders += 1
        elif count > second:
            second, seconds, follower = count, 1, seat
        elif count == second:
            seconds += 1
    if leaders == 0:
        return 0
    if leaders > 1:
        return tied_income(board, first, most, most)
    income = (total if second else 2 * most) << FIELD * leader
    if seconds > 1:
        return income + tied_income(board, first, second, second - 1)
    if seconds == 1:
        return income + (second << FIELD * follower)
    return income


def tied_income(board: Board, first: i64, count: i64, paid: i64) -> i64:
    """Return an income for every seat with exactly `count` markers in a region; its influence begins at
    `first`."""
    income: i64 = 0
    for seat in range(i64(board.players)):
        if board.influence[first + seat] == count:
            income += paid << FIELD * seat
    return income


def standing(board: Board, region: int, seat: int) -> str:
    """Return the reason why a region pays the seat (NK-12); empty if it does not."""
    counts = board.influence[region * board.players : (region + 1) * board.players]
    own = counts[seat]
    ranked = sorted(counts)
    most = ranked[-1]
    second = ranked[-2]
    if own == 0 or own < second:
        return ""
    if second == 0:
        return "alone"
    if own == most:
        return "tied-for-most" if second == most else "most"
    return "tied-for-second" if ranked.count(second) > 1 else "second"


def score(board: Board) -> list[int]:
    """Return the income of each seat now, all regions together."""
    return unpacked(whole_income(board), board.players)


def whole_income(board: Board) -> i64:
    income: i64 = 0
    for region in range(i64(board.setup.regions)):
        income += region_income(board, region)
    return income


def score_round(board: Board) -> bool:
    """Score, twice in the last round (NK-14). Return whether it was the last. Rubles from before go out of
    sight (NK-15)."""
    last = is_last_round(board)
    if last and board.log is not None:
        _note_last_round(board)
    times = 2 if last else 1
    income = score(board)
    for seat in range(board.players):
        board.seats[seat].seen = 0
        earn(board, seat, times * income[seat])
        if board.log is not None:
            _note_income(board, seat, times)
    if last and board.log is not None:
        for seat in range(board.players):
            board.log_event("rubles-shown", seat, {"rubles": board.seats[seat].rubles})
    return last


def is_last_round(board: Board) -> bool:
    """Whether a player has no marker left, or the option ends the game now (NK-14)."""
    if board.round == board.setup.max_rounds:
        return True
    for seat in range(board.players):
        if has_run_out(board, seat):
            return True
    return False


def has_run_out(board: Board, seat: int) -> bool:
    """Whether the seat has every marker on the board."""
    return board.seats[seat].supply + board.seats[seat].aside == 0


def _note_last_round(board: Board) -> None:
    for seat in range(board.players):
        if has_run_out(board, seat):
            board.log_event("markers-ran-out", seat)
    board.log_event("last-round", amounts={"round": board.round})


def _note_income(board: Board, seat: int, times: int) -> None:
    """Log one event a seat: a piece for each region that pays it, with the reason as the cause."""
    regions: list[str] = []
    why: list[str] = []
    amounts = {"rubles": 0, "times": times}
    for region in range(board.setup.regions):
        reason = standing(board, region, seat)
        if reason:
            name = board.setup.region_ids[region]
            paid = incomes(board, region)[seat]
            amounts[name] = paid
            amounts["rubles"] += times * paid
            regions.append(name)
            why.append(reason)
    board.log_event("income", seat, amounts, regions, why)


def winners(board: Board, seats: list[int] | None = None) -> list[int]:
    """Return the seats with most rubles; then with most markers not on the board; then they share (NK-16).
    `seats` None means all."""
    best: list[int] = []
    for seat in range(board.players) if seats is None else seats:
        if not best:
            best = [seat]
            continue
        rank = compare(board, seat, best[0])
        if rank > 0:
            best = [seat]
        elif rank == 0:
            best.append(seat)
    return best


def compare(board: Board, seat: int, other: int) -> int:
    """Return a positive number if the seat is ahead of the other, 0 if they are equal."""
    one = board.seats[seat]
    two = board.seats[other]
    if one.rubles != two.rubles:
        return one.rubles - two.rubles
    return one.supply + one.aside - two.supply - two.aside
