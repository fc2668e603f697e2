"""The moves of a player on the board in a browser: each at its place, with its effect."""

from typing import Any

from quincunx.core.move import Move
from quincunx.games.nomenklatura import moves
from quincunx.games.nomenklatura.question import card_words, is_asked
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.screens.map import short_name
from quincunx.games.nomenklatura.state import CARD, EXECUTION
from quincunx.text.grammar import Voice

QUICK_BIDS = 3
LONGEST_NAME = 14
"""The letters of a region that fit on a button."""
SHORT = {
    "reduce": "All lose {}",
    "place": "Place {}",
    "sell": "Sell {}",
    "bring": "Bring 1",
    "mark": "Consolidate here",
}
"""The face of a button in a region, whose label says all of the move."""


def options(state: Nomenklatura, seat: int) -> list[Move]:
    """Return the moves of the seat."""
    return [moves.decode(state, seat, action) for action in state.legal_actions(seat)]


def told(state: Nomenklatura, seat: int, move: Move, voice: Voice) -> dict[str, str]:
    """Return a move's name, its words for its button, and its effect."""
    words, effect = (say(state, seat, move, voice) for say in (moves.words, moves.explain))
    effect = effect.replace("-$", "\u2212$")
    label = f"{words}: {effect}" if effect else words
    return {"move": str(move), "words": words, "effect": effect, "label": label}


def bid(state: Nomenklatura, seat: int, voice: Voice) -> dict[str, Any]:
    """Return the possible bids and the cost of the next totals; or the ways to pay for a total."""
    if state.pending:
        return {"pay": [told(state, seat, move, voice) for move in reversed(options(state, seat))]}
    least, most = state.highest_bid() + 1, state.most_bid(seat)
    quick = [Move("bid", str(total)) for total in range(least, min(most, least + QUICK_BIDS - 1) + 1)]
    return {
        "least": least,
        "most": most,
        "quick": [told(state, seat, move, voice) for move in quick],
        "placed": state.seats[seat].bid,
        "has": state.seats[seat].rubles,
        "hand": state.seats[seat].hand,
    }


class Places:
    """The moves of a card where they are made: in a region, at a player's markers there, at a player; and in
    the question where two markers change places."""

    def __init__(self, state: Nomenklatura, seat: int, voice: Voice) -> None:
        self.in_region: dict[int, list[dict[str, str]]] = {}
        self.at_markers: dict[tuple[int, int], dict[str, str]] = {}
        self.at_player: dict[int, dict[str, str]] = {}
        self.swaps: list[dict[str, str]] = []
        if not is_asked(state, seat) or state.phase != CARD:
            return
        for move in options(state, seat):
            self._add(state, seat, move, told(state, seat, move, voice))

    def _add(self, state: Nomenklatura, seat: int, move: Move, how: dict[str, str]) -> None:
        match move.verb, move.words:
            case "ride", (source, target):
                stop = moves.region(state, target)
                name = short_name(state.setup, stop, LONGEST_NAME)
                self._in(moves.region(state, source), {**how, "short": f"To {name}"})
            case (("remove" | "buy"), (owner, name)):
                self.at_markers[moves.region(state, name), moves.player(state, owner)] = how
            case "swap", _:
                self.swaps.append(how)
            case "partner", (owner,):
                self.at_player[moves.player(state, owner)] = how
            case verb, (name,) if verb in SHORT:
                region = moves.region(state, name)
                after = moves.try_out(state, seat, move)
                change = abs(int(after.here(seat, region) - state.here(seat, region)))
                if verb == "reduce":
                    change = state.setup.cards[state.card].amounts["remove"]
                self._in(region, {**how, "short": SHORT[verb].format(change)})

    def _in(self, region: int, how: dict[str, str]) -> None:
        self.in_region.setdefault(region, []).append(how)


def obstacle(state: Nomenklatura, seat: int) -> str:
    """Return the reason why the seat that chooses now cannot take the Consolidation Card."""
    if state.phase != EXECUTION or not is_asked(state, seat) or state.merger:
        return ""
    card = state.setup.consolidation
    word = state.setup.cards[card].obstacle(state, seat)
    return card_words(state, seat, card, word) if word else ""
