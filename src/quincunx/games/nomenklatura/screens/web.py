"""Nomenklatura in a browser: the data that board.html draws."""

from functools import lru_cache
from typing import Any

from quincunx.core.move import Move
from quincunx.games.nomenklatura import moves
from quincunx.games.nomenklatura import state as s
from quincunx.games.nomenklatura.events import STANDING
from quincunx.games.nomenklatura.question import bid_for, card_title, is_asked, question
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.rules.scoring import incomes, score, standing
from quincunx.games.nomenklatura.screens import web_moves
from quincunx.games.nomenklatura.screens.map import land, sheet, stations
from quincunx.games.nomenklatura.screens.web_moves import Places
from quincunx.games.nomenklatura.snapshot import rubles_shown
from quincunx.games.nomenklatura.state import Setup
from quincunx.text.grammar import Voice, count

STEPS = [
    ("Agenda", "Cards are flipped, and everybody bids for the turn order.", "NK-3"),
    ("Execution", "In turn order, each takes a card from the agenda and carries it out.", "NK-6"),
    (
        "Consolidation",
        "If the Consolidation Card was taken: players with markers in the star's region bid for it.",
        "NK-9",
    ),
    (
        "Scoring",
        "Alone in a region: $2 for each of your markers. Most: $1 for every marker there, also the others'. "
        "Second: $1 for each of yours. Tied for most: $1 for each of yours, and nobody is second. "
        "Tied for second: $1 less.",
        "NK-12",
    ),
]
"""The phases of a round, each with its tip and its ruling."""
CARD_RULES = {"archive": "NK-7", "consolidation": "NK-8", "redistribution": "NK-17", "reserves": "NK-16"}
"""The rulings of the cards that have one of their own."""
PILE = 10
"""The number of markers in a row of a supply."""


def board(state: Nomenklatura, seat: int, voice: Voice) -> dict[str, Any]:
    places = Places(state, seat, voice)
    bidding = state.phase in (s.TURN_BID, s.MERGER_BID)
    asked = is_asked(state, seat)
    verbs = {move.verb for move in web_moves.options(state, seat)} if asked else set[str]()
    return {
        "round": state.round,
        "ends": ends(state, voice),
        "over": state.phase == s.ENDED,
        "steps": [
            {"name": name, "now": number == step(state), "tip": tip, "rule": rule}
            for number, (name, tip, rule) in enumerate(STEPS)
        ],
        "question": question(state, seat) if asked else "",
        "waiting": "" if asked else waiting(state),
        "actor": state.current_player(),
        "bidding": bidding,
        "bid": web_moves.bid(state, seat, voice) if asked and bidding else None,
        "swaps": places.swaps,
        "aside": moves.words(state, seat, Move("set-aside"), voice) if "set-aside" in verbs else "",
        "sheet": sheet(state.setup),
        "regions": [region(state, number, places) for number in range(state.setup.regions)],
        "players": players(state, seat, places),
        "cards": cards(state, seat),
        "looked": looked(state, seat),
        "sorting": "discard" in verbs,
        "piles": piles(state),
    }


def ends(state: Nomenklatura, voice: Voice) -> str:
    """Return how far the end is, for the strip above the map (NK-14)."""
    if state.phase == s.ENDED:
        return "The game is over"
    nearest = min(range(state.players), key=lambda seat: state.seats[seat].supply + state.seats[seat].aside)
    left = state.seats[nearest].supply + state.seats[nearest].aside
    return f"Ends when a supply is empty: {voice.whom(nearest)} {voice.form(nearest, 'has')} {left} left"


def step(state: Nomenklatura) -> int:
    """Return which of the four phases of a round this is; none after the last."""
    if state.phase == s.ENDED:
        return len(STEPS)
    return {s.EXECUTION: 1, s.CARD: 1, s.MERGER_BID: 2}.get(state.phase, 0)


def waiting(state: Nomenklatura) -> str:
    """Return the activity of the player the game waits for; their name goes before it."""
    if state.phase in (s.TURN_BID, s.MERGER_BID):
        return f"bids for {bid_for(state)}"
    if state.phase == s.EXECUTION:
        return "takes a card from the agenda"
    if state.phase == s.CARD:
        name = card_title(state.setup, state.card)
        return f"carries out {name}" if state.current_player() == state.taker() else f"answers {name}"
    return ""


# The map


def region(state: Nomenklatura, number: int, places: Places) -> dict[str, Any]:
    income = incomes(state, number)
    here = places.in_region.get(number, [])
    markers = [
        {
            "seat": seat,
            "count": state.here(seat, number),
            "income": income[seat],
            "says": earns(state, number, seat, income[seat]),
            "act": places.at_markers.get((number, seat)),
        }
        for seat in range(state.players)
    ]
    return {
        **on_the_map(state.setup, number),
        "marker": number == state.marker,
        "merger": number == state.merger_region(),
        "moves": here,
        "open": bool(here) or any(place[0] == number for place in places.at_markers),
        "markers": markers,
    }


@lru_cache(1000)
def on_the_map(setup: Setup, number: int) -> dict[str, Any]:
    """Return the data that never changes about a region."""
    row, column = setup.spots[number]
    stops = stations(setup)
    return {
        "id": setup.region_ids[number],
        "name": setup.region_names[number],
        "row": row,
        "column": column,
        "land": land(setup, number),
        "western": number in setup.western,
        "station": stops.index(number) + 1 if number in stops else 0,
        "neighbours": ", ".join(setup.region_names[other] for other in setup.neighbours[number]),
    }


