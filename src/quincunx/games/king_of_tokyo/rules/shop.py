"""Buying power cards: the open cards, the pile, and purchases out of turn (KT-19)."""

from typing import Final

from mypy_extensions import i64

from quincunx.core.event import NOBODY
from quincunx.games.king_of_tokyo import state as s
from quincunx.games.king_of_tokyo.card import Card
from quincunx.games.king_of_tokyo.rules import battle, hands, turn
from quincunx.games.king_of_tokyo.state import Held, Monster, Position

ALL_OPEN: Final = (1 << s.DISPLAY) - 1
"""The bits of all open cards."""

# The buy step.


def offer_buy(state: Position) -> None:
    state.phase = s.BUY
    state.asked = state.active
    me = state.monsters[state.active]
    if may_sweep(state, me) or affordable(state, me, ALL_OPEN):
        return
    if me.hand and (may_peek(state, me) or affordable_from_others(state, me)):
        return
    turn.end_turn(state)


def affordable(state: Position, me: Monster, slots: i64) -> i64:
    """Return the bits of the cards in `slots` that the monster can pay."""
    found: i64 = 0
    money = me.energy + me.discount()
    for slot in range(s.DISPLAY):
        kind: i64 = state.display[slot]
        if kind != s.NOTHING and slots >> slot & 1 and state.tables.costs[kind] <= money:
            found |= 1 << slot
    return found


def affordable_from_others(state: Position, me: Monster) -> list[tuple[int, int]]:
    """Return the Keep cards of living opponents that the monster may buy and can pay (KT-43)."""
    found: list[tuple[int, int]] = []
    if me.buying_card() is not None:
        for other in state.others(me):
            for slot, held in enumerate(other.hand):
                if me.price(held.card) <= me.energy:
                    found.append((other.seat, slot))
    return found


def may_sweep(state: Position, me: Monster) -> bool:
    return me.energy >= state.tables.sweep and _cards_about(state)


def may_peek(state: Position, me: Monster) -> bool:
    return me.peeking_card() is not None and _cards_left(state)


def _cards_left(state: Position) -> bool:
    """Whether a card can be drawn, if need be from the discards."""
    return state.top != s.NOTHING or bool(state.pile or state.under or state.discards)


def _cards_about(state: Position) -> bool:
    for kind in state.display:
        if kind != s.NOTHING:
            return True
    return _cards_left(state)


def buy(state: Position, me: Monster, slot: int) -> None:
    kind = state.display[slot]
    state.own_cards()
    state.display[slot] = s.NOTHING
    pay(state, me, state.card(kind), NOBODY)
    purchase(state, me, kind, s.FROM_DISPLAY, None)


def buy_top(state: Position) -> None:
    """Buy the card just seen; nothing is refilled (KT-44)."""
    me = state.monsters[state.active]
    kind = state.top
    state.top = s.NOTHING
    state.top_seen = 0
    pay(state, me, state.card(kind), NOBODY)
    purchase(state, me, kind, s.FROM_PILE, None)


def buy_from(state: Position, seat: int, slot: int) -> None:
    me = state.monsters[state.active]
    card = me.buying_card()
    if card is not None:
        owner = state.monsters[seat]
        card.buys_from(state, me, owner, owner.hand[slot])


def pay(state: Position, me: Monster, card: Card, seller: i64) -> i64:
    """Pay for a card. Return its price."""
    price = me.price(card)
    me.energy -= price
    if state.log is not None:
        causes = [held.power.slug for held in me.hand if held.power.discount()]
        state.log_event("buys", me.seat, {"energy": price, "left": me.energy}, [card.slug], causes, seller)
    return price


def purchase(state: Position, me: Monster, kind: int, source: int, held: Held | None) -> None:
    """Put a card that is paid for to work; `held` is the copy that another monster had."""
    state.buyer = me.seat
    state.source = source
    for owned in me.hand:
        owned.power.card_bought(state, me)
    card = state.card(kind)
    if card.stays():
        bought = held or Held(card)
        hands.gain_card(state, me, bought)
        if not card.asks(state, me, bought):
            purchase_done(state)
        return
    state.bought = kind
    card.played(state, me)
    if _anyone_in_danger(state):
        battle.strike(state, s.CARD, me.seat)
    else:
        purchase_done(state)


def _anyone_in_danger(state: Position) -> bool:
    for monster in state.monsters:
        if monster.danger:
            return True
    return False


def purchase_done(state: Position) -> None:
    """Discard the card if it is a Discard card, check for a winner, and refill."""
    if state.bought != s.NOTHING:
        state.own_cards()
        state.discards.append(state.bought)
        state.bought = s.NOTHING
    state.buyer = s.NOTHING
    state.aiming = s.NOTHING
    source = state.source
    state.source = s.FROM_DISPLAY
    if turn.wins_by_points(state):
        return
    if source == s.FROM_DISPLAY:
        refill(state)
    elif state.monsters[state.active].health > 0:
        offer_buy(state)
    else:
        turn.turn_lost(state)


