"""Draw the layers of docs/architecture.md from the import contracts: `python docs/screens/layers.py`."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRAWING = ROOT / "docs" / "layers.svg"
LAYERS = ("layers", "web")
"""The ids of the contracts in pyproject.toml that are drawn, from left to right."""
BOX, GAP, ROW = (84, 8, 46)
TEXT = """<text x="{x}" y="{y}" text-anchor="middle" fill="{fill}" font-size="{size}">{text}</text>"""
RECT = """<rect x="{x}" y="{y}" width="{width}" height="30" rx="4" fill="#eef3f8" stroke="#5b7fa6"/>"""


def contracts() -> dict[str, list[list[str]]]:
    """Return the rows of layers by the contract's id, from the top."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        found = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return {
        each["id"]: [row.split(" : ") for row in each["layers"]] for each in found if each["id"] in LAYERS
    }


def draw() -> str:
    """Return the drawing. Its colours are readable on light pages and on dark ones."""
    parts: list[str] = []
    left = height = 0
    for name in LAYERS:
        rows = contracts()[name]
        most = max(len(row) for row in rows)
        width = most * (BOX + GAP) - GAP
        title = "quincunx" if name == "layers" else f"quincunx.{name}"
        parts.append(TEXT.format(x=left + width / 2, y=18, fill="#808080", size=15, text=title))
        for number, row in enumerate(rows):
            y, wide = 30 + number * ROW, (width - (len(row) - 1) * GAP) / len(row)
            for place, module in enumerate(row):
                x = left + place * (wide + GAP)
                parts.append(RECT.format(x=f"{x:.1f}", y=y, width=f"{wide:.1f}"))
                middle = f"{x + wide / 2:.1f}"
                parts.append(TEXT.format(x=middle, y=y + 20, fill="#1c2b3a", size=13, text=module))
            if number:
                arrow = f"M{left + width / 2:.1f} {y - 15}v12m-4 -5l4 5l4 -5"
                parts.append(f'<path d="{arrow}" fill="none" stroke="#808080" stroke-width="1.5"/>')
        left, height = left + width + 40, max(height, 30 + len(rows) * ROW - 15)
    box = f"0 0 {left - 40} {height}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">'
    return "\n".join([head, "<title>Imports point from the top to the bottom</title>", *parts, "</svg>", ""])


if __name__ == "__main__":
    DRAWING.write_text(draw(), encoding="utf-8")
