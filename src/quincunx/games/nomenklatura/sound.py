"""What is impossible about a position: nothing on the table comes from nowhere or is lost."""

from quincunx.games.nomenklatura.board import (
    CARD,
    ENDED,
    EXECUTION,
    FIRST_ORDER,
    FLIP,
    MERGER_BID,
    NO_CARD,
    NOBODY,
    TURN_BID,
)
from quincunx.games.nomenklatura.rules import Nomenklatura


def problem(state: Nomenklatura) -> str:
    """A sentence; empty if the position is sound."""
    if sorted(state.order) != list(range(state.players)):
        return f"the turn order must name each of the {state.players} players once."
    return (
        _markers(state)
        or _rubles(state)
        or _cards(state)
        or _turn(state)
        or _bid(state)
        or _merger(state)
        or _question(state)
    )


def _markers(state: Nomenklatura) -> str:
    players = state.players
    for seat in range(players):
        kept = [state.supply[seat], state.aside[seat], state.hand[seat]]
        counts = [*kept, *state.influence[seat::players], *state.laid[seat::players]]
        if min(counts) < 0:
            return f"player {seat + 1} has less than no markers somewhere."
        if sum(counts) != state.setup.markers:
            return f"player {seat + 1} has {sum(counts)} markers in all, not {state.setup.markers}."
    return ""


def _rubles(state: Nomenklatura) -> str:
    if min(state.rubles) < 0 or min(state.coins) < 0:
        return "nobody can have less than $0."
    if sum(state.rubles) + sum(state.coins) != state.paid_out:
        return (
            f"${sum(state.rubles) + sum(state.coins)} are in play, but the bank paid out ${state.paid_out}."
        )
    for seat in range(state.players):
        if not 0 <= state.seen[seat] <= state.rubles[seat]:
            return f"player {seat + 1} cannot have been seen with ${state.seen[seat]}."
    return ""


def _cards(state: Nomenklatura) -> str:
    ids = state.setup.card_ids
    cards = [*state.agenda, *state.deck, *state.top, *state.discard]
    if state.card not in (NO_CARD, state.setup.consolidation):
        cards.append(state.card)
    for card, name in enumerate(ids):
        there = cards.count(card)
        if there != (card != state.setup.consolidation):
            return f"`{name}` is {there} times among agenda, deck, discards and the card in play."
    archive = ids.index("archive")
    if (state.looker != NOBODY) and archive != state.card and archive not in state.discard:
        return "nobody has looked at the deck: `archive` has not been played."
    if state.top and state.looker == NOBODY:
        return "`top` are the cards that somebody looked at; `looker` must say who."
    return ""


def _turn(state: Nomenklatura) -> str:
    if (state.card != NO_CARD) != (state.phase == CARD):
        return "`play.card` is the card being carried out in the phase `card`."
    if not 0 <= state.turn <= state.players:
        return f"`turn` must be from 1 to {state.players}."
    if state.phase in (FIRST_ORDER, FLIP, TURN_BID) and (state.turn or state.merger):
        return "before the execution phase nobody has taken a card."
    if state.phase in (EXECUTION, CARD) and state.turn == state.players:
        return "everybody has taken a card already."
    if state.phase == FIRST_ORDER:
        return "there is no agenda before the first turn order." if state.agenda else ""
    if state.phase == FLIP:
        return "" if state.deck and len(state.agenda) < state.players else "no card is to be flipped."
    taken = state.turn + (state.phase == CARD)
    left = state.players + state.merger - taken
    if state.phase in (TURN_BID, EXECUTION, CARD, MERGER_BID) and len(state.agenda) != left:
        return f"the agenda should have {left} cards beside the Consolidation Card, not {len(state.agenda)}."
    return ""


def _bid(state: Nomenklatura) -> str:
    for total, paid in zip(state.bids, state.paid, strict=True):
        if not 0 <= paid <= total:
            return f"${paid} cannot have been paid of a bid of {total}."
    if state.phase not in (TURN_BID, MERGER_BID):
        asking = state.bidder != NOBODY or state.last_space >= 0 or state.passed or state.pending
        if asking or any(state.coins) or any(state.laid):
            return "there is something of a bid, but no bid is on."
        return ""
    made = [total for total in state.bids if total]
    if len(set(made)) < len(made):
        return "no two bids can be equal."
    if sum(state.paid) != sum(state.coins) or sum(made) != sum(state.coins) + sum(state.laid):
        return f"bids of {sum(made)} in all do not agree with what lies on the track."
    if (state.last_space >= 0) != bool(made) or state.last_space >= state.players:
        return "`last_space` is where the last ruble of a bid was placed."
    asked = state.bidder
    if not 0 <= asked < state.players or state.passed >> asked & 1 or asked == state.highest:
        return "the player asked must be one who can still raise the bid."
    if state.most_bid(asked) <= max(state.highest_bid(), state.pending - 1):
        return f"player {asked + 1} cannot pay that bid."
    for seat in range(state.players):
        outside = not state.sharers >> seat & 1
        if outside and (state.bids[seat] or state.coins[seat]):
            return f"player {seat + 1} takes no part in this bid."
    if state.pending and state.fewest_markers(asked, state.pending) >= state.most_markers(
        asked, state.pending
    ):
        return f"player {asked + 1} has no choice how to pay."
    return ""


def _merger(state: Nomenklatura) -> str:
    if state.phase != MERGER_BID:
        if any(state.hand) or any(state.from_aside):
            return "markers are picked up only for a consolidation."
        return ""
    if not state.merger or state.turn != state.players or state.sharers.bit_count() < 2:
        return "a consolidation follows when the card was taken, all have played and two take part."
    for seat in range(state.players):
        if state.here(seat, state.marker) > 1 or (state.sharers >> seat & 1 and state.aside[seat]):
            return f"player {seat + 1} must pick up all markers but one for the consolidation."
    return ""


def _question(state: Nomenklatura) -> str:
    """A card in play waits for an answer or a draw."""
    if state.phase != CARD:
        return "" if state.phase != ENDED or state.turn == state.players else "the game ends after scoring."
    card = state.setup.cards[state.card]
    if card.ends(state) or (card.asks(state) >= 0 and not card.choices(state)):
        return f"`{state.setup.card_ids[state.card]}` asks nothing at step {state.part}."
    return ""
