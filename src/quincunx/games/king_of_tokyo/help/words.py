"""Moves as one says them at a table: "Reroll the 1 and the 3; keep three claws and the energy"."""

from quincunx.core.move import Move
from quincunx.games.king_of_tokyo import moves
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.dice import DIE, ENERGY, FACE_NAMES, FACES, faces, names, size
from quincunx.games.king_of_tokyo.dice import count as number_of
from quincunx.games.king_of_tokyo.names import aiming_name
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.text.grammar import Voice, listed

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve"

DECLINES = {
    s.REROLL: "Keep all",
    s.HIDE_THREES: "Keep the 3s",
    s.CHANGE: "Let the dice count",
    s.BUY: "End your turn",
    s.METAMORPH: "Discard nothing more",
    s.JETS: "Stay in Tokyo",
    s.YIELD: "Stay in Tokyo",
    s.HEARTS: "Leave it unused",
    s.LAB: "Put it back",
    s.REACT: "Use no card",
    s.PROBE: "Leave the dice",
    s.OPPORTUNIST: "Buy nothing",
    s.FREEZE: "Take no other turn",
}
"""The words for declining, by phase."""


def spelled(number: int) -> str:
    return NUMBERS.split()[number]


def some(dice: int, shown: int = 0) -> str:
    """Return dice in words: "the 1, two 3s and three claws"; "one 1" if another is `shown`."""
    told = []
    for face in range(FACES):
        number, name = number_of(dice, face), FACE_NAMES[face]
        if number == 1:
            told.append(f"{'one' if number_of(shown, face) > 1 else 'the'} {name}")
        elif number:
            told.append(f"{spelled(number)} {name}{'' if face == ENERGY else 's'}")
    return listed(told)


def words(state: KingOfTokyo, seat: int, move: Move, voice: Voice) -> str:
    """Return a legal move as one says it at a table."""
    me = state.monsters[seat]
    match move.verb:
        case "reroll":
            return _reroll(state, seat, move)
        case "change":
            card = moves.held_card(state, seat, move).card
            face = move.words[2]
            new = f"{'an' if face == 'energy' else 'a'} {face}"
            return f"Turn the {names(state.dice)[int(move.words[0]) - 1]} into {new} with {card.name}"
        case "heal" if move.words:
            return f"Heal {voice.names[int(move.words[0]) - 1]}"
        case "heal":
            return "Heal yourself"
        case "cure":
            return f"Take off a {move.words[0].capitalize()} token"
        case "yield":
            return "Yield Tokyo"
        case "buy":
            card = moves.offered_card(state, seat, move)
            return f"Buy {_whose(card.name, move, voice)} for {me.price(card)} energy"
        case "sweep":
            return "Sweep the three cards away"
        case "peek":
            return "Look at the top card of the pile"
        case "copy":
            return f"Copy {_whose(moves.held_card(state, seat, move).card.name, move, voice)}"
        case "sell":
            card = moves.held_card(state, seat, move).card
            return f"Discard {card.name}"
        case "use":
            return f"Use {moves.held_card(state, seat, move).card.name}"
        case "again":
            return "Take another turn"
    if state.phase == s.REROLL:
        return f"Keep {some(state.dice)}"
    return DECLINES.get(state.phase) or f"Leave your {aiming_name(state)} as it is"


def _whose(card: str, move: Move, voice: Voice) -> str:
    """Return a card, with its owner if the move names one: "Krakara's Wings"."""
    return f"{voice.whose(int(move.words[2]) - 1)} {card}" if "from" in move.words else card


def _reroll(state: KingOfTokyo, seat: int, move: Move) -> str:
    shown = moves.dice_on_table(state)
    rolled = [faces(shown)[int(place) - 1] for place in move.words if place.isdecimal()]
    picked = sum(DIE[face] for face in rolled)
    kept = shown - picked
    card = f" with {moves.held_card(state, seat, move).card.name}" if "with" in move.words else ""
    if state.phase in (s.PROBE, s.HIDE_THREES):
        return f"Reroll {some(picked, shown)}{card}"
    if not kept:
        return f"Reroll all {spelled(size(picked))} dice{card}"
    if size(picked) > 3 or _kinds(picked) > max(2, _kinds(kept)):
        return f"Keep {some(kept, shown)}; reroll the other {spelled(size(picked))}{card}"
    return f"Reroll {some(picked, shown)}{card}; keep {some(kept, shown)}"


def _kinds(dice: int) -> int:
    return sum(number_of(dice, face) > 0 for face in range(FACES))
