"""What its designer wants counted: turns to win, what is bought when, and which rewards come in."""

from collections import Counter

from quincunx.core.event import Event
from quincunx.core.observer import Cell, Observer
from quincunx.core.state import State
from quincunx.games.idle_six.rules import IdleSix


class Playtest(Observer):
    """A row for each game. Where a column tells a turn, 0 is never."""

    def begins(self, state: State) -> None:
        assert isinstance(state, IdleSix)
        self.order: list[str] = []
        self.first: dict[str, int] = {}
        self.flipped: dict[str, int] = {}
        self.lost = 0

    def event(self, state: State, event: Event) -> None:
        if event.kind == "upgraded":
            self.order.append(event.pieces[0])
            # Purchases of an upgrade turn count with that turn, which is not over yet.
            self.first.setdefault(event.pieces[0], state.turns() + 1)
        elif event.kind == "card-flipped":
            self.flipped[event.pieces[0]] = state.turns() + 1
        elif event.kind == "money-capped":
            self.lost += event.amounts["money"]

    def ends(self, state: State) -> dict[str, Cell]:
        assert isinstance(state, IdleSix)
        bought = Counter(self.order)
        row: dict[str, Cell] = {"players": 1, "turns": state.turns_taken, "order": " ".join(self.order)}
        row |= {"band": state.cards.band(state.turns_taken), "claimed": state.claimed, "lost": self.lost}
        for card in state.cards.actions:
            row[f"{card.name} boxes"] = bought[card.name]
            row[f"{card.name} first"] = self.first.get(card.name, 0)
            row[f"{card.name} flipped"] = self.flipped.get(card.name, 0)
        return row


def report(rows: list[dict[str, Cell]]) -> str:
    """Tables in Markdown: how the games ended, and what became of each card."""
    claimed = _mean([row["claimed"] for row in rows])
    lines = [f"{len(rows)} games, {claimed} achievements claimed in each.", ""]
    lines += ["| How it ended | games | turns |", "|---|---:|---:|"]
    for band, games in Counter(str(row["band"]) for row in rows).most_common():
        turns = _mean([row["turns"] for row in rows if row["band"] == band])
        lines.append(f"| {band} | {games} | {turns} |")
    lines += ["", "| Card | boxes bought | first bought in turn | flipped in turn | games flipped |"]
    lines.append("|---|---:|---:|---:|---:|")
    for name in [column.removesuffix(" boxes") for column in rows[0] if column.endswith(" boxes")]:
        first = [row[f"{name} first"] for row in rows if row[f"{name} first"]]
        flipped = [row[f"{name} flipped"] for row in rows if row[f"{name} flipped"]]
        boxes = _mean([row[f"{name} boxes"] for row in rows])
        lines.append(f"| {name} | {boxes} | {_mean(first)} | {_mean(flipped)} | {len(flipped)} |")
    lines += ["", "| The first six boxes | games |", "|---|---:|"]
    openings = Counter(", ".join(str(row["order"]).split()[:6]) for row in rows)
    lines += [f"| {opening} | {games} |" for opening, games in openings.most_common(5)]
    return "\n".join(lines)


def _mean(cells: list[Cell]) -> str:
    return f"{sum(float(cell) for cell in cells) / len(cells):.1f}" if cells else "-"
