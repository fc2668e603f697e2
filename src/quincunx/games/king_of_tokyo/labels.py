"""What terminal and browser say alike: who a monster is, what marks it, and why hearts are lost."""

from quincunx.core.voice import Voice
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.rules import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster

BLOWS = {s.ATTACK: "Attack", s.CARD: "Card", s.BURROWING: "Burrowing", s.POISON: "Poison"}


def player(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """The player's name, where it is not the monster's."""
    return voice.names[seat] if voice.names[seat] != state.tables.names[seat] else ""


def label(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """The monster, and whose it is."""
    name, whose = state.tables.names[seat], player(state, seat, voice)
    return f"{name} ({whose})" if whose else name


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
