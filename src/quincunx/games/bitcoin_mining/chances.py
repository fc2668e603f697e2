"""The exact chances of the next rolls: where the player's pawn lands, and who lands on the player's land."""

from math import fsum

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.forecast import forecast, rolls
from quincunx.games.bitcoin_mining.loop import INSPECTION, START
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import BANK, Miner, Property
from quincunx.text.grammar import Voice, percent


def chances(state: BitcoinMining, seat: int, voice: Voice) -> list[str]:
    found: list[str] = []
    if state.active == seat and state.phase == codes.PROMPT:
        found += next_landing(state, seat)
    if state.active == seat and state.phase == codes.PURCHASE:
        place = state.landed_on()
        visit = visited(state, seat, place)
        found.append(f"{percent(visit)} that another player lands here next.")
    tolls, btc = forecast(state, seat)
    if tolls or btc:
        found.append(
            f"If every pawn rolls once, you get {tolls:,.0f} fiat in tolls and {btc:.2f} BTC on average."
        )
    return found


def next_landing(state: BitcoinMining, seat: int) -> list[str]:
    """Return the chances of the player's own roll."""
    miner = state.miners[seat]
    ways = rolls(miner)
    if miner.inspected:
        return [f"Doubles, which free you: {percent(fsum(chance for _, chance in ways))}."]
    sale = own = tolled = trapped = cost = 0.0
    corners: dict[str, float] = {}
    for steps, chance in ways:
        tile = (miner.tile + steps) % state.board.tiles
        if state.board.is_corner(tile):
            corner = _corner(state, state.board.corner(tile))
            corners[corner] = corners.get(corner, 0.0) + chance
            continue
        place = state.places[state.board.property_at(tile)]
        if place.owner == BANK:
            sale += chance * (state.price(place) <= miner.fiat)
        elif place.owner == seat:
            own += chance
        elif (toll := state.toll_for(miner, place)) > miner.fiat:
            trapped += chance
        else:
            tolled += chance
            cost += chance * int(toll)
    found = []
    if sale:
        found.append(f"A property that you can buy: {percent(sale)}.")
    if own:
        found.append(f"A property of your own: {percent(own)}.")
    if tolled:
        found.append(f"A toll: {percent(tolled)}, {cost / tolled:,.0f} fiat on average.")
    if trapped:
        found.append(f"A toll that you cannot pay, which sends you to Inspection: {percent(trapped)}.")
    return [*found, *[f"{corner}: {percent(chance)}." for corner, chance in corners.items()]]


def _corner(state: BitcoinMining, corner: int) -> str:
    """Return a corner with its effect on whoever lands there."""
    if corner == START:
        return "Start, where nothing happens"
    if corner == INSPECTION:
        return "Inspection, where you mine no BTC until you are free"
    return (
        f"A {'Bull, where you draw a good' if state.is_bull(corner) else 'Bear, where you draw a bad'} card"
    )


def visited(state: BitcoinMining, seat: int, place: Property) -> float:
    """Return the chance that at least one other pawn lands on a property with its next roll."""
    nobody = 1.0
    for other, miner in enumerate(state.miners):
        if other != seat:
            nobody *= 1 - lands(state, miner, place)
    return 1 - nobody


def lands(state: BitcoinMining, miner: Miner, place: Property) -> float:
    tile = state.board.tile_of(place.number)
    return fsum(chance for steps, chance in rolls(miner) if (miner.tile + steps) % state.board.tiles == tile)
