"""King of Tokyo in a terminal: Tokyo, the monsters, the open cards, the dice, and the current decision."""

from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, HEART, ONE, THREE, TWO, faces
from quincunx.games.king_of_tokyo.moves import dice_on_table, question
from quincunx.games.king_of_tokyo.rules import shop
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.screens.labels import blow, label, marks
from quincunx.games.king_of_tokyo.state import BAY, CITY, NOTHING, Held, Monster
from quincunx.text.grammar import Voice, count

WIDE = 72
"""The width from which there is room for columns."""

FACE_STYLES = {
    ONE: "bold black on white",
    TWO: "bold black on white",
    THREE: "bold black on white",
    CLAW: "bold white on red",
    ENERGY: "bold black on yellow",
    HEART: "bold white on green",
}


LEGEND = {
    "♥8/10": "hearts, and the most you can have",
    "★ ↯ ✶": "points, energy and claws",
    "▸": "whose turn it is",
    "↯5 Wings (keep)": "an open card: its price for you (bright if you can pay), and whether you keep it",
    "City, Bay": "who is in Tokyo: hit by all outside, cannot heal, gains points",
    "dice 1 2 …": "the places by which you choose dice: `25` rerolls those two",
}


class Symbols(NamedTuple):
    """The symbols for hearts, points and so on."""

    heart: str
    point: str
    energy: str
    claw: str
    turn: str
    dot: str


PRETTY = Symbols(heart="♥", point="★", energy="↯", claw="✶", turn="▸", dot=" · ")
PLAIN = Symbols(heart="H", point="P", energy="E", claw="X", turn=">", dot=" - ")


def draw(state: KingOfTokyo, seat: int, voice: Voice) -> RenderableType:
    symbols = PRETTY if voice.look.unicode else PLAIN
    space = [] if voice.look.low else [Text("")]
    parts: list[RenderableType] = [
        tokyo(state, voice, symbols),
        *[part for monster in state.monsters for part in monster_lines(state, monster, seat, voice, symbols)],
        *space,
        open_cards(state, seat, voice, symbols),
        pile(state, seat, symbols),
    ]
    if state.dice or state.rolling:
        parts += [*space, dice(state, symbols)]
    parts.append(now(state, voice, symbols))
    return Group(*parts)


def name(state: KingOfTokyo, monster: Monster, voice: Voice) -> Text:
    """Return the monster's label in its colour."""
    style = f"bold {state.tables.colours[monster.seat]}" if monster.alive else "dim strike"
    return Text(label(state, monster.seat, voice), style)


def tokyo(state: KingOfTokyo, voice: Voice, symbols: Symbols) -> Text:
    """Return the line on who stands in the City and in the Bay."""
    text = Text.assemble(("Tokyo City: ", "bold"))
    text.append_text(_stands(state, CITY, voice))
    if len(state.monsters) > 4:
        text.append(symbols.dot)
        text.append("Tokyo Bay: ", "bold")
        text.append_text(_stands(state, BAY, voice) if state.living() > 4 else Text("closed", "dim"))
    turn = f"turn {state.turn}" if state.turn else "set-up"
    text.append(f"{symbols.dot}{turn}{symbols.dot}{state.tables.goal} points win", "dim")
    return text


def _stands(state: KingOfTokyo, place: int, voice: Voice) -> Text:
    monster = state.occupant(place)
    return Text("empty", "dim") if monster is None else name(state, monster, voice)


def monster_lines(
    state: KingOfTokyo, monster: Monster, seat: int, voice: Voice, symbols: Symbols
) -> list[RenderableType]:
    """Return a monster's line, with its cards below it; beside it on a low screen."""
    cards = [_held(held, voice) for held in monster.hand]
    line = _monster(state, monster, seat, voice, symbols)
    if cards and voice.look.low:
        line.append("  ").append_text(Text(", ").join(cards))
        line.truncate(voice.look.width, overflow="ellipsis")
        return [line]
    if cards and "texts" in voice.look.off:
        cards = [Text(", ").join(cards)]
    return [line, *[Padding(card, (0, 0, 0, 5)) for card in cards]]


def _monster(state: KingOfTokyo, monster: Monster, seat: int, voice: Voice, symbols: Symbols) -> Text:
    active = monster.seat == state.active and state.turn > 0 and state.phase != s.FINISHED
    text = Text.assemble((symbols.turn if active else " ", "bold yellow"), f"{monster.seat + 1} ")
    who = name(state, monster, voice)
    if monster.seat == seat and voice.names[seat] != "You":
        who.append(" (you)", "not bold")
    longest = max(len(label(state, other.seat, voice)) for other in state.monsters)
    who.pad_right(max(0, (longest + len(" (you)") if voice.look.width >= WIDE else 10) - len(who)))
    text.append_text(who)
    if not monster.alive:
        text.append(f" out of the game, {monster.points} points", "dim")
        return text
    low = "bold red" if monster.health <= 3 else "green"
    text.append(f" {symbols.heart}{monster.health:>2}", low)
    text.append(f"/{monster.max_health}", "dim")
    text.append(f" {symbols.point}{monster.points:>2}", "bold")
    text.append(f" {symbols.energy}{monster.energy:>2}", "yellow")
    if monster.place:
        text.append(" City" if monster.place == CITY else " Bay", "magenta")
    for word in marks(state, monster):
        text.append(f" {word}", "magenta")
    return text


