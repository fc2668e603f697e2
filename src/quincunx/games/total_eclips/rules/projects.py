"""Projects: rewards, the winner of the bonus, and cards that stay on the board."""

from quincunx.games.total_eclips.codes import BONUS, ENDED, ROLL
from quincunx.games.total_eclips.cores import FACES
from quincunx.games.total_eclips.parts import NOTHING
from quincunx.games.total_eclips.places import NO_CARD, PLACE_NAMES
from quincunx.games.total_eclips.rules.algorithms import clear
from quincunx.games.total_eclips.rules.rewards import pay
from quincunx.games.total_eclips.state import BONUSES, FROM_PROJECTS, MET_NEED, TOOK_PART, Position, replaced


def score(state: Position) -> bool:
    """Pay everyone who took part by their own FLOPS (EC-8, EC-10); True if somebody rolls or decides."""
    project = state.project()
    best = NOTHING
    for side in state.sides:
        if side.rolled:
            best = max(best, side.flops)
    if project.end and best < project.need:
        if state.log is not None:
            pieces = [project.slug, PLACE_NAMES[state.place]]
            state.log_event("project-unmet", amounts={"need": project.need, "flops": best}, pieces=pieces)
        _clear(state)
        return False
    contest: list[int] = []
    for seat, side in enumerate(state.sides):
        if side.rolled:
            _reward(state, seat)
            if side.flops == best:
                contest.append(seat)
    if project.end and state.stage + 1 == state.parts.stages:
        state.finished = True
    if not project.bonus and not state.lying[state.place]:
        _clear(state)
        return _finish(state)
    state.contest = contest
    return _narrow(state)


def _reward(state: Position, seat: int) -> None:
    project = state.project()
    side = state.sides[seat]
    high = side.flops >= project.need
    if project.end and not high:
        if state.log is not None:
            state.log_event(
                "unpaid", seat, {"flops": side.flops, "need": project.need}, causes=[project.slug]
            )
        return
    trust = project.high_trust if high else project.low_trust
    clips = project.high_clips if high else project.low_clips
    side.tally[TOOK_PART] += 1
    if high:
        side.tally[MET_NEED] += 1
    pay(state, seat, trust, clips, FROM_PROJECTS, project.slug, "high" if high else "low")


def compare(state: Position) -> bool:
    """Compare the re-rolls of a tie: only those still highest remain (EC-9)."""
    best = NOTHING
    for seat in state.contest:
        side = state.sides[seat]
        side.flops = side.total(state.place)
        best = max(best, side.flops)
        if state.log is not None:
            state.log_event("tie-rolled", seat, {"flops": side.flops}, causes=[PLACE_NAMES[state.place]])
    state.contest = [seat for seat in state.contest if state.sides[seat].flops == best]
    return _narrow(state)


def _narrow(state: Position) -> bool:
    """Award the bonus if one seat is left; else a "win ties" token decides, or they roll again (EC-9)."""
    if len(state.contest) > 1:
        _use_tie_tokens(state)
    if len(state.contest) > 1:
        for seat in state.contest:
            side = state.sides[seat]
            if state.log is not None:
                state.log_event("tied", seat, {"flops": side.flops}, causes=[state.project().slug])
            # The whole pool is rolled again.
            side.rolling = [code // FACES for code in side.rolled]
            side.rolled = []
        state.phase = ROLL
        return True
    state.winner = state.contest[0]
    state.contest = []
    return _award(state)


def _use_tie_tokens(state: Position) -> None:
    holders = [seat for seat in state.contest if state.sides[seat].tie_token(state.place) != NOTHING]
    if not holders or len(holders) == len(state.contest):
        return
    if state.log is not None:
        for seat in holders:
            token = state.parts.tokens[state.sides[seat].tie_token(state.place)]
            state.log_event("tie-token-used", seat, {"flops": state.sides[seat].flops}, causes=[token.slug])
    state.contest = holders


def _award(state: Position) -> bool:
    """Give the bonus and the Trust lying there; True if the winner is asked something."""
    seat = state.winner
    side = state.sides[seat]
    project = state.project()
    lying = state.lying[state.place]
    side.tally[BONUSES] += 1
    if state.log is not None:
        pieces = [project.slug, PLACE_NAMES[state.place]]
        state.log_event("project-won", seat, {"flops": side.flops, "lying": lying}, pieces)
    if lying:
        pay(state, seat, lying, 0, FROM_PROJECTS, project.slug, "lying")
    for part in project.bonus:
        part.give(state, seat)
    _clear(state)
    return ask_bonus(state)


def _clear(state: Position) -> None:
    for side in state.sides:
        clear(side)
        side.flops = 0


def ask_bonus(state: Position) -> bool:
    """Ask the winner for the next decision; True if there is one (EC-2, EC-15)."""
    for part in state.project().bonus:
        if part.ask(state, state.winner):
            state.phase = BONUS
            return True
    state.winner = NOTHING
    return _finish(state)


def bonus_choices(state: Position) -> list[int]:
    part = state.project().due(state)
    return part.choices(state, state.winner) if part is not None else []


def take_bonus(state: Position, action: int) -> bool:
    """Carry out a decision of the winner; True if there are more."""
    part = state.project().due(state)
    assert part is not None
    part.take(state, state.winner, action)
    return ask_bonus(state)


def _finish(state: Position) -> bool:
    """Discard the card; True if the last one ends the game at once, by option (EC-16)."""
    project = state.project()
    if state.log is not None:
        state.log_event("project-completed", pieces=[project.slug, PLACE_NAMES[state.place]])
    if project.end and not state.finished:
        state.stage += 1
        state.left = state.parts.regular[state.stage]
        if state.log is not None:
            state.log_event("stage-begun", amounts={"stage": state.stage + 1})
    _discard(state, state.place)
    if state.finished and project.end and state.log is not None:
        state.log_event("last-project-completed", amounts={"at-once": int(state.parts.at_once)})
    if state.finished and state.parts.at_once:
        end_game(state)
        return True
    return False


def end_game(state: Position) -> None:
    state.phase = ENDED
    if state.log is not None:
        state.log_event("game-ended", amounts={"round": state.round, "stopped": int(not state.finished)})


def _discard(state: Position, slot: int) -> None:
    state.cards = replaced(state.cards, slot, NO_CARD)
    state.lying = replaced(state.lying, slot, 0)


def let_lie(state: Position, slot: int) -> None:
    """Put 1 Trust on a project that nobody completed; a regular one that has 1 is given up (EC-11)."""
    card = state.cards[slot]
    if card == NO_CARD:
        return
    project = state.parts.projects[card]
    lying = state.lying[slot]
    given_up = lying > 0 and not project.end
    if state.log is not None:
        kind, left = ("project-given-up", lying) if given_up else ("trust-laid", lying + 1)
        state.log_event(kind, amounts={"lying": left}, pieces=[project.slug, PLACE_NAMES[slot]])
    if given_up:
        _discard(state, slot)
    else:
        state.lying = replaced(state.lying, slot, lying + 1)
