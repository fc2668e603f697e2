"""One player's side of the table in a browser: cores, tokens, slots, and what may be done with them."""

from typing import Any

from quincunx.games.total_eclips.board import FROM_MANUFACTURE, FROM_PROJECTS, FROM_TRACK, FROM_X2, Board
from quincunx.games.total_eclips.cards import (
    ALGORITHMS,
    FACES,
    KINDS,
    MANUFACTURE,
    PLACES,
    PROJECTS,
    TOP_LEVEL,
    UNLOCK,
    UPGRADE,
    Parts,
    Price,
    Token,
)
from quincunx.games.total_eclips.hints import core_name
from quincunx.games.total_eclips.position import BONUS, BUY, ENDED, PLACE, REROLL, ROLL
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.words import (
    KIND_NAMES,
    LEVEL_NAMES,
    PLACE_NAMES,
    amount,
    cores_on,
    counted,
    face_name,
    goods,
    place_title,
    tokens_on,
)

MARKS = ["I", "II", "III", "MC", "AI", "Q"]
"""What stands on a core that shows no face."""
EARNED = {
    "projects": FROM_PROJECTS,
    "Manufacture": FROM_MANUFACTURE,
    "x2": FROM_X2,
    "the track": FROM_TRACK,
}


def side(state: TotalEClips, seat: int, viewer: int) -> dict[str, Any]:
    board = state.boards[seat]
    parts = state.parts
    return {
        "index": seat,
        "company": parts.companies[seat],
        "colour_word": state.colour(seat),
        "trust": board.trust,
        "position": board.position,
        "label": parts.track.label(board.position),
        "is_done": board.done and state.phase in (PLACE, REROLL, BUY),
        "won": state.phase == ENDED and seat in state.winners(),
        "cores": [
            {**resting(parts, kind), "count": count} for kind, count in enumerate(board.spent) if count
        ],
        "tokens": tokens_shown(parts, board.tokens),
        "algorithms": [algorithm(state, seat, viewer, number) for number in range(ALGORITHMS)],
        "earned": earned(board) if state.phase == ENDED else "",
    }


def earned(board: Board) -> str:
    """Where the clips came from, at the end."""
    return ", ".join(f"{board.tally[source]} {name}" for name, source in EARNED.items() if board.tally[source])


def algorithm(state: TotalEClips, seat: int, viewer: int, number: int) -> dict[str, Any]:
    """The slots from the left: open ones first, each with the core that lies there this round, then the
    locked ones."""
    board = state.boards[seat]
    place = UNLOCK + number
    tiers = state.parts.slots[number]
    locked = board.locked[number]
    lying = cores_at(state, seat, place, viewer)
    open_tiers = tiers[len(locked) :][::-1]
    return {
        "name": PLACE_NAMES[place],
        "title": place_title(place),
        "now": is_now(state, place),
        "flops": flops(state, board, place),
        "lying": lying,
        "open": [
            {"tier": tier, "core": lying[index] if index < len(lying) else None}
            for index, tier in enumerate(open_tiers)
        ],
        # More cores than open slots: some of those that lie here were locked meanwhile.
        "more": lying[len(open_tiers) :],
        "locked": [
            locked_core(state, board, number, slot, seat == viewer)
            for slot in range(len(locked) - 1, -1, -1)
        ],
        "tokens": tokens_shown(state.parts, tokens_on(board, place)),
    }


def is_now(state: TotalEClips, place: int) -> bool:
    return place == state.place and state.phase not in (PLACE, ENDED)


def flops(state: TotalEClips, board: Board, place: int) -> int:
    """What is left to spend where players buy; else what counts on a place with what lies there now."""
    if not is_now(state, place):
        return board.total(place) - sum(state.parts.values[code] for code in board.rolled)
    if state.phase == BONUS:
        return 0
    return board.flops if state.phase == BUY else board.total(place)


def locked_core(state: TotalEClips, board: Board, number: int, slot: int, is_own: bool) -> dict[str, Any]:
    tier = board.tier(number, slot)
    price = state.parts.unlock_prices[tier]
    return {
        **showing(state.parts, board.locked[number][slot]),
        "tier": tier,
        "move": f"unlock t{tier} {PLACE_NAMES[UNLOCK + number]}" if is_own else "",
        "price": {"flops": price.flops, "trust": price.trust} if state.phase == BUY else None,
    }


