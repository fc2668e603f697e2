"""The question that a player is asked now, or what the others do meanwhile."""

from quincunx.games.total_eclips.codes import BONUS, DONE, ENDED, LOCK, PLACE, REROLL, REVEAL, ROLL
from quincunx.games.total_eclips.names import place_title
from quincunx.games.total_eclips.places import MANUFACTURE, PLACE_NAMES, UNLOCK
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.text.grammar import Voice, count


def question(state: TotalEClips, seat: int, voice: Voice) -> str:
    """Return one sentence, or two, for the player at that seat or a watcher."""
    if state.phase == ENDED:
        return "The game is over."
    if state.phase == REVEAL:
        return "New projects come up."
    where = place_title(PLACE_NAMES[state.place], first=True)
    if state.phase == ROLL:
        return f"{where}: the cores roll{' again to break the tie' if state.contest else ''}."
    moves = state.legal_actions(seat) if seat >= 0 else []
    if state.phase == BONUS:
        if moves:
            return _bonus(state)
        return f"{voice.does(state.winner, 'chooses')} the bonus of {state.project().name}."
    if not moves:
        doing = {PLACE: "Everyone places cores in secret", REROLL: f"{where}: re-roll tokens are used"}
        done = " You are done." if seat >= 0 else ""
        return f"{doing.get(state.phase, f'{where}: FLOPS are spent and cores locked')}.{done}"
    if state.phase == PLACE:
        return "Choose places for your cores, in secret."
    side = state.sides[seat]
    if state.phase == REROLL:
        return f"{where}: {side.total(state.place)} FLOPS. Re-roll {_some(side.rerolls)}?"
    if side.locking or all(move == DONE or move >= LOCK for move in moves):
        return f"Lock cores? They count on {where} every round."
    trust = f" and {side.trust} Trust" if side.trust else ""
    which = {UNLOCK: "which slots", MANUFACTURE: "which one reward"}.get(state.place, "which cores")
    return f"{where} with {side.flops} FLOPS{trust}: {which}?"


def _some(cores: int) -> str:
    return "a core" if cores == 1 else f"up to {cores} cores"


def _bonus(state: TotalEClips) -> str:
    part = state.project().due(state)
    assert part is not None
    left = f" ({count(part.due(state), 'core')} left)" if part.due(state) > 1 else ""
    return f"You won {state.project().name}. {part.asks}{left}."
