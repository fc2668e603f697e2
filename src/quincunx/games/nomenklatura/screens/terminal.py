"""Nomenklatura in a terminal: the map, the players with their spaces of the track, the agenda."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.state import CHANCE, TERMINAL
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.question import bid_for, card_title, is_asked, question
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import score
from quincunx.games.nomenklatura.screens.terminal_map import (
    BOX_LINES,
    COLOURS,
    MAP,
    PLAIN,
    draw_map,
    region_list,
)
from quincunx.games.nomenklatura.snapshot import rubles_shown
from quincunx.text.grammar import Look, Voice

LEGEND = {
    "· 2 1": "a region: the markers of players 1, 2 and 3 there, in their colours",
    "· 5 2 $": "below them: what each earns there if the round is scored now",
    "west, rail2": "a western region; the second station of the railroad",
    "◆": "the Consolidation Marker; with `MERGER`, this region is consolidated this round",
    "●● 2■3": "a space of the bidding track: two rubles, and two markers of player 3",
    "◂": "the last ruble or marker was put here; the next goes to the next number",
    "$11 + ?": "the rubles of another: $11 that everybody saw, and what is secret",
}
WIDE = 100
"""The width from which there is room for words in the players' table."""
LONGEST_NAME = 12
ANY_WIDTH = PLAIN.options.update(width=1000)


def draw(state: Nomenklatura, seat: int, voice: Voice) -> RenderableType:
    look = voice.look
    parts: list[RenderableType] = [status(state, voice)]
    if is_asked(state, seat):
        parts.append(Text(question(state, seat), "bold"))
    if not look.low:
        parts.append(legend(state, look))
    canvas = draw_map(state, look)
    table = players(state, seat, voice)
    if canvas is not None and canvas.fit_in(table, BOX_LINES + 1):
        parts.append(canvas.text())
    elif canvas is not None and look.low:
        regions = region_list(state, look)
        both = beside(regions, table)
        # Below each other they have more lines than side by side, but fewer than with folded words.
        parts += [both] if PLAIN.measure(both, options=ANY_WIDTH).maximum <= look.width else [regions, table]
    else:
        parts += [canvas.text() if canvas else region_list(state, look), table]
    return Group(*parts, agenda(state, seat, voice))


def beside(left: RenderableType, right: RenderableType) -> Table:
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(left, right)
    return grid


def dot(look: Look) -> str:
    return " · " if look.unicode else " - "


def legend(state: Nomenklatura, look: Look) -> Text:
    """Return the meaning of the numbers in a region."""
    text = Text("In each region: markers of ", "dim")
    for seat in range(state.players):
        text.append(f"{seat + 1} ", f"not dim bold {COLOURS[seat]}")
    return text.append("" if "income" in look.off else "and, below, what each earns if scored now")


# The players


def players(state: Nomenklatura, seat: int, voice: Voice) -> Table:
    """Return everybody in turn order, with their space of the bidding track."""
    look = voice.look
    table = Table.grid(padding=(0, 2 if look.width >= WIDE else 1, 0, 0))
    bidding = state.phase in (s.TURN_BID, s.MERGER_BID)
    headings = ["", "player", "rubles", "supply", "scores"]
    if bidding:
        headings += ["bid", "space"]
    for _ in headings:
        table.add_column(overflow="fold")
    table.add_row(*[Text(heading, "dim") for heading in headings])
    income = score(state)
    actor = state.current_player()
    for other in state.order:
        pointer = ("▸" if look.unicode else ">") if other == actor else " "
        row = [
            Text(pointer, "bold green"),
            Text(label(other, voice), f"bold {COLOURS[other]}"),
            Text(rubles_shown(state, seat, other), "bold" if other == seat else ""),
            Text(markers(state, other)),
            Text(f"${income[other]}"),
        ]
        if bidding:
            row += [bid(state, other), space(state, other, look)]
        table.add_row(*row)
    return table


def label(seat: int, voice: Voice) -> str:
    """Return a player's number as moves use it, with the name if that says more."""
    name = Text(voice.whom(seat))
    name.truncate(LONGEST_NAME, overflow="ellipsis")
    return str(seat + 1) if name.plain == f"Player {seat + 1}" else f"{seat + 1} {name}"


