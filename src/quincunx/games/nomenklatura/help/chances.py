"""Values of a bid for the player: choosing before others, or winning a consolidation; by rules of thumb."""

from quincunx.core.rng import Rng
from quincunx.games.nomenklatura.ai.bot import card_worths, if_left, worth_if_won
from quincunx.games.nomenklatura.ai.outlook import Outlook
from quincunx.games.nomenklatura.rules.engine import Nomenklatura
from quincunx.games.nomenklatura.state import MERGER_BID, TURN_BID
from quincunx.text.grammar import Voice, listed

ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]


def chances(state: Nomenklatura, seat: int, voice: Voice) -> list[str]:
    if state.current_player() != seat or state.pending:
        return []
    if state.phase == TURN_BID:
        return order(state, seat)
    return consolidation(state, seat) if state.phase == MERGER_BID else []


def order(state: Nomenklatura, seat: int) -> list[str]:
    """Return the value of the first card compared with those that are left later."""
    worths = card_worths(state, seat, Outlook(state, seat), Rng("chances"))
    places = range(1, min(state.players, len(worths)))
    if not places:
        return []
    more = [f"${worths[0] - worths[place]:.0f}" for place in places]
    than = [f"{more[place - 1]} more than {ORDINALS[place]}" for place in places]
    worth = f"about {more[0]} to you" if len(more) == 1 else f"to you about {listed(than)}"
    return [f"Choosing first is worth {worth}."]


def consolidation(state: Nomenklatura, seat: int) -> list[str]:
    """Return the value of winning for the least bid compared with passing."""
    total = state.highest_bid() + 1
    if total > state.most_bid(seat):
        return []
    outlook = Outlook(state, seat)
    gain = worth_if_won(state, seat, total, outlook) - outlook.worth(if_left(state, seat))
    better = f"${gain:.0f} more" if gain >= 0 else f"${-gain:.0f} less"
    return [f"Winning it for {total} is worth about {better} to you than passing."]
