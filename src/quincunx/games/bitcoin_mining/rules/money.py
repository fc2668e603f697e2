"""Payments in fiat and BTC, and Inspection for players who cannot pay."""

from mypy_extensions import i64

from quincunx.games.bitcoin_mining.state import Position


def pay_bank(game: Position, seat: i64, fiat: i64) -> None:
    game.miners[seat].fiat -= fiat
    game.bank_fiat += fiat


def hand_over(game: Position, payer: i64, receiver: i64, fiat: i64) -> None:
    game.miners[payer].fiat -= fiat
    game.miners[receiver].fiat += fiat


def mine(game: Position, seat: i64, btc: i64) -> None:
    """Pay BTC from the network, never from another player; a negative amount goes back there."""
    game.miners[seat].btc += btc
    game.network_btc += btc


def must_pay(game: Position, seat: i64, fiat: i64, card: str) -> None:
    """Make a player pay for a card: in full, or not at all and off to Inspection (BM-14)."""
    has = game.miners[seat].fiat
    if has < fiat:
        if game.log is not None:
            game.log_event("card-unpaid", seat, {"fiat": fiat, "has": has}, causes=[card])
        send_to_inspection(game, seat, card)
        return
    pay_bank(game, seat, fiat)
    if game.log is not None:
        game.log_event("card-paid", seat, {"fiat": fiat}, causes=[card])


def send_to_inspection(game: Position, seat: i64, cause: str) -> None:
    """Send a player straight to Inspection: nothing is passed on the way (BM-5)."""
    miner = game.miners[seat]
    miner.tile = game.board.inspection
    miner.inspected = True
    if game.log is not None:
        game.log_event("inspected", seat, causes=[cause])
