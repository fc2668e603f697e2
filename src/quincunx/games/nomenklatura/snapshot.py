"""A position as a dict and back, the view of each seat, and checks that a position is possible."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from quincunx.core.convert import put_back
from quincunx.core.errors import UserError, nearest
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import Setup

PHASES = {
    s.FIRST_ORDER: "first-order",
    s.FLIP: "flip",
    s.TURN_BID: "turn-bid",
    s.EXECUTION: "execution",
    s.CARD: "card",
    s.MERGER_BID: "consolidation-bid",
    s.ENDED: "ended",
}
Amount = Annotated[int, Meta(ge=0)]


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A player's possessions. `seen`: the rubles everybody saw going behind the screen since the last
    scoring."""

    rubles: Amount
    seen: Amount
    supply: Amount
    aside: Amount
    hand: Amount
    from_aside: Amount
    """The markers picked up for a consolidation that had been set aside before."""


class Space(msgspec.Struct, forbid_unknown_fields=True):
    """A space of the bidding track: its rubles, and its markers by their owners."""

    rubles: Amount
    markers: dict[str, Amount]


class BidPart(msgspec.Struct, forbid_unknown_fields=True):
    """A bid, or the last one. Seats count from 1; 0 is nobody. `rubles` are those paid of the totals;
    `paying` is a total whose markers are not named yet."""

    asked: Amount
    totals: dict[str, Amount]
    rubles: dict[str, Amount]
    passed: list[int]
    last_space: Amount
    paying: Amount


class PlayPart(msgspec.Struct, forbid_unknown_fields=True):
    """The card being carried out: how many of its steps are done, and the region chosen for it."""

    card: str
    step: Amount
    region: str


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A whole position. All cards not named are in the deck; only `looker` knows `top`."""

    round: Amount
    phase: str
    order: list[int]
    turn: Annotated[int, Meta(ge=1)]
    seats: dict[str, Seat]
    influence: dict[str, dict[str, Amount]]
    marker: str
    merger: bool
    agenda: list[str]
    discard: list[str]
    top: list[str]
    looker: Amount
    bid: BidPart
    track: dict[str, Space]
    play: PlayPart


def take(state: Nomenklatura) -> Snapshot:
    setup, players, seats = state.setup, state.players, range(state.players)
    names = [str(seat + 1) for seat in seats]
    cards = setup.card_ids
    regions = [*setup.region_ids, ""]
    return Snapshot(
        round=state.round,
        phase=PHASES[state.phase],
        order=[seat + 1 for seat in state.order],
        turn=state.turn + 1,
        seats={
            name: msgspec.convert(player, Seat, from_attributes=True)
            for name, player in zip(names, state.seats, strict=True)
        },
        influence={
            region: _by_name(names, state.influence, first * players)
            for first, region in enumerate(setup.region_ids)
        },
        marker=setup.region_ids[state.marker],
        merger=state.merger,
        agenda=[cards[card] for card in state.agenda],
        discard=[cards[card] for card in state.discard],
        top=[cards[card] for card in state.top],
        looker=state.looker + 1,
        bid=BidPart(
            asked=state.bidder + 1,
            totals={name: player.bid for name, player in zip(names, state.seats, strict=True)},
            rubles={name: player.paid for name, player in zip(names, state.seats, strict=True)},
            passed=[seat + 1 for seat in seats if state.passed >> seat & 1 and state.may_bid(seat)],
            last_space=state.last_space + 1,
            paying=state.pending,
        ),
        track={
            names[space]: Space(state.seats[space].coins, _by_name(names, state.laid, space * players))
            for space in seats
        },
        play=PlayPart(
            card="" if state.card == s.NO_CARD else cards[state.card],
            step=state.part,
            region=regions[state.chosen],
        ),
    )


def _by_name(names: list[str], counts: list[int], first: int) -> dict[str, int]:
    """Return each player's count in a region or on a space."""
    return dict(zip(names, counts[first : first + len(names)], strict=True))


