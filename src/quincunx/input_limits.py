"""Limits on all input from outside, and the parsers that keep to them.

Input is measured before it is used: first its bytes; then, in one pass, whatever would make its parser slow;
last its values. Input within the limits is parsed in milliseconds and some megabytes (see SECURITY.md).
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from quincunx.core.errors import UserError
from quincunx.core.sanitize import shown

MOST_DEPTH = 16
"""The deepest nesting of lists and tables. A game's numbers are nested 6 deep."""
LONGEST_KEY = 80
"""The most characters of a table's key."""
MOST_DIGITS = 18
"""The most digits of a whole number: what fits into 64 bits."""
MOST_FORM_BYTES = 64 * 1024
"""How large the body of a request may be, with the file in it if there is one."""
MOST_HEADER_BYTES = 64 * 1024
"""How large all headers of a request may be."""
SECONDS_FOR_A_BODY = 15.0
"""The longest time a request may take to arrive."""
MOST_SECRET_BYTES = 1000
"""The most bytes of a file with a secret, which has 64 digits."""
MOST_FORM_FIELDS = 100
MOST_DESK_FIELDS = 2000
"""The most fields of the form with all numbers of a game."""
MOST_MOVES_AT_ONCE = 60
"""The most moves of one request."""
LONGEST_MOVES = 3000
"""The most characters of the moves of one request."""
LONGEST_CHAT = 300
"""The most characters of a line of chat."""
LONGEST_PERSON = 24
"""The most characters of a person's name at the table."""
LONGEST_WORD = 64
"""The most characters of a player's word for fair dice."""
LONGEST_TITLE = 40
"""The most characters of the name of a variant that is kept on the desk."""


class TooMuch(ValueError):
    """Input beyond a limit. The message is the end of a sentence."""


@dataclass(frozen=True)
class Format:
    """A kind of file, with its parser and its limits."""

    name: str
    """The description of a well-formed file, such as `valid TOML`."""
    most_bytes: int
    most_values: int
    decode: Callable[[bytes, int], Any]
    """The parser. It gets the bytes and the most values, and raises ValueError if the bytes are malformed or
    TooMuch if they would take long."""

    def parse(self, data: bytes, source: str) -> Any:
        """Return the values in the bytes; raise UserError, with the source first, if they are malformed."""
        self.check_size(data, source)
        try:
            values = self.decode(data, self.most_values)
            _check(values, self.most_values)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            # Besides bad syntax: impossible letters, dates and numbers, and endless nesting.
            wrong = " ".join(str(error).split()).rstrip(".")
            wrong = wrong if isinstance(error, TooMuch) else shown(wrong, 100)
            raise UserError(f"{source} is not {self.name}: {wrong}.") from None
        return values

    def check_size(self, data: bytes, source: str) -> None:
        if len(data) > self.most_bytes:
            raise UserError(f"{source} is too large to be {self.name}: at most {self.most_bytes:,} bytes.")


def check_values(values: Any, source: str) -> None:
    """Raise UserError if values from another parser are beyond the limits of a form."""
    try:
        _check(values, TOML.most_values)
    except TooMuch as error:
        raise UserError(f"{source} cannot be used: {error}.") from None


def _check(values: Any, most: int) -> None:
    """Raise TooMuch for values beyond the limits, and for values that JSON does not have."""
    found, level = 0, [values]
    for _ in range(MOST_DEPTH + 1):
        found += len(level)
        if found > most:
            raise TooMuch(f"it has more than {most:,} values")
        level = [inside for value in level for inside in _inside(value)]
        if not level:
            return
    raise TooMuch(f"lists and tables lie more than {MOST_DEPTH} deep in it")


