"""The numbers of the policy and the evaluator, trained by play, as trained.json has them.

A tenth of what a power is worth is by how much the logit of the chance to win was more with the card than
without it, all else being equal: points, hearts, energy and place of all monsters. A card that did harm is
worth nothing. A card that hardly anybody had is not there, and its `worth` in game.toml counts.
"""

from pathlib import Path
from typing import Final

import msgspec


class Trained(msgspec.Struct, forbid_unknown_fields=True):
    """The content of trained.json."""

    duel: dict[str, float]
    crowd: dict[str, float]
    by_players: dict[int, list[float]]
    evaluator: list[float]
    evaluator_for_two: list[float]


TRAINED: Final = msgspec.json.decode(Path(__file__).with_name("trained.json").read_bytes(), type=Trained)
DUEL: Final = TRAINED.duel
"""With two players: 30,000 games of a master against the bot; a quarter of its purchases was random."""
CROWD: Final = TRAINED.crowd
"""With more: 9,000 games of four usual bots; 15 of 100 purchases were random."""
BY_PLAYERS: Final = TRAINED.by_players
"""The numbers, trained by play against the usual bot in all other seats, by the number of players. With five
those of four play, too."""
