"""Total eClips on a terminal: projects, every board with its slots, the track, and your odds."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Look
from quincunx.games.total_eclips.board import Board
from quincunx.games.total_eclips.cards import ALGORITHMS, NO_CARD, PLACES, PROJECTS, UNLOCK
from quincunx.games.total_eclips.hints import bonus_text, core_name, odds, short_amount
from quincunx.games.total_eclips.position import BONUS, BUY, ENDED, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.show import seen_by
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    PLACE_NAMES,
    amount,
    cores,
    cores_on,
    place_title,
    placement,
    tokens,
    tokens_on,
)

STYLES = {"red": "bold red", "yellow": "bold yellow", "blue": "bold blue", "black": "bold"}
NARROW, WIDE = 72, 116
"""Below the first each project takes two lines; from the second on two boards fit side by side."""


def draw(state: TotalEClips, seat: int, look: Look) -> RenderableType:
    seen = seen_by(state, seat)
    parts: list[RenderableType] = [headline(seen, seat, look), projects(seen, look), track(seen, look)]
    parts.append(sides(seen, seat, look))
    if seen.phase == PLACE:
        parts.append(your_odds(seen, seat, look))
    return Group(*parts)


def dot(look: Look) -> str:
    return " · " if look.unicode else " - "


def headline(state: TotalEClips, seat: int, look: Look) -> Text:
    """Where the round is, and what is asked."""
    text = Text.assemble(
        (f"Round {state.round}", "bold"),
        dot(look),
        f"stage {state.stage + 1}",
        dot(look),
        (asked(state, seat), "bold"),
    )
    waiting = [state.colour(other) for other in state.actors() if other >= 0 and other != seat]
    if waiting:
        text.append(f"{dot(look)}waiting for {', '.join(waiting)}", "dim")
    return text


def asked(state: TotalEClips, seat: int) -> str:
    mine = seat in state.actors()
    if state.phase == REVEAL:
        return "New projects come up"
    if state.phase == PLACE:
        return "Place cores and tokens in secret" if mine else "You are done placing"
    if state.phase == ROLL:
        again = "roll again to break a tie" if state.contest else "roll"
        return _sentence(f"{place_title(state.place)}: {state.colour(state.roller())} will {again}")
    if state.phase == REROLL:
        return _sentence(f"{place_title(state.place)}: re-roll tokens")
    if state.phase == BONUS:
        return f"{state.colour(state.winner)} takes the bonus of {state.project().name}"
    if state.phase == BUY:
        return _sentence(f"{place_title(state.place)}: buy, then lock")
    return "The game is over"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def projects(state: TotalEClips, look: Look) -> RenderableType:
    """The four cards: need, rewards below and from the need on, Trust lying there, bonus."""
    if look.width < NARROW:
        return Group(*[_narrow_project(state, slot) for slot in range(PROJECTS)])
    known = [state.parts.projects[card] for card in state.cards if card != NO_CARD]
    width = max((len(project.name) for project in known), default=len("project"))
    lines = [Text(f"  {'project':{width}} need below from it lying bonus for the highest", "dim")]
    for slot, card in enumerate(state.cards):
        line = Text.assemble((PLACE_NAMES[slot].upper(), _current(state, slot)), " ")
        if card == NO_CARD:
            lines.append(line.append("no card", "dim"))
            continue
        project = state.parts.projects[card]
        low = short_amount(project.low_trust, project.low_clips) or "-"
        high = short_amount(project.high_trust, project.high_clips)
        lying = f"{state.lying[slot]}T" if state.lying[slot] else ""
        bonus = "End of Stage" if project.end else bonus_text(state.parts, project.bonus)
        line.append(f"{project.name:{width}}", "bold red" if project.end else "bold")
        line.append(f" {project.need:<4} {low:5} {high:7} ")
        line.append(f"{lying:5} ", "green")
        lines.append(line.append(bonus))
    return Group(*lines)


def _narrow_project(state: TotalEClips, slot: int) -> Text:
    card = state.cards[slot]
    text = Text.assemble((PLACE_NAMES[slot].upper(), _current(state, slot)), " ")
    if card == NO_CARD:
        return text.append("no card", "dim")
    project = state.parts.projects[card]
    text.append(project.name, "bold red" if project.end else "bold")
    text.append(f"\n  {project.need}+: {short_amount(project.high_trust, project.high_clips)}")
    low = short_amount(project.low_trust, project.low_clips)
    if low:
        text.append(f", below {low}")
    bonus = bonus_text(state.parts, project.bonus)
    if bonus:
        text.append(f"; bonus {bonus}")
    if state.lying[slot]:
        text.append(f"; {state.lying[slot]}T lying", "green")
    return text


def _current(state: TotalEClips, place: int) -> str:
    """How a place's name is shown: bold while it is played."""
    return "bold reverse" if state.phase in (ROLL, REROLL, BONUS, BUY) and place == state.place else "bold"


