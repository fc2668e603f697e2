"""Bitcoin Mining in a terminal: the market, the loop of tiles as a hexagon, and everyone's ledger."""

from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from quincunx.games.bitcoin_mining import codes
from quincunx.games.bitcoin_mining.forecast import forecast
from quincunx.games.bitcoin_mining.loop import CITIES, CORNERS, INSPECTION, START
from quincunx.games.bitcoin_mining.moves import inflated
from quincunx.games.bitcoin_mining.names import SHORT, coins, short_name, start_face, title
from quincunx.games.bitcoin_mining.question import asked_of, waited_for
from quincunx.games.bitcoin_mining.rules.engine import BitcoinMining
from quincunx.games.bitcoin_mining.state import BANK, Property
from quincunx.text.grammar import Look, Voice

Piece = tuple[str, str]
"""A text in one style."""

HEXAGON, WIDEST = 78, 100
"""The columns the hexagon needs, and takes at most; with fewer the tiles are listed."""
SLANT = 2
"""The columns by which a slanted side moves in each row."""
COLOURS = ["bright_red", "bright_cyan", "bright_yellow", "bright_green", "bright_magenta", "bright_blue"]
COLUMNS = "{:>5}{:>11}{:>6}{:>5}{:>8}{:>11}{:>9}"
"""The columns of the ledger."""
SHORT_COLUMNS = "{:>5}{:>11}{:>6}{:>5}{:>8}"
SHORT_NAME = 11
"""The width of a name in the ledger of a low screen, which stands inside the hexagon."""
BARS = 5
"""The most batches that are drawn one by one."""
NAME = 16
"""The columns for a player's name in the ledger; a longer one is cut."""


LEGEND = {
    "① ②": "the pawns of the first and the second player; the bright one moves",
    "2▮▮▯": "a property of the second player, with two batches and one on order; `x6` is six",
    "·": "a property for sale",
    "2▮! 2▮+": "a card stops its BTC, or makes room for more batches",
    "Ca3": "Caracas 3; type `ca3` or `caracas-3`",
    "BEAR, BULL": "land there to draw a bad or a good card; a pawn that passes turns it over",
}


def draw(state: BitcoinMining, seat: int, voice: Voice) -> RenderableType:
    look = voice.look
    if look.width < HEXAGON:
        return Group(market(state), listed(state, look), ledger(state, voice), question(state, voice))
    hexagon = Hexagon(state, look)
    if not look.low:
        hexagon.fill(city_prices(state))
        return Group(market(state), hexagon.draw(), ledger(state, voice), question(state, voice))
    hexagon.fill(short_ledger(state, voice))
    parts = [market(state), hexagon.draw(), remarks(state, voice), question(state, voice)]
    return Group(*[part for part in parts if part])


def market(state: BitcoinMining) -> Text:
    """Return the cycle, the price of a batch now and after the next inflation, and what it mines."""
    line = Text(f"Cycle {state.cycle} of {state.edition.cycles}.", "bold")
    if state.last_turn:
        return line.append(" This turn is the last.", "bold red")
    later = inflated(state, state.board.miner_prices)
    line.append(" A batch: ", "not bold").append(f"{state.miner_price:,} fiat")
    line.append(f"{f', later {later}' if later else ''}. It mines", "not bold")
    return line.append(f" {coins(state.edition.payouts[state.cycle])}").append(" a landing.", "not bold")


def face(state: BitcoinMining, tile: int, look: Look) -> Piece:
    """Return a tile without its pawns: a corner's face, or a property's owner and batches."""
    if not state.board.is_corner(tile):
        return deed(state.places[state.board.property_at(tile)], look)
    corner = state.board.corner(tile)
    if corner == START:
        return start_face(state.cycle).upper(), "bold yellow" if state.cycle % 2 == 0 else "bold"
    if corner == INSPECTION:
        return "INSPECTION", "bold"
    return ("BULL", "bold green") if state.is_bull(corner) else ("BEAR", "bold red")


def deed(place: Property, look: Look) -> Piece:
    """Return the owner's number, a bar for each batch, a hollow one for each on order, and signs for
    cards."""
    if place.owner == BANK:
        return "·" if look.unicode else ".", "dim"
    full, hollow = ("▮", "▯") if look.unicode else ("#", "o")
    if place.batches + place.ordered <= BARS:
        batches = full * place.batches + hollow * place.ordered
    else:
        batches = f"x{place.batches}" + f"+{place.ordered}" * (place.ordered > 0)
    marks = "".join("!" if card.payout(1) == 0 else "+" for card in place.effects)
    return f"{place.owner + 1}{batches}{marks}", COLOURS[place.owner]


def label(state: BitcoinMining, tile: int) -> list[Piece]:
    """Return the short name of a property; corners need no label beside their face."""
    if state.board.is_corner(tile):
        return []
    return [(short_name(state.board, state.board.property_at(tile)), "dim")]


