"""The moves of a player on the board in a browser: each at its place, with its effect."""

from typing import Any

from quincunx.core.move import Move
from quincunx.games.nomenklatura import moves
from quincunx.games.nomenklatura.question import card_words, is_asked
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import CARD, EXECUTION
from quincunx.text.grammar import count

QUICK_BIDS = 3


def options(state: Nomenklatura, seat: int) -> list[Move]:
    """Return the moves of the seat."""
    return [moves.decode(state, seat, action) for action in state.legal_actions(seat)]


def bid(state: Nomenklatura, seat: int) -> dict[str, Any]:
    """Return the possible bids and the cost of the next totals; or the ways to pay for a total."""
    if state.pending:
        return {"pay": [_payment(state, seat, move) for move in options(state, seat)]}
    least, most = state.highest_bid() + 1, state.most_bid(seat)
    quick = range(least, min(most, least + QUICK_BIDS - 1) + 1)
    return {
        "least": least,
        "most": most,
        "quick": [_offer(state, seat, total) for total in quick],
        "placed": state.seats[seat].bid,
        "has": state.seats[seat].rubles,
        "hand": state.seats[seat].hand,
    }


def _payment(state: Nomenklatura, seat: int, move: Move) -> dict[str, Any]:
    markers = int(move.words[0])
    return {"move": str(move), "number": markers, "rubles": state.pending - state.seats[seat].bid - markers}


def _offer(state: Nomenklatura, seat: int, total: int) -> dict[str, Any]:
    more, back = moves.bid_places(state, seat, total)
    return {"move": str(Move("bid", str(total))), "number": total, "places": more, "back": back}


class Places:
    """The moves of a card where they are made on the map: in a region, or at a player's markers there."""

    def __init__(self, state: Nomenklatura, seat: int) -> None:
        self.in_region: dict[int, list[dict[str, str]]] = {}
        self.at_markers: dict[tuple[int, int], dict[str, str]] = {}
        self.swaps: dict[int, list[dict[str, Any]]] = {}
        self.partners: list[dict[str, Any]] = []
        if not is_asked(state, seat) or state.phase != CARD:
            return
        for move in options(state, seat):
            self._add(state, seat, move)

    def _add(self, state: Nomenklatura, seat: int, move: Move) -> None:
        match move.verb, move.words:
            case (("place" | "reduce" | "sell" | "bring" | "mark"), (name,)):
                region = moves.region(state, name)
                told = {"move": str(move), **_in_region(state, seat, move, region)}
                self.in_region.setdefault(region, []).append(told)
            case "ride", (source, target):
                name = state.setup.region_names[moves.region(state, target)]
                told = {"move": str(move), "short": f"to {name}", "label": f"Send markers to {name}"}
                self.in_region.setdefault(moves.region(state, source), []).append(told)
            case (("remove" | "buy"), (player, name)):
                owner, region = moves.player(state, player), moves.region(state, name)
                labels = _at_markers(state, seat, move, owner, region)
                self.at_markers[region, owner] = {"move": str(move), **labels}
            case "swap", (mine, player, name):
                other, region = moves.player(state, player), moves.region(state, name)
                theirs = {"move": str(move), "other": other, "region": state.setup.region_names[region]}
                self.swaps.setdefault(moves.region(state, mine), []).append(theirs)
            case "partner", (player,):
                self.partners.append({"move": str(move), "other": moves.player(state, player)})


def _in_region(state: Nomenklatura, seat: int, move: Move, region: int) -> dict[str, str]:
    """Return the text and the label of a button in a region."""
    name = state.setup.region_names[region]
    if move.verb == "bring":
        return {"short": "bring 1", "label": f"Bring one of your markers from {name}"}
    if move.verb == "mark":
        return {"short": "merge", "label": f"Move the Consolidation Marker to {name}"}
    after = moves.try_out(state, seat, move)
    if move.verb == "place":
        placed = after.here(seat, region) - state.here(seat, region)
        return {"short": f"place {placed}", "label": f"Place {placed} in {name}"}
    gone = count(state.total(region) - after.total(region), "marker")
    if move.verb == "reduce":
        return {"short": f"remove {gone}", "label": f"Remove {gone} in {name}, of everybody there"}
    worth = after.seats[seat].rubles - state.seats[seat].rubles
    return {"short": f"sell for ${worth}", "label": f"Sell your {gone} in {name} for ${worth}"}


def _at_markers(state: Nomenklatura, seat: int, move: Move, owner: int, region: int) -> dict[str, str]:
    """Return the label of a player's markers in a region; the name of the player goes in the middle."""
    where = f" in {state.setup.region_names[region]}"
    after = moves.try_out(state, seat, move)
    gone = state.here(owner, region) - after.here(owner, region)
    if move.verb == "remove":
        return {"short": "", "before": f"Remove {count(gone, 'marker')} of ", "after": where}
    cost = state.seats[seat].rubles - after.seats[seat].rubles
    return {"short": f"${cost}", "before": f"Buy all {gone} of ", "after": f"{where} for ${cost}"}


def stop_words(state: Nomenklatura, seat: int) -> str:
    """Return the words for stopping."""
    bringing = state.phase == CARD and any(move.verb == "bring" for move in options(state, seat))
    return "Stay" if bringing else "Do no more"


def is_sorting(state: Nomenklatura, seat: int) -> bool:
    """Whether the seat picks cards of the deck to discard."""
    return state.phase == CARD and options(state, seat)[0].verb == "discard"


def obstacle(state: Nomenklatura, seat: int) -> str:
    """Return the reason why the seat that chooses now cannot take the Consolidation Card."""
    if state.phase != EXECUTION or not is_asked(state, seat) or state.merger:
        return ""
    card = state.setup.consolidation
    word = state.setup.cards[card].obstacle(state, seat)
    return card_words(state, seat, card, word) if word else ""
