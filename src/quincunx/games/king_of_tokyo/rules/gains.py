"""Gains, payments and losses of points, energy and hearts, each with its cause."""

from mypy_extensions import i64

from quincunx.core.event import NOBODY
from quincunx.games.king_of_tokyo.state import Monster, Position


def gain_points(state: Position, me: Monster, points: i64, cause: str) -> None:
    """Add points, never above the goal (KT-11)."""
    gained = min(points, state.tables.goal - me.points)
    me.points += gained
    if state.log is not None:
        if gained:
            state.log_event("points-gained", me.seat, {"points": gained, "total": me.points}, causes=[cause])
        elif points > 0 and cause in state.tables.titles:
            state.log_event("points-full", me.seat, {"points": me.points}, causes=[cause])


def lose_points(state: Position, me: Monster, points: i64, cause: str, by: int) -> None:
    lost = min(points, me.points)
    me.points -= lost
    if state.log is not None and lost:
        state.log_event("points-lost", me.seat, {"points": lost, "left": me.points}, causes=[cause], by=by)


def tokyo_points(state: Position, me: Monster, points: i64, cause: str) -> None:
    """Give points for Tokyo, or energy in the two-player option (KT-18)."""
    if state.tables.two_player_energy and state.players == 2:
        gain_energy(state, me, points, cause)
    else:
        gain_points(state, me, points, cause)


def gain_energy(state: Position, me: Monster, energy: i64, cause: str, by: int = NOBODY) -> None:
    """Add energy as one gain, to which cards may add (KT-40)."""
    if energy < 1:
        return
    for held in me.hand:
        energy += held.power.extra_energy()
    me.energy += energy
    if state.log is not None:
        causes = [cause]
        causes += [held.power.slug for held in me.hand if held.power.extra_energy()]
        state.log_event(
            "energy-gained", me.seat, {"energy": energy, "total": me.energy}, causes=causes, by=by
        )


def pay_energy(state: Position, me: Monster, energy: i64, cause: str, by: int = NOBODY) -> None:
    """Pay energy for the cause; `by` is the seat whose card asks for it, if it is another's."""
    me.energy -= energy
    if state.log is not None and energy:
        state.log_event("energy-paid", me.seat, {"energy": energy, "left": me.energy}, causes=[cause], by=by)


def lose_energy(state: Position, me: Monster, energy: i64, cause: str, by: int) -> None:
    me.energy -= energy
    if state.log is not None and energy:
        state.log_event("energy-lost", me.seat, {"energy": energy, "left": me.energy}, causes=[cause], by=by)


def heal(state: Position, me: Monster, hearts: i64, cause: str, by: int = NOBODY) -> None:
    """Heal once, up to the monster's maximum; cards may add hearts (KT-41)."""
    if hearts < 1:
        return
    for held in me.hand:
        hearts += held.power.extra_hearts()
    gained = min(hearts, me.max_health - me.health)
    me.health += gained
    if state.log is not None:
        if gained:
            causes = [cause]
            causes += [held.power.slug for held in me.hand if held.power.extra_hearts()]
            state.log_event("heals", me.seat, {"hearts": gained, "total": me.health}, causes=causes, by=by)
        elif cause in state.tables.titles:
            state.log_event("hearts-full", me.seat, causes=[cause], by=by)
