"""A sheet of characters to draw a map on."""

from itertools import groupby

from rich.console import Console, RenderableType
from rich.text import Text

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
    """Lines of cells: a character and its style."""

    def __init__(self, width: int, height: int, unicode: bool) -> None:
        self.width = width
        self.unicode = unicode
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, line: int, column: int, text: Text) -> None:
        """Write a text over what is there, as far as the sheet goes."""
        for part in text.render(PLAIN):
            for letter in part.text:
                if column < self.width:
                    self.cells[line][column] = (letter, str(part.style or ""))
                column += 1

    def line(self, line: int, column: int, signs: str) -> None:
        """Draw a part of a line; two that cross make a cross."""
        for offset, sign in enumerate(signs):
            crossing = {sign, self.cells[line][column + offset][0]} >= {FALLING, RISING}
            self.cells[line][column + offset] = (CROSSING if crossing else sign, "dim")

    def box(self, line: int, column: int, inner: int, height: int) -> None:
        """A frame; `inner` is what fits between its sides."""
        self.line(line, column, f"╭{'─' * inner}╮")
        for between in range(1, height - 1):
            self.line(line + between, column, f"│{' ' * inner}│")
        self.line(line + height - 1, column, f"╰{'─' * inner}╯")

    def fit_in(self, what: RenderableType, line: int) -> bool:
        """Draw something to the right of all that is there from a line on, if there is room."""
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
        """The sheet as it is shown."""
        lines: list[Text] = []
        for row in self.cells:
            line = Text()
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                letters = [letter if self.unicode else ASCII.get(letter, letter) for letter, _ in cells]
                line.append("".join(letters), style)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)
