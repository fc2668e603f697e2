"""A position of King of Tokyo as a dict that people can read and write, and the checks that make it sound."""

import re
from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from quincunx.core.convert import put_back, same
from quincunx.core.errors import UserError, nearest
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.dice import ONE, count, names, size
from quincunx.games.king_of_tokyo.names import (
    CAUSES,
    PHASES,
    PLACES,
    SOURCES,
    find_in_hand,
    held_text,
    kind_of,
    read_dice,
)
from quincunx.games.king_of_tokyo.rules.engine import KingOfTokyo
from quincunx.games.king_of_tokyo.rules.turn import OUT
from quincunx.games.king_of_tokyo.state import BAY, NOTHING, OUTSIDE, Held, Monster
from quincunx.games.king_of_tokyo.tables import Tables

ROLLING = (s.MIMIC_MOVE, s.ROLL, s.REROLL, s.PROBE, s.PROBE_ROLL, s.CHANGE)
"""The phases in which the dice do not count yet."""
OF_TABLE = ("turn", "rolling", "rolls_used", "changing", "fewer_dice", "claws", "harmed")
OF_MONSTER = ("health", "points", "energy", "shrink", "poison", "extra_turns", "shielded")
"""The fields of a position and of a monster that a snapshot has as they are."""
HIDDEN = "?"
"""The sign for a card that lies face down for the viewer."""

Number = Annotated[int, Meta(ge=0, le=999_999_999)]
Seat = Annotated[int, Meta(ge=0, le=6)]
"""A seat counted from 1; 0 is nobody."""
Player = Annotated[int, Meta(ge=1, le=6)]


class SeatShot(msgspec.Struct, forbid_unknown_fields=True):
    """A monster. Cards are by name, with counters and `used` behind: `smoke-cloud 2`,
    `herd-culler used`, `mimic of 2:smoke-cloud 3` (a twin in that hand is `2:extra-head-2`)."""

    health: Number
    points: Number
    energy: Number
    place: str
    shrink: Number
    poison: Number
    cards: list[str]
    extra_turns: Number
    shielded: bool


class HeartShot(msgspec.Struct, forbid_unknown_fields=True):
    """Hearts rolled: how many are still to be used, and the uses of the others; gifts by seat."""

    left: Number
    own: Number
    shrink: Number
    poison: Number
    gifts: list[Number]


class BlowShot(msgspec.Struct, forbid_unknown_fields=True):
    """Hearts being lost: the cause, the dealer, the hearts each seat is about to lose or has just lost, who
    was attacked, who has answered whether it yields, and who has yielded."""

    cause: str
    dealer: Seat
    danger: list[Number]
    lost: list[Number]
    attacked: list[Player]
    answered: list[Player]
    hidden: Number
    hiding_dice: str
    yielders: list[Player]
    bay_yielded: bool


class PurchaseShot(msgspec.Struct, forbid_unknown_fields=True):
    """A card being bought, and the open places that were filled since."""

    buyer: Seat
    card: str
    source: str
    revealed: list[Annotated[int, Meta(ge=1, le=3)]]
    aiming: Number
    """The place in the asked monster's hand of the Mimic that is to copy another card; 0 is none."""


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. All cards not named here are in the pile."""

    turn: Number
    phase: str
    active: Seat
    regular: Seat
    asked: Seat
    winner: Seat
    seats: dict[int, SeatShot]
    display: Annotated[list[str], Meta(min_length=3, max_length=3)]
    top: str
    top_seen: list[Player]
    under: list[str]
    discards: list[str]
    roll_off: list[Annotated[int, Meta(ge=OUT, le=12)]]
    """Claws rolled for the first turn; -1 is still to roll, -2 is out of it."""
    dice: str
    rolling: Number
    """The number of dice in the air; at the start of a roll, 0 stands for all of the turn's."""
    rolls_used: Number
    changing: bool
    probing: Number
    fewer_dice: Number
    three_ones: bool
    claws: Number
    harmed: bool
    hearts: HeartShot
    blow: BlowShot
    purchase: PurchaseShot