def _inside(value: Any) -> list[Any]:
    """Return the values inside a list or table, none for others; raise TooMuch if the value is too large."""
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list):
        return value
    elif isinstance(value, dict):
        for key in map(str, value):
            _check_text(key)
            if len(key) > LONGEST_KEY:
                raise TooMuch(f"its key `{shown(key)}` has more than {LONGEST_KEY} characters")
        return list(value.values())
    elif isinstance(value, int):
        if abs(value) >= 10**MOST_DIGITS:
            raise TooMuch(f"it has a whole number of more than {MOST_DIGITS} digits")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise TooMuch("it has a number without end")
    elif value is not None:
        raise TooMuch(f"it has a {type(value).__name__}, which is no number, no text, no list and no table")
    return []


def _check_text(text: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise TooMuch("it has half of a character, which cannot be written")


_TOML_TEXT = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""(?:"{0,2})|\Z)'
    r"|'''.*?(?:'''(?:'{0,2})|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*",
    re.DOTALL,
)
"""A pattern for the strings and comments of a TOML file."""


def _decode_toml(data: bytes, most: int) -> Any:
    text = data.decode()
    bare = _TOML_TEXT.sub('"', text)
    if sum(map(bare.count, "=,[.")) > most:
        raise TooMuch(f"it has more than {most:,} values and parts of keys")
    # The parser's time and memory grow with the square of the number of parts of a dotted key.
    if any(part.count(".") >= MOST_DEPTH for part in re.split(r"[\n=,{}\[\]]", bare)):
        raise TooMuch(f"a key has more than {MOST_DEPTH} parts")
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_DEPTH:
            raise TooMuch(f"lists and tables lie more than {MOST_DEPTH} deep in it")
    return msgspec.toml.decode(text)


_YAML_NUMBER = re.compile(rf"[-+.:_\da-fA-FxX]{{{2 * MOST_DIGITS},}}")


def _decode_yaml(data: bytes, most: int) -> Any:
    """Parse YAML, but refuse small files that expand to very many values: by aliases of aliases, or by an
    anchor that contains itself."""
    import yaml  # slow to import

    sizes: dict[str | None, int] = {}
    # For each open list or table, its anchor and the number of values in it so far.
    opened: list[tuple[str | None, int]] = [(None, 0)]
    for event in _yaml_events(data):
        if getattr(event, "tag", None) is not None:
            raise TooMuch("it has a tag, such as `!!binary`")
        if isinstance(event, yaml.CollectionStartEvent):
            if len(opened) > MOST_DEPTH:
                raise TooMuch(f"lists and tables lie more than {MOST_DEPTH} deep in it")
            opened.append((event.anchor, 1))
            continue
        if isinstance(event, yaml.AliasEvent):
            # An alias inside its own anchor would never end.
            size = sizes.get(event.anchor, most + 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = opened.pop()
            sizes[anchor] = size
        elif isinstance(event, yaml.ScalarEvent):
            if event.implicit[0] and _YAML_NUMBER.fullmatch(event.value):
                raise TooMuch(f"it has a number of more than {2 * MOST_DIGITS} digits")
            size = sizes[event.anchor] = 1
        else:
            continue
        anchor, inside = opened.pop()
        opened.append((anchor, inside + size))
        if inside + size > most:
            raise TooMuch(f"with what its anchors repeat, it has more than {most:,} values")
    return msgspec.yaml.decode(data)


def _yaml_events(data: bytes) -> Iterator[Any]:
    import yaml

    try:
        yield from yaml.parse(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ValueError(f"{error.problem} (line {line})") from None
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def _decode_json(data: bytes, most: int) -> Any:
    return msgspec.json.decode(data)


TOML = Format("valid TOML", MOST_FORM_BYTES, 4000, _decode_toml)
"""The format of variants and goals. The largest numbers of a game have 847 values in 13 KB."""
YAML = Format("valid YAML", 64 * 1024, 4000, _decode_yaml)
"""The format of scenarios. A typical one has some dozens of values in 1 KB."""
RECORD = Format("a record", 8_000_000, 1_000_000, _decode_json)
"""The format of match records. The longest have some thousand moves in 200 KB."""
JSON = Format("valid JSON", MOST_FORM_BYTES, 4000, _decode_json)
"""The format of JSON in forms."""
