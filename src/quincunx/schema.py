"""The keys that a game's scenarios and variants may have, derived from the game itself."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from quincunx.core.game import Game

_TYPES = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "nothing",
}
_BOUNDS = {"minimum": ">=", "maximum": "<=", "exclusiveMinimum": ">", "exclusiveMaximum": "<"}


class Entry(NamedTuple):
    """A key of a scenario or variant, with the kind of its value and an example."""

    path: str
    kind: str
    example: Any


def describe(game: Game[Any]) -> dict[str, Any]:
    """Return all that `quincunx schema` shows, as plain data for programs."""
    players = game.header.players[0]
    return {
        "game": game.name,
        "position": {
            "schema": msgspec.json.schema(game.snapshots.type),
            "example": game.to_dict(game.new_initial_state(players, game.numbers(game.toml))),
        },
        "moves": [move._asdict() for move in game.codec.moves],
        "options": {
            "schema": msgspec.json.schema(game.numbers_type),
            "defaults": game.toml,
            "choices": {name: choice._asdict() for name, choice in game.choices.items()},
        },
    }


def position_entries(game: Game[Any]) -> list[Entry]:
    """Return the keys of a position, with their values in a new match."""
    data = describe(game)["position"]
    return list(_entries(data["schema"], data["schema"], data["example"], ""))


def option_entries(game: Game[Any]) -> list[Entry]:
    """Return the keys of a variant, with their defaults."""
    data = describe(game)["options"]
    return list(_entries(data["schema"], data["schema"], data["defaults"], ""))


def _entries(root: Any, shape: Any, example: Any, path: str) -> Iterator[Entry]:
    shape = resolve(root, shape)
    if isinstance(example, dict) and example and ("properties" in shape or "additionalProperties" in shape):
        for key, value in example.items():
            part = shape.get("properties", {}).get(key, shape.get("additionalProperties", {}))
            yield from _entries(root, part, value, f"{path}.{key}" if path else str(key))
    else:
        yield Entry(path, _kind(root, shape), example)


def resolve(root: Any, shape: Any) -> Any:
    """Return a JSON schema with its `$ref` followed."""
    while isinstance(shape, dict) and "$ref" in shape:
        shape = root["$defs"][shape["$ref"].rsplit("/", 1)[1]]
    return shape if isinstance(shape, dict) else {}


def _kind(root: Any, shape: Any) -> str:
    shape = resolve(root, shape)
    if "anyOf" in shape:
        return " or ".join(_kind(root, part) for part in shape["anyOf"])
    if "enum" in shape:
        return "one of " + ", ".join(str(value) for value in shape["enum"])
    if "pattern" in shape:
        words: str = shape["pattern"].strip("^$()")
        return f"one of {words.replace('|', ', ')}"
    if shape.get("type") == "array":
        return f"list of {_kind(root, shape.get('items', {}))}" if shape.get("items") else "list"
    if shape.get("type") == "object":
        fields = ", ".join(shape.get("properties", {}))
        return f"table of {fields}" if fields else "table"
    bounds = "".join(f" {sign} {shape[key]}" for key, sign in _BOUNDS.items() if key in shape)
    return _TYPES.get(shape.get("type", ""), "anything") + bounds
