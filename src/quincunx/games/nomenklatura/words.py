"""Moves by name, and what they cost or bring."""

from quincunx.core.mistake import nearest
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.nomenklatura.board import (
    BID,
    BRING,
    BUY,
    CARD,
    DISCARD,
    FIRST_ORDER,
    FLIP,
    MARK,
    MARKERS,
    PARTNER,
    PASS,
    PLACE,
    REDUCE,
    REGIONS,
    REMOVE,
    RIDE,
    SEATS,
    SELL,
    SET_ASIDE,
    STOP,
    STRIDE,
    SWAP,
    TAKE,
    Setup,
    act,
    at,
    choice_of,
    kind_of,
    share,
)
from quincunx.games.nomenklatura.rules import Nomenklatura

ALONE = {PASS: "pass", STOP: "stop", SET_ASIDE: "set-aside"}
WITH_NUMBER = {BID: "bid", MARKERS: "markers"}
WITH_REGION = {PLACE: "place", REDUCE: "reduce", SELL: "sell", BRING: "bring", MARK: "mark"}
WITH_PLAYER_AND_REGION = {REMOVE: "remove", BUY: "buy"}
FILLERS = {"in", "from", "to", "with", "for", "at", "the", "of", "player"}


def say(state: Nomenklatura, seat: int, action: int) -> str:
    """The name of a move or an outcome."""
    setup = state.setup
    ids = setup.region_ids
    if seat == CHANCE:
        return _say_chance(state, action)
    kind, choice = kind_of(action), choice_of(action)
    if kind in ALONE:
        return ALONE[kind]
    if kind in WITH_NUMBER:
        return f"{WITH_NUMBER[kind]} {choice}"
    if kind in WITH_REGION:
        return f"{WITH_REGION[kind]} {ids[choice]}"
    if kind in WITH_PLAYER_AND_REGION:
        return f"{WITH_PLAYER_AND_REGION[kind]} {choice % SEATS + 1} {ids[choice // SEATS]}"
    if kind == TAKE:
        return f"take {setup.card_ids[choice]}"
    if kind == PARTNER:
        return f"partner {choice + 1}"
    if kind == RIDE:
        return f"ride {ids[choice // REGIONS]} {ids[choice % REGIONS]}"
    if kind == SWAP:
        regions = choice // SEATS
        return f"swap {ids[regions // REGIONS]} {choice % SEATS + 1} {ids[regions % REGIONS]}"
    chosen = [setup.card_ids[card] for index, card in enumerate(state.top) if choice >> index & 1]
    return f"discard {' '.join(chosen) or 'none'}"