def sweep(state: Position) -> None:
    me = state.monsters[state.active]
    me.energy -= state.tables.sweep
    if state.log is not None:
        swept = [state.card(kind).slug for kind in state.display if kind != s.NOTHING]
        state.log_event("sweeps", me.seat, {"energy": state.tables.sweep, "left": me.energy}, swept)
    state.own_cards()
    for slot, kind in enumerate(state.display):
        if kind != s.NOTHING:
            state.discards.append(kind)
        state.display[slot] = s.NOTHING
    refill(state)


# The pile.


def refill(state: Position) -> None:
    """Fill the empty places, one card at a time; a card that is known needs no chance (KT-2)."""
    while state.empty_place() != s.NOTHING:
        _restock(state)
        if state.top != s.NOTHING:
            kind = state.top
            state.top = s.NOTHING
            state.top_seen = 0
            _put_out(state, kind)
        elif state.pile:
            state.phase = s.REVEAL
            return
        elif state.under:
            state.own_cards()
            _put_out(state, state.under.pop(0))
        else:
            break
    _refilled(state)


def _restock(state: Position) -> None:
    """Turn the discards into the pile when it is empty (KT-2)."""
    if state.top == s.NOTHING and not state.pile and not state.under and state.discards:
        state.pile = sorted(state.discards)
        state.discards = []
        if state.log is not None:
            state.log_event("reshuffled", amounts={"cards": len(state.pile)})


def reveal(state: Position, kind: int) -> None:
    """Put out the card that chance drew."""
    _take_from_pile(state, kind)
    _put_out(state, kind)
    refill(state)


def _take_from_pile(state: Position, kind: int) -> None:
    """Remove a card from the pile, which is sorted, by binary search."""
    state.own_cards()
    pile = state.pile
    low: i64 = 0
    high: i64 = len(pile) - 1
    while low < high:
        middle = low + high >> 1
        if pile[middle] < kind:
            low = middle + 1
        else:
            high = middle
    pile.pop(low)


def _put_out(state: Position, kind: int) -> None:
    """Put a card in the first empty place; a twin of an open card goes under the pile instead (KT-2)."""
    state.own_cards()
    if state.is_open(kind) and _something_new_left(state):
        state.under.append(kind)
        if state.log is not None:
            state.log_event("goes-under", pieces=[state.card(kind).slug])
        return
    slot = state.empty_place()
    state.display[slot] = kind
    state.revealed |= 1 << slot
    if state.log is not None:
        state.log_event("revealed", pieces=[state.card(kind).slug])


def _something_new_left(state: Position) -> bool:
    for cards in (state.pile, state.under):
        for kind in cards:
            if not state.is_open(kind):
                return True
    return False


def _refilled(state: Position) -> None:
    if state.turn == 0:
        state.revealed = 0
        turn.offer_roll_off(state)
    elif state.monsters[state.active].health > 0:
        offer_reveals(state, 1)
    else:
        state.revealed = 0
        turn.turn_lost(state)


# Opportunists.


def offer_reveals(state: Position, step: i64) -> None:
    """Let others buy what was revealed, clockwise from the active monster's left (KT-42)."""
    players: i64 = state.players
    while step < players:
        monster = state.monsters[(state.active + step) % players]
        if monster.health > 0 and monster.buys_on_reveal() and affordable(state, monster, state.revealed):
            state.phase = s.OPPORTUNIST
            state.asked = monster.seat
            return
        step += 1
    state.revealed = 0
    offer_buy(state)


def pass_reveals(state: Position) -> None:
    offer_reveals(state, (state.asked - state.active) % state.players + 1)


def offer_reveals_again(state: Position) -> None:
    """Ask the same monster once more, if it can still pay."""
    offer_reveals(state, (state.asked - state.active) % state.players)


# Looking at the top card.


def peek(state: Position) -> None:
    me = state.monsters[state.active]
    held = me.peeking_card()
    if held is not None:
        held.power.peeked(state, me, held)


def look_at_top(state: Position) -> None:
    """Look at the top card; chance says which it is, unless it is known (KT-44)."""
    _restock(state)
    if state.top == s.NOTHING:
        if state.pile:
            state.phase = s.PEEK
            return
        # Cards under the pile went there for all to see.
        state.own_cards()
        state.top = state.under.pop(0)
        state.top_seen = (1 << state.players) - 1
    _look(state)


def top_drawn(state: Position, kind: int) -> None:
    """Take the card that chance drew as the top card."""
    _take_from_pile(state, kind)
    state.top = kind
    _look(state)


def _look(state: Position) -> None:
    if state.log is not None:
        state.log_event("looks", state.active)
        state.log_event("top-card", state.active, pieces=[state.card(state.top).slug], to=state.active)
    state.top_seen |= 1 << state.active
    offer_top(state)


def offer_top(state: Position) -> None:
    """Ask whether to buy the card just seen or put it back."""
    me = state.monsters[state.active]
    state.phase = s.LAB
    state.asked = state.active
    if me.price(state.card(state.top)) > me.energy:
        put_back(state)


def put_back(state: Position) -> None:
    if state.log is not None:
        state.log_event("puts-back", state.active)
    offer_buy(state)
