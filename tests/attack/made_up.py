"""Hostile values and bytes."""

import copy
import json
import math
import random
import re
from typing import Any

from quincunx.core.sanitize import MOST_SHOWN

HUGE = "a number of 5,000 digits"
"""A placeholder for a huge number that Python itself does not write."""

RUBBISH: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 2**64, 10**18, 10**400, HUGE, 0.5, 1e308, -1e-300),
    *(math.nan, math.inf, -math.inf, "", " ", "0", "-1", "1e9", "9" * 5000, "x" * 300, "x" * 20_000, "\x00"),
    *("\x1b[2J", "\ud800", "a\udfffb", "\u202egnirts", "\n" * 90, "\u00b2", "\u0661", "\uff11", "\u0308a"),
    *(
        "😀" * 90,
        "../../etc/passwd",
        "{}",
        "[]",
        "1: ",
        "chance: roll 1",
        "99: done",
        "*done",
        "; " * 40,
        "*" * 90,
    ),
    *(
        "evil.py:Evil",
        "os:getcwd",
        "<script>",
        "' OR 1=1 --",
        "%s%n",
        "2026-11-19",
        [],
        {},
        [[]],
        [None],
        {"": ""},
    ),
    *({"a": {"a": {}}}, {"x" * 90: 1}, {"\ud800": 1}, ["x"] * 5000),
]
"""Values that break parsers, numbers, comparisons, screens and databases."""


def rubbish(rng: random.Random) -> Any:
    value = copy.deepcopy(rng.choice(RUBBISH))  # Later faults are put into it.
    if rng.random() < 0.9:
        return value
    for _ in range(rng.choice([18, 200])):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def rubbish_text(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return rng.choice([value for value in RUBBISH if isinstance(value, str)])
    return "".join(
        chr(rng.choice([rng.randrange(128), rng.randrange(0x11000)])) for _ in range(rng.randrange(20))
    )


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return all lists and tables in a value, each with every key or index that it has."""
    found: list[tuple[Any, Any]] = []
    level = [value]
    while level:
        inside = level.pop()
        keys = range(len(inside)) if isinstance(inside, list) else list(inside)
        found += [(inside, key) for key in keys]
        level += [inside[key] for key in keys if isinstance(inside[key], list | dict)]
    return found


def changed(rng: random.Random, value: Any) -> Any:
    """Draw a copy of a list or table with one to three faults: a value of another type, missing, doubled, or
    in the wrong place."""
    whole = copy.deepcopy(value)
    for _ in range(rng.choice([1, 1, 2, 3])):
        known = places(whole)
        if not known:
            break
        inside, key = rng.choice(known)
        what = rng.choice(["put", "put", "word", "drop", "swap", "add"])
        if what == "word" and isinstance(inside[key], str):
            words = re.split(r"(\W+)", inside[key])
            words[rng.randrange(len(words))] = rubbish_text(rng)
            inside[key] = "".join(words)
        elif what in ("put", "word"):
            inside[key] = rubbish(rng)
        elif what == "drop":
            del inside[key]
        elif what == "swap":
            other, elsewhere = rng.choice(known)
            inside[key] = copy.deepcopy(other[elsewhere])
        elif isinstance(inside, list):
            inside.insert(key, copy.deepcopy(inside[key]))
        else:
            inside[rng.choice(["odd", "", "game", "1", "x" * 90])] = rubbish(rng)
    return whole


PIECES = [
    *(
        b"",
        b"\xc1]",
        b"\xff\xfe",
        b"\x00",
        b"\xed\xa0\x80",
        b"[" * 5000,
        b'{"a":' * 300,
        b"9" * 5000,
        b"\x1b[2J",
    ),
    *(
        b"'''",
        b'"',
        b"\r",
        b"&a [*a]",
        b"a.b." * 40,
        b"!!python/object:os.system ",
        b"\xf0\x9f",
        b"%ff%00",
        b"&=&",
    ),
]


def broken(rng: random.Random, data: bytes) -> bytes:
    """Draw bytes that are cut off, mixed with others, or partly repeated."""
    at = rng.randrange(len(data) + 1)
    what = rng.choice(["cut", "put", "begin", "twice", "flip"])
    if what == "cut":
        return data[:at]
    if what == "put":
        return data[:at] + rng.choice(PIECES) + data[at:]
    if what == "begin":
        return rng.choice(PIECES) + data
    if what == "twice":
        return data[:at] + data[at // 2 :]
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def as_json(value: Any) -> bytes:
    """Return a value as JSON, including what JSON does not allow: infinite numbers, and halves of
    characters."""
    return json.dumps(value, default=str).replace(f'"{HUGE}"', "9" * 5000).encode()


LONGEST_MESSAGE = 1500
"""The most characters in a message about what was sent, which may list known names."""


def repeats(message: str) -> str:
    """Return the beginning of an attack that a message repeats at too great length; else empty."""
    found = re.search(rf"([^\s─━═-])\1{{{MOST_SHOWN},}}", message)
    if found:
        return found[0][:10]
    return message[:80] if len(message) > LONGEST_MESSAGE else ""
