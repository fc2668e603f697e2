"""Total eClips in a browser: what board.html draws."""

from typing import Any

from quincunx.games.total_eclips.board import ROLLED, source_kind
from quincunx.games.total_eclips.cards import (
    KINDS,
    LEVEL,
    MANUFACTURE,
    MOST_TOKENS,
    NO_CARD,
    PLACES,
    PROJECTS,
    UNLOCK,
)
from quincunx.games.total_eclips.hints import SURE, bonus_things, chances, explain, faces, mean, percent
from quincunx.games.total_eclips.page_side import (
    cores_at,
    flops,
    is_now,
    prices,
    resting,
    showing,
    side,
    token_shown,
    tokens_shown,
)
from quincunx.games.total_eclips.position import (
    AGAIN,
    BONUS,
    BUY,
    DONE,
    ENDED,
    GAIN,
    LAY,
    LOCK,
    PLACE,
    PUT,
    RAISE,
    REROLL,
    REVEAL,
    ROLL,
)
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.show import GAME, seen_by
from quincunx.games.total_eclips.words import KIND_NAMES, LEVEL_NAMES, PLACE_NAMES, counted, place_title, tokens_on

SHORT_RANK = 7
"""A rank with a longer name is cut on a narrow board."""


def board(state: TotalEClips, seat: int) -> dict[str, Any]:
    seen = seen_by(state, seat)
    actions = seen.actions(seat)
    seats = range(len(seen.boards))
    return {
        "round": seen.round,
        "stage": seen.stage + 1,
        "stages": seen.parts.stages,
        "steps": steps(seen),
        "prompt": prompt(seen, seat, bool(actions)),
        "placing": seen.phase == PLACE and bool(actions),
        "over": seen.phase == ENDED,
        "done_means": explain(seen, seat, DONE) if DONE in actions else "",
        "hand": hand(seen, seat, actions) if seen.phase == PLACE else [],
        "raises": raises(seen, seat, actions),
        "gains": gains(seen, actions),
        "projects": [project(seen, slot, seat) for slot in range(PROJECTS)],
        "coming": coming(seen),
        "odds": own_odds(seen, seat) if seen.phase == PLACE and seat >= 0 else {},
        "ranks": ranks(seen),
        "sides": [side(seen, other, seat) for other in seats],
        "prices": prices(seen),
        "guide": guide(seen),
    }


def steps(state: TotalEClips) -> list[dict[str, Any]]:
    """The course of a round, and where it is."""
    names = ["Place", *[name.upper() for name in PLACE_NAMES[:PROJECTS]]]
    names += [name.capitalize() for name in PLACE_NAMES[UNLOCK:]]
    now = 0 if state.phase in (PLACE, REVEAL) else state.place + 1
    return [
        {"name": name, "now": number == now, "past": number < now}
        for number, name in enumerate(names)
    ]


# What is asked.


def prompt(state: TotalEClips, seat: int, is_asked: bool) -> str:
    if state.phase == ENDED:
        return f"{GAME.result(state).reason}."
    if state.phase == REVEAL:
        return "New projects come up."
    where = place_title(state.place)
    where = where[0].upper() + where[1:]
    if state.phase == ROLL:
        return f"{where}: the cores roll{' again to break the tie' if state.contest else ''}."
    if state.phase == BONUS:
        return _asks_bonus(state) if is_asked else f"The winner of {state.project().name} takes the bonus."
    if not is_asked:
        doing = {PLACE: "Cores and tokens are placed in secret", REROLL: f"{where}: re-roll tokens are used"}
        done = " You are done." if seat >= 0 else ""
        return f"{doing.get(state.phase, f'{where}: players buy and lock')}.{done}"
    if state.phase == PLACE:
        return "Place in secret: pick a core or token, then press where it works."
    if state.phase == REROLL:
        again = counted(state.boards[seat].rerolls, "re-roll")
        return f"{where}: you have {again}. Press the core to roll again, or keep them all."
    return _asks_buying(state, seat)