def take(state: KingOfTokyo) -> Snapshot:
    return Snapshot(
        **same(state, OF_TABLE),
        phase=PHASES[state.phase],
        active=state.active + 1,
        regular=state.regular + 1,
        asked=state.asked + 1,
        winner=state.winner + 1,
        seats={monster.seat + 1: _seat_shot(state, monster) for monster in state.monsters},
        display=[_slug(state, kind) for kind in state.display],
        top=_slug(state, state.top),
        top_seen=[seat + 1 for seat in range(len(state.monsters)) if state.top_seen >> seat & 1],
        under=[_slug(state, kind) for kind in state.under],
        discards=[_slug(state, kind) for kind in sorted(state.discards)],
        roll_off=state.roll_off[:],
        dice=" ".join(names(state.dice)),
        probing=state.probing + 1,
        three_ones=state.phase not in ROLLING and count(state.dice, ONE) >= 3,
        hearts=HeartShot(
            left=state.hearts,
            own=state.own_hearts,
            shrink=state.shrink_cures,
            poison=state.poison_cures,
            gifts=[monster.gift for monster in state.monsters],
        ),
        blow=BlowShot(
            cause=CAUSES[state.cause],
            dealer=state.dealer + 1,
            danger=[monster.danger for monster in state.monsters],
            lost=[monster.lost for monster in state.monsters],
            attacked=[monster.seat + 1 for monster in state.monsters if monster.attacked],
            answered=[monster.seat + 1 for monster in state.monsters if monster.answered],
            hidden=state.hidden,
            hiding_dice=" ".join(names(state.hiding_dice)),
            yielders=[seat + 1 for seat in state.yielders],
            bay_yielded=state.bay_yielded,
        ),
        purchase=PurchaseShot(
            buyer=state.buyer + 1,
            card=_slug(state, state.bought),
            source=SOURCES[state.source],
            revealed=[slot + 1 for slot in range(s.DISPLAY) if state.revealed >> slot & 1],
            aiming=state.aiming + 1,
        ),
    )


def _seat_shot(state: KingOfTokyo, monster: Monster) -> SeatShot:
    return SeatShot(
        **same(monster, OF_MONSTER),
        place=PLACES[monster.place],
        cards=[held_text(state, held) for held in monster.hand],
    )


def _slug(state: KingOfTokyo, kind: int) -> str:
    return "" if kind == NOTHING else state.card(kind).slug


def restore(snapshot: Snapshot, numbers: Tables) -> KingOfTokyo:
    """Return the position that a snapshot describes."""
    players = len(snapshot.seats)
    if sorted(snapshot.seats) != list(range(1, players + 1)) or not 2 <= players <= 6:
        raise UserError("`seats` must be numbered 1, 2 and so on, for 2 to 6 players.")
    state = KingOfTokyo(numbers, players)
    put_back(state, snapshot, OF_TABLE)
    state.phase = _index(snapshot.phase, PHASES, "phase")
    state.active = snapshot.active - 1
    state.regular = snapshot.regular - 1
    state.asked = snapshot.asked - 1
    state.winner = snapshot.winner - 1
    state.display = [kind_of(numbers, slug) if slug else NOTHING for slug in snapshot.display]
    state.top = kind_of(numbers, snapshot.top) if snapshot.top else NOTHING
    state.top_seen = sum(1 << seat - 1 for seat in set(snapshot.top_seen))
    state.under = [kind_of(numbers, slug) for slug in snapshot.under]
    state.discards = [kind_of(numbers, slug) for slug in snapshot.discards]
    state.roll_off = snapshot.roll_off[:]
    state.dice = read_dice(snapshot.dice)
    state.probing = snapshot.probing - 1
    if snapshot.three_ones and count(state.dice, ONE) < 3:
        raise UserError("`three_ones` is true, but the `dice` do not show them.")
    state.hearts = snapshot.hearts.left
    state.own_hearts = snapshot.hearts.own
    state.shrink_cures = snapshot.hearts.shrink
    state.poison_cures = snapshot.hearts.poison
    state.cause = _index(snapshot.blow.cause, CAUSES, "blow.cause")
    state.dealer = snapshot.blow.dealer - 1
    state.hidden = snapshot.blow.hidden
    state.hiding_dice = read_dice(snapshot.blow.hiding_dice)
    state.yielders = [seat - 1 for seat in snapshot.blow.yielders]
    state.bay_yielded = snapshot.blow.bay_yielded
    state.buyer = snapshot.purchase.buyer - 1
    state.bought = kind_of(numbers, snapshot.purchase.card) if snapshot.purchase.card else NOTHING
    state.source = _index(snapshot.purchase.source, SOURCES, "purchase.source")
    state.revealed = sum(1 << slot - 1 for slot in set(snapshot.purchase.revealed))
    state.aiming = snapshot.purchase.aiming - 1
    for counts in (snapshot.hearts.gifts, snapshot.blow.danger, snapshot.blow.lost):
        if len(counts) != players:
            raise UserError("`gifts`, `danger` and `lost` have one number for each seat.")
    for monster in state.monsters:
        monster.gift = snapshot.hearts.gifts[monster.seat]
        monster.danger = snapshot.blow.danger[monster.seat]
        monster.lost = snapshot.blow.lost[monster.seat]
        monster.attacked = monster.seat + 1 in snapshot.blow.attacked
        monster.answered = monster.seat + 1 in snapshot.blow.answered
        _restore_monster(state, monster, snapshot.seats[monster.seat + 1])
    for monster in state.monsters:
        _restore_copies(state, monster, snapshot.seats[monster.seat + 1].cards)
    for monster in state.monsters:
        bigger = max((held.power.extra_health() for held in monster.hand), default=0)
        monster.max_health = numbers.health + bigger
    _restore_pile(state)
    if snapshot.phase == "roll" and not state.rolling and not state.dice:
        state.rolls_used = 1
        me = state.monsters[max(0, state.active)]
        state.rolling = max(0, me.dice(numbers) - state.fewer_dice)
    return state