def restore(snapshot: Snapshot, numbers: Setup, counts: range) -> Nomenklatura:
    """Return the position that a snapshot describes. The order of its keys does not matter."""
    _check_names(snapshot, numbers, counts)
    regions, cards = numbers.region_ids, numbers.card_ids
    players = len(snapshot.seats)
    state = Nomenklatura(numbers, players)
    state.round = snapshot.round
    state.phase = next(phase for phase, name in PHASES.items() if name == snapshot.phase)
    state.order = [seat - 1 for seat in snapshot.order]
    state.turn = snapshot.turn - 1
    for name, has in snapshot.seats.items():
        player = state.seats[int(name) - 1]
        put_back(player, has, Seat.__struct_fields__)
        player.seen = min(has.seen, has.rubles)
    for region, held in snapshot.influence.items():
        first = regions.index(region) * players
        for name, count in held.items():
            state.influence[first + int(name) - 1] = count
    state.marker = regions.index(snapshot.marker)
    state.merger = snapshot.merger
    state.agenda = [cards.index(name) for name in snapshot.agenda]
    state.discard = [cards.index(name) for name in snapshot.discard]
    state.top = [cards.index(name) for name in snapshot.top]
    state.looker = snapshot.looker - 1
    for name, space in snapshot.track.items():
        state.seats[int(name) - 1].coins = space.rubles
        for owner, count in space.markers.items():
            state.laid[(int(name) - 1) * players + int(owner) - 1] = count
    play = snapshot.play
    state.card = cards.index(play.card) if play.card else s.NO_CARD
    state.part = play.step
    state.chosen = regions.index(play.region) if play.region else s.NOWHERE
    elsewhere = {*state.agenda, *state.discard, *state.top, state.card}
    state.deck = [card for card in range(numbers.consolidation) if card not in elsewhere]
    state.paid_out = rubles_in_play(state)
    _restore_bid(state, snapshot.bid)
    if not problem(state):
        state.renew_options()
    return state


def _restore_bid(state: Nomenklatura, bid: BidPart) -> None:
    """Restore the bid: everybody takes part in one for the turn order; in one for a consolidation, those with
    a marker left there (NK-9)."""
    for seat in range(state.players):
        if state.phase == s.TURN_BID or (state.phase == s.MERGER_BID and state.here(seat, state.marker)):
            state.sharers |= 1 << seat
        elif state.phase == s.MERGER_BID and not state.may_bid(seat):
            state.passed |= 1 << seat
        state.seats[seat].bid = bid.totals[str(seat + 1)]
        state.seats[seat].paid = bid.rubles[str(seat + 1)]
    for passed in bid.passed:
        state.passed |= 1 << passed - 1
    bids = [player.bid for player in state.seats]
    highest = max(bids)
    state.highest = bids.index(highest) if highest and state.sharers else s.NO_SEAT
    state.bidder = bid.asked - 1
    state.last_space = bid.last_space - 1
    state.pending = bid.paying


def _check_names(snapshot: Snapshot, numbers: Setup, counts: range) -> None:
    """Check that every seat, region, card and phase that a position names exists, and none is missing."""
    seats = [str(seat + 1) for seat in range(len(snapshot.seats))]
    if len(seats) not in counts:
        raise UserError(f"`seats` must be {counts[0]} to {counts[-1]} players.")
    tables = {
        "seats": list(snapshot.seats),
        "bid.totals": list(snapshot.bid.totals),
        "bid.rubles": list(snapshot.bid.rubles),
        "track": list(snapshot.track),
        **{f"influence.{name}": list(held) for name, held in snapshot.influence.items()},
        **{f"track.{name}.markers": list(space.markers) for name, space in snapshot.track.items()},
    }
    for where, named in tables.items():
        if set(named) != set(seats):
            raise UserError(f"`{where}` must have the players {', '.join(seats)}.")
    if set(snapshot.influence) != set(numbers.region_ids):
        raise UserError(f"`influence` must have the regions {', '.join(numbers.region_ids)}.")
    played = [snapshot.play.card] if snapshot.play.card else []
    chosen = [snapshot.play.region] if snapshot.play.region else []
    for name in (*snapshot.agenda, *snapshot.discard, *snapshot.top, *played):
        _known("card", name, numbers.card_ids)
    for name in (snapshot.marker, *chosen):
        _known("region", name, numbers.region_ids)
    _known("phase", snapshot.phase, list(PHASES.values()))
    for seat in (snapshot.looker, snapshot.bid.asked, snapshot.bid.last_space):
        if seat > len(seats):
            raise UserError(f"there is no player {seat}.")
    for seat in snapshot.bid.passed:
        if not 1 <= seat <= len(seats):
            raise UserError(f"there is no player {seat}, so they cannot have passed.")


