"""Nomenklatura on a terminal: the map, the players with their spaces of the track, the agenda."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Look
from quincunx.core.state import CHANCE, OVER
from quincunx.games.nomenklatura.board import (
    CARD,
    ENDED,
    EXECUTION,
    FIRST_ORDER,
    MERGER_BID,
    NOBODY,
    TURN_BID,
)
from quincunx.games.nomenklatura.canvas import FALLING, RISING, Canvas
from quincunx.games.nomenklatura.lands import stations
from quincunx.games.nomenklatura.rules import Nomenklatura

COLOURS = ["red", "bright_blue", "green", "yellow", "magenta"]
MAP = 68
"""On narrower screens the regions are a list."""
LEAST_BOX, MOST_BOX = 11, 19
GAP = 2
BOX_LINES = 4
WIDE = 100
"""Where there is room for words in the players' table."""


def draw(state: Nomenklatura, seat: int, look: Look) -> RenderableType:
    parts: list[RenderableType] = [status(state, seat, look), legend(state, look)]
    canvas = draw_map(state, look)
    table = players(state, seat, look)
    if canvas is None:
        parts += [region_list(state, look), table]
    elif not canvas.fit_in(table, BOX_LINES + 1):
        parts += [canvas.text(), table]
    else:
        parts.append(canvas.text())
    return Group(*parts, agenda(state, seat, look))


def dot(look: Look) -> str:
    return " · " if look.unicode else " - "


def short_name(state: Nomenklatura, region: int, width: int) -> str:
    """The name of a region, or what it is called in moves where the name does not fit."""
    name = state.setup.region_names[region]
    return name if len(name) <= width else state.setup.region_ids[region].replace("-", " ").title()[:width]


def counts(numbers: list[int], slot: int, none: str) -> Text:
    """A number for each player, in seat order and in the players' colours; in columns if there is room."""
    text = Text()
    for seat, number in enumerate(numbers):
        shown = str(number) if number else none
        width = slot if slot > 2 else len(shown) + 1
        text.append(f"{shown:>{width}}", f"bold {COLOURS[seat]}" if number else "dim")
    return text


def legend(state: Nomenklatura, look: Look) -> Text:
    """What the numbers in a region are."""
    text = Text("In each region: influence of ", "dim")
    for seat in range(state.players):
        text.append(f"{seat + 1} ", f"not dim bold {COLOURS[seat]}")
    return text.append("" if "income" in look.off else "and what each would score now")


# The map