def track(state: TotalEClips, look: Look) -> Text:
    """The ranks as far as anyone is, who stands on them, and what the rank brings each round."""
    ranks = [state.parts.track.rank(board.position) for board in state.boards]
    text = Text("Track ", "dim")
    for rank, name in enumerate(state.parts.track.ranks[: max(ranks) + 2]):
        if rank:
            text.append(" > ", "dim")
        here = [seat for seat, other in enumerate(ranks) if other == rank]
        text.append(name, "" if here else "dim")
        for seat in here:
            text.append(f" {state.colour(seat)}", style(state, seat))
        reward = short_amount(state.parts.track.trust[rank], state.parts.track.clips[rank])
        if here and reward:
            text.append(f" +{reward}", "green")
    return text


def style(state: TotalEClips, seat: int) -> str:
    return STYLES[state.parts.colours[seat]]


def sides(state: TotalEClips, viewer: int, look: Look) -> RenderableType:
    boards = [side(state, seat, viewer, look) for seat in range(len(state.boards))]
    if look.width < WIDE:
        return Group(*boards)
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    for first in range(0, len(boards), 2):
        table.add_row(*boards[first : first + 2])
    return table


def side(state: TotalEClips, seat: int, viewer: int, look: Look) -> Text:
    """One player: the marker, Trust, cores, tokens, slots, and what lies on the place now played."""
    board = state.boards[seat]
    label = state.parts.track.label(board.position)
    name = state.colour(seat) + (" (you)" if seat == viewer else "")
    text = Text.assemble((name, style(state, seat)), f" {label}", (f" ({board.position})", "dim"))
    text.append(f"{dot(look)}{board.trust} Trust", "green")
    text.append(f"{dot(look)}cores: {cores(board.spent) or 'none'}")
    held = tokens(state.parts, board.tokens)
    if held:
        text.append(f"{dot(look)}tokens: {held}")
    for algorithm in range(ALGORITHMS):
        text.append("\n  ")
        text.append_text(_slots(state, board, algorithm, look))
    if state.phase in (ROLL, REROLL, BUY, BONUS, ENDED) and board.has_placed():
        text.append(f"\n  {placement(board)}", "dim")
    if board.rolling or board.rolled or (board.flops and state.phase == BUY):
        text.append_text(_roll(state, board))
    return text


def _slots(state: TotalEClips, board: Board, algorithm: int, look: Look) -> Text:
    """The slots from the left: open ones as dots, locked cores with the face they keep."""
    tiers = board.parts.slots[algorithm]
    locked = board.locked[algorithm]
    name = place_title(UNLOCK + algorithm)
    text = Text(name.ljust(len("Manufacture")), _current(state, UNLOCK + algorithm))
    empty = "·" if look.unicode else "."
    text.append("".join(f" T{tier} {empty}" for tier in reversed(tiers[len(locked) :])))
    names = [core_name(board.parts, code).replace(" ", ":") for code in locked]
    kept = [f" T{tier} {name}" for tier, name in zip(tiers, names, strict=False)]
    text.append("".join(reversed(kept)), "magenta")
    flops = sum(board.parts.values[code] for code in locked) + board.freed[algorithm]
    if flops:
        text.append(f" = {flops}", "cyan")
    return text


def _roll(state: TotalEClips, board: Board) -> Text:
    text = Text(f"\n  {place_title(state.place)}: ", "bold")
    if board.rolling:
        text.append(f"rolling {', '.join(KIND_NAMES[kind] for kind in board.rolling)} ", "yellow")
    for code in board.rolled:
        text.append(f"[{core_name(board.parts, code)}]", "black on white")
        text.append(" ")
    if state.phase == BUY:
        text.append(f"{board.flops} FLOPS", "bold cyan")
    return text


def your_odds(state: TotalEClips, seat: int, look: Look) -> RenderableType:
    """What you have placed so far, and the chance to reach each threshold with it."""
    board = state.boards[seat]
    rows = [(place, pieces(board, place)) for place in range(PLACES)]
    rows = [(place, here) for place, here in rows if here or (place >= UNLOCK and board.total(place))]
    if not rows:
        brings = amount(*_rank_reward(state, board))
        return Text(f"You have placed nothing yet. Your rank brings {brings} at the end of the round.", "dim")
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(overflow="fold")
    table.add_row(*[Text(heading, "dim") for heading in ("your placement", "", "chance to reach")])
    for place, here in rows:
        name = Text(PLACE_NAMES[place].upper() if place < PROJECTS else place_title(place), "bold")
        table.add_row(name, Text(here or "locked cores alone"), Text(odds(state, board, place), "cyan"))
    return table


def pieces(board: Board, place: int) -> str:
    """Cores and tokens on a place."""
    both = [cores(cores_on(board, place)), tokens(board.parts, tokens_on(board, place))]
    return ", ".join(filter(None, both))


def _rank_reward(state: TotalEClips, board: Board) -> tuple[int, int]:
    track = state.parts.track
    rank = track.rank(board.position)
    return track.trust[rank], track.clips[rank]