def markers(state: Nomenklatura, seat: int) -> str:
    text = str(state.seats[seat].supply)
    if state.seats[seat].aside:
        text += f", {state.seats[seat].aside} aside"
    if state.seats[seat].hand:
        text += f", {state.seats[seat].hand} in hand"
    return text


def bid(state: Nomenklatura, seat: int) -> Text:
    total = state.pending if seat == state.bidder and state.pending else state.seats[seat].bid
    if not state.may_bid(seat):
        return Text("-", "dim")
    if state.passed >> seat & 1:
        return Text(f"{total} out" if total else "out", "dim")
    return Text(str(total) if total else "", "bold green" if seat == state.highest else "")


def space(state: Nomenklatura, seat: int, look: Look) -> Text:
    """Return the pieces on a player's space: coins, and markers by colour; `<` if the last one was placed
    there."""
    text = Text()
    coins = state.seats[seat].coins
    if coins:
        text.append("●" * coins if look.unicode and coins <= 8 else f"${coins}", "yellow")
    for owner in range(state.players):
        laid = state.laid[seat * state.players + owner]
        if laid:
            square = "■" if look.unicode else "m"
            text.append(f" {laid}{square}{owner + 1}", COLOURS[owner])
    if seat == state.last_space:
        text.append(" ◂" if look.unicode else " <", "green")
    return text


# The agenda


def agenda(state: Nomenklatura, seat: int, voice: Voice) -> RenderableType:
    """Return the cards on the agenda with their texts; a player who takes one now reads it among the
    moves."""
    setup, look = state.setup, voice.look
    cards = [*state.agenda] if state.merger else [*state.agenda, setup.consolidation]
    choosing = state.phase == s.EXECUTION and state.current_player() == seat
    if state.phase in (s.FIRST_ORDER, s.ENDED):
        return Text(piles(state, look), "dim")
    if look.low:
        names = ", ".join(setup.card_ids[card] for card in cards)
        return Text.assemble(
            ("agenda: ", "bold"), names, (f" ({piles(state, look)}{known(state, voice)})", "dim")
        )
    if choosing or "texts" in look.off or look.width < MAP:
        names = ", ".join(setup.card_ids[card] for card in cards)
        return Group(
            Text.assemble(("agenda: ", "bold"), names), Text(piles(state, look) + known(state, voice), "dim")
        )
    grid = Table.grid(padding=(0, 2, 0, 0))
    for card in cards:
        grid.add_row(Text(setup.card_names[card], "bold"), Text(setup.card_texts[card]))
    return Group(Text("agenda", "bold"), grid, Text(piles(state, look) + known(state, voice), "dim"))


def piles(state: Nomenklatura, look: Look) -> str:
    return f"deck {len(state.deck) + len(state.top)}{dot(look)}discards {len(state.discard)}"


def known(state: Nomenklatura, voice: Voice) -> str:
    """Return who knows the next cards, and the cards if that is the reader (NK-7)."""
    if state.looker == s.NO_SEAT or not state.top:
        return ""
    if state.looker == voice.reader:
        return f"; you know what comes next: {', '.join(state.setup.card_ids[card] for card in state.top)}"
    return f"; {voice.whom(state.looker)} knows the next {len(state.top)}"


def status(state: Nomenklatura, voice: Voice) -> Text:
    text = Text(f"Round {state.round}{dot(voice.look)}", "bold")
    text.append(phase(state, voice), "not bold")
    actor = state.current_player()
    if actor >= 0:
        text.append(dot(voice.look), "not bold")
        text.append(voice.whom(actor), COLOURS[actor])
        text.append(" to move", "not bold")
    return text


def phase(state: Nomenklatura, voice: Voice) -> str:
    if state.phase in (s.TURN_BID, s.MERGER_BID):
        highest = state.highest_bid()
        by = f": {highest} by {voice.whom(state.highest)}" if highest else ""
        return f"bid for {bid_for(state)}{by}"
    if state.phase == s.CARD:
        who = state.taker()
        return f"{voice.whom(who)} {voice.form(who, 'carries')} out {card_title(state.setup, state.card)}"
    if state.current_player() == TERMINAL:
        return "the game is over"
    if state.current_player() == CHANCE:
        return "the first turn order is drawn" if state.phase == s.FIRST_ORDER else "the agenda is filled"
    return "cards are taken"
