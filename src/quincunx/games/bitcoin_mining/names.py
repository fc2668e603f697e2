"""What tiles, cards and sums are called: in moves, on the board and in sentences."""

from functools import lru_cache

from quincunx.core.errors import nearest
from quincunx.core.state import IllegalMove
from quincunx.games.bitcoin_mining.loop import CITIES, CORNERS, Board
from quincunx.games.bitcoin_mining.state import Card

SHORT = ["Ca", "As", "Ce", "Mi", "Ir", "Ro"]
"""How the cities are written beside their tiles."""


@lru_cache(1000)
def title(name: str) -> str:
    """A card, city or property for people.

    >>> title("ciudad-del-este-2"), title("tax-audit"), title("incident-3")
    ('Ciudad del Este 2', 'Tax Audit', 'incident tile 3')
    """
    if name.startswith("incident-"):
        return name.replace("incident-", "incident tile ")
    return name.replace("-", " ").title().replace(" Del ", " del ")


def coins(halves: int) -> str:
    """BTC for people.

    >>> coins(3), coins(4)
    ('1.5 BTC', '2 BTC')
    """
    return f"{halves / 2:g} BTC"


def start_face(cycle: int) -> str:
    """What the Start tile shows in a cycle (BM-7)."""
    return "Start" if cycle % 2 else "Fiat Inflation"


def says(card: Card, cycle: int) -> str:
    """A card's text, with the prices of that cycle."""
    return card.text.replace("{price}", f"{card.prices[cycle]:,}") if card.prices else card.text


def short_name(board: Board, number: int) -> str:
    """A property as the board writes it: As4."""
    return f"{SHORT[board.city(number)]}{number % board.side + 1}"


def property_number(board: Board, name: str) -> int:
    """The property of that name, written in full or as on the board; IllegalMove if there is none."""
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
    """The tile of that name; IllegalMove if there is none."""
    if name in CORNERS:
        return CORNERS.index(name) * (board.side + 1)
    return board.tile_of(property_number(board, name))


def card_number(cards: list[Card], name: str) -> int:
    """The card of that name; IllegalMove if there is none."""
    names = [card.name for card in cards]
    if name not in names:
        raise IllegalMove(f"There is no card `{name}`{nearest(name, names)}")
    return names.index(name)