def _known(what: str, name: str, known: list[str]) -> None:
    if name not in known:
        raise UserError(f"there is no {what} `{name}`{nearest(name, known)}")


def view(state: Nomenklatura, seat: int) -> dict[str, Any]:
    """Return the position without the others' rubles, until the end, and the cards looked at, except for the
    looker (NK-7, NK-15)."""
    data: dict[str, Any] = msgspec.to_builtins(take(state), str_keys=True)
    if state.phase != s.ENDED:
        for name, has in data["seats"].items():
            if name != str(seat + 1):
                has["rubles"] = None
    if state.looker != seat:
        data["top"] = len(state.top)
    return data


def rubles_shown(state: Nomenklatura, seat: int, other: int) -> str:
    """Return a player's rubles; of another's, those seen since the last scoring (NK-15)."""
    if other == seat or state.phase == s.ENDED:
        return f"${state.seats[other].rubles}"
    return f"${state.seats[other].seen} + ?"


# Impossible positions: nothing on the table comes from nowhere or is lost


def problem(state: Nomenklatura) -> str:
    """Return a sentence about what is impossible in the position; empty if nothing is."""
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
    for seat, player in enumerate(state.seats):
        kept = [player.supply, player.aside, player.hand]
        counts = [*kept, *state.influence[seat::players], *state.laid[seat::players]]
        if min(counts) < 0:
            return f"player {seat + 1} has less than no markers somewhere."
        if sum(counts) != state.setup.markers:
            return f"player {seat + 1} has {sum(counts)} markers in all, not {state.setup.markers}."
    return ""


def _rubles(state: Nomenklatura) -> str:
    if min(min(player.rubles, player.coins) for player in state.seats) < 0:
        return "nobody can have less than $0."
    if rubles_in_play(state) != state.paid_out:
        return f"${rubles_in_play(state)} are in play, but the bank paid out ${state.paid_out}."
    for seat in range(state.players):
        if not 0 <= state.seats[seat].seen <= state.seats[seat].rubles:
            return f"player {seat + 1} cannot have been seen with ${state.seats[seat].seen}."
    return ""


def rubles_in_play(state: Nomenklatura) -> int:
    return sum(player.rubles + player.coins for player in state.seats)


def _cards(state: Nomenklatura) -> str:
    ids = state.setup.card_ids
    cards = [*state.agenda, *state.deck, *state.top, *state.discard]
    if state.card not in (s.NO_CARD, state.setup.consolidation):
        cards.append(state.card)
    for card, name in enumerate(ids):
        there = cards.count(card)
        if there != (card != state.setup.consolidation):
            return f"`{name}` is {there} times among agenda, deck, discards and the card in play."
    looking = [card for card in (*state.discard, state.card) if card >= 0 and state.setup.cards[card].looks()]
    if state.looker != s.NO_SEAT and not looking:
        return "nobody has looked at the deck: no card that allows it has been played."
    if state.top and state.looker == s.NO_SEAT:
        return "`top` are the cards that somebody looked at; `looker` must say who."
    return ""


