"""Moves of markers and rubles, wherever a card or a phase causes them."""

from mypy_extensions import i64

from quincunx.core.event import NOBODY
from quincunx.games.nomenklatura.state import NO_CARD, Board


def causes(board: Board) -> list[str]:
    """Return the card that is carried out; without one, the Consolidation Card."""
    card = board.setup.consolidation if board.card == NO_CARD else board.card
    return [board.setup.card_ids[card]]


def doer(board: Board) -> int:
    """Return the seat that carries out the card in play."""
    return NOBODY if board.card == NO_CARD else board.taker()


def change(board: Board, seat: i64, region: i64, count: i64) -> None:
    """Add influence of a seat in a region; a negative count takes it away."""
    index = region * board.players + seat
    board.influence[index] = board.influence[index] + count
    board.touched |= 1 << region


def place(board: Board, seat: i64, region: i64, count: i64) -> None:
    """Place markers from the supply on the board, as far as the supply goes (NK-6)."""
    player = board.seats[seat]
    placed = count if count < player.supply else player.supply
    player.supply -= placed
    change(board, seat, region, placed)
    if board.log is not None and placed:
        amounts = {"markers": placed, "supply": player.supply}
        where = [board.setup.region_ids[region]]
        board.log_event("markers-placed", seat, amounts, where, causes(board), doer(board))
    note_shortage(board, seat, placed, count)


def note_shortage(board: Board, seat: int, done: int, count: int) -> None:
    """Log it if the supply had fewer markers than it should give."""
    if board.log is not None and done < count:
        board.log_event("supply-empty", seat, {"markers": done, "of": count}, causes=causes(board))


def take_off(board: Board, seat: i64, region: i64, count: i64) -> i64:
    """Take markers off the board into the owner's supply. Return how many there were to take."""
    here = board.here(seat, region)
    taken = count if count < here else here
    board.seats[seat].supply += taken
    change(board, seat, region, -taken)
    return taken


def remove(board: Board, seat: i64, region: i64, count: i64) -> None:
    """Take influence off the board because the card in play says so."""
    taken = take_off(board, seat, region, count)
    if board.log is not None and taken:
        where = [board.setup.region_ids[region]]
        board.log_event("markers-removed", seat, {"markers": taken}, where, causes(board), doer(board))


def shift(board: Board, seat: i64, source: i64, target: i64, count: i64, by: i64) -> None:
    """Move markers from one region to another. `by` is the seat that moves them, which need not own them."""
    change(board, seat, source, -count)
    change(board, seat, target, count)
    if board.log is not None:
        way = [board.setup.region_ids[source], board.setup.region_ids[target]]
        board.log_event("markers-moved", seat, {"markers": count}, way, causes(board), by)


def set_aside(board: Board, seat: int, count: int) -> None:
    """Set markers of the supply aside for the next consolidation; all there are, if fewer (NK-16)."""
    player = board.seats[seat]
    kept = min(count, player.supply)
    player.supply -= kept
    player.aside += kept
    if board.log is not None:
        amounts = {"markers": kept, "aside": player.aside}
        board.log_event("markers-set-aside", seat, amounts, causes=causes(board))
    note_shortage(board, seat, kept, count)


def earn(board: Board, seat: int, amount: int) -> None:
    """Receive rubles from the bank, which never runs out (NK-13)."""
    board.paid_out += amount
    receive(board, seat, amount)


def pay_bank(board: Board, seat: int, amount: int) -> None:
    board.paid_out -= amount
    spend(board, seat, amount)


def receive(board: Board, seat: int, amount: int) -> None:
    """Add rubles behind a screen; everybody sees them (NK-15)."""
    player = board.seats[seat]
    player.rubles += amount
    player.seen += amount


def spend(board: Board, seat: int, amount: int) -> None:
    """Take rubles from behind a screen; everybody sees them, and counts them against the last ones seen
    (NK-15)."""
    player = board.seats[seat]
    player.rubles -= amount
    player.seen = max(0, player.seen - amount)
