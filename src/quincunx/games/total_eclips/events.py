"""What can happen, as sentences. Pieces and causes are names of game.toml, places and faces."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count, listed
from quincunx.games.total_eclips.names import amount, cost, pieces, place_title, placed_on
from quincunx.games.total_eclips.parts import Parts
from quincunx.games.total_eclips.places import PLACE_NAMES


def tell(event: Event, voice: Voice, parts: Parts) -> str:
    return KINDS[event.kind](event, voice, parts)


def project_name(parts: Parts, slug: str) -> str:
    return next(project.name for project in parts.projects if project.slug == slug)


def token_name(parts: Parts, slug: str) -> str:
    name = next(token.name for token in parts.tokens if token.slug == slug)
    return f'"{name}"'


def cause_name(parts: Parts, cause: str) -> str:
    """A project, or the phase of an algorithm."""
    return place_title(cause) if cause in PLACE_NAMES else project_name(parts, cause)


# A round.


def round_begun(event: Event, voice: Voice, parts: Parts) -> str:
    return f"Round {event.amounts['round']}."


def stage_begun(event: Event, voice: Voice, parts: Parts) -> str:
    return f"Stage {event.amounts['stage']} begins."


def project_revealed(event: Event, voice: Voice, parts: Parts) -> str:
    slug, place = event.pieces
    return f"{project_name(parts, slug)} comes up on {place_title(place)}."


def placed(event: Event, voice: Voice, parts: Parts) -> str:
    where = placed_on(zip(event.pieces[::2], event.pieces[1::2], strict=True))
    kept = event.amounts["kept"]
    held = f" and {voice.form(event.seat, 'keeps')} {count(kept, 'core')} back" if kept else ""
    return f"{voice.does(event.seat, 'puts')} {where or 'nothing anywhere'}{held}."


def trust_laid(event: Event, voice: Voice, parts: Parts) -> str:
    lying = event.amounts["lying"]
    return f"{project_name(parts, event.pieces[0])} is not completed and gets 1 Trust: {lying} lying there."


def project_given_up(event: Event, voice: Voice, parts: Parts) -> str:
    lost = event.amounts["lying"]
    return f"{project_name(parts, event.pieces[0])} is given up, with the {lost} Trust lying there."


def tokens_returned(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'takes')} {pieces(event.pieces)} back."


def tokens_gone(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'has')} used up {pieces(event.pieces)}."


# Rolls.


def rolled(event: Event, voice: Voice, parts: Parts) -> str:
    faces = " ".join(core.split()[1] for core in event.pieces)
    return f"{voice.does(event.seat, 'rolls')} {faces} on {place_title(event.causes[0])}."


def core_rerolled(event: Event, voice: Voice, parts: Parts) -> str:
    kind, face = event.pieces[0].split()
    token = f": token {token_name(parts, event.causes[0])}" if event.causes else ""
    return f"{voice.does(event.seat, 're-rolls')} {kind} showing {face}{token}."


def flops_counted(event: Event, voice: Voice, parts: Parts) -> str:
    """What they are made of, if it is more than the roll."""
    amounts = event.amounts
    made = [f"{amounts[name]} {name}" for name in ("rolled", "locked", "freed") if amounts.get(name)]
    if amounts["tokens"]:
        tokens = listed([token_name(parts, token) for token in event.causes])
        made.append(f"{amounts['tokens']} from {tokens}")
    of = f": {', '.join(made)}" if made and not (len(made) == 1 and amounts["rolled"]) else ""
    return f"{voice.does(event.seat, 'has')} {amounts['flops']} FLOPS on {place_title(event.pieces[0])}{of}."


def token_idle(event: Event, voice: Voice, parts: Parts) -> str:
    token, place = event.pieces
    whose = voice.whose(event.seat, first=True)
    return f"{whose} token {token_name(parts, token)} does not work on {place_title(place)}."


def paid(event: Event, voice: Voice, parts: Parts) -> str:
    amounts, cause = event.amounts, event.causes[0]
    piece = event.pieces[0]
    reason = {"x2": "x2", "rank": f"the rank {piece}"}.get(cause) or project_name(parts, cause)
    for_what = {"bonus": ", the bonus", "lying": ", the Trust lying there"}.get(piece, "")
    gets = f"{voice.does(event.seat, 'gets')} {amount(amounts['trust'], amounts['clips'])}"
    return f"{gets}: {reason}{for_what}.{at_the_end(amounts)}"


def at_the_end(amounts: dict[str, int]) -> str:
    """Clips that do not move the marker any more."""
    lost = amounts["clips"] - amounts["moved"]
    return f" The track ends, so {count(lost, 'clip')} {'is' if lost == 1 else 'are'} lost." if lost else ""


def rank_reached(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'reaches')} {parts.track.label(event.amounts['position'])}."


# Projects.


def project_unmet(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{project_name(parts, event.pieces[0])} is not completed: it needs {event.amounts['need']} FLOPS."


def unpaid(event: Event, voice: Voice, parts: Parts) -> str:
    needs = f"{project_name(parts, event.causes[0])} needs {event.amounts['need']} FLOPS"
    return f"{voice.does(event.seat, 'gets')} nothing: {needs}."


def tied(event: Event, voice: Voice, parts: Parts) -> str:
    rolls = voice.form(event.seat, "rolls")
    tie = f"{voice.does(event.seat, 'is')} tied with {event.amounts['flops']} FLOPS"
    return f"{tie} on {project_name(parts, event.causes[0])} and {rolls} again."


def tie_rolled(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'has')} {event.amounts['flops']} FLOPS in the tie."


def tie_token_used(event: Event, voice: Voice, parts: Parts) -> str:
    token = token_name(parts, event.causes[0])
    return f"{voice.does(event.seat, 'wins')} the tie against those without a token {token}."


def project_won(event: Event, voice: Voice, parts: Parts) -> str:
    slug, place = event.pieces
    where = f"{project_name(parts, slug)} on {place_title(place)}"
    return f"{voice.does(event.seat, 'wins')} {where} with {event.amounts['flops']} FLOPS."


def project_completed(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{project_name(parts, event.pieces[0])} is completed and discarded."


def tokens_gained(event: Event, voice: Voice, parts: Parts) -> str:
    tokens = f"{count(event.amounts['tokens'], 'token')} {token_name(parts, event.pieces[0])}"
    return f"{voice.does(event.seat, 'gets')} {tokens}: {project_name(parts, event.causes[0])}."


def core_gained(event: Event, voice: Voice, parts: Parts) -> str:
    cause = cause_name(parts, event.causes[0])
    return f"{voice.does(event.seat, 'gains')} a core, {event.pieces[0]}: {cause}."


def bonus_lost(event: Event, voice: Voice, parts: Parts) -> str:
    """A bonus that the winner cannot use: no such core in the supply, in a slot, or to raise."""
    return f"{voice.does(event.seat, 'loses')} {bonus_part(event, parts)}: there is no such core."


def bonus_declined(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'does')} not want {bonus_part(event, parts)}."


def bonus_part(event: Event, parts: Parts) -> str:
    """How much of which bonus an event is about."""
    name, slug = event.pieces[0], event.causes[0]
    project = next(project for project in parts.projects if project.slug == slug)
    part = next(part for part in project.bonus if part.name == name)
    some = "" if event.amounts[name] == part.count else f"{event.amounts[name]} of "
    return f'{some}"{part.text}" of {project.name}'


# Algorithms.


def price(event: Event, parts: Parts) -> str:
    """What was paid in an algorithm's phase; what a project gives is free."""
    cause = event.causes[0]
    if cause not in PLACE_NAMES:
        return f"free of cost: {project_name(parts, cause)}"
    return f"for {cost(event.amounts['flops'], event.amounts['trust'])}"


