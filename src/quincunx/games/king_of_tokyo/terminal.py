"""King of Tokyo on a terminal: Tokyo, the monsters, the open cards, the dice, and what is being decided."""

from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quincunx.core.game import Look
from quincunx.games.king_of_tokyo import board as b
from quincunx.games.king_of_tokyo.dice import CLAW, ENERGY, HEART, ONE, THREE, TWO, faces
from quincunx.games.king_of_tokyo.pieces import BAY, CITY, NOTHING, Card, Held, Monster
from quincunx.games.king_of_tokyo.rules import KingOfTokyo

WIDE = 72
"""From here on there is room for columns."""

CAUSES = {b.ATTACK: "Attack", b.CARD: "Card", b.BURROWING: "Burrowing", b.POISON: "Poison"}
FACE_STYLES = {
    ONE: "bold black on white",
    TWO: "bold black on white",
    THREE: "bold black on white",
    CLAW: "bold white on red",
    ENERGY: "bold black on yellow",
    HEART: "bold white on green",
}


class Signs(NamedTuple):
    """What stands for hearts, points and so on."""

    heart: str
    point: str
    energy: str
    claw: str
    turn: str
    dot: str


PRETTY = Signs(heart="♥", point="★", energy="↯", claw="✶", turn="▸", dot=" · ")
PLAIN = Signs(heart="H", point="P", energy="E", claw="X", turn=">", dot=" - ")


def draw(state: KingOfTokyo, seat: int, look: Look) -> RenderableType:
    signs = PRETTY if look.unicode else PLAIN
    parts: list[RenderableType] = [
        tokyo(state, signs),
        *[part for monster in state.monsters for part in monster_lines(state, monster, seat, look, signs)],
        Text(""),
        open_cards(state, seat, look, signs),
        pile(state, seat, signs),
    ]
    if state.dice or state.rolling:
        parts += [Text(""), dice(state, look, signs)]
    parts.append(now(state, signs))
    return Group(*parts)


def name(state: KingOfTokyo, monster: Monster) -> Text:
    style = f"bold {state.table.colours[monster.seat]}" if monster.alive else "dim strike"
    return Text(state.table.names[monster.seat], style)


def tokyo(state: KingOfTokyo, signs: Signs) -> Text:
    """Who stands in the City and in the Bay."""
    text = Text.assemble(("Tokyo City: ", "bold"))
    text.append_text(_stands(state, CITY))
    if len(state.monsters) > 4:
        text.append(signs.dot)
        text.append("Tokyo Bay: ", "bold")
        text.append_text(_stands(state, BAY) if state.living() > 4 else Text("closed", "dim"))
    turn = f"turn {state.turn}" if state.turn else "set-up"
    text.append(f"{signs.dot}{turn}{signs.dot}{state.table.goal} points win", "dim")
    return text


def _stands(state: KingOfTokyo, place: int) -> Text:
    monster = state.occupant(place)
    return Text("empty", "dim") if monster is None else name(state, monster)


def monster_lines(
    state: KingOfTokyo, monster: Monster, seat: int, look: Look, signs: Signs
) -> list[RenderableType]:
    """A monster: what it has and where it stands, and below the cards before it."""
    cards = [_held(held, look) for held in monster.hand]
    if cards and "texts" in look.off:
        cards = [Text(", ").join(cards)]
    line = _monster(state, monster, seat, look, signs)
    return [line, *[Padding(card, (0, 0, 0, 5)) for card in cards]]


def _monster(state: KingOfTokyo, monster: Monster, seat: int, look: Look, signs: Signs) -> Text:
    active = monster.seat == state.active and state.turn > 0 and state.phase != b.FINISHED
    text = Text.assemble((signs.turn if active else " ", "bold yellow"), f"{monster.seat + 1} ")
    label = name(state, monster)
    if monster.seat == seat:
        label.append(" (you)", "not bold")
    label.pad_right(max(0, (18 if look.width >= WIDE else 10) - len(label)))
    text.append_text(label)
    if not monster.alive:
        text.append(f" out of the game, {monster.points} points", "dim")
        return text
    low = "bold red" if monster.health <= 3 else "green"
    text.append(f" {signs.heart}{monster.health:>2}", low)
    text.append(f"/{monster.max_health}", "dim")
    text.append(f" {signs.point}{monster.points:>2}", "bold")
    text.append(f" {signs.energy}{monster.energy:>2}", "yellow")
    if monster.place:
        text.append(" City" if monster.place == CITY else " Bay", "magenta")
    for word in marks(monster):
        text.append(f" {word}", "magenta")
    return text


def marks(monster: Monster) -> list[str]:
    """Tokens on a monster, and what it has coming."""
    marks = []
    if monster.shrink:
        marks.append(f"shrink {monster.shrink}")
    if monster.poison:
        marks.append(f"poison {monster.poison}")
    if monster.shielded:
        marks.append("wings spread")
    if monster.extra_turns:
        marks.append("another turn to come")
    return marks