def _say_chance(state: Nomenklatura, outcome: int) -> str:
    if state.phase == FIRST_ORDER:
        places = range(state.players - 1, -1, -1)
        return "order " + " ".join(str(outcome // SEATS**place % SEATS + 1) for place in places)
    verb = "flip" if state.phase == FLIP else "look"
    return f"{verb} {state.setup.card_ids[outcome]}"


def parse(state: Nomenklatura, seat: int, text: str, patterns: list[str]) -> int:
    """The move or outcome of that name, whether or not it is legal now."""
    verb, *rest = text.lower().split() or [""]
    rest = [word for word in rest if word not in FILLERS]
    setup = state.setup
    if seat == CHANCE:
        return _parse_chance(state, verb, rest, text)
    for kind, name in ALONE.items():
        if verb == name and not rest:
            return act(kind)
    for kind, name in WITH_NUMBER.items():
        if verb == name and len(rest) == 1:
            return act(kind, _number(rest[0]))
    for kind, name in WITH_REGION.items():
        if verb == name and len(rest) == 1:
            return act(kind, region(setup, rest[0]))
    for kind, name in WITH_PLAYER_AND_REGION.items():
        if verb == name and len(rest) == 2:
            return act(kind, at(_player(state, rest[0]), region(setup, rest[1])))
    if verb == "take" and rest:
        return act(TAKE, card(setup, "-".join(rest)))
    if verb == "partner" and len(rest) == 1:
        return act(PARTNER, _player(state, rest[0]))
    if verb == "ride" and len(rest) == 2:
        return act(RIDE, region(setup, rest[0]) * REGIONS + region(setup, rest[1]))
    if verb == "swap" and len(rest) == 3:
        regions = region(setup, rest[0]) * REGIONS + region(setup, rest[2])
        return act(SWAP, regions * SEATS + _player(state, rest[1]))
    if verb == "discard" and rest:
        return act(DISCARD, _cards_looked_at(state, rest))
    raise IllegalMove(f"`{text}` is not a move{nearest(text.lower(), patterns)}")


def _parse_chance(state: Nomenklatura, verb: str, rest: list[str], text: str) -> int:
    if verb == "order" and state.phase == FIRST_ORDER:
        code = 0
        for word in rest:
            code = code * SEATS + _player(state, word)
        return code
    if verb == ("flip" if state.phase == FLIP else "look") and rest:
        return card(state.setup, "-".join(rest))
    due = {FIRST_ORDER: "order PLAYERS", FLIP: "flip CARD", CARD: "look CARD"}.get(state.phase)
    raise IllegalMove(f"`{text}` cannot come up here" + (f"; `{due}` is due." if due else "."))


def _cards_looked_at(state: Nomenklatura, names: list[str]) -> int:
    if names == ["none"]:
        return 0
    found = 0
    for name in names:
        wanted = card(state.setup, name)
        if wanted not in state.top:
            raise IllegalMove(f"You have not looked at `{name}`.")
        found |= 1 << state.top.index(wanted)
    return found


def region(setup: Setup, name: str) -> int:
    """A region by its id, or by the beginning of it."""
    return _find(name, setup.region_ids, "region")


def card(setup: Setup, name: str) -> int:
    """A card by its id, or by the beginning of it."""
    return _find(name, setup.card_ids, "card")


def _find(name: str, known: list[str], what: str) -> int:
    if name in known:
        return known.index(name)
    fitting = [index for index, other in enumerate(known) if other.startswith(name)]
    if len(fitting) == 1:
        return fitting[0]
    raise IllegalMove(f"There is no {what} `{name}`{nearest(name, known)}")


def _number(word: str) -> int:
    if not word.isdecimal() or int(word) >= STRIDE:
        raise IllegalMove(f"`{word}` is not an amount.")
    return int(word)


def _player(state: Nomenklatura, word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= state.players:
        raise IllegalMove(f"`{word}` is no player; there are players 1 to {state.players}.")
    return int(word) - 1


def explain(state: Nomenklatura, seat: int, action: int) -> str:
    """What a legal move costs or brings, in a few words."""
    kind, choice = kind_of(action), choice_of(action)
    if kind == TAKE:
        return state.setup.cards[choice].text(state.setup.region_names)
    if kind == BID:
        return _explain_bid(state, seat, choice)
    if kind == MARKERS:
        return f"and ${state.pending - state.bids[seat] - choice}"
    if kind == PASS:
        return "you are out; what you placed stays on the track" if state.bids[seat] else "you are out"
    if kind == STOP:
        return "do no more"
    if kind == SET_ASIDE:
        return "for the next consolidation; it does not score"
    if kind == DISCARD:
        return "the others go back on the deck in this order"
    return _explain_change(state, seat, action)


def _explain_bid(state: Nomenklatura, seat: int, total: int) -> str:
    more, back = bid_places(state, seat, total)
    return f"you place {more}, {back} of it on your own space"


def bid_places(state: Nomenklatura, seat: int, total: int) -> tuple[int, int]:
    """How much a bid places, and how much of that on the bidder's own space."""
    more = total - state.bids[seat]
    ring = state.spaces(seat)
    return more, share(more, len(ring), ring.index(seat))


def _explain_change(state: Nomenklatura, seat: int, action: int) -> str:
    """What this part of the card alone does to the seat's rubles and its next scoring."""
    after = state.clone()
    after.setup.cards[after.card].do(after, action)
    change = after.rubles[seat] - state.rubles[seat]
    money = f"{_signed(change)}, " if change else ""
    return f"{money}scoring {_signed(after.score()[seat] - state.score()[seat])}"


def _signed(amount: int) -> str:
    return f"{'-' if amount < 0 else '+'}${abs(amount)}"