def draw_map(state: Nomenklatura, look: Look) -> Canvas | None:
    """The regions as boxes with their borders; None if they do not fit."""
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
    canvas.put(top, left + 1, Text(short_name(state, region, inner), "bold yellow" if here else "bold"))
    none = "·" if look.unicode else "."
    slot = min(3, inner // state.players)
    influence = [state.here(seat, region) for seat in range(state.players)]
    canvas.put(top + 1, left + 1, counts(influence, slot, none))
    if "income" not in look.off:
        canvas.put(top + 2, left + 1, counts(state.incomes(region), slot, none))
        canvas.put(top + 2, left + inner, Text("$", "dim"))
    foot = features(state, region, look)
    canvas.put(top + 3, left + 1, Text(foot[:inner], "bold yellow" if here else "dim"))


def features(state: Nomenklatura, region: int, look: Look) -> str:
    """What there is to know about a region: the marker, west, its station."""
    words: list[str] = []
    if region == state.marker:
        sign = "◆" if look.unicode else "*"
        words.append(f"{sign}MERGER" if state.merger else sign)
    if region in state.setup.western:
        words.append("west")
    stops = stations(state.setup)
    if region in stops:
        words.append(f"rail{stops.index(region) + 1}")
    return " ".join(words)


def draw_border(canvas: Canvas, here: tuple[int, int], there: tuple[int, int], width: int) -> None:
    """A line to the next column, the next row, or both; longer ones are left to the rulebook."""
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
    """The regions below each other: influence by player, then what each would score."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(3):
        grid.add_column(overflow="fold")
    none = "·" if look.unicode else "."
    for region in range(state.setup.regions):
        here = state.marker == region
        name = Text(short_name(state, region, 13), "bold yellow" if here else "bold")
        if here:
            name.append(("◆" if look.unicode else "*") + ("!" if state.merger else ""))
        influence = [state.here(seat, region) for seat in range(state.players)]
        row = [name, counts(influence, 2, none)]
        if "income" not in look.off:
            row.append(Text("$", "dim") + counts(state.incomes(region), 2, none))
        grid.add_row(*row)
    return grid


# The players


def players(state: Nomenklatura, seat: int, look: Look) -> Table:
    """Everybody in turn order, with their space of the bidding track."""
    table = Table.grid(padding=(0, 2 if look.width >= WIDE else 1, 0, 0))
    bidding = state.phase in (TURN_BID, MERGER_BID)
    headings = ["", "player", "rubles", "supply", "scores"]
    if bidding:
        headings += ["bid", "space"]
    for _ in headings:
        table.add_column(overflow="fold")
    table.add_row(*[Text(heading, "dim") for heading in headings])
    income = state.score()
    actor = state.actor()
    for other in state.order:
        sign = ("▸" if look.unicode else ">") if other == actor else " "
        row = [
            Text(sign, "bold green"),
            Text(f"{other + 1}{' you' if other == seat else ''}", f"bold {COLOURS[other]}"),
            Text(rubles(state, seat, other), "bold" if other == seat else ""),
            Text(markers(state, other)),
            Text(f"${income[other]}"),
        ]
        if bidding:
            row += [bid(state, other), space(state, other, look)]
        table.add_row(*row)
    return table


def rubles(state: Nomenklatura, seat: int, other: int) -> str:
    """Own rubles; of the others', what was seen since the last scoring (NK-15)."""
    if other == seat or state.phase == ENDED:
        return f"${state.rubles[other]}"
    return f"${state.seen[other]} + ?"


def markers(state: Nomenklatura, seat: int) -> str:
    text = str(state.supply[seat])
    if state.aside[seat]:
        text += f", {state.aside[seat]} aside"
    if state.hand[seat]:
        text += f", {state.hand[seat]} in hand"
    return text


def bid(state: Nomenklatura, seat: int) -> Text:
    total = state.pending if seat == state.bidder and state.pending else state.bids[seat]
    if not state.sharers >> seat & 1:
        return Text("-", "dim")
    if state.passed >> seat & 1:
        return Text(f"{total} out" if total else "out", "dim")
    return Text(str(total) if total else "", "bold green" if seat == state.highest else "")


def space(state: Nomenklatura, seat: int, look: Look) -> Text:
    """What lies on a player's space: coins, and markers by colour; `<` where the last one was placed."""
    text = Text()
    coins = state.coins[seat]
    if coins:
        text.append("●" * coins if look.unicode and coins <= 8 else f"${coins}", "yellow")
    for owner in range(state.players):
        laid = state.laid[seat * state.players + owner]
        if laid:
            sign = "■" if look.unicode else "m"
            text.append(f" {laid}{sign}{owner + 1}", COLOURS[owner])
    if seat == state.last_space:
        text.append(" ◂" if look.unicode else " <", "green")
    return text


# The agenda


def agenda(state: Nomenklatura, seat: int, look: Look) -> RenderableType:
    """The cards on the agenda, and what they say; whoever takes one now reads it among the moves."""
    setup = state.setup
    cards = [*state.agenda] if state.merger else [*state.agenda, setup.consolidation]
    choosing = state.phase == EXECUTION and state.actor() == seat
    if state.phase in (FIRST_ORDER, ENDED):
        return Text(piles(state, look), "dim")
    if choosing or "texts" in look.off or look.width < MAP:
        names = ", ".join(setup.card_ids[card] for card in cards)
        return Group(
            Text.assemble(("agenda: ", "bold"), names), Text(piles(state, look) + known(state, seat), "dim")
        )
    grid = Table.grid(padding=(0, 2, 0, 0))
    for card in cards:
        grid.add_row(Text(setup.card_names[card], "bold"), Text(setup.cards[card].text(setup.region_names)))
    return Group(Text("agenda", "bold"), grid, Text(piles(state, look) + known(state, seat), "dim"))


def piles(state: Nomenklatura, look: Look) -> str:
    return f"deck {len(state.deck) + len(state.top)}{dot(look)}discards {len(state.discard)}"


def known(state: Nomenklatura, seat: int) -> str:
    """Who knows the next cards, and to whom it is shown (NK-7)."""
    if state.looker == NOBODY or not state.top:
        return ""
    if state.looker == seat:
        return f"; you know what comes next: {', '.join(state.setup.card_ids[card] for card in state.top)}"
    return f"; player {state.looker + 1} knows the next {len(state.top)}"


def status(state: Nomenklatura, seat: int, look: Look) -> Text:
    text = Text(f"Round {state.round}{dot(look)}", "bold")
    text.append(phase(state), "not bold")
    actor = state.actor()
    if actor >= 0:
        text.append(dot(look), "not bold")
        text.append("you" if actor == seat else f"player {actor + 1}", COLOURS[actor])
        text.append(" to move", "not bold")
    return text


def phase(state: Nomenklatura) -> str:
    if state.phase in (TURN_BID, MERGER_BID):
        what = "the turn order"
        if state.phase == MERGER_BID:
            what = f"the consolidation of {state.setup.region_names[state.marker]}"
        highest = state.highest_bid()
        by = f": {highest} by player {state.highest + 1}" if highest else ""
        return f"bid for {what}{by}"
    if state.phase == CARD:
        return f"player {state.taker() + 1} carries out {state.setup.card_names[state.card]}"
    if state.actor() == OVER:
        return "the game is over"
    if state.actor() == CHANCE:
        return "the first turn order is drawn" if state.phase == FIRST_ORDER else "the agenda is filled"
    return "cards are taken"