def _held(held: Held, look: Look) -> Text:
    text = Text(held.card.name, "cyan")
    if held.copied is not None:
        text.append(f" of {held.power.name}", "cyan")
    elif held.card.copies_others():
        text.append(" (idle)", "dim")
    if held.power.counters():
        text.append(f" ({held.counters} left)", "yellow")
    if held.used:
        text.append(" (used)", "dim")
    if "texts" not in look.off:
        text.append(f"  {held.power.text}", "dim")
    return text


def open_cards(state: KingOfTokyo, seat: int, look: Look, signs: Signs) -> RenderableType:
    """The three cards to buy, with what they cost the viewer."""
    me = state.monsters[seat if 0 <= seat < len(state.monsters) else state.active]
    cards = [state.table.cards[kind] for kind in state.display if kind != NOTHING]
    if not cards:
        return Text("No cards lie open.", "dim")
    if look.width < WIDE:
        return Text("\n").join([_open_card(card, me, signs, ": ") for card in cards])
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for card in cards:
        table.add_row(_open_card(card, me, signs, ""), Text(card.text))
    return table


def _open_card(card: Card, me: Monster, signs: Signs, before_text: str) -> Text:
    price = me.price(card)
    kind = "keep" if card.stays() else "discard"
    text = Text.assemble((f"{signs.energy}{price} ", "bold green" if price <= me.energy else "dim"))
    text.append(card.name, "bold cyan" if card.stays() else "bold magenta")
    text.append(f" ({kind})", "dim")
    if before_text:
        text.append(before_text + card.text)
    return text


def pile(state: KingOfTokyo, seat: int, signs: Signs) -> Text:
    """How many cards are left, and what the viewer knows of the next."""
    left = len(state.pile) + len(state.under) + (state.top != NOTHING)
    text = Text(f"{left} cards in the pile{signs.dot}{len(state.discards)} discarded", "dim")
    if state.under:
        names = ", ".join(state.table.cards[kind].name for kind in state.under)
        text.append(f"{signs.dot}at the bottom: {names}")
    if state.top != NOTHING:
        known = state.top_seen >> seat & 1 if seat >= 0 else 0
        text.append(
            f"{signs.dot}on top: {state.table.cards[state.top].name if known else 'a card others saw'}"
        )
    return text


def dice(state: KingOfTokyo, look: Look, signs: Signs) -> RenderableType:
    """The dice, numbered as moves name them."""
    hiding = state.phase in (b.HIDE_THREES, b.HIDE_ROLL)
    shown = faces(state.hiding_dice if hiding else state.dice)
    marks = ["1", "2", "3", signs.claw, signs.energy, signs.heart]
    numbers, row = Text("dice "), Text("     ")
    numbers.stylize("dim")
    for place, face in enumerate(shown, 1):
        numbers.append(f"{place:^4}", "dim")
        row.append(f"[{marks[face]}]", FACE_STYLES[face])
        row.append(" ")
    if state.rolling:
        row.append(f"+ {state.rolling} rolling", "bold")
    return Text("\n").join([numbers, row])


def now(state: KingOfTokyo, signs: Signs) -> Text:
    """What is being decided, and during a blow who is to lose what."""
    text = Text()
    threatened = [monster for monster in state.monsters if monster.danger]
    if state.cause:
        text.append(CAUSES[state.cause], "bold red")
        if state.dealer != NOTHING:
            text.append(" by ")
            text.append_text(name(state, state.monsters[state.dealer]))
        text.append(": ")
        losses = [(monster, monster.danger or monster.lost) for monster in state.monsters]
        verb = "may lose" if threatened else "lost"
        parts = []
        for monster, hearts in losses:
            if hearts:
                parts.append(Text.assemble(name(state, monster), f" {verb} {hearts} {signs.heart}"))
        text.append_text(Text(", ").join(parts))
        text.append(".\n")
    text.append_text(_question(state, signs))
    return text


def _question(state: KingOfTokyo, signs: Signs) -> Text:
    if state.phase == b.FINISHED:
        return Text("The game is over.", "bold")
    if state.phase < b.MIMIC_MOVE:
        return Text("A card is drawn." if state.phase in (b.REVEAL, b.PEEK) else "Dice are rolling.", "dim")
    text = Text.assemble(name(state, state.monsters[state.asked]), ": ", (state.question(), "bold"))
    if state.phase == b.REROLL:
        left = state.monsters[state.active].rolls(state.table) - state.rolls_used
        text.append(f" {left} roll{'' if left == 1 else 's'} left.", "dim")
    if state.phase == b.HEARTS:
        text.append(f" {state.hearts} {signs.heart} to use.", "dim")
    return text