def pawns(state: BitcoinMining, tile: int, look: Look) -> list[Piece]:
    found: list[Piece] = []
    for seat, miner in enumerate(state.miners):
        if miner.tile == tile:
            style = f"bold {COLOURS[seat]}" + (" reverse" if seat == state.active else "")
            found.append(("①②③④⑤⑥"[seat] if look.unicode else f"@{seat + 1}", style))
    return found


def spaced(*groups: list[Piece]) -> list[Piece]:
    """Return the groups that are not empty, with a blank between them."""
    line: list[Piece] = []
    for group in groups:
        if group:
            line += [(" ", ""), *group] if line else group
    return line


class Canvas:
    """A sheet of characters to write into anywhere, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows: list[list[Piece]] = [[(" ", "")] * width for _ in range(height)]

    def write(self, row: int, column: int, line: list[Piece]) -> None:
        """Write from a column on, moved inwards if it would not fit."""
        characters = [(character, style) for text, style in line for character in text]
        column = max(0, min(column, self.width - len(characters)))
        self.rows[row][column : column + len(characters)] = characters

    def write_to(self, row: int, end: int, line: list[Piece]) -> None:
        """Write up to a column."""
        self.write(row, end - sum(len(text) for text, _ in line), line)

    def draw(self) -> Text:
        lines: list[Piece] = []
        for row in self.rows:
            for style, run in groupby(row, key=lambda cell: cell[1]):
                lines.append(("".join(character for character, _ in run), style))
            lines.append(("\n", ""))
        return Text.assemble(*lines[:-1], no_wrap=True)


class Hexagon:
    """The loop, clockwise from Start at the top left, with room for a table inside."""

    def __init__(self, state: BitcoinMining, look: Look) -> None:
        self.state = state
        self.look = look
        self.side = state.board.side
        self.width = min(look.width, WIDEST)
        self.height = 2 * self.side + 5
        self.canvas = Canvas(self.width, self.height)

    def fill(self, lines: list[list[Piece]]) -> None:
        """Write lines of the same length into the middle."""
        first = self.side + 2 - len(lines) // 2
        for row, line in enumerate(lines, first):
            self.canvas.write(row, (self.width - sum(len(text) for text, _ in line)) // 2, line)

    def draw(self) -> Text:
        side = self.side
        self._level(range(side + 2), 0, 1)
        self._level(range(4 * side + 4, 3 * side + 2, -1), self.height - 1, self.height - 2)
        for step in range(1, 2 * side + 2):
            self._slanted(step)
        return self.canvas.draw()

    def _level(self, tiles: range, outside: int, row: int) -> None:
        """Draw the top or bottom side with its corners, from left to right; labels and pawns outside."""
        margin = (self.side + 1) * SLANT
        cell = (self.width - 2 * margin) // (self.side + 2)
        for index, tile in enumerate(tiles):
            inner = [face(self.state, tile, self.look)]
            outer = spaced(label(self.state, tile), pawns(self.state, tile, self.look))
            column = margin + index * cell
            if index == 0:
                self.canvas.write_to(row, column + cell - 2, inner)
                self.canvas.write_to(outside, column + cell - 2, outer)
            else:
                self.canvas.write(row, column, inner)
                self.canvas.write(outside, column, outer)

    def _slanted(self, step: int) -> None:
        """Draw one tile of the right sides and one of the left, a number of rows below the top side."""
        indent = abs(self.side + 1 - step) * SLANT
        right, left = self.side + 1 + step, self.state.board.tiles - step
        self.canvas.write_to(step + 1, self.width - indent, spaced(*reversed(self._parts(right))))
        self.canvas.write(step + 1, indent, spaced(*self._parts(left)))

    def _parts(self, tile: int) -> list[list[Piece]]:
        """Return the parts of a tile, from the outside to the inside."""
        return [
            label(self.state, tile),
            [face(self.state, tile, self.look)],
            pawns(self.state, tile, self.look),
        ]


def city_prices(state: BitcoinMining) -> list[list[Piece]]:
    """Return a line for each city: its price now and after the next inflation, and its toll."""
    lines: list[list[Piece]] = [[(f"   {'city':<16}{'price':>9}{'inflated':>10}{'toll':>8}", "dim")]]
    for city, name in enumerate(CITIES):
        prices = state.board.prices[city]
        toll = state.board.tolls[city][0][state.cycle]
        price = f"{prices[state.cycle]:>9,}{inflated(state, prices):>10}{toll:>8,}"
        lines.append([(f"{SHORT[city]} {title(name):<16}{price}", "")])
    return lines


def short_ledger(state: BitcoinMining, voice: Voice) -> list[list[Piece]]:
    """Return the players' possessions and the prices of the cities in as little room as possible."""
    heading = SHORT_COLUMNS.format("laps", "fiat", "BTC", "land", "batches")
    lines: list[list[Piece]] = [[(" " * SHORT_NAME + heading, "dim")]]
    for seat, miner in enumerate(state.miners):
        name = voice.who(seat)[: SHORT_NAME - 1].ljust(SHORT_NAME)
        money = (f"{miner.fiat:,}", f"{miner.btc / 2:g}", len(miner.land), batches_of(state, seat))
        lines.append([(name, COLOURS[seat]), (SHORT_COLUMNS.format(miner.passes, *money), "")])
    costs = [
        f"{SHORT[city]} {state.board.prices[city][state.cycle] / 1000:g}k" for city in range(len(CITIES))
    ]
    lines.append([(" ".join(costs).center(SHORT_NAME + len(heading)), "dim")])
    return lines