def earns(state: Nomenklatura, region: int, seat: int, income: int) -> str:
    """Return a player's markers in a region and their income if it is scored now; the player's name goes
    before it."""
    markers = count(state.here(seat, region), "marker")
    name = state.setup.region_names[region]
    why = STANDING.get(standing(state, region, seat), "fewer than the two leaders")
    return f"{markers} in {name}, {why}: ${income} if the round is scored now."


# The players, each with their space of the bidding track


def players(state: Nomenklatura, seat: int, places: Places) -> list[dict[str, Any]]:
    income = score(state)
    return [
        {
            "income": income[other],
            "act": places.at_player.get(other),
            **player(state, seat, other),
            **space(state, other),
        }
        for other in range(state.players)
    ]


def player(state: Nomenklatura, seat: int, other: int) -> dict[str, Any]:
    """Return a player's possessions, as far as the seat may know them, and their place in the turn order."""
    place = state.order.index(other)
    open_purse = other == seat or state.phase == s.ENDED
    return {
        "rubles": rubles_shown(state, seat, other),
        "purse": state.seats[other].rubles if open_purse else None,
        "supply": state.seats[other].supply,
        "pile": pile(state.seats[other].supply),
        "aside": state.seats[other].aside,
        "hand": state.seats[other].hand,
        "place": place + 1 if state.phase != s.FIRST_ORDER else 0,
        "acts": state.current_player() == other,
        "done": state.phase in (s.EXECUTION, s.CARD) and place < state.turn,
    }


def pile(markers: int) -> str:
    """Return a dotted line for each row of markers in a supply: a dot every five units.

    >>> pile(12)
    'M2.5 2.5h45.01M2.5 7.5h5.01'
    """
    rows = [min(PILE, markers - first) for first in range(0, markers, PILE)]
    return "".join(f"M2.5 {5 * row + 2.5}h{5 * (dots - 1) + 0.01}" for row, dots in enumerate(rows))


def space(state: Nomenklatura, seat: int) -> dict[str, Any]:
    """Return the pieces on a player's space, and the player's bid."""
    total = state.pending if seat == state.bidder and state.pending else state.seats[seat].bid
    coins = state.seats[seat].coins
    laid = state.laid[seat * state.players : (seat + 1) * state.players]
    may_bid = state.phase in (s.TURN_BID, s.MERGER_BID) and state.may_bid(seat)
    return {
        "coins": coins,
        "laid": [{"owner": owner, "count": markers} for owner, markers in enumerate(laid) if markers],
        "bid": total if may_bid else 0,
        "may_bid": may_bid,
        "outsider": may_bid and not state.takes_part(seat),
        "passed": may_bid and bool(state.passed >> seat & 1),
        "highest": seat == state.highest,
        "next": seat == next_space(state),
    }


def next_space(state: Nomenklatura) -> int:
    """Return the space where the first piece of the next bid would go (NK-4)."""
    if state.bidder == s.NO_SEAT or state.pending:
        return s.NOWHERE
    return state.spaces(state.bidder)[0]


# The agenda


def cards(state: Nomenklatura, seat: int) -> list[dict[str, Any]]:
    """Return the card in play and those on the agenda; the Consolidation Card stays there when it is
    taken."""
    if state.phase in (s.FIRST_ORDER, s.ENDED):
        return []
    last = card(state, state.setup.consolidation)
    last["taken"] = state.merger
    last["obstacle"] = web_moves.obstacle(state, seat)
    played = [state.card] if state.card not in (s.NO_CARD, state.setup.consolidation) else []
    shown = [*(card(state, number) for number in (*played, *state.agenda)), last]
    for one in shown:
        one["played"] = state.card != s.NO_CARD and one["id"] == state.setup.card_ids[state.card]
    return shown


def card(state: Nomenklatura, number: int) -> dict[str, Any]:
    setup = state.setup
    home = setup.cards[number].region
    row, column = setup.spots[home] if home != s.NOWHERE else (0, 0)
    return {
        "id": setup.card_ids[number],
        "name": setup.card_names[number],
        "text": setup.card_texts[number],
        "rule": CARD_RULES.get(setup.card_ids[number], "NK-6"),
        "region": setup.region_names[home] if home != s.NOWHERE else "",
        "western": home in setup.western,
        "land": land(setup, home) if home != s.NOWHERE else "",
        "window": f"{column - 0.05} {row - 0.05} 1.1 1.1",
        "taken": False,
        "obstacle": "",
    }


def looked(state: Nomenklatura, seat: int) -> dict[str, Any]:
    """Return the next cards of the deck for the looker; for the others, how many somebody knows (NK-7)."""
    if state.looker == s.NO_SEAT or not state.top:
        return {"seat": s.NO_SEAT, "count": 0, "cards": []}
    mine = state.looker == seat
    return {
        "seat": state.looker,
        "count": len(state.top),
        "cards": [card(state, number) for number in state.top] if mine else [],
    }


def piles(state: Nomenklatura) -> dict[str, Any]:
    return {
        "deck": len(state.deck) + len(state.top),
        "discard": [state.setup.card_names[number] for number in state.discard],
    }
