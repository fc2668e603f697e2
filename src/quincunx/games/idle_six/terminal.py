"""Idle Six in a terminal: the cards with their ladders, the goals, and the money on dice."""

from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.games.idle_six import codes, status
from quincunx.games.idle_six.cards import Card
from quincunx.games.idle_six.moves import effect
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import LETTERS, both, digits, place, short
from quincunx.text.grammar import Look, Voice, count

LEGEND = {
    "⊂5⊃": "the paperclip: what the card does now; the boxes to its right cost more and do more",
    "▸ ✓": "a card that you can use in this action turn; one that you have used",
    "K M B T": "three zeros each: $1K is $1000, and $1M is $1000K",
    "$12 (8)": "an amount in base six, and in brackets the same in ordinary numbers",
    "[6]": "a die: a 6 is the digit 0; above it is the number to type, the units are 1",
}
PIPS = {
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}
# The widths from which there is room for the ladders; for units and costs; for the effect of the next box.
LADDERS, UNITS, EFFECTS = 78, 94, 110
TALL = 36
"""The height below which the ladders leave out the costs, so that the moves fit below."""

DIE = "black on white"
MOVING = "black on yellow"
TURN = "white on blue"

BIG, SMALL = 5, 3
"""The columns of a die, drawn with pips or as `[4]`."""
GAP = 2


def draw(state: IdleSix, seat: int, voice: Voice) -> RenderableType:
    look = voice.look
    return Group(Cards(state, look), goals(state, voice), dice(state, look), money(state, voice))


class Cards:
    """The seven action cards. `⊂⊃` is the paperclip."""

    def __init__(self, state: IdleSix, look: Look) -> None:
        self.state = state
        self.look = look

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.look.width < LADDERS:
            yield self._narrow()
        else:
            yield self._ladders(self.look.width >= UNITS and options.size.height >= TALL)

    def _ladders(self, costs: bool) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(3):
            table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        headings = ("", "starting side", "flipped side", "next box")
        table.add_row(*[Text(heading, "dim") for heading in headings])
        for card in self.state.cards.actions:
            start = self._side(card, range(card.start_boxes), costs)
            flipped = self._side(card, range(card.start_boxes, len(card.costs)), costs)
            table.add_row(self._name(card), start, flipped, self._next(card))
        return table

    def _narrow(self) -> Table:
        table = Table.grid(padding=(0, 1, 0, 0))
        for card in self.state.cards.actions:
            box = self.state.clips[card.slot]
            now = Text(effect(card, box, Look(off={"ten"})), "bold yellow")
            now.append(f" ({box + 1}/{len(card.costs)})", "not bold dim")
            table.add_row(self._name(card), now, self._next(card))
        return table

    def _name(self, card: Card) -> Text:
        """Return the name, marked if the card can be used in this action turn, or has been."""
        used = card.used(self.state)
        locked = not card.works(self.state.clips[card.slot])
        used_mark, ready_mark = ("✓", "▸") if self.look.unicode else ("x", ">")
        ready = self.state.phase == codes.ACTION and not locked
        name = Text.assemble((used_mark if used else ready_mark if ready else " ", "green"))
        name.append(f" {card.name}", "dim" if used or locked else "bold")
        if self.look.width >= UNITS:
            unit = card.amounts[-1]
            name.append(f" {'$' if unit == 'gain' else unit}", "dim")
        return name

    def _side(self, card: Card, boxes: range, costs: bool) -> Text:
        """Return a side's boxes, the lowest first, with the cost of each below it."""
        clip = self.state.clips[card.slot]
        above, below = Text(), Text()
        for box in boxes:
            does = self._box(card, box)
            cost = short(card.costs[box]) if box else ""
            width = max(len(does), len(cost)) if costs else len(does)
            style = "bold yellow" if box == clip else ("dim" if box < clip else "")
            space = " " if box < boxes[-1] else ""
            above.append(f"{does:>{width}}", style)
            above.append(space)
            below.append(f"{cost:>{width}}{space}", "dim")
        return Text("\n").join([above, below]) if costs else above

    def _box(self, card: Card, box: int) -> str:
        """Return a box's numbers, as short as possible: `300`, `5`, or `2of4` for two dice in range 4."""
        amounts = [short(n) if name == "gain" else str(n) for name, n in card.boxes[box].items()]
        text = "of".join(reversed(amounts)) or ("·" if self.look.unicode else "-")
        if box != self.state.clips[card.slot]:
            return text
        return f"⊂{text}⊃" if self.look.unicode else f"[{text}]"

    def _next(self, card: Card) -> Text:
        """Return the cost of the next box and, where there is room, its effect; green if it can be paid."""
        box = self.state.clips[card.slot] + 1
        if card.top(box - 1):
            return Text("at the top", "dim")
        text = Text(both(card.costs[box], self.look), "green" if card.payable(self.state) else "")
        if self.look.width >= EFFECTS:
            flips = ", flips" if box == card.start_boxes else ""
            text.append(f": {effect(card, box, self.look)}{flips}", "default")
        return text


