"""What terminal and browser say alike: who a monster is, what marks it, and why hearts are lost."""

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.names import cards_that
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.text.grammar import Voice, listed

BLOWS = {s.ATTACK: "Attack", s.CARD: "Card", s.POISON: "Poison"}


def blow(state: KingOfTokyo) -> str:
    """Why hearts are lost; what a yielding monster leaves behind is called by its cards."""
    if state.cause != s.BURROWING:
        return BLOWS[state.cause]
    powers = [held.power.name for held in state.monsters[state.dealer].hand if held.power.yielded()]
    return listed(list(dict.fromkeys(powers))) or cards_that(state.tables, lambda card: card.yielded() > 0)


def player(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """The player's name, where it is not the monster's."""
    return voice.names[seat] if voice.names[seat] != state.tables.names[seat] else ""


def label(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """The monster, and whose it is."""
    name, whose = state.tables.names[seat], player(state, seat, voice)
    return f"{name} ({whose})" if whose else name


def marks(state: KingOfTokyo, monster: Monster) -> list[str]:
    """Tokens on a monster, and what it has coming."""
    marks = []
    if monster.shrink:
        marks.append(f"shrink {monster.shrink}")
    if monster.poison:
        marks.append(f"poison {monster.poison}")
    if monster.shielded:
        marks.append(f"safe this turn ({cards_that(state.tables, lambda card: card.shields())})")
    if monster.extra_turns:
        marks.append("another turn to come")
    return marks
