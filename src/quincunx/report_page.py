"""Pages that need nothing but a browser: their look, charts and tables in one file, for screen and paper."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1c1f24; --soft: #5c6470; --line: #d8dce2; --paper: #fff;
  --panel: #f5f6f8; --good: #1a7f4b; --inaccuracy: #8a6100; --mistake: #b4500b; --blunder: #b3261e;
  --c0: #0b62a8; --c1: #b4500b; --c2: #0a7d5a; --c3: #9c3587; --c4: #6b5d00; --c5: #4b4f9e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ed; --soft: #a3abb8; --line: #3a414c;
  --paper: #14171c; --panel: #1d2128; --good: #5fce96; --inaccuracy: #e5c04f; --mistake: #f0985a;
  --blunder: #ff8a80; --c0: #6db8f2; --c1: #f0985a; --c2: #4fd0a5; --c3: #e08ad0; --c4: #d6c34a;
  --c5: #a5a9f5; } }
@media print { :root { color-scheme: light; } details > * { display: block; } section, tr { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
.soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
th { color: var(--soft); font-weight: 600; }
.wide { overflow-x: auto; }
svg { display: block; width: 100%; height: auto; background: var(--panel); border-radius: .5rem; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg .ink { fill: var(--ink); }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .series { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .at { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: .5rem 0; }
.key i { display: inline-block; width: 1.4rem; height: 0; border-top: 3px solid; vertical-align: middle;
  margin-right: .4rem; }
.mark { font-weight: 600; }
.good { color: var(--good); } .inaccuracy { color: var(--inaccuracy); }
.mistake { color: var(--mistake); } .blunder { color: var(--blunder); }
summary { cursor: pointer; padding: .4rem 0; }
ol { padding-left: 1.4rem; } li { margin: .3rem 0; }
""" + "".join(
    f".s{seat} {{ stroke: var(--c{seat % 6}); border-color: var(--c{seat % 6}); }} .f{seat} {{ fill: var(--c{seat % 6}); }}\n"
    for seat in range(12)
)

WIDTH, HEIGHT = 860, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 30


def page(title: str, body: Sequence[str]) -> str:
    """A whole page."""
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style></head>\n<body><main>\n" + "\n".join(body) + "\n</main></body></html>\n"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], text: Sequence[int] = (0,)) -> str:
    """A table of cells that are HTML already; the columns in `text` are words, the others numbers."""
    kind = [' class="text"' if column in text else "" for column in range(len(head))]
    top = "".join(f'<th scope="col"{kind[at]}>{cell}</th>' for at, cell in enumerate(head))
    lines = [
        "<tr>" + "".join(f"<td{kind[at]}>{cell}</td>" for at, cell in enumerate(row)) + "</tr>"
        for row in rows
    ]
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
    )


def key(names: Sequence[str]) -> str:
    """Which colour is whose."""
    items = "".join(f'<li><i class="s{seat}"></i>{escape(name)}</li>' for seat, name in enumerate(names))
    return f'<ul class="key">{items}</ul>'


@dataclass(frozen=True)
class Scale:
    """From values to places along an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        width = self.high - self.low or 1.0
        return round(self.start + (value - self.low) / width * (self.end - self.start), 1)


def line_chart(
    title: str,
    series: Sequence[Sequence[float]],
    ticks: Sequence[tuple[int, str]],
    form: Callable[[float], str],
    span: tuple[float, float] | None = None,
    marks: Sequence[int] = (),
) -> str:
    """Numbers over time, a line for each seat. `marks` are numbered places along the time."""
    values = [value for line in series for value in line]
    low, high = span or (min(values), max(values))
    x = Scale(0, max(1, len(series[0]) - 1), LEFT, WIDTH - RIGHT)
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">']
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value)}" y2="{y(value)}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{form(value)}</text>')
    for at, label in ticks:
        parts.append(f'<text x="{x(at)}" y="{HEIGHT - 10}" text-anchor="middle">{escape(label)}</text>')
    for number, at in enumerate(marks, 1):
        parts.append(f'<line class="at" x1="{x(at)}" x2="{x(at)}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="ink" x="{x(at)}" y="12" text-anchor="middle">{number}</text>')
    for seat, line in enumerate(series):
        points = " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(line))
        parts.append(f'<polyline class="series s{seat}" points="{points}"/>')
    return "".join([*parts, "</svg>"])


@dataclass(frozen=True)
class Interval:
    """A named value with its bounds."""

    name: str
    low: float
    value: float
    high: float


def interval_chart(
    title: str, rows: Sequence[Interval], form: Callable[[float], str], even: float | None = None
) -> str:
    """Values with their bounds, one below the other; a line where all would be equal."""
    height = TOP + BOTTOM + 30 * len(rows)
    values = [bound for row in rows for bound in (row.low, row.high)] + ([] if even is None else [even])
    reach = (max(values) - min(values) or 1.0) * 0.04
    x = Scale(min(values) - reach, max(values) + reach, 220, WIDTH - RIGHT)
    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">']
    for step in range(5):
        value = min(values) + (max(values) - min(values)) * step / 4
        parts.append(
            f'<line class="grid" x1="{x(value)}" x2="{x(value)}" y1="{TOP}" y2="{height - BOTTOM}"/>'
        )
        parts.append(f'<text x="{x(value)}" y="{height - 10}" text-anchor="middle">{form(value)}</text>')
    if even is not None:
        parts.append(f'<line class="at" x1="{x(even)}" x2="{x(even)}" y1="{TOP}" y2="{height - BOTTOM}"/>')
    for place, row in enumerate(rows):
        y = TOP + 15 + 30 * place
        parts.append(f'<text class="ink" x="208" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>')
        parts.append(f'<line class="series s0" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="f0" cx="{x(row.value)}" cy="{y}" r="5"/>')
    return "".join([*parts, "</svg>"])