def core_freed(event: Event, voice: Voice, parts: Parts) -> str:
    core, tier, place = event.pieces
    kind, face = core.split()
    slot = f"{tier.upper()} of {place_title(place)}"
    return f"{voice.does(event.seat, 'frees')} {kind} showing {face} from {slot} {price(event, parts)}."


def made(event: Event, voice: Voice, parts: Parts) -> str:
    amounts = event.amounts
    things = count(amounts["clips"], "clip") if amounts["clips"] else count(amounts["cores"], "core")
    lost = amounts["lost"]
    short = f" {count(lost, 'core')} more {'is' if lost == 1 else 'are'} not in the supply." if lost else ""
    text = f"{voice.does(event.seat, 'makes')} {things} {price(event, parts)}."
    return text + short + (at_the_end(amounts) if amounts["clips"] else "")


def core_raised(event: Event, voice: Voice, parts: Parts) -> str:
    old, new, *where = event.pieces
    on = f" on {place_title(where[0])}" if where else ""
    return f"{voice.does(event.seat, 'raises')} {old}{on} to {new} {price(event, parts)}."


def core_locked(event: Event, voice: Voice, parts: Parts) -> str:
    core, tier, place = event.pieces
    kind, face = core.split()
    slot = f"{tier.upper()} of {place_title(place)}"
    return f"{voice.does(event.seat, 'locks')} {kind} showing {face} into {slot}."