def remarks(state: BitcoinMining, voice: Voice) -> Text:
    """Return the notes on all players in one line; empty if there are none."""
    found = [f"{voice.who(seat)}: {more}" for seat in range(state.players) if (more := notes(state, seat))]
    line = Text(". ".join(found), "dim")
    line.truncate(voice.look.width, overflow="ellipsis")
    return line


def listed(state: BitcoinMining, look: Look) -> Text:
    """Return the loop as a list, a line for each corner and each city."""
    lines: list[Piece] = []
    stride = state.board.side + 1
    for corner in range(len(CORNERS)):
        tile = corner * stride
        lines += [*spaced([face(state, tile, look)], pawns(state, tile, look)), ("\n", "")]
        lines.append((f" {title(CITIES[corner])} {state.board.prices[corner][state.cycle]:,}:", ""))
        for step in range(tile + 1, tile + stride):
            lines += [(" ", ""), face(state, step, look), *pawns(state, step, look)]
        lines.append(("\n", ""))
    return Text.assemble(*lines[:-1])


def ledger(state: BitcoinMining, voice: Voice) -> Text:
    """Return the players' possessions, and the average gain of one roll of every pawn."""
    seats = range(state.players)
    if voice.look.width < HEXAGON:
        return Text("\n").join([short_entry(state, seat, voice) for seat in seats])
    heading = Text(COLUMNS.format("laps", "fiat", "BTC", "land", "batches", "exp. tolls", "exp. BTC"), "dim")
    width = min(NAME, max(len(voice.who(seat)) for seat in seats))
    heading.pad_left(width)
    return Text("\n").join([heading, *[entry(state, seat, voice, width) for seat in seats]])


def entry(state: BitcoinMining, seat: int, voice: Voice, width: int) -> Text:
    miner = state.miners[seat]
    tolls, btc = forecast(state, seat)
    money = (f"{miner.fiat:,}", f"{miner.btc / 2:g}", len(miner.land), batches_of(state, seat))
    numbers = COLUMNS.format(miner.passes, *money, f"{tolls:,.0f}", f"{btc:.2f}")
    name = Text(voice.who(seat), COLOURS[seat])
    name.truncate(width, pad=True)
    return Text.assemble(name, numbers, "  ", notes(state, seat))


def short_entry(state: BitcoinMining, seat: int, voice: Voice) -> Text:
    miner = state.miners[seat]
    text = Text(voice.who(seat), COLOURS[seat])
    text.append(f" {miner.fiat:,} fiat, ", "default").append(coins(miner.btc), "default bold")
    text.append(
        f", laps {miner.passes}, land {len(state.owned(seat))}, batches {batches_of(state, seat)}", "default"
    )
    more = notes(state, seat)
    return text.append(f" ({more})" if more else "", "default")


def batches_of(state: BitcoinMining, seat: int) -> int:
    return sum(place.batches + place.ordered for place in state.owned(seat))


def notes(state: BitcoinMining, seat: int) -> str:
    """Return notes on a player: Inspection, cards, and whether they have answered the window."""
    miner = state.miners[seat]
    found = ["in Inspection"] if miner.inspected else []
    found += [title(card.name) for card in miner.effects]
    if miner.answer not in (codes.NOT_ASKED, codes.WAITING):
        found.append("has chosen")
    return ", ".join(found)


def question(state: BitcoinMining, voice: Voice) -> Text:
    """Return the question to the reader, or what the game waits for."""
    if voice.reader >= 0 and state.waits_for(voice.reader):
        return Text(asked_of(state, voice.reader), "bold")
    if state.phase == codes.WINDOW:
        return Text("The turn ends. Who orders a batch?", "bold")
    if state.phase == codes.ENDED:
        return Text("The game is over.", "bold")
    decider = state.landed_on().owner if state.phase == codes.LANDING_CARD else state.active
    verb, rest = waited_for(state)
    return Text(f"{voice.does(decider, verb)} {rest}", "bold")
