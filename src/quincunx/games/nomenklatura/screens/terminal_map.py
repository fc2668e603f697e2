"""The map in a terminal: a sheet of characters, and the regions on it."""

from itertools import groupby

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import incomes
from quincunx.games.nomenklatura.screens.map import short_name, stations
from quincunx.text.grammar import Look

COLOURS = ["red", "bright_blue", "green", "yellow", "magenta"]
MAP = 68
"""The width below which the regions are a list."""
LEAST_BOX, MOST_BOX = 11, 19
GAP = 2
BOX_LINES = 4

FALLING, RISING, CROSSING = "\u2572", "\u2571", "\u2573"
ASCII = {
    "╭": "+",
    "╮": "+",
    "╰": "+",
    "╯": "+",
    "─": "-",
    "│": "|",
    FALLING: "\\",
    RISING: "/",
    CROSSING: "X",
}
PLAIN = Console(color_system=None)


class Canvas:
    """A sheet of cells: each is a character and its style."""

    def __init__(self, width: int, height: int, unicode: bool) -> None:
        self.width = width
        self.unicode = unicode
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, line: int, column: int, text: Text) -> None:
        """Write a text over the cells, as far as the sheet goes."""
        for part in text.render(PLAIN):
            for letter in part.text:
                if column < self.width:
                    self.cells[line][column] = (letter, str(part.style or ""))
                column += 1

    def line(self, line: int, column: int, characters: str) -> None:
        """Draw a part of a line; two that cross make a cross."""
        for offset, character in enumerate(characters):
            crossing = {character, self.cells[line][column + offset][0]} >= {FALLING, RISING}
            self.cells[line][column + offset] = (CROSSING if crossing else character, "dim")

    def box(self, line: int, column: int, inner: int, height: int) -> None:
        """Draw a frame; `inner` is the width between its sides."""
        self.line(line, column, f"╭{'─' * inner}╮")
        for between in range(1, height - 1):
            self.line(line + between, column, f"│{' ' * inner}│")
        self.line(line + height - 1, column, f"╰{'─' * inner}╯")

    def fit_in(self, what: RenderableType, line: int) -> bool:
        """Draw something to the right of all cells from a line on, if there is room. Return whether there
        was."""
        lines = self.cells[line:]
        used = max(
            (index + 1 for row in lines for index, cell in enumerate(row) if cell[0] != " "), default=0
        )
        left = used + 3
        if self.width - left < 20:
            return False
        rendered = PLAIN.render_lines(what, PLAIN.options.update(width=self.width), pad=False)
        if len(rendered) > len(lines):
            return False
        texts = [Text.assemble(*[(part.text, part.style or "") for part in row]) for row in rendered]
        if max(len(text.plain.rstrip()) for text in texts) > self.width - left:
            return False
        for offset, text in enumerate(texts):
            text.rstrip()
            self.put(line + offset, left, text)
        return True

    def text(self) -> Text:
        """Return the sheet as it is shown."""
        lines: list[Text] = []
        for row in self.cells:
            line = Text()
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                letters = [letter if self.unicode else ASCII.get(letter, letter) for letter, _ in cells]
                line.append("".join(letters), style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)


def counts(numbers: list[int], slot: int, none: str) -> Text:
    """Return a number for each player, in seat order and in the players' colours; in columns if there is
    room."""
    text = Text()
    for seat, number in enumerate(numbers):
        shown = str(number) if number else none
        width = slot if slot > 2 else len(shown) + 1
        text.append(f"{shown:>{width}}", f"bold {COLOURS[seat]}" if number else "dim")
    return text


def draw_map(state: Nomenklatura, look: Look) -> Canvas | None:
    """Return the regions as boxes with their borders; None if they do not fit."""
    spots = state.setup.spots
    rows = 1 + max(row for row, _ in spots)
    columns = 1 + max(column for _, column in spots)
    inner = min(MOST_BOX, (look.width - GAP * (columns - 1)) // columns - 2)
    if look.width < MAP or inner < LEAST_BOX:
        return None
    canvas = Canvas(look.width, rows * (BOX_LINES + 1) - 1, look.unicode)
    for region in range(state.setup.regions):
        draw_box(canvas, state, region, inner, look)
    for region, neighbours in enumerate(state.setup.neighbours):
        for other in neighbours:
            draw_border(canvas, spots[region], spots[other], inner + 2)
    return canvas


def draw_box(canvas: Canvas, state: Nomenklatura, region: int, inner: int, look: Look) -> None:
    row, column = state.setup.spots[region]
    top, left = row * (BOX_LINES + 1), column * (inner + 2 + GAP)
    canvas.box(top, left, inner, BOX_LINES)
    here = state.marker == region
    canvas.put(top, left + 1, Text(short_name(state.setup, region, inner), "bold yellow" if here else "bold"))
    none = "·" if look.unicode else "."
    slot = min(3, inner // state.players)
    influence = [state.here(seat, region) for seat in range(state.players)]
    canvas.put(top + 1, left + 1, counts(influence, slot, none))
    if "income" not in look.off:
        canvas.put(top + 2, left + 1, counts(incomes(state, region), slot, none))
        canvas.put(top + 2, left + inner, Text("$", "dim"))
    foot = features(state, region, look)
    canvas.put(top + 3, left + 1, Text(foot[:inner], "bold yellow" if here else "dim"))


def features(state: Nomenklatura, region: int, look: Look) -> str:
    """Return the features of a region: the marker, west, its station."""
    words: list[str] = []
    if region == state.marker:
        words.append(("◆" if look.unicode else "*") + ("MERGER" if region == state.merger_region() else ""))
    if region in state.setup.western:
        words.append("west")
    stops = stations(state.setup)
    if region in stops:
        words.append(f"rail{stops.index(region) + 1}")
    return " ".join(words)


def draw_border(canvas: Canvas, here: tuple[int, int], there: tuple[int, int], width: int) -> None:
    """Draw a border to the next column, the next row, or both; longer ones are left to the rulebook."""
    down, right = there[0] - here[0], there[1] - here[1]
    top, left = here[0] * (BOX_LINES + 1), here[1] * (width + GAP)
    if (down, right) == (0, 1):
        canvas.line(top + 1, left + width, "─" * GAP)
    elif (down, right) == (1, 0):
        canvas.line(top + BOX_LINES, left + width // 2, "│")
    elif (down, right) == (1, 1):
        canvas.line(top + BOX_LINES, left + width, FALLING)
    elif (down, right) == (1, -1):
        canvas.line(top + BOX_LINES, left - 1, RISING)


def region_list(state: Nomenklatura, look: Look) -> Table:
    """Return the regions below each other: influence by player, then the income of each."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(3):
        grid.add_column(overflow="fold")
    none = "·" if look.unicode else "."
    for region in range(state.setup.regions):
        here = state.marker == region
        name = Text(short_name(state.setup, region, 13), "bold yellow" if here else "bold")
        if here:
            name.append(("◆" if look.unicode else "*") + ("!" if region == state.merger_region() else ""))
        influence = [state.here(seat, region) for seat in range(state.players)]
        row = [name, counts(influence, 2, none)]
        if "income" not in look.off:
            row.append(Text("$", "dim") + counts(incomes(state, region), 2, none))
        grid.add_row(*row)
    return grid
