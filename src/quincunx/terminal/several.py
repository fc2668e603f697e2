"""Several moves at once: those of one typed line, those of last time, and those the house would make."""

from quincunx.core.playout import ask
from quincunx.core.rng import Rng
from quincunx.core.state import CHANCE, IllegalMove, State
from quincunx.match import Match
from quincunx.terminal.menu import Menu

MOST = 100
"""No line stands for more moves than this."""


def read_line(menu: Menu, text: str) -> list[int]:
    """The moves that a line stands for; IllegalMove, and none of them is made, if one is refused."""
    parts = menu.game.spell_out(menu.state, menu.seat, text)
    if len(parts) > MOST:
        raise IllegalMove(f"These are {len(parts)} moves; a line has at most {MOST}.")
    if len(parts) <= 1:
        return [menu.read(parts[0] if parts else text, [])]
    actions: list[int] = []
    state = menu.state.clone()
    for part in parts:
        try:
            action = Menu(menu.game, state, menu.seat, menu.voice).read(part, [])
        except IllegalMove as refusal:
            raise IllegalMove(f"`{part}`: {refusal} Nothing was done.") from None
        actions.append(action)
        state.apply(menu.seat, action)
    return actions


def like_last_time(match: Match, seat: int) -> list[int]:
    """What the seat did last time the same was asked, as far as it can be done again; it ends nothing."""
    for names in reversed(_stretches(match, seat)):
        actions = _as_far_as_possible(match, seat, names)
        if actions:
            return actions
    raise IllegalMove("Nothing that you did before can be done here again.")


def _stretches(match: Match, seat: int) -> list[list[str]]:
    """The seat's earlier moves by name, those between two rolls or draws together."""
    found: list[list[str]] = []
    now: list[str] = []
    for step in match.steps:
        if step.seat == seat:
            now.append(step.name)
        elif step.seat == CHANCE and now:
            found.append(now)
            now = []
    return found


def _as_far_as_possible(match: Match, seat: int, names: list[str]) -> list[int]:
    state = match.state.clone()
    actions: list[int] = []
    for name in names:
        try:
            action = match.game.parse(state, seat, name)
        except IllegalMove:
            continue
        if state.legal(seat, action) and not _ends(state, seat, action):
            actions.append(action)
            state.apply(seat, action)
    return actions


def of_the_house(match: Match, seat: int) -> list[int]:
    """What the game's own bot would do up to the move that ends its part; that move alone if it is the only
    one."""
    rng = Rng("suggest")
    state = match.state.determinize(seat, rng) if match.game.header.secrets else match.state.clone()
    bot = match.game.bot()
    actions: list[int] = []
    while len(actions) < MOST:
        action = ask(bot, state, seat, rng, secrets=False)
        if _ends(state, seat, action):
            return actions or [action]
        actions.append(action)
        state.apply(seat, action)
    return actions


def _ends(state: State, seat: int, action: int) -> bool:
    """Whether the seat is not asked again right after that move."""
    after = state.clone()
    after.apply(seat, action)
    return seat not in after.actors()
