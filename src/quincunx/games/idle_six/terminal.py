"""Idle Six on a terminal: the cards with their ladders, the goals, and the money on dice."""

from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Look
from quincunx.games.idle_six.cards import POWER, REROLL, places, values
from quincunx.games.idle_six.rules import ACTION, PUT, ROLL, UPGRADE, WON, IdleSix
from quincunx.games.idle_six.senary import digits, short
from quincunx.games.idle_six.show import CARDS, FLIP, effect

PIPS = {
    1: ("   ", " ● ", "   "),
    2: ("●  ", "   ", "  ●"),
    3: ("●  ", " ● ", "  ●"),
    4: ("● ●", "   ", "● ●"),
    5: ("● ●", " ● ", "● ●"),
    6: ("● ●", "● ●", "● ●"),
}
LETTERS = ["", "K", "M", "B", "T", "", ""]
TURN_DICE = 2
# What there is room for: ladders, what their numbers count and each box costs, what the next box does.
LADDERS, UNITS, EFFECTS = 78, 94, 110
TALL = 36
"""On lower screens the ladders leave out the costs, so that the moves fit below."""

DIE = "black on white"
MOVING = "black on yellow"
TURN = "white on blue"

BIG, SMALL = 5, 3
"""How many columns a die takes, drawn with pips or as `[4]`."""
GAP = 2


def draw(state: IdleSix, look: Look) -> RenderableType:
    return Group(Cards(state, look), goals(state, look), dice(state, look), money(state, look))


def both(value: int, look: Look) -> str:
    """An amount in base six and, unless that is switched off, in base ten."""
    six, ten = f"${short(value)}", f"{value:,}"
    return six if "ten" in look.off or six[1:] == ten else f"{six} = {ten}"


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
        for slot, card in enumerate(self.state.cards.actions):
            start = self._side(slot, range(card.start_boxes), costs)
            flipped = self._side(slot, range(card.start_boxes, len(card.costs)), costs)
            table.add_row(self._name(slot), start, flipped, self._next(slot))
        return table

    def _narrow(self) -> Table:
        table = Table.grid(padding=(0, 1, 0, 0))
        for slot, card in enumerate(self.state.cards.actions):
            box = self.state.clips[slot]
            now = Text(effect(self.state, slot, box), "bold yellow")
            now.append(f" ({box + 1}/{len(card.costs)})", "not bold dim")
            table.add_row(self._name(slot), now, self._next(slot))
        return table

    def _name(self, slot: int) -> Text:
        """The name, marked if the card can be used in this action turn, or has been."""
        used = bool(self.state.used >> slot & 1)
        locked = not self.state.cards.actions[slot].works(self.state.clips[slot])
        used_mark, ready_mark = ("✓", "▸") if self.look.unicode else ("x", ">")
        ready = self.state.phase == ACTION and not locked
        name = Text.assemble((used_mark if used else ready_mark if ready else " ", "green"))
        name.append(f" {CARDS[slot]}", "dim" if used or locked else "bold")
        if self.look.width >= UNITS:
            unit = "$" if slot < FLIP else "dice" if slot == REROLL else "range"
            name.append(f" {unit}", "dim")
        return name

    def _side(self, slot: int, boxes: range, costs: bool) -> Text:
        """A side's boxes, the lowest first; below each, what it costs to get there."""
        clip = self.state.clips[slot]
        above, below = Text(), Text()
        for box in boxes:
            does = self._box(slot, box)
            cost = short(self.state.cards.actions[slot].costs[box]) if box else ""
            width = max(len(does), len(cost)) if costs else len(does)
            style = "bold yellow" if box == clip else ("dim" if box < clip else "")
            space = " " if box < boxes[-1] else ""
            above.append(f"{does:>{width}}", style)
            above.append(space)
            below.append(f"{cost:>{width}}{space}", "dim")
        return Text("\n").join([above, below]) if costs else above

    def _box(self, slot: int, box: int) -> str:
        card = self.state.cards.actions[slot]
        if not card.works(box):
            text = "·" if self.look.unicode else "-"
        elif slot == REROLL:
            text = f"{self.state.cards.reroll.dice[box]}of{card.strength[box]}"
        else:
            text = short(card.strength[box]) if slot < FLIP else str(card.strength[box])
        if box != self.state.clips[slot]:
            return text
        return f"⊂{text}⊃" if self.look.unicode else f"[{text}]"

    def _next(self, slot: int) -> Text:
        """What the next box costs and, where there is room, does; green if it can be paid."""
        card = self.state.cards.actions[slot]
        box = self.state.clips[slot] + 1
        if box == len(card.costs):
            return Text("at the top", "dim")
        cost = card.costs[box]
        text = Text(both(cost, self.look), "green" if cost <= self.state.purse.value else "")
        if self.look.width >= EFFECTS:
            text.append(f": {self._effect(slot, box)}", "default")
        return text

    def _effect(self, slot: int, box: int) -> str:
        card = self.state.cards.actions[slot]
        gain = slot < FLIP and card.works(box)
        does = f"+{both(card.strength[box], self.look)}" if gain else effect(self.state, slot, box)
        return f"{does}, flips" if box == card.start_boxes else does


def goals(state: IdleSix, look: Look) -> Text:
    """Achievements, the win, and what the turn count would be called."""
    payable = state.phase == UPGRADE and state.purse.value >= state.cards.win_cost
    win = "won" if state.phase == WON else both(state.cards.win_cost, look)
    return Text.assemble(
        ("achievements: ", "bold"),
        achievements(state, look),
        ("\nwin: ", "bold"),
        (win, "bold green" if payable else ""),
        f"{dot(look)}{score(state, look)}",
    )


