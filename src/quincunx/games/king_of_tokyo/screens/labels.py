"""Labels that terminal and browser share: a monster's name, its marks, and why hearts are lost."""

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.names import cards_that
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.state import Monster
from quincunx.text.grammar import Voice, listed

BLOWS = {s.ATTACK: "Attack", s.CARD: "Card", s.POISON: "Poison"}


def blow(state: KingOfTokyo) -> str:
    """Return why hearts are lost; a blow from a monster that yielded is named after its cards."""
    if state.cause != s.BURROWING:
        return BLOWS[state.cause]
    powers = [held.power.name for held in state.monsters[state.dealer].hand if held.power.yielded()]
    return listed(list(dict.fromkeys(powers))) or cards_that(state.tables, lambda card: card.yielded() > 0)


def player(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """Return the player's name, where it is not the monster's."""
    return voice.names[seat] if voice.names[seat] != state.tables.names[seat] else ""


def label(state: KingOfTokyo, seat: int, voice: Voice) -> str:
    """Return the monster's name, and its player's if that is another."""
    name, whose = state.tables.names[seat], player(state, seat, voice)
    return f"{name} ({whose})" if whose else name


def marks(state: KingOfTokyo, monster: Monster) -> list[str]:
    """Return the monster's tokens, its protection and its extra turn, as words."""
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
