"""A turn from its start to the next one's: who begins, Tokyo, the turn's end, and who has won."""

from typing import Final

from mypy_extensions import i64

from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.dice import CLAW, count
from quincunx.games.king_of_tokyo.rules import battle, gains, hands, shop
from quincunx.games.king_of_tokyo.rules import dice as rules_dice
from quincunx.games.king_of_tokyo.state import Monster, Position

OUT: Final = -2
"""The mark of a seat that no longer rolls in the roll-off."""

# Set-up.


def offer_roll_off(state: Position) -> None:
    """Roll for the first turn: most claws begin; only those who tie roll again (KT-3)."""
    state.phase = s.ROLL_OFF
    state.asked = 0
    state.rolling = state.tables.dice


def rolled_off(state: Position, rolled: int) -> None:
    claws = count(rolled, CLAW)
    # Clones share the old list, so this one is new.
    state.roll_off = state.roll_off[:]
    state.roll_off[state.asked] = claws
    if state.log is not None:
        state.log_event("rolls-off", state.asked, {"claws": claws})
    if s.NOTHING not in state.roll_off:
        most = max(state.roll_off)
        if state.roll_off.count(most) == 1:
            first = state.roll_off.index(most)
            state.roll_off = [s.NOTHING] * state.players
            state.regular = first
            _start(state, first)
            return
        state.roll_off = [s.NOTHING if claws == most else OUT for claws in state.roll_off]
        if state.log is not None:
            state.log_event(
                "roll-off-tied", amounts={"claws": most, "monsters": state.roll_off.count(s.NOTHING)}
            )
    state.asked = state.roll_off.index(s.NOTHING)


# The turn starts.


def _start(state: Position, seat: i64) -> None:
    state.turn += 1
    state.active = seat
    state.asked = seat
    state.dice = 0
    state.claws = 0
    state.harmed = False
    for monster in state.monsters:
        monster.shielded = False
        for held in monster.hand:
            held.used = False
    me = state.monsters[seat]
    if state.log is not None:
        state.log_event("turn-starts", seat, {"turn": state.turn})
    for held in me.hand:
        held.power.turn_starts(state, me, held)
    hands.discard_spent(state, me)
    if me.in_tokyo:
        gains.tokyo_points(state, me, state.tables.hold, "tokyo-held")
        for held in me.hand:
            held.power.starts_in_tokyo(state, me)
        if wins_by_points(state):
            return
    offer_mimic_move(state, 0)


def offer_mimic_move(state: Position, slot: i64) -> None:
    """Ask whether a Mimic is to copy another card before the dice are rolled (KT-66)."""
    me = state.monsters[state.active]
    while slot < len(me.hand):
        held = me.hand[slot]
        if held.card.may_move(me) and held.card.targets(state, held):
            state.phase = s.MIMIC_MOVE
            state.aiming = slot
            return
        slot += 1
    state.aiming = s.NOTHING
    rules_dice.first_roll(state, me)


def copy(state: Position, me: Monster, seat: int, slot: int) -> None:
    """Copy the card chosen: for a price at the start of a turn, for nothing if the Mimic was just bought."""
    mimic = me.hand[state.aiming]
    copied = state.monsters[seat].hand[slot]
    if state.phase == s.MIMIC_MOVE:
        mimic.card.moves(state, me, mimic, copied)
        offer_mimic_move(state, state.aiming + 1)
    else:
        hands.copy(state, me, mimic, copied)
        shop.purchase_done(state)


# Tokyo.


def attack_over(state: Position) -> None:
    """Enter Tokyo if the monster is outside and there is room (KT-4, KT-6)."""
    me = state.monsters[state.active]
    if me.health == 0:
        turn_lost(state)
        return
    if not me.in_tokyo:
        if state.occupant(s.CITY) is None:
            enter(state, me, s.CITY)
        elif _bay_is_open(state):
            enter(state, me, s.BAY)
    state.bay_yielded = False
    if not wins_by_points(state):
        shop.offer_buy(state)


