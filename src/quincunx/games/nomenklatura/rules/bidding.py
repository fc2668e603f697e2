"""Bids, for the turn order and for a consolidation: who is asked, and what is placed on the track."""

from mypy_extensions import i64

from quincunx.games.nomenklatura.rules.pieces import receive, spend
from quincunx.games.nomenklatura.state import NO_SEAT, NOWHERE, Board, share


def open_bid(board: Board, phase: i64, sharers: i64) -> bool:
    """Begin a bid. Return whether there is somebody to ask."""
    board.phase = phase
    board.sharers = sharers
    board.passed = 0
    if not board.setup.outsiders_bid:
        board.passed = ~sharers & ((1 << board.players) - 1)
    for player in board.seats:
        player.bid = 0
        player.paid = 0
    board.highest = NO_SEAT
    board.last_space = NOWHERE
    return ask_next(board, 0)


def ask_next(board: Board, place: i64) -> bool:
    """Ask the next in turn order who is still in and can raise. Back at the highest bidder, or with nobody
    left, the bid is over (NK-3)."""
    highest_bid = board.highest_bid()
    for _ in range(board.players):
        if place == board.players:
            place = 0
        seat: i64 = board.order[place]
        place += 1
        if seat == board.highest:
            break
        if board.passed >> seat & 1:
            continue
        if board.most_bid(seat) > highest_bid:
            board.bidder = seat
            return True
        board.passed |= 1 << seat
        if board.log is not None:
            board.log_event("dropped-out", seat, {"highest": highest_bid})
    board.bidder = NO_SEAT
    return False


def ask_after(board: Board, seat: i64) -> bool:
    """Ask the seat after that one in turn order. Return whether there is one."""
    place: i64 = 1
    while board.order[place - 1] != seat:
        place += 1
    return ask_next(board, place)


def leave(board: Board, seat: int) -> None:
    board.passed |= 1 << seat
    if board.log is not None:
        board.log_event("passed", seat)


def name_total(board: Board, seat: int, total: int) -> bool:
    """Name a total. Return whether it is paid at once: where rubles and markers could both pay, the bidder
    says how many markers do (NK-10)."""
    if board.log is not None:
        board.log_event("bid", seat, {"total": total})
    fewest = board.fewest_markers(seat, total)
    if fewest < board.most_markers(seat, total):
        board.pending = total
        return False
    lay(board, seat, total, fewest)
    return True


def lay(board: Board, seat: int, total: int, markers: int) -> None:
    """Place a bid on the track (NK-10)."""
    player = board.seats[seat]
    count = total - player.bid
    if board.log is not None:
        before = _track(board)
    if markers:
        board.last_space = _lay_both(board, seat, count, markers)
    else:
        board.last_space = _lay_rubles(board, seat, count)
    if board.log is not None:
        _note_placed(board, seat, before)
    spend(board, seat, count - markers)
    player.paid += count - markers
    player.hand -= markers
    player.bid = total
    board.highest = seat
    board.pending = 0


def _lay_rubles(board: Board, seat: int, count: i64) -> int:
    """Place rubles round and round. Return the last space that gets one. `_lay_both` could do it too, but
    nearly all bids are in rubles alone."""
    ring = board.spaces(seat)
    spaces: i64 = len(ring)
    each = count // spaces
    over = count - each * spaces
    for index in range(spaces):
        player = board.seats[ring[index]]
        player.coins += each
        if index < over:
            player.coins += 1
    return ring[over - 1]


def _lay_both(board: Board, seat: int, count: int, markers: int) -> int:
    """Place rubles on own spaces first; of the others the first take the markers, the rest rubles; markers
    still left go on own spaces. Return the last space that gets one."""
    ring = board.spaces(seat)
    rubles = count - markers
    own = 0
    other_spaces = len(ring)
    if board.takes_part(seat):
        own = share(count, len(ring), ring.index(seat))
        other_spaces -= 1
    own_rubles = min(rubles, own)
    markers_out = count - own - (rubles - own_rubles)
    laid = board.laid[:]
    others = 0
    for index, space in enumerate(ring):
        if space == seat:
            board.seats[space].coins += own_rubles
            laid[space * board.players + seat] += own - own_rubles
        else:
            out = share(markers_out, other_spaces, others)
            others += 1
            board.seats[space].coins += share(count, len(ring), index) - out
            laid[space * board.players + seat] += out
    board.laid = laid
    return ring[(count - 1) % len(ring)]


def _track(board: Board) -> list[int]:
    """Return the pieces on the track: the rubles on each space, then the markers."""
    return [*[player.coins for player in board.seats], *board.laid]


def _note_placed(board: Board, seat: int, before: list[int]) -> None:
    """Log the pieces that a bid put on each space of the track."""
    amounts = {"rubles": 0, "markers": 0}
    for space in range(board.players):
        index = space * board.players + seat
        coins = board.seats[space].coins - before[space]
        laid = board.laid[index] - before[board.players + index]
        amounts["rubles"] += coins
        amounts["markers"] += laid
        if coins:
            amounts[f"rubles-{space + 1}"] = coins
        if laid:
            amounts[f"markers-{space + 1}"] = laid
    board.log_event("bid-placed", seat, amounts)


def own_share(board: Board, seat: int, count: int) -> int:
    """Return how many pieces of a bid come to the bidder's own space; an outsider has none (NK-10)."""
    if not board.takes_part(seat):
        return 0
    ring = board.spaces(seat)
    return share(count, len(ring), ring.index(seat))


def close_bid(board: Board) -> None:
    """Give each player the rubles on their own space (NK-5, NK-11)."""
    for seat, player in enumerate(board.seats):
        coins = player.coins
        receive(board, seat, coins)
        player.coins = 0
        if board.log is not None and coins:
            board.log_event("rubles-collected", seat, {"rubles": coins})
    board.sharers = 0
    board.passed = 0
    board.highest = NO_SEAT
    board.last_space = NOWHERE


def settle_order(board: Board) -> None:
    """Set the turn order: highest bid first; those who never bid keep their order, last (NK-5)."""
    ranked: list[int] = []
    for seat in board.order:
        place = len(ranked)
        while place and board.seats[ranked[place - 1]].bid < board.seats[seat].bid:
            place -= 1
        ranked.insert(place, seat)
    board.order = ranked
    note_order(board)
    close_bid(board)


def note_order(board: Board) -> None:
    if board.log is not None:
        places = {f"place-{place + 1}": seat + 1 for place, seat in enumerate(board.order)}
        board.log_event("turn-order", amounts=places)
