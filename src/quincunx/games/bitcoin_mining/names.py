"""The names of tiles, cards and sums: in moves, on the board and in sentences."""

from functools import lru_cache

from quincunx.core.errors import nearest
from quincunx.core.state import IllegalMove
from quincunx.games.bitcoin_mining.loop import CITIES, CORNERS, Board
from quincunx.games.bitcoin_mining.state import Card

SHORT = ["Ca", "As", "Ce", "Mi", "Ir", "Ro"]
"""The short names of the cities, beside their tiles."""


@lru_cache(1000)
def title(name: str) -> str:
    """Return the name of a card, city, corner or property for people.

    >>> title("ciudad-del-este-2"), title("tax-audit"), title("incident-3")
    ('Ciudad del Este 2', 'Tax Audit', 'the corner before Irkutsk')
    """
    if name.startswith("incident-"):
        return f"the corner before {title(CITIES[CORNERS.index(name)])}"
    return name.replace("-", " ").title().replace(" Del ", " del ")


def coins(halves: int) -> str:
    """Return an amount of BTC for people.

    >>> coins(3), coins(4)
    ('1.5 BTC', '2 BTC')
    """
    return f"{halves / 2:g} BTC"


def start_face(cycle: int) -> str:
    """Return the face of the Start tile in a cycle (BM-7)."""
    return "Start" if cycle % 2 else "Fiat Inflation"


def says(card: Card, cycle: int) -> str:
    """Return a card's text, with the prices of that cycle."""
    return card.text.replace("{price}", f"{card.prices[cycle]:,}") if card.prices else card.text


def short_name(board: Board, number: int) -> str:
    """Return a property's name as the board writes it: As4."""
    return f"{SHORT[board.city(number)]}{number % board.side + 1}"


def property_number(board: Board, name: str) -> int:
    """Return the property of that name, written in full or as on the board; raise IllegalMove if there is
    none."""
    if name in board.names:
        return board.names.index(name)
    for number in range(board.properties):
        if name.replace("-", "") == short_name(board, number).lower():
            return number
    found = nearest(name, board.names)
    if not found.startswith("; did you mean"):
        cities = ", ".join(f"`{city}`" for city in CITIES)
        found = f"; write one of {cities} and a number from 1 to {board.side}, as in `caracas-2`."
    raise IllegalMove(f"There is no property `{name}`{found}")


def tile_number(board: Board, name: str) -> int:
    """Return the tile of that name; raise IllegalMove if there is none."""
    if name in CORNERS:
        return CORNERS.index(name) * (board.side + 1)
    return board.tile_of(property_number(board, name))


def card_number(cards: list[Card], name: str) -> int:
    """Return the card of that name; raise IllegalMove if there is none."""
    names = [card.name for card in cards]
    if name not in names:
        raise IllegalMove(f"There is no card `{name}`{nearest(name, names)}")
    return names.index(name)