def _bay_is_open(state: Position) -> bool:
    living = state.living()
    wanted = living >= state.tables.bay_from or state.bay_yielded
    return living >= 5 and wanted and state.occupant(s.BAY) is None


def enter(state: Position, me: Monster, place: i64) -> None:
    me.place = place
    if state.log is not None:
        state.log_event("enters", me.seat, {"city": int(place == s.CITY)})
    gains.tokyo_points(state, me, state.tables.enter, "tokyo-entered")


# The turn ends (KT-61).


def end_turn(state: Position) -> None:
    me = state.monsters[state.active]
    if me.selling_card() is not None:
        state.phase = s.METAMORPH
        state.asked = state.active
    else:
        end_effects(state, me)


def sell(state: Position, me: Monster, slot: int) -> None:
    _seller(state, me).sold(state, me, me.hand[slot])
    if not me.hand:
        end_effects(state, me)


def _seller(state: Position, me: Monster) -> Card:
    """Return the card that lets the monster sell: in its hand, or sold just before, itself or the Mimic of
    it."""
    card = me.selling_card()
    if card is not None:
        return card
    for sold in state.tables.selling:
        if sold.kind in state.discards:
            return sold
    for other in state.monsters:
        card = other.selling_card()
        if card is not None:
            return card
    return state.tables.selling[0]


def end_effects(state: Position, me: Monster) -> None:
    if me.hand:
        for card in state.tables.end_order:
            copies = 0
            for held in me.hand:
                if held.power is card:
                    copies += 1
            if copies:
                card.turn_ends(state, me, copies)
    hearts: i64 = 0
    if me.shrink or me.poison:
        for card in state.tables.token_cards:
            hearts += card.token_hearts(me)
    if hearts:
        battle.threaten(me, hearts)
        battle.strike(state, s.POISON, s.NOTHING)
    else:
        turn_done(state)


def turn_done(state: Position) -> None:
    me = state.monsters[state.active]
    if wins_by_points(state, True):
        return
    if me.health > 0 and me.freezing_card(state.dice) is not None:
        state.phase = s.FREEZE
        state.asked = state.active
    else:
        next_turn(state)


def turn_lost(state: Position) -> None:
    """End the turn of an active monster that is out (KT-20)."""
    state.bay_yielded = False
    if not wins_by_points(state, True):
        next_turn(state)


def play_again(state: Position, me: Monster) -> None:
    """Start another turn of the same monster at once (KT-38)."""
    card = me.freezing_card(state.dice)
    if card is not None:
        card.plays_again(state, me)
    _start(state, me.seat)


def next_turn(state: Position) -> None:
    """Start the next turn: one's own extra turns, then those of others, then clockwise (KT-39)."""
    state.fewer_dice = 0
    players: i64 = state.players
    for step in range(players):
        monster = state.monsters[(state.active + step) % players]
        if monster.extra_turns:
            monster.extra_turns -= 1
            if state.log is not None:
                state.log_event("extra-turn", monster.seat)
            _start(state, monster.seat)
            return
    state.regular = state.next_living(state.regular)
    _start(state, state.regular)


# Winning by points.


def wins_by_points(state: Position, end_of_turn: bool = False) -> bool:
    """Whether somebody has won by points: tested after each group of changes, the active monster first, then
    clockwise (KT-10, KT-11)."""
    if state.tables.wins_at_end_of_turn and not end_of_turn:
        return False
    goal = state.tables.goal
    first: Monster | None = None
    for monster in state.monsters:
        if monster.points >= goal and monster.health > 0 and _before(state, monster, first):
            first = monster
    if first is None:
        return False
    state.winner = first.seat
    state.phase = s.FINISHED
    if state.log is not None:
        state.log_event("wins-by-points", first.seat, {"points": first.points})
    return True


def _before(state: Position, monster: Monster, other: Monster | None) -> bool:
    """Whether the monster comes before the other, clockwise from the active one."""
    players: i64 = state.players
    return other is None or (monster.seat - state.active) % players < (other.seat - state.active) % players
