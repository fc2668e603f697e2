"""Sentences and tables for games that have none of their own, made from names and numbers."""

import re
from collections.abc import Mapping
from typing import Any

from quincunx.core.event import NOBODY, Event
from quincunx.text.grammar import Voice, count, listed


class _Amount(int):
    """A number that is written with its unit: `{points:point}` is "3 points"; `{dice:die|dice}`."""

    def __format__(self, unit: str) -> str:
        thing, _, things = unit.partition("|")
        return count(self, thing, things) if unit else str(int(self))


USUAL = {"highest-result": "best result"}


def tell(event: Event, voice: Voice, says: str | None = None) -> str:
    """Return an event as a sentence, as `says` words it for Ann, or else made from its kind and amounts.

    What begins with a small letter gets the event's player before it, and its first word is a verb; further
    verbs are in brackets. Without a player it is a phrase: why the game ended. `{by}`, `{pieces}` and
    `{because}` are the other parts of an event.

    >>> ann, says = Voice(["Ann", "Bob"], reader=0), "banks {points:point} and [has] {total}"
    >>> event = Event("banked", 0, {"points": 1, "total": 30})
    >>> tell(event, ann, says), tell(event, Voice(["Ann", "Bob"]), says)
    ('You bank 1 point and have 30.', 'Ann banks 1 point and has 30.')
    >>> tell(event, ann), tell(Event("first-to-goal", amounts={"goal": 30}), ann)
    ('You: banked, points 1, total 30.', 'First to goal, goal 30.')
    """
    says = says or USUAL.get(event.kind)
    if says is None:
        words = [event.kind, *(f"{name} {amount}" for name, amount in event.amounts.items())]
        text = ", ".join(filter(None, [*words, *event.pieces])).replace("-", " ")
        who = f"{voice.who(event.seat)}: " if event.seat != NOBODY else text[:1].upper()
        return f"{who}{text if event.seat != NOBODY else text[1:]}."
    parts: dict[str, Any] = {name: _Amount(amount) for name, amount in event.amounts.items()}
    parts["pieces"] = listed([piece.replace("-", " ") for piece in event.pieces])
    parts["because"] = listed([cause.replace("-", " ") for cause in event.causes])
    parts["by"] = voice.whom(event.by) if event.by != NOBODY else ""
    conjugated = re.sub(r"\[(\w+)\]", lambda verb: voice.form(event.seat, verb[1]), says)
    if event.seat != NOBODY and says[:1].islower():
        conjugated = f"{voice.does(event.seat, conjugated)}."
    text = conjugated.format_map(parts)
    return text if text[-1:] in ".!?" or text[:1].islower() else f"{text}."


def table(view: Mapping[str, Any], players: int) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Return a view in two tables: what each seat has, and what lies between them.

    >>> table({"players": 2, "points": [3, 0], "pot": 7, "rolling": False}, 2)
    ({'Points': ['3', '0']}, {'Pot': '7', 'Rolling': 'no'})
    """
    each: dict[str, list[str]] = {}
    between: dict[str, str] = {}
    for name, value in view.items():
        title = name.strip("_").replace("_", " ").capitalize()
        if isinstance(value, list) and len(value) == players:
            each[title] = [shown(item) for item in value]
        elif name != "players":
            between[title] = shown(value)
    return each, between


def shown(value: Any) -> str:
    """Return a value of a view for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(shown(item) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(item)}" for name, item in value.items()) or "none"
    return "?" if value is None else str(value)