def score(state: IdleSix, look: Look) -> str:
    """The turn count, and the scoring band it is in."""
    turns = state.turns_taken
    limit = next((limit for limit, _ in state.cards.bands if turns <= limit), 0)
    plain = "ten" in look.off or turns < 6
    count = digits(turns) if plain else f"{digits(turns)} = {turns}"
    last = f" (to {digits(limit) if 'ten' in look.off else limit})" if limit else ""
    return f"{count} turn{'' if turns == 1 else 's'}: {state.cards.band(turns)}{last}"


def achievements(state: IdleSix, look: Look) -> Text:
    """How many are claimed, which can be, and what the next one waits for."""
    rewards = state.cards.rewards
    text = Text(f"{state.claimed} of {len(rewards)} claimed")
    reached = min(state.purse.dice - 1, len(rewards))
    waiting = [both(reward, look) for reward in rewards[state.claimed : reached]]
    if waiting:
        text.append("; claim now: ")
        text.append(", ".join(waiting), "bold green")
    if reached < len(rewards):
        text.append(f"; die {reached + 2} brings {both(rewards[reached], look)}", "dim")
    return text


def money(state: IdleSix, look: Look) -> Text:
    """The money in full, and what is to be done."""
    amount = f"${digits(state.purse.value)}"
    if "ten" not in look.off and state.purse.value > 5:
        amount += f" = {state.purse.value:,}"
    return Text.assemble((amount, "bold green"), dot(look), (phase(state), "bold"))


def dot(look: Look) -> str:
    return " · " if look.unicode else " - "


def phase(state: IdleSix) -> str:
    if state.phase == ACTION:
        return "Action turn: use each card once"
    if state.phase == UPGRADE:
        return "Upgrade turn: buy what you can pay"
    if state.phase == ROLL:
        names = [str(place + 1) for place in reversed(places(state.rolling))]
        return f"{'Die' if len(names) == 1 else 'Dice'} {' '.join(names)} in the air"
    if state.phase == PUT:
        names = [str(place + 1) for place in reversed(places(state.rolling))]
        rolled = [str(value or 6) for value in reversed(values(state.roll, len(names)))]
        return f"You rolled {' '.join(rolled)}: put them on dice {' '.join(names)}"
    return "You have won"


def dice(state: IdleSix, look: Look) -> RenderableType:
    """Money on dice in groups of three, the units rightmost, and the two dice that count turns."""
    row = [
        Die(place, state.purse.digit(place), bool(state.rolling >> place & 1), DIE)
        for place in range(state.purse.dice - 1, -1, -1)
    ]
    count = min(state.turns_taken, POWER[TURN_DICE] - 1)
    turns = [Die(place, count // POWER[place] % 6, False, TURN) for place in range(TURN_DICE - 1, -1, -1)]
    big = look.unicode and width(row, BIG) <= look.width
    cell = BIG if big else SMALL
    if width(row, cell) + 4 + width(turns, cell) <= look.width:
        side_by_side = Table.grid(padding=(0, 4, 0, 0))
        side_by_side.add_row(draw_dice(row, big, look), Text("\n").join(turn_lines(turns, big)))
        return side_by_side
    small = Text("turns ", "dim")
    for die in turns:
        small.append_text(face(die, False, 0))
    return Group(draw_dice(row, big, look), small)


def turn_lines(turns: list["Die"], big: bool) -> list[Text]:
    numbers, *lines = dice_lines(turns, big)
    return [Text("turns".center(len(numbers)), "dim"), *lines]


class Die(NamedTuple):
    place: int
    digit: int
    rolling: bool
    style: str


def width(row: list[Die], cell: int) -> int:
    return len(row) * cell + GAP * ((len(row) - 1) // 3)


def draw_dice(row: list[Die], big: bool, look: Look) -> Text:
    """Dice with their numbers above and their digits below; a face 6 is the digit 0 (IS-1).

    A row that is too long is broken between groups of three.
    """
    fits = max(1, (look.width + GAP) // (3 * SMALL + GAP)) * 3
    lines: list[Text] = []
    while row:
        count = len(row) if width(row, BIG if big else SMALL) <= look.width else (len(row) - 1) % fits + 1
        lines += dice_lines(row[:count], big)
        row = row[count:]
    return Text("\n").join(lines)


def dice_lines(row: list[Die], big: bool) -> list[Text]:
    cell = BIG if big else SMALL
    heights = range(3) if big else range(1)
    numbers, below = Text(), Text()
    faces = [Text() for _ in heights]
    for die in row:
        numbers.append(f"{die.place + 1:^{cell}}", "dim")
        below.append("?".center(cell) if die.rolling else str(die.digit).center(cell), "bold")
        for line in heights:
            faces[line].append_text(face(die, big, line))
        if die.place % 3 == 0 and die is not row[-1]:
            below.append(f"{LETTERS[die.place // 3]:<{GAP}}", "bold")
            for text in [numbers, *faces]:
                text.append(" " * GAP)
    return [numbers, *faces, below]


def face(die: Die, big: bool, line: int) -> Text:
    style = MOVING if die.rolling else die.style
    if not big:
        return Text.assemble(("[?]" if die.rolling else f"[{die.digit or 6}]", style))
    pips = ("   ", " ? ", "   ") if die.rolling else PIPS[die.digit or 6]
    return Text.assemble(("│", "dim"), (pips[line], style), ("│", "dim"))