def goals(state: IdleSix, voice: Voice) -> Text:
    """Return the achievements, the win, and the rating of the turn count."""
    payable = state.phase == codes.UPGRADE and state.cards.win.payable(state)
    win = "won" if state.phase == codes.WON else both(state.cards.win.cost, voice.look)
    return Text.assemble(
        ("rewards: ", "bold"),
        achievements(state, voice.look),
        ("\nwin: ", "bold"),
        (win, "bold green" if payable else ""),
        f"{dot(voice.look)}{count(state.turns_taken, 'turn')}; {status.rating(state)}",
    )


def achievements(state: IdleSix, look: Look) -> Text:
    """Return how many are claimed, which can be, and the condition of the next one."""
    rewards = state.cards.achievements.rewards
    text = Text(f"{state.claimed} of {len(rewards)} claimed")
    reached = min(state.dice - 1, len(rewards))
    waiting = [both(reward, look) for reward in rewards[state.claimed : reached]]
    if waiting:
        text.append("; claim now: ")
        text.append(", ".join(waiting), "bold green")
    if reached < len(rewards):
        text.append(f"; the {place(reached + 1)} die brings {both(rewards[reached], look)}", "dim")
    return text


def money(state: IdleSix, voice: Voice) -> Text:
    """Return the money in full, and the current task."""
    amount = f"${digits(state.money)}"
    if "ten" not in voice.look.off and state.money > 5:
        amount += f" ({state.money:,})"
    return Text.assemble((amount, "bold green"), dot(voice.look), (status.phase(state, voice), "bold"))


def dot(look: Look) -> str:
    return " · " if look.unicode else " - "


class Die(NamedTuple):
    place: int
    digit: int
    rolling: bool
    style: str


def dice(state: IdleSix, look: Look) -> RenderableType:
    """Return the money on dice in groups of three, the units rightmost, and the two dice that count turns."""
    row = [
        Die(place, state.digit(place), bool(state.rolling >> place & 1), DIE)
        for place in reversed(range(state.dice))
    ]
    turns = [Die(place, digit, False, TURN) for place, digit in enumerate(status.turn_digits(state))][::-1]
    cell = BIG if look.unicode and not look.low and width(row, BIG) <= look.width else SMALL
    if width(row, cell) + 4 + width(turns, cell) <= look.width:
        numbers, *lines = dice_lines(turns, cell)
        label = Text("turns".center(len(numbers)), "dim")
        side_by_side = Table.grid(padding=(0, 4, 0, 0))
        side_by_side.add_row(draw_dice(row, cell, look), Text("\n").join([label, *lines]))
        return side_by_side
    return Group(
        draw_dice(row, cell, look), Text.assemble(("turns ", "dim"), *[face(die, SMALL, 0) for die in turns])
    )


def width(row: list[Die], cell: int) -> int:
    return len(row) * cell + GAP * ((len(row) - 1) // 3)


def draw_dice(row: list[Die], cell: int, look: Look) -> Text:
    """Return dice with their numbers above and their digits below; a face 6 is the digit 0 (IS-1).

    A row that is too long is broken between groups of three.
    """
    fits = max(1, (look.width + GAP) // (3 * SMALL + GAP)) * 3
    lines: list[Text] = []
    while row:
        count = len(row) if width(row, cell) <= look.width else (len(row) - 1) % fits + 1
        lines += dice_lines(row[:count], cell)
        row = row[count:]
    return Text("\n").join(lines)


def dice_lines(row: list[Die], cell: int) -> list[Text]:
    numbers, below = Text(), Text()
    faces = [Text() for _ in range(3 if cell == BIG else 1)]
    for die in row:
        gap = " " * GAP if die.place % 3 == 0 and die is not row[-1] else ""
        numbers.append(f"{die.place + 1:^{cell}}{gap}", "dim")
        below.append(f"{'?' if die.rolling else die.digit:^{cell}}", "bold")
        below.append(f"{LETTERS[die.place // 3]:<{GAP}}" if gap else "", "bold")
        for height, line in enumerate(faces):
            line.append_text(face(die, cell, height)).append(gap)
    return [numbers, *faces, below]


def face(die: Die, cell: int, height: int) -> Text:
    style = MOVING if die.rolling else die.style
    if cell == SMALL:
        return Text.assemble((f"[{'?' if die.rolling else die.digit or 6}]", style))
    pips = ("   ", " ? ", "   ") if die.rolling else PIPS[die.digit or 6]
    return Text.assemble(("│", "dim"), (pips[height], style), ("│", "dim"))