def _index(word: str, words: list[str], where: str) -> int:
    if word not in words:
        raise UserError(f"`{where}` is `{word}`{nearest(word, words)}")
    return words.index(word)


def _restore_monster(state: KingOfTokyo, monster: Monster, shot: SeatShot) -> None:
    put_back(monster, shot, OF_MONSTER)
    monster.place = _index(shot.place, PLACES, "place")
    for text in shot.cards:
        slug, *more = text.split() or [""]
        held = Held(state.card(kind_of(state.tables, slug)))
        if more[-1:] == ["used"]:
            held.used = True
            more.pop()
        if more[-1:] and re.fullmatch(r"\d{1,2}", more[-1]):
            held.counters = int(more.pop())
        if more and (not held.card.copies_others() or more[0] != "of" or len(more) != 2):
            raise UserError(f"`{text}` is not a card in play; write `smoke-cloud 2` or `mimic of 2:wings`.")
        monster.hand.append(held)


def _restore_copies(state: KingOfTokyo, monster: Monster, cards: list[str]) -> None:
    for held, text in zip(monster.hand, cards, strict=True):
        found = re.fullmatch(r"[a-z0-9-]+ of (\d):([a-z0-9-]+)( \d+)?( used)?", text)
        if not found:
            continue
        seat = int(found[1]) - 1
        slot = NOTHING
        if 0 <= seat < len(state.monsters):
            slot = find_in_hand(state.monsters[seat], found[2])
        if slot == NOTHING:
            raise UserError(f"`{text}`: seat {found[1]} has no {found[2]}.")
        held.copied = state.monsters[seat].hand[slot]
        held.power = held.copied.card
        if not found[3]:
            held.counters = held.power.counters()


def _restore_pile(state: KingOfTokyo) -> None:
    """Put all cards that are nowhere else into the pile."""
    left = Counter(state.tables.deck)
    left.subtract(_cards_about(state))
    for kind, number in left.items():
        if number < 0:
            copies = state.card(kind).copies
            raise UserError(
                f"there are {copies} of `{state.card(kind).slug}` in the deck, not {copies - number}."
            )
    state.pile = sorted(left.elements())


def _cards_about(state: KingOfTokyo) -> list[int]:
    """Return all cards but the pile's."""
    cards = [*state.under, *state.discards]
    cards += [kind for kind in (*state.display, state.top, state.bought) if kind != NOTHING]
    return cards + [held.card.kind for monster in state.monsters for held in monster.hand]


def view(state: KingOfTokyo, seat: int) -> Snapshot:
    """Return the snapshot, without a top card that others have seen and this seat has not (KT-44)."""
    shot = take(state)
    if state.top != NOTHING and (seat < 0 or not state.top_seen >> seat & 1):
        shot.top = HIDDEN
    return shot


def problem(state: KingOfTokyo) -> str:
    """Return a sentence about what is impossible in a position, or ""."""
    for monster in state.monsters:
        wrong = _monster_problem(state, monster)
        if wrong:
            return f"seat {monster.seat + 1}: {wrong}"
    return _card_problem(state) or _tokyo_problem(state) or _phase_problem(state)


def _monster_problem(state: KingOfTokyo, monster: Monster) -> str:
    if not 0 <= monster.health <= monster.max_health:
        return f"{monster.health} hearts are more than the {monster.max_health} it may have."
    if not 0 <= monster.points <= state.tables.goal:
        return f"{monster.points} points are more than {state.tables.goal}."
    if min(monster.energy, monster.shrink, monster.poison, monster.danger, monster.gift) < 0:
        return "energy, tokens and hearts are never less than nothing."
    if not monster.alive and (monster.energy or monster.hand or monster.place or monster.extra_turns):
        return "a monster without hearts has no energy, no cards and no place in Tokyo."
    for held in monster.hand:
        if not held.card.stays():
            return f"{held.card.name} is a Discard card; nobody keeps it."
        full = held.power.counters()
        if not 0 <= held.counters <= full or (full and not held.counters):
            return f"{held.card.name} has {held.counters} counters."
        if held.copied is not None:
            owner, slot = state.whereabouts(held.copied)
            if held.copied.card.copies_others() or state.monsters[owner].hand[slot].card is not held.power:
                return "a Mimic cannot copy that."
        elif held.power is not held.card:
            return f"{held.card.name} has the power of a card it does not copy."
    return ""


