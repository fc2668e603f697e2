"""The cards as board.html draws them: each with its picture, its price and its text."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.screens.offers import Offers
from quincunx.games.king_of_tokyo.state import NOTHING, Held, Monster

ENTRY = re.compile(r"^- \*\*(.+?)\*\* \(\d+\)\.(.*?)(?=^- \*\*|^#)", re.DOTALL | re.MULTILINE)
"""An entry of a card in the rulebook: its title and its text."""
BUYING = "KT-19"
"""The rule for cards that need none of their own."""


@cache
def rules() -> dict[str, str]:
    """Return the ruling on each card by the card's title."""
    book = (Path(__file__).parents[1] / "RULES.md").read_text(encoding="utf-8")
    found = {}
    for title, text in ENTRY.findall(book):
        cited = re.search(r"KT-\d+", text)
        found[" ".join(title.split())] = cited[0] if cited else BUYING
    return found


def face(card: Card) -> dict[str, Any]:
    """Return the printed parts of a card, and its tooltip."""
    kind = "Keep" if card.stays() else "Discard"
    return {
        "id": card.slug,
        "name": card.name,
        "text": card.text,
        "kind": kind,
        "tip": f"{card.name}, a {kind} card. {card.text}",
        "rule": rules().get(card.name, BUYING),
    }


def for_sale(card: Card, viewer: Monster) -> dict[str, Any]:
    return {**face(card), "cost": card.cost, "price": viewer.price(card)}


def open_card(state: KingOfTokyo, seat: int, slot: int, may: Offers) -> dict[str, Any] | None:
    """Return an open card at the viewer's own price."""
    if state.display[slot] == NOTHING:
        return None
    viewer = state.monsters[seat if seat >= 0 else state.active]
    return {
        **for_sale(state.card(state.display[slot]), viewer),
        "new": bool(state.revealed >> slot & 1) and state.phase == s.OPPORTUNIST,
        "offer": may.open_cards.get(slot),
    }


def held_card(seat: int, slot: int, held: Held, may: Offers) -> dict[str, Any]:
    """Return a card in front of a monster. A Mimic shows what it copies."""
    idle = held.card.copies_others() and held.copied is None
    copies = held.power.name if held.copied is not None else ""
    return {
        **face(held.power),
        "name": held.card.name,
        "copies": copies,
        "counters": held.counters,
        "state": "idle" if idle else "used" if held.used else "",
        "offers": may.held.get((seat, slot), []),
    }


def looked_at(state: KingOfTokyo, seat: int) -> dict[str, Any] | None:
    """Return the top card of the pile, for those who have seen it (KT-44)."""
    if state.top == NOTHING or seat < 0 or not state.top_seen >> seat & 1:
        return None
    return for_sale(state.card(state.top), state.monsters[seat])


def pile(state: KingOfTokyo, seat: int) -> dict[str, Any]:
    return {
        "left": len(state.pile) + len(state.under) + (state.top != NOTHING),
        "discards": len(state.discards),
        "under": [state.card(kind).name for kind in state.under],
        "seen_by_others": state.top != NOTHING and looked_at(state, seat) is None,
    }


def name_pieces(cards: list[dict[str, Any]]) -> None:
    """Give each card on the table a unique name, so that the page can show it moving to its owner."""
    seen: dict[str, int] = {}
    for card in cards:
        seen[card["id"]] = seen.get(card["id"], 0) + 1
        card["piece"] = f"card-{card['id']}" + (f"-{seen[card['id']]}" if seen[card["id"]] > 1 else "")