def _held(held: Held, voice: Voice) -> Text:
    text = Text(held.card.name, "cyan")
    if held.copied is not None:
        text.append(f" of {held.power.name}", "cyan")
    elif held.card.copies_others():
        text.append(" (idle)", "dim")
    if held.power.counters():
        text.append(f" ({held.counters} left)", "yellow")
    if held.used:
        text.append(" (used)", "dim")
    if "texts" not in voice.look.off and not voice.look.low:
        text.append(f"  {held.power.text}", "dim")
    return text


def open_cards(state: KingOfTokyo, seat: int, voice: Voice, symbols: Symbols) -> RenderableType:
    """Return the three open cards, with their prices for the viewer."""
    me = state.monsters[seat if 0 <= seat < len(state.monsters) else state.active]
    affordable = shop.affordable(state, me, shop.ALL_OPEN)
    cards = [
        (state.card(kind), bool(affordable >> slot & 1))
        for slot, kind in enumerate(state.display)
        if kind != NOTHING
    ]
    if not cards:
        return Text("No cards lie open.", "dim")
    if voice.look.width < WIDE:
        return Text("\n").join([_open_card(card, me, payable, symbols, ": ") for card, payable in cards])
    titles = [_open_card(card, me, payable, symbols, "") for card, payable in cards]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=voice.look.low)
    room = voice.look.width - max(title.cell_len for title in titles) - len("    ")
    for title, (card, _) in zip(titles, cards, strict=True):
        text = Text(card.text)
        if voice.look.low:
            text.truncate(room, overflow="ellipsis")  # Where there is little room, the name is whole.
        grid.add_row(title, text)
    return grid


def _open_card(card: Card, me: Monster, payable: bool, symbols: Symbols, before_text: str) -> Text:
    kind = "keep" if card.stays() else "discard"
    text = Text.assemble((f"{symbols.energy}{me.price(card)} ", "bold green" if payable else "dim"))
    text.append(card.name, "bold cyan" if card.stays() else "bold magenta")
    text.append(f" ({kind})", "dim")
    if before_text:
        text.append(before_text + card.text)
    return text


def pile(state: KingOfTokyo, seat: int, symbols: Symbols) -> Text:
    """Return the number of cards left, and what the viewer knows of the next."""
    left = len(state.pile) + len(state.under) + (state.top != NOTHING)
    text = Text(f"{left} cards in the pile{symbols.dot}{len(state.discards)} discarded", "dim")
    if state.under:
        names = ", ".join(state.card(kind).name for kind in state.under)
        text.append(f"{symbols.dot}at the bottom: {names}")
    if state.top != NOTHING:
        known = state.top_seen >> seat & 1 if seat >= 0 else 0
        text.append(f"{symbols.dot}on top: {state.card(state.top).name if known else 'a card others saw'}")
    return text


def dice(state: KingOfTokyo, symbols: Symbols) -> RenderableType:
    """Return the dice, numbered as moves name them."""
    shown = faces(dice_on_table(state))
    if not shown:
        return Text.assemble(("dice  ", "dim"), (f"{state.rolling} to roll", "bold"))
    marks = ["1", "2", "3", symbols.claw, symbols.energy, symbols.heart]
    numbers, row = Text("dice "), Text("     ")
    numbers.stylize("dim")
    for place, face in enumerate(shown, 1):
        numbers.append(f"{place:^4}", "dim")
        row.append(f"[{marks[face]}]", FACE_STYLES[face])
        row.append(" ")
    if state.rolling:
        row.append(f"+ {state.rolling} to roll", "bold")
    return Text("\n").join([numbers, row])


def now(state: KingOfTokyo, voice: Voice, symbols: Symbols) -> Text:
    """Return the current decision, and during a blow the hearts to be lost."""
    text = Text()
    threatened = [monster for monster in state.monsters if monster.danger]
    if state.cause:
        text.append(blow(state), "bold red")
        if state.dealer != NOTHING:
            text.append(" by ")
            text.append_text(name(state, state.monsters[state.dealer], voice))
        text.append(": ")
        losses = [(monster, monster.danger if threatened else monster.lost) for monster in state.monsters]
        verb = "may lose" if threatened else "lost"
        parts = []
        for monster, hearts in losses:
            if hearts:
                parts.append(Text.assemble(name(state, monster, voice), f" {verb} {hearts} {symbols.heart}"))
        text.append_text(Text(", ").join(parts))
        text.append(".\n")
    text.append_text(_question(state, voice, symbols))
    return text


def _question(state: KingOfTokyo, voice: Voice, symbols: Symbols) -> Text:
    if state.phase == s.FINISHED:
        return Text("The game is over.", "bold")
    if state.phase in (s.REVEAL, s.PEEK):
        return Text("A card is drawn.", "dim")
    is_you = voice.names[state.asked] == "You"
    whose = Text() if is_you else name(state, state.monsters[state.asked], voice) + Text(": ")
    if state.phase < s.MIMIC_MOVE:
        what = " for the first turn" if state.phase == s.ROLL_OFF else ""
        return whose.append(f"{'Roll your dice' if is_you else 'Dice are rolling'}{what}.", "dim")
    text = whose.append(question(state, voice), "bold")
    if state.phase == s.REROLL:
        left = state.monsters[state.active].rolls(state.tables) - state.rolls_used
        text.append(f" {count(max(0, left), 'roll')} left.", "dim")
    if state.phase == s.HEARTS:
        text.append(f" {state.hearts} {symbols.heart} to use.", "dim")
    return text
