"""What can happen, as sentences. Pieces and causes are names of game.toml, places and faces."""

from collections.abc import Callable

from quincunx.core.event import Event
from quincunx.core.voice import Voice, count, listed
from quincunx.games.total_eclips.names import amount, cost, pieces, place_title, placed_on
from quincunx.games.total_eclips.parts import PLACE_NAMES, Parts


def tell(event: Event, voice: Voice, parts: Parts) -> str:
    return KINDS[event.kind](event, voice, parts)


def project(parts: Parts, slug: str) -> str:
    return next(project.name for project in parts.projects if project.slug == slug)


def token(parts: Parts, slug: str) -> str:
    name = next(token.name for token in parts.tokens if token.slug == slug)
    return f'"{name}"'


def core(event: Event) -> str:
    kind, face = event.pieces[0].split()
    return f"{kind} showing {face}"


def slot(event: Event) -> str:
    return f"{event.pieces[1].upper()} of {place_title(event.pieces[2])}"


def bonus(event: Event, parts: Parts) -> str:
    """How much of which part of a project's bonus an event is about."""
    name, slug = event.pieces[0], event.causes[0]
    card = next(project for project in parts.projects if project.slug == slug)
    part = next(part for part in card.bonus if part.name == name)
    some = "" if event.amounts[name] == part.count else f"{event.amounts[name]} of "
    return f'{some}"{part.text}" of {card.name}'


def price(event: Event, parts: Parts) -> str:
    """What was paid in an algorithm's phase; what a project gives is free."""
    cause = event.causes[0]
    if cause not in PLACE_NAMES:
        return f"free of cost: {project(parts, cause)}"
    return f"for {cost(event.amounts['flops'], event.amounts['trust'])}"


def lost_clips(event: Event) -> str:
    """Clips that do not move the marker any more."""
    lost = event.amounts["clips"] - event.amounts["moved"]
    return f" The track ends, so {count(lost, 'clip')} {'is' if lost == 1 else 'are'} lost." if lost else ""


def stopped(event: Event) -> str:
    rounds = event.amounts["stopped"]
    return f" (stopped after {rounds} rounds)" if rounds else ""


def label(event: Event, parts: Parts) -> str:
    return parts.track.label(event.amounts["position"])


# Sentences that have more than one form.


def placed(event: Event, voice: Voice, parts: Parts) -> str:
    where = placed_on(zip(event.pieces[::2], event.pieces[1::2], strict=True))
    kept = event.amounts["kept"]
    held = f" and {voice.form(event.seat, 'keeps')} {count(kept, 'core')} back" if kept else ""
    return f"{voice.does(event.seat, 'puts')} {where or 'nothing anywhere'}{held}."


def flops_counted(event: Event, voice: Voice, parts: Parts) -> str:
    """What they are made of, if it is more than the roll."""
    amounts = event.amounts
    made = [f"{amounts[name]} {name}" for name in ("rolled", "locked", "freed") if amounts.get(name)]
    if amounts["tokens"]:
        made.append(f"{amounts['tokens']} from {listed([token(parts, slug) for slug in event.causes])}")
    of = f": {', '.join(made)}" if made and not (len(made) == 1 and amounts["rolled"]) else ""
    return f"{voice.does(event.seat, 'has')} {amounts['flops']} FLOPS on {place_title(event.pieces[0])}{of}."


def paid(event: Event, voice: Voice, parts: Parts) -> str:
    cause, piece = event.causes[0], event.pieces[0]
    reason = {"x2": "x2", "rank": f"the rank {piece}"}.get(cause) or project(parts, cause)
    for_what = {"bonus": ", the bonus", "lying": ", the Trust lying there"}.get(piece, "")
    gets = f"{voice.does(event.seat, 'gets')} {amount(event.amounts['trust'], event.amounts['clips'])}"
    return f"{gets}: {reason}{for_what}.{lost_clips(event)}"


def made(event: Event, voice: Voice, parts: Parts) -> str:
    amounts, lost = event.amounts, event.amounts["lost"]
    things = count(amounts["clips"], "clip") if amounts["clips"] else count(amounts["cores"], "core")
    short = f" {count(lost, 'core')} more {'is' if lost == 1 else 'are'} not in the supply." if lost else ""
    return f"{voice.does(event.seat, 'makes')} {things} {price(event, parts)}.{short}{lost_clips(event)}"


def core_raised(event: Event, voice: Voice, parts: Parts) -> str:
    old, new, *where = event.pieces
    on = f" on {place_title(where[0])}" if where else ""
    return f"{voice.does(event.seat, 'raises')} {old}{on} to {new} {price(event, parts)}."