# The end.


def last_project_completed(event: Event, voice: Voice, parts: Parts) -> str:
    when = "at once" if event.amounts["at-once"] else "with this round"
    return f"The last project is completed: the game ends {when}."


def game_ended(event: Event, voice: Voice, parts: Parts) -> str:
    stopped = ": no more are played" if event.amounts["stopped"] else ""
    return f"The game is over after {count(event.amounts['round'], 'round')}{stopped}."


def furthest(event: Event, voice: Voice, parts: Parts) -> str:
    return f"{voice.does(event.seat, 'is')} furthest: {_label(event, parts)}{_stopped(event)}"


def more_trust(event: Event, voice: Voice, parts: Parts) -> str:
    has = voice.does(event.seat, "has")
    has = has if event.seat != voice.reader else has[0].lower() + has[1:]
    return f"Level at {_label(event, parts)}; {has} more Trust{_stopped(event)}"


def shared_win(event: Event, voice: Voice, parts: Parts) -> str:
    trust = event.amounts["trust"]
    return f"A shared win at {_label(event, parts)} with {trust} Trust each{_stopped(event)}"


def _label(event: Event, parts: Parts) -> str:
    return parts.track.label(event.amounts["position"])


def _stopped(event: Event) -> str:
    rounds = event.amounts["stopped"]
    return f" (stopped after {rounds} rounds)" if rounds else ""


KINDS: dict[str, Callable[[Event, Voice, Parts], str]] = {
    "round-begun": round_begun,
    "stage-begun": stage_begun,
    "project-revealed": project_revealed,
    "placed": placed,
    "trust-laid": trust_laid,
    "project-given-up": project_given_up,
    "tokens-returned": tokens_returned,
    "tokens-gone": tokens_gone,
    "rolled": rolled,
    "core-rerolled": core_rerolled,
    "flops-counted": flops_counted,
    "token-idle": token_idle,
    "paid": paid,
    "rank-reached": rank_reached,
    "project-unmet": project_unmet,
    "unpaid": unpaid,
    "tied": tied,
    "tie-rolled": tie_rolled,
    "tie-token-used": tie_token_used,
    "project-won": project_won,
    "project-completed": project_completed,
    "tokens-gained": tokens_gained,
    "core-gained": core_gained,
    "bonus-lost": bonus_lost,
    "bonus-declined": bonus_declined,
    "core-freed": core_freed,
    "made": made,
    "core-raised": core_raised,
    "core-locked": core_locked,
    "last-project-completed": last_project_completed,
    "game-ended": game_ended,
    "furthest": furthest,
    "more-trust": more_trust,
    "shared-win": shared_win,
}