def _turn(state: Nomenklatura) -> str:
    if (state.card != s.NO_CARD) != (state.phase == s.CARD):
        return "`play.card` is the card being carried out in the phase `card`."
    if not 0 <= state.turn <= state.players:
        return f"`turn` must be from 1 to {state.players}."
    if state.phase in (s.FIRST_ORDER, s.FLIP, s.TURN_BID) and (state.turn or state.merger):
        return "before the execution phase nobody has taken a card."
    if state.phase in (s.EXECUTION, s.CARD) and state.turn == state.players:
        return "everybody has taken a card already."
    if state.phase == s.FIRST_ORDER:
        return "there is no agenda before the first turn order." if state.agenda else ""
    if state.phase == s.FLIP:
        return "" if state.deck and len(state.agenda) < state.players else "no card is to be flipped."
    taken = state.turn + (state.phase == s.CARD)
    left = state.players + state.merger - taken
    if state.phase in (s.TURN_BID, s.EXECUTION, s.CARD, s.MERGER_BID) and len(state.agenda) != left:
        return f"the agenda should have {left} cards beside the Consolidation Card, not {len(state.agenda)}."
    return ""


def _bid(state: Nomenklatura) -> str:
    for player in state.seats:
        if not 0 <= player.paid <= player.bid:
            return f"${player.paid} cannot have been paid of a bid of {player.bid}."
    coins = sum(player.coins for player in state.seats)
    if state.phase not in (s.TURN_BID, s.MERGER_BID):
        asking = state.bidder != s.NO_SEAT or state.last_space >= 0 or state.passed or state.pending
        if asking or coins or any(state.laid):
            return "there is something of a bid, but no bid is on."
        return ""
    made = [player.bid for player in state.seats if player.bid]
    if len(set(made)) < len(made):
        return "no two bids can be equal."
    if sum(player.paid for player in state.seats) != coins or sum(made) != coins + sum(state.laid):
        return f"bids of {sum(made)} in all do not agree with what lies on the track."
    if (state.last_space >= 0) != bool(made) or state.last_space >= state.players:
        return "`last_space` is where the last ruble of a bid was placed."
    asked = state.bidder
    if not 0 <= asked < state.players or state.passed >> asked & 1 or asked == state.highest:
        return "the player asked must be one who can still raise the bid."
    if state.most_bid(asked) <= max(state.highest_bid(), state.pending - 1):
        return f"player {asked + 1} cannot pay that bid."
    for seat in range(state.players):
        bid_though_out = state.seats[seat].bid and not state.may_bid(seat)
        if bid_though_out or (state.seats[seat].coins and not state.takes_part(seat)):
            return f"player {seat + 1} takes no part in this bid."
    if state.pending and state.fewest_markers(asked, state.pending) >= state.most_markers(
        asked, state.pending
    ):
        return f"player {asked + 1} has no choice how to pay."
    return ""


def _merger(state: Nomenklatura) -> str:
    if state.phase != s.MERGER_BID:
        if any(player.hand or player.from_aside for player in state.seats):
            return "markers are picked up only for a consolidation."
        return ""
    were_there = 0
    for seat in range(state.players):
        picked_up = state.seats[seat].hand + sum(state.laid[seat :: state.players])
        were_there += state.here(seat, state.marker) + picked_up > state.seats[seat].from_aside
    if not state.merger or state.turn != state.players or were_there < 2:
        return "a consolidation follows when the card was taken, all have played and two were in the region."
    for seat in range(state.players):
        if state.here(seat, state.marker) > 1 or (state.takes_part(seat) and state.seats[seat].aside):
            return f"player {seat + 1} must pick up all markers but one for the consolidation."
        if state.seats[seat].hand and not state.takes_part(seat):
            return f"player {seat + 1} takes no part and has picked up nothing."
    return ""


def _question(state: Nomenklatura) -> str:
    """Check that a card in play waits for an answer or a draw."""
    if state.phase != s.CARD:
        return "" if state.phase != s.ENDED or state.turn == state.players else "the game ends after scoring."
    card = state.setup.cards[state.card]
    if card.ends(state) or (card.asks(state) >= 0 and not card.choices(state)):
        return f"`{state.setup.card_ids[state.card]}` asks nothing at step {state.part}."
    return ""