def _asks_buying(state: TotalEClips, seat: int) -> str:
    side = state.boards[seat]
    where = place_title(state.place)
    if side.locking:
        return f"{where}: press a rolled core to lock it."
    if not any(DONE < action < LOCK for action in state.actions(seat)):
        return f"{where}: {side.flops} FLOPS buy nothing. Press a rolled core to lock it."
    buy = {
        UNLOCK: "press a locked core to free it",
        MANUFACTURE: "choose one reward",
    }.get(state.place, "raise cores")
    lock = " Locking a rolled core ends your buying." if side.rolled else ""
    return f"{where} with {side.flops} FLOPS and {side.trust} Trust: {buy}.{lock}"


def _asks_bonus(state: TotalEClips) -> str:
    won = f"You won {state.project().name}:"
    bonus = state.project().bonus
    if state.gains:
        return f"{won} choose a core of level {LEVEL_NAMES[bonus.core_level]}."
    if state.unlocks:
        return f"{won} free {counted(state.unlocks, 'core')} from T{bonus.unlock_tier} slots."
    return f"{won} raise {counted(state.raises, 'core')} of level {LEVEL_NAMES[bonus.raise_level]}."


# What can be picked and chosen.


def hand(state: TotalEClips, seat: int, actions: list[int]) -> list[dict[str, Any]]:
    """Cores and tokens that can be placed, each with the places it fits; the first that fits is picked."""
    fits: dict[str, list[str]] = {}
    for action in actions:
        if PUT <= action < LAY:
            place, kind = divmod(action - PUT, KINDS)
            fits.setdefault(KIND_NAMES[kind], []).append(PLACE_NAMES[place])
        elif LAY <= action < AGAIN:
            place, token = divmod(action - LAY, MOST_TOKENS)
            fits.setdefault(state.parts.tokens[token].slug, []).append(PLACE_NAMES[place])
    if seat < 0:
        return []
    side = state.boards[seat]
    pieces: list[dict[str, Any]] = [
        {"word": KIND_NAMES[kind], "name": state.parts.cores[kind].name, "core": resting(state.parts, kind), "count": count}
        for kind, count in enumerate(side.spent)
        if count
    ]
    pieces += [
        {"word": token["slug"], "name": token["name"], "token": token, "count": token["count"]}
        for token in tokens_shown(state.parts, side.tokens)
    ]
    picked = next((piece["word"] for piece in pieces if piece["word"] in fits), "")
    return [
        {**piece, "fits": fits.get(piece["word"], []), "picked": piece["word"] == picked} for piece in pieces
    ]


def raises(state: TotalEClips, seat: int, actions: list[int]) -> list[dict[str, Any]]:
    """The cores that can be raised: from what, where it lies, to what."""
    found = []
    for action in actions:
        if RAISE <= action < LOCK:
            source, kind = divmod(action - RAISE, KINDS)
            price = state.parts.upgrade_prices[LEVEL[source_kind(source)]]
            found.append(
                {
                    "move": GAME.say(state, seat, action),
                    "old": _source(state, source),
                    "where": _lies(source),
                    "new": resting(state.parts, kind),
                    "flops": price.flops if state.phase == BUY else 0,
                    "trust": price.trust if state.phase == BUY else 0,
                }
            )
    return found


def _source(state: TotalEClips, source: int) -> dict[str, Any]:
    if source >= ROLLED:
        return showing(state.parts, source - ROLLED)
    return resting(state.parts, source_kind(source))


def _lies(source: int) -> str:
    if source >= ROLLED:
        return "rolled"
    return "free" if source < KINDS else f"on {PLACE_NAMES[source // KINDS - 1].capitalize()}"


def gains(state: TotalEClips, actions: list[int]) -> list[dict[str, Any]]:
    kinds = [action - GAIN for action in actions if action >= GAIN]
    return [
        {
            "move": f"gain {KIND_NAMES[kind]}",
            "core": resting(state.parts, kind),
            "faces": faces(state.parts.cores[kind]),
        }
        for kind in kinds
    ]


# The project board and the track.


