"""The numbers of game.toml, with types and bounds."""

from typing import Annotated

import msgspec


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    goal: Annotated[int, msgspec.Meta(ge=1)]
