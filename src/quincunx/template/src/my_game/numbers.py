"""The numbers of game.toml with types and bounds, so that a wrong variant gets a clear error."""

from typing import Annotated

import msgspec

AtLeastOne = Annotated[int, msgspec.Meta(ge=1, le=1000)]
NotNegative = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    goal: AtLeastOne
    walk: AtLeastOne
    stumble: NotNegative
    push: NotNegative