def cores_at(state: TotalEClips, seat: int, place: int, viewer: int) -> list[dict[str, Any]]:
    """The cores of a player on a place: in the air, just rolled, or waiting for their roll."""
    board = state.boards[seat]
    parts = state.parts
    found = []
    if place == state.place and state.phase in (ROLL, REROLL, BUY):
        found += [in_the_air(parts, kind) for kind in board.rolling]
        verb = {REROLL: "reroll", BUY: "lock"}.get(state.phase, "") if seat == viewer else ""
        found += [rolled(parts, code, verb) for code in board.rolled]
    for kind, count in enumerate(cores_on(board, place)):
        found += [resting(parts, kind)] * count
    return found


def rolled(parts: Parts, code: int, verb: str) -> dict[str, Any]:
    return {**showing(parts, code), "move": f"{verb} {core_name(parts, code)}" if verb else ""}


def showing(parts: Parts, code: int) -> dict[str, Any]:
    """A core with the face that is up."""
    face = face_name(parts, code)
    said = {"0": "a blank", "x2": "x2, a clip"}.get(face, face)
    kind = code // FACES
    return {
        "kind": KIND_NAMES[kind],
        "mark": MARKS[kind],
        "face": "" if face == "0" else face,
        "label": f"{parts.cores[kind].name} showing {said}",
        "move": "",
    }


def resting(parts: Parts, kind: int) -> dict[str, Any]:
    """A core without a face."""
    return {
        "kind": KIND_NAMES[kind],
        "mark": "",
        "face": MARKS[kind],
        "label": parts.cores[kind].name,
        "move": "",
    }


def in_the_air(parts: Parts, kind: int) -> dict[str, Any]:
    return {**resting(parts, kind), "face": "?", "label": f"{parts.cores[kind].name}, rolling"}


def tokens_shown(parts: Parts, counts: list[int]) -> list[dict[str, Any]]:
    return [
        {**token_shown(token), "count": count}
        for token, count in zip(parts.tokens, counts, strict=True)
        if count
    ]


def token_shown(token: Token) -> dict[str, Any]:
    does = f"+{token.flops}" if token.flops else "ties" if token.wins_ties else "re-roll"
    return {"slug": token.slug, "name": token.name, "does": does, "only": only(token)}


def only(token: Token) -> str:
    """Where a token fits if not anywhere, and what must be used with it."""
    if token.needs >= 0:
        return f"with {MARKS[token.needs]}"
    if len(token.fits) == PLACES:
        return ""
    algorithms = [place_title(place) for place in token.fits if place >= PROJECTS]
    letters = ["A–D"] if len(token.fits) > len(algorithms) else []
    return ", ".join(letters + algorithms)


def prices(state: TotalEClips) -> list[list[dict[str, Any]]]:
    """What each algorithm sells: frees, makes, raises."""
    parts = state.parts
    tiers = sorted({tier for tiers in parts.slots for tier in tiers})
    unlock = [price_of(parts.unlock_prices[tier], f"T{tier}", f"Free a core from a T{tier} slot") for tier in tiers]
    make = [
        {
            **price_of(reward, "", f"Make {goods(parts, index)}"),
            "clips": reward.clips,
            "cores": reward.cores,
            "move": f"make {goods(parts, index)}",
        }
        for index, reward in enumerate(parts.makes)
    ]
    lift = [
        price_of(
            parts.upgrade_prices[level],
            f"{LEVEL_NAMES[level]}→{LEVEL_NAMES[level + 1]}",
            f"Raise a core of level {LEVEL_NAMES[level]} to level {LEVEL_NAMES[level + 1]}",
        )
        for level in range(TOP_LEVEL)
    ]
    return [unlock, make, lift]


def price_of(price: Price, gets: str, meaning: str) -> dict[str, Any]:
    cost = f"{price.flops} FLOPS" + (f" and {amount(price.trust, 0)}" if price.trust else "")
    return {"gets": gets, "flops": price.flops, "trust": price.trust, "label": f"{meaning} for {cost}"}