def _card_problem(state: KingOfTokyo) -> str:
    if sorted(_cards_about(state) + state.pile) != sorted(state.tables.deck):
        return "the cards are not those of the deck."
    if (state.top == NOTHING) != (state.top_seen == 0):
        return "a top card is known if someone has seen it, and only then."
    if state.top_seen >> len(state.monsters):
        return "`top_seen` names a seat that is not at the table."
    if state.bought != NOTHING and (state.card(state.bought).stays() or state.buyer == NOTHING):
        return "only a Discard card that somebody buys is in between."
    return ""


def _tokyo_problem(state: KingOfTokyo) -> str:
    places = [monster.place for monster in state.monsters if monster.place != OUTSIDE]
    if len(set(places)) < len(places):
        return "two monsters cannot have the same place in Tokyo."
    if BAY in places and state.living() < 5:
        return "Tokyo Bay is closed with fewer than five monsters."
    return ""


def _phase_problem(state: KingOfTokyo) -> str:
    seats = range(len(state.monsters))
    if state.active not in seats or state.asked not in seats or state.regular not in seats:
        return "`active`, `asked` and `regular` must be seats at the table."
    if state.phase == s.FINISHED:
        if state.winner == NOTHING:
            return "" if state.living() == 0 else "nobody wins only when no monster is left."
        return "" if state.monsters[state.winner].alive else "the winner must be alive."
    if state.winner != NOTHING:
        return "there is a winner, but the game is not finished."
    if state.living() < 2:
        return "with fewer than two monsters alive the game is finished."
    if len(state.roll_off) != len(state.monsters) or min(state.roll_off) < OUT:
        return "`roll_off` has one number for each seat."
    if (state.turn == 0) != (state.phase in (s.ROLL_OFF, s.REVEAL) and state.turn == 0):
        return "before the first turn only cards are revealed and the first player is found."
    return _dice_problem(state) or _question_problem(state)


def _dice_problem(state: KingOfTokyo) -> str:
    in_the_air = state.phase in (s.ROLL_OFF, s.ROLL, s.PROBE_ROLL, s.HIDE_ROLL)
    if (state.rolling > 0) != in_the_air:
        return f"in the phase `{PHASES[state.phase]}` {'some' if in_the_air else 'no'} dice are rolling."
    if state.phase == s.PROBE_ROLL and not 0 <= state.probing < len(state.monsters[state.asked].hand):
        return "`probing` is the card in the asked monster's hand that rolls a die."
    if state.hiding_dice and state.phase not in (s.HIDE_ROLL, s.HIDE_THREES):
        return "dice to hide behind lie only where a monster hides."
    if state.phase == s.REROLL and not size(state.dice):
        return "there are no dice to roll again."
    return ""


def _question_problem(state: KingOfTokyo) -> str:
    blow = state.phase in (s.HIDE_ROLL, s.JETS, s.HIDE_THREES, s.REACT, s.YIELD)
    if (state.cause != s.NO_CAUSE) != blow:
        return f"in the phase `{PHASES[state.phase]}` hearts are {'being' if blow else 'not'} lost."
    if not blow and any(monster.danger or monster.attacked or monster.lost for monster in state.monsters):
        return "a monster is in danger, but nothing threatens it."
    if state.hearts and state.phase != s.HEARTS:
        return "hearts are used before anything else is done."
    if state.phase in (s.REVEAL, s.PEEK) and not state.pile:
        return "there is no card left to draw."
    if state.phase == s.LAB and state.top == NOTHING:
        return "there is no top card to look at."
    aims = state.phase in (s.MIMIC_MOVE, s.MIMIC_TARGET)
    hand = state.monsters[state.asked].hand
    if aims != (state.aiming != NOTHING) or (aims and not 0 <= state.aiming < len(hand)):
        return "`aiming` is the Mimic in the asked monster's hand that is to copy a card."
    if aims and not hand[state.aiming].card.copies_others():
        return "`aiming` must be a Mimic."
    if state.phase >= s.MIMIC_MOVE:
        if not state.monsters[state.asked].alive:
            return "a monster that is out of the game is asked."
        if len(state.legal_actions(state.asked)) < 2:
            return "the question has only one answer."
    return ""