def project(state: TotalEClips, slot: int, viewer: int) -> dict[str, Any]:
    """A letter of the project board: its card, the Trust on it, and the cores of everybody there."""
    letter = PLACE_NAMES[slot]
    shown: dict[str, Any] = {"word": letter, "letter": letter.upper(), "now": is_now(state, slot), "card": None}
    if state.cards[slot] == NO_CARD:
        return shown
    card = state.parts.projects[state.cards[slot]]
    shown["card"] = {
        "slug": card.slug,
        "name": card.name,
        "end": card.end,
        "need": card.need,
        "low": {"trust": card.low_trust, "clips": card.low_clips},
        "high": {"trust": card.high_trust, "clips": card.high_clips},
        "bonus": {
            "things": ", ".join(bonus_things(state.parts, card.bonus)),
            "trust": card.bonus.trust,
            "clips": card.bonus.clips,
        },
    }
    shown["lying"] = state.lying[slot]
    shown["entries"] = [
        entry(state, slot, seat, viewer) for seat in range(len(state.boards)) if seat != viewer
    ]
    shown["entries"] = [one for one in shown["entries"] if one["cores"]]
    shown["own"] = entry(state, slot, viewer, viewer) if viewer >= 0 else None
    return shown


def entry(state: TotalEClips, slot: int, seat: int, viewer: int) -> dict[str, Any]:
    side = state.boards[seat]
    cores = cores_at(state, seat, slot, viewer)
    return {
        "index": seat,
        "cores": cores,
        "free": range(state.parts.project_cores - len(cores)),
        "tokens": tokens_shown(state.parts, tokens_on(side, slot)),
        "flops": flops(state, side, slot) if is_now(state, slot) else 0,
    }


def coming(state: TotalEClips) -> dict[str, Any]:
    """What is still in the deck of this stage, as everybody may know."""
    end = state.parts.projects[state.parts.ends[state.stage]]
    return {
        "names": sorted(state.parts.projects[card].name for card in state.left),
        "end": end.name,
        "need": end.need,
        "end_lies": state.parts.ends[state.stage] in state.cards,
    }


def own_odds(state: TotalEClips, seat: int) -> dict[str, list[dict[str, Any]]]:
    """The chance to reach what matters on each place where something of yours lies."""
    side = state.boards[seat]
    return {
        PLACE_NAMES[place]: _open_questions(chances(state, side, place))
        for place in range(PLACES)
        if side.count[place] or side.laid_on[place]
    }


def _open_questions(known: list[tuple[int, float]]) -> list[dict[str, Any]]:
    """Of the sure ones only the last, and none that is out of reach, unless that is all there is."""
    sure = [one for one in known if one[1] >= SURE][-1:]
    open_ = [one for one in known if 0 < one[1] < SURE]
    return [{"flops": target, "chance": percent(chance)} for target, chance in sure + open_ or known[:1]]


def ranks(state: TotalEClips) -> list[dict[str, Any]]:
    track = state.parts.track
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "short": name if len(name) <= SHORT_RANK else f"{name[:4]}.",
            "trust": track.trust[rank],
            "clips": track.clips[rank],
            "markers": [],
        }
        for rank, name in enumerate(track.ranks)
    ]
    for seat, side in enumerate(state.boards):
        step = side.position % len(track.steps)
        marker = {"index": seat, "step": step, "position": side.position, "label": track.steps[step]}
        found[track.rank(side.position)]["markers"].append(marker)
    return found


def guide(state: TotalEClips) -> dict[str, Any]:
    """The quick reference: what cores and tokens are."""
    parts = state.parts
    return {
        "cores": [
            {
                **resting(parts, kind),
                "faces": faces(core).replace("0", "blank", 1) if core.values[0] == 0 else faces(core),
                "level": LEVEL_NAMES[LEVEL[kind]],
                "mean": f"{mean(core):.1f}",
            }
            for kind, core in enumerate(parts.cores)
        ],
        "tokens": [token_shown(token) for token in parts.tokens],
    }
