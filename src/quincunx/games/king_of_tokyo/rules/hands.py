"""Cards in play: how they come before a monster, are copied, and leave."""

from quincunx.games.king_of_tokyo.state import Held, Monster, Position


def gain_card(state: Position, me: Monster, held: Held) -> None:
    """Put a card in front of a monster as one just bought: fresh counters, entry effect."""
    held.power = held.card
    held.copied = None
    held.counters = held.card.counters()
    held.used = False
    me.hand.append(held)
    _enters(state, me, held)


def copy(state: Position, me: Monster, mimic: Held, copied: Held) -> None:
    """Put the Mimic token on a card: it works as if just bought, but nothing is bought (KT-64)."""
    mimic.copied = copied
    mimic.power = copied.card
    mimic.counters = copied.card.counters()
    mimic.used = False
    if state.log is not None:
        owner, _ = state.whereabouts(copied)
        state.log_event("copies", me.seat, None, [mimic.card.slug, copied.card.slug], by=owner)
    _enters(state, me, mimic)


def _enters(state: Position, me: Monster, held: Held) -> None:
    fit_health(state, me)
    if state.log is not None and held.counters:
        state.log_event("counters-put", me.seat, {"counters": held.counters}, [held.power.slug])
    held.power.enters(state, me)


def discard(state: Position, me: Monster, held: Held) -> None:
    """Take a card out of play."""
    if state.log is not None:
        state.log_event("discards", me.seat, None, [held.card.slug])
    me.hand.remove(held)
    state.own_cards()
    state.discards.append(held.card.kind)
    _take_tokens_off(state, held)
    fit_health(state, me)


def discard_spent(state: Position, me: Monster) -> None:
    """Discard cards whose last counter is gone, a Mimic like the card it copies (KT-65)."""
    if not me.hand:
        return
    for held in [held for held in me.hand if held.counters == 0 and held.power.counters()]:
        discard(state, me, held)


def discard_hand(state: Position, me: Monster) -> None:
    if state.log is not None and me.hand:
        state.log_event("discards", me.seat, None, [held.card.slug for held in me.hand])
    state.own_cards()
    while me.hand:
        held = me.hand.pop()
        state.discards.append(held.card.kind)
        _take_tokens_off(state, held)
    fit_health(state, me)


def hand_over(state: Position, owner: Monster, held: Held) -> None:
    """Take a card from its owner for a buyer; Mimic tokens stay on it (KT-66)."""
    owner.hand.remove(held)
    fit_health(state, owner)


def _take_tokens_off(state: Position, gone: Held) -> None:
    """Make a Mimic idle when its card leaves play, until it moves (KT-66)."""
    for monster in state.monsters:
        for held in monster.hand:
            if held.copied is gone:
                held.copied = None
                held.power = held.card
                held.counters = 0
                if state.log is not None:
                    state.log_event("stands-idle", monster.seat, None, [held.card.slug], [gone.card.slug])
                fit_health(state, monster)


def fit_health(state: Position, me: Monster) -> None:
    """Set the maximum of hearts; copies do not add up (KT-53)."""
    most = 0
    for held in me.hand:
        most = max(most, held.power.extra_health())
    most += state.tables.health
    if most == me.max_health:
        return
    me.max_health = most
    cut = max(0, me.health - most)
    me.health -= cut
    if state.log is not None and me.health:
        state.log_event("most-hearts", me.seat, {"most": most, "cut": cut})
