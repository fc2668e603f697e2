"""The moves of Idle Six: their names, what they bring, and why one is refused."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from quincunx.core.cards import fill, find_class
from quincunx.core.errors import nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.idle_six import cards, codes
from quincunx.games.idle_six.cards import Card
from quincunx.games.idle_six.rules import IdleSix
from quincunx.games.idle_six.senary import both, the_dice
from quincunx.games.idle_six.state import POWER, bits, places, values
from quincunx.text.grammar import Look, Voice, count, listed


def _card_moves() -> list[MoveName]:
    """Return a line for each verb of the action cards, made from their words in game.toml."""
    toml = msgspec.toml.decode(Path(__file__).with_name("game.toml").read_bytes())
    found: dict[str, MoveName] = {}
    for name, words in toml["cards"].items():
        kind = find_class(name, [cards], f"cards.{name}")
        verb, *more = name.split("-")
        dice = ["DICE"] if kind.most > kind.fewest else ["DIE"] * kind.fewest
        pattern = " ".join([verb, *["CARD"] * bool(more), *dice])
        found.setdefault(pattern, MoveName(pattern, words["text"]))
    return list(found.values())


MOVES = [
    *_card_moves(),
    MoveName("put FACES", "Put the rerolled values back, left to right."),
    MoveName("claim", "Take the next achievement's reward. Costs no turn."),
    MoveName("upgrade CARD", "Pay for a card's next box; `upgrade win` wins the game."),
    MoveName("done", "End the action turn or the upgrade turn."),
    MoveName("roll FACES", "How the dice fall, left to right (chance)."),
]


def decode(state: IdleSix, seat: int, action: int) -> Move:
    if seat == CHANCE:
        return Move("roll", *faces(action, state.rolling))
    if action == codes.DONE:
        return Move("done")
    if action == codes.CLAIM:
        return Move("claim")
    if action < codes.UPGRADES:
        raise ValueError("there is no such move")
    if action < codes.PUTS:
        return Move("upgrade", state.cards.upgrades[action - codes.UPGRADES].name)
    if action < codes.USES:
        return Move("put", *faces(action - codes.PUTS, state.rolling))
    card = state.cards.actions[codes.slot_of(action)]
    dice = places(codes.dice_of(action))
    if not card.fewest <= len(dice) <= card.most:
        raise ValueError("there is no such move")
    return Move(*card.name.split("-"), *(str(place + 1) for place in dice))


def encode(state: IdleSix, seat: int, move: Move) -> int:
    verb, words = move.verb, list(move.words)
    if seat == CHANCE and verb != "roll":
        raise IllegalMove(f"`{move}` is not a roll; write `roll FACES`, left to right.")
    if seat != CHANCE and verb == "roll":
        raise IllegalMove("The dice fall by themselves; to roll some, use `reroll DICE`.")
    if verb in ("done", "claim") and not words:
        return codes.DONE if verb == "done" else codes.CLAIM
    if verb == "upgrade" and words:
        return codes.UPGRADES + _upgraded(state, move).slot
    if verb == "roll" and words:
        return _roll(state, move)
    if verb == "put" and words:
        if not state.rolling:
            raise IllegalMove("No dice were rerolled, so there is nothing to put back.")
        return codes.PUTS + _roll(state, move)
    for card, dice in _cards_named(state, move):
        if bool(dice) == (card.fewest > 0):
            return card.action(bits(_dice(state, card, dice)))
    patterns = {known.verb: known.pattern for known in MOVES if known.verb != "roll"}
    hint = f"; write `{patterns[verb]}`." if verb in patterns else nearest(verb, patterns)
    raise IllegalMove(f"`{move}` is not a move{hint}")


def words(state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
    """Return a move as an instruction in the words of the board."""
    if move.verb == "claim":
        return "Claim the reward"
    if move.verb == "done":
        return f"End the {'action' if state.phase == codes.ACTION else 'upgrade'} turn"
    if move.verb == "upgrade":
        card = _upgraded(state, move)
        return "Buy the win" if card is state.cards.win else f"Buy {card.title}"
    if move.verb == "put":
        return f"Put {listed(move.words)} on {the_dice(places(state.rolling))}"
    card, dice = _cards_named(state, move)[0]
    return f"{card.title} {the_dice([int(word) - 1 for word in dice])}" if dice else f"Use {card.title}"


def explain(state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
    if move.verb == "claim":
        return f"+{both(state.cards.achievements.rewards[state.claimed], voice.look)}"
    if move.verb == "upgrade":
        return _explain_upgrade(state, move, voice)
    if move.verb == "done" and state.phase == codes.ACTION:
        return "then you may buy"
    if move.verb == "done":
        return "counts 1 turn" if state.bought else "buy nothing; counts no turn"
    after = state.clone()
    after.move(seat, encode(state, seat, move))
    if after.phase == codes.ROLL:
        now = [str(state.digit(place) or 6) for place in reversed(places(after.rolling))]
        return f"{'it shows' if len(now) == 1 else 'they show'} {listed(now)} now"
    change = after.money - state.money
    return f"{'+' if change >= 0 else '-'}{both(abs(change), voice.look)}"


def confirm(state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
    """Ask before an action turn ends without any card used."""
    if move.verb == "done" and state.phase == codes.ACTION and not state.used and state.may_act():
        return "You have used no card this turn. End it all the same?"
    return ""


def why_not(state: IdleSix, seat: int, move: Move, voice: Voice) -> str:
    if state.phase == codes.ROLL:
        return "The dice are still rolling."
    if state.phase == codes.PUT and move.verb == "put":
        return "Put back just what you rolled, in any order."
    if state.phase == codes.PUT:
        return "Put the rolled dice back first."
    if move.verb == "claim":
        return "There is no reward to claim: each needs one more die than the last."
    if move.verb == "upgrade":
        return _why_not_upgrade(state, move, voice)
    return _why_not_use(state, move)


def effect(card: Card, box: int, look: Look) -> str:
    """Return the effect of a box of an action card in a few words."""
    amounts = card.boxes[box]
    if not amounts:
        return "locked"
    said = {name: both(number, look) if name == "gain" else number for name, number in amounts.items()}
    return fill(card.box_text, said, card.name)


def faces(roll: int, rolling: int) -> list[str]:
    """Return a roll as faces, left to right: the die at the units comes last. A 6 counts 0 (IS-1)."""
    rolled = len(places(rolling))
    if not rolled or not 0 <= roll < POWER[rolled]:
        raise ValueError("there is no such roll")
    return [str(value or 6) for value in reversed(values(roll, rolled))]


def _cards_named(state: IdleSix, move: Move) -> list[tuple[Card, list[str]]]:
    """Return the cards whose name a move begins with, and the words that are left."""
    parts = [*move.verb.split("-"), *move.words]
    names = [(card, card.name.split("-")) for card in state.cards.actions]
    return [(card, parts[len(name) :]) for card, name in names if parts[: len(name)] == name]


def _upgraded(state: IdleSix, move: Move) -> Card:
    name, known = "-".join(move.words), {card.name: card for card in state.cards.upgrades}
    if name in ("achievement", state.cards.achievements.name):
        raise IllegalMove("The achievement card cannot be upgraded; `claim` its rewards.")
    if name not in known:
        raise IllegalMove(f"There is no card `{name}`{nearest(name, known)}")
    return known[name]


def _roll(state: IdleSix, move: Move) -> int:
    """Return the number of a roll or an arrangement: its digits in base six."""
    shown = _numbers(move.verb, move.words, 6)
    rolled = len(places(state.rolling))
    if rolled and len(shown) != rolled:
        raise IllegalMove(f"{rolled} dice are rolling: name {rolled} faces, not {len(shown)}.")
    roll = 0
    for face in shown:
        roll = roll * 6 + face % 6
    return roll


def _dice(state: IdleSix, card: Card, words: list[str]) -> list[int]:
    """Return the places of the dice that are named."""
    dice = _numbers(card.name, words, state.most_dice)
    if card.fewest == card.most != len(dice):
        raise IllegalMove(f"`{card.name}` takes {count(card.most, 'die', 'dice')}, not {len(dice)}.")
    if len(set(dice)) < len(dice):
        raise IllegalMove(f"`{card.name}` takes different dice, counted from 1 at the units.")
    return [number - 1 for number in dice]


def _numbers(verb: str, words: Sequence[str], most: int) -> list[int]:
    found = [int(word) for word in words if re.fullmatch(r"\d{1,2}", word)]
    if len(found) < len(words) or any(not 1 <= number <= most for number in found):
        raise IllegalMove(f"`{verb}` takes numbers from 1 to {most}, not `{' '.join(words)}`.")
    return found


def _explain_upgrade(state: IdleSix, move: Move, voice: Voice) -> str:
    card = _upgraded(state, move)
    box = state.clips[card.slot] + 1
    does = "you win" if card is state.cards.win else effect(card, box, voice.look)
    flips = "turns the card, " if box == card.start_boxes else ""
    return f"-{both(card.costs[box], voice.look)}; {flips}then {does}"


def _why_not_use(state: IdleSix, move: Move) -> str:
    if state.phase == codes.UPGRADE:
        return "This is the upgrade turn: cards are bought, not used."
    card, _ = _cards_named(state, move)[0]
    box = state.clips[card.slot]
    if not card.works(box):
        return f"{card.title} is locked: buy its first box in an upgrade turn."
    if state.used >> card.slot & 1:
        return f"{card.title} is used already; each card works once a turn."
    reach = card.reach(state)
    text = f"{card.title} reaches only the {'rightmost die' if reach == 1 else f'{reach} rightmost dice'}"
    return f"{text} and rolls up to {card.allowance(box)} of them." if card.rolls else f"{text}."


def _why_not_upgrade(state: IdleSix, move: Move, voice: Voice) -> str:
    if state.phase == codes.ACTION:
        return "Cards are bought in the upgrade turn. End the action turn first."
    card = _upgraded(state, move)
    box = state.clips[card.slot]
    if card.top(box):
        return f"{card.title} is on its last box."
    cost = card.costs[box + 1]
    return f"You have {both(state.money, voice.look)}; that box costs {both(cost, voice.look)}."