def more_trust(event: Event, voice: Voice, parts: Parts) -> str:
    has = f"{voice.whom(event.seat)} {voice.form(event.seat, 'has')}"
    return f"Level at {label(event, parts)}; {has} more Trust{stopped(event)}"


KINDS: dict[str, Callable[[Event, Voice, Parts], str]] = {
    # A round.
    "round-begun": lambda e, voice, parts: f"Round {e.amounts['round']}.",
    "stage-begun": lambda e, voice, parts: f"Stage {e.amounts['stage']} begins.",
    "project-revealed": lambda e, voice, parts: (
        f"{project(parts, e.pieces[0])} comes up on {place_title(e.pieces[1])}."
    ),
    "placed": placed,
    "trust-laid": lambda e, voice, parts: (
        f"{project(parts, e.pieces[0])} is not completed and gets 1 Trust: {e.amounts['lying']} lying there."
    ),
    "project-given-up": lambda e, voice, parts: (
        f"{project(parts, e.pieces[0])} is given up, with the {e.amounts['lying']} Trust lying there."
    ),
    "tokens-returned": lambda e, voice, parts: f"{voice.does(e.seat, 'takes')} {pieces(e.pieces)} back.",
    "tokens-gone": lambda e, voice, parts: f"{voice.does(e.seat, 'has')} used up {pieces(e.pieces)}.",
    # Rolls.
    "rolled": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'rolls')} {' '.join(core.split()[1] for core in e.pieces)}"
        f" on {place_title(e.causes[0])}."
    ),
    "core-rerolled": lambda e, voice, parts: (
        f"{voice.does(e.seat, 're-rolls')} {core(e)}: token {token(parts, e.causes[0])}."
    ),
    "flops-counted": flops_counted,
    "token-idle": lambda e, voice, parts: (
        f"{voice.whose(e.seat, first=True)} token {token(parts, e.pieces[0])}"
        f" does not work on {place_title(e.pieces[1])}."
    ),
    "paid": paid,
    "rank-reached": lambda e, voice, parts: f"{voice.does(e.seat, 'reaches')} {label(e, parts)}.",
    # Projects.
    "project-unmet": lambda e, voice, parts: (
        f"{project(parts, e.pieces[0])} is not completed: it needs {e.amounts['need']} FLOPS."
    ),
    "unpaid": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'gets')} nothing: "
        f"{project(parts, e.causes[0])} needs {e.amounts['need']} FLOPS."
    ),
    "tied": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'is')} tied with {e.amounts['flops']} FLOPS on {project(parts, e.causes[0])}"
        f" and {voice.form(e.seat, 'rolls')} again."
    ),
    "tie-rolled": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'has')} {e.amounts['flops']} FLOPS in the tie."
    ),
    "tie-token-used": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'wins')} the tie against those without a token {token(parts, e.causes[0])}."
    ),
    "project-won": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'wins')} {project(parts, e.pieces[0])} on {place_title(e.pieces[1])}"
        f" with {e.amounts['flops']} FLOPS."
    ),
    "project-completed": lambda e, voice, parts: f"{project(parts, e.pieces[0])} is completed and discarded.",
    "tokens-gained": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'gets')} {count(e.amounts['tokens'], 'token')} {token(parts, e.pieces[0])}:"
        f" {project(parts, e.causes[0])}."
    ),
    "core-gained": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'gains')} a core, {e.pieces[0]}: {project(parts, e.causes[0])}."
    ),
    "bonus-lost": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'loses')} {bonus(e, parts)}: there is no such core."
    ),
    "bonus-declined": lambda e, voice, parts: f"{voice.does(e.seat, 'does')} not want {bonus(e, parts)}.",
    # Algorithms.
    "core-freed": lambda e, voice, parts: (
        f"{voice.does(e.seat, 'frees')} {core(e)} from {slot(e)} {price(e, parts)}."
    ),
    "made": made,
    "core-raised": core_raised,
    "core-locked": lambda e, voice, parts: f"{voice.does(e.seat, 'locks')} {core(e)} into {slot(e)}.",
    # The end.
    "last-project-completed": lambda e, voice, parts: (
        "The last project is completed: the game ends "
        f"{'at once' if e.amounts['at-once'] else 'with this round'}."
    ),
    "game-ended": lambda e, voice, parts: (
        f"The game is over after {count(e.amounts['round'], 'round')}"
        f"{': no more are played' if e.amounts['stopped'] else ''}."
    ),
    "furthest": lambda e, voice, parts: f"{voice.does(e.seat, 'is')} furthest: {label(e, parts)}{stopped(e)}",
    "more-trust": more_trust,
    "shared-win": lambda e, voice, parts: (
        f"A shared win at {label(e, parts)} with {e.amounts['trust']} Trust each{stopped(e)}"
    ),
}
