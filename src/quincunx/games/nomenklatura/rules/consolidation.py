"""The consolidation phase: who takes part, the markers picked up, and the winner's gain."""

from quincunx.games.nomenklatura.rules.bidding import close_bid
from quincunx.games.nomenklatura.rules.pieces import causes, place, take_off
from quincunx.games.nomenklatura.state import NO_SEAT, Board


def sharers_of_merger(board: Board) -> int:
    """Return who takes part, a bit for each seat: those in the region, if they are two, and those with
    markers set aside. Nobody, if there is no consolidation (NK-9)."""
    if not board.merger:
        return 0
    present = 0
    sharers = 0
    for seat, player in enumerate(board.seats):
        here = board.here(seat, board.marker)
        if here:
            present += 1
        if here or player.aside:
            sharers |= 1 << seat
    if present >= 2:
        return sharers
    if board.log is not None:
        board.log_event("not-consolidated", amounts={"players": present}, pieces=_region(board))
    return 0


def pick_up(board: Board, sharers: int) -> None:
    """Pick up the markers of all who take part, and those set aside, into the hand; one stays in the region
    (NK-9)."""
    if board.log is not None:
        board.log_event("consolidation-begun", pieces=_region(board))
    for seat, player in enumerate(board.seats):
        if sharers >> seat & 1:
            index = board.marker * board.players + seat
            player.from_aside = player.aside
            player.hand = board.influence[index] + player.aside - 1
            player.aside = 0
            board.influence[index] = 1
            if board.log is not None:
                amounts = {"markers": player.hand, "from-aside": player.from_aside}
                board.log_event("markers-picked-up", seat, amounts, _region(board))


def settle_merger(board: Board) -> None:
    """Give the region to the winner; if nobody bids, all is put back (NK-11)."""
    if board.highest == NO_SEAT:
        _put_back(board)
    else:
        _merge(board, board.highest)
    for player in board.seats:
        player.from_aside = 0
    close_bid(board)


def _put_back(board: Board) -> None:
    if board.log is not None:
        board.log_event("nobody-bid", pieces=_region(board))
    for seat, player in enumerate(board.seats):
        if board.sharers >> seat & 1:
            home = player.from_aside
            back = player.hand - home
            board.influence[board.marker * board.players + seat] += back
            player.supply += home
            player.hand = 0
            if board.log is not None and (back or home):
                amounts = {"markers": back, "to-supply": home}
                board.log_event("markers-put-back", seat, amounts, _region(board))


def _merge(board: Board, winner: int) -> None:
    """Give back all markers on the track and in hands, and the others' in the region, to their supplies. Then
    the winner places one marker for each that was on the track, no matter whose, and for each that was left
    in the winner's hand, as far as the winner's supply goes (NK-11)."""
    in_hand = board.seats[winner].hand
    won = in_hand + sum(board.laid)
    if board.log is not None:
        own = sum(board.laid[winner :: board.players])
        amounts = {"bid": board.seats[winner].bid, "on-track": won - in_hand, "own": own, "in-hand": in_hand}
        board.log_event("consolidation-won", winner, amounts, _region(board))
    for seat, player in enumerate(board.seats):
        home = player.hand
        for space in range(board.players):
            home += board.laid[space * board.players + seat]
        player.supply += home
        player.hand = 0
        if seat != winner:
            home += take_off(board, seat, board.marker, board.setup.markers)
            if board.log is not None and home:
                returned = {"markers": home, "supply": player.supply}
                board.log_event("markers-returned", seat, returned, _region(board), causes(board))
    board.laid = [0] * (board.players * board.players)
    place(board, winner, board.marker, won)


def _region(board: Board) -> list[str]:
    return [board.setup.region_ids[board.marker]]
