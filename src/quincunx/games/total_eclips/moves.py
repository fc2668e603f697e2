"""Moves by name, and what a move costs or brings."""

import re
from typing import NamedTuple

from quincunx.core.mistake import nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.core.voice import Voice, count
from quincunx.games.total_eclips.codes import (
    AGAIN,
    DONE,
    FREE,
    GAIN,
    LAY,
    LOCK,
    MAKE,
    MOVES_END,
    PUT,
    RAISE,
    ROLLED,
    TAKE_BACK,
    free,
    lay,
    lift,
    put,
    source_kind,
    waiting_source,
)
from quincunx.games.total_eclips.cores import (
    FACES,
    KIND_NAMES,
    KINDS,
    LEVEL,
    LEVELS,
    MOST_ROLLED,
    POWER,
    TOP_LEVEL,
)
from quincunx.games.total_eclips.names import cost, goods, place_title
from quincunx.games.total_eclips.odds import chances, percent
from quincunx.games.total_eclips.parts import MOST_TOKENS, NOTHING, Parts, Price
from quincunx.games.total_eclips.phases import BUY, PLACE, REROLL, REVEAL
from quincunx.games.total_eclips.places import PLACE_NAMES, UNLOCK
from quincunx.games.total_eclips.rules import TotalEClips
from quincunx.games.total_eclips.rules_placing import place as place_piece
from quincunx.games.total_eclips.state import Side

MOVES = [
    MoveName("put CORE on PLACE", "Place a core (m1, m2, m3, multi, ai, quantum) on a place."),
    MoveName("put TOKEN on PLACE", "Place a bonus token. On a project it needs a core of yours there."),
    MoveName("take back", "Take back all you have placed this round."),
    MoveName("done", "You are done here: with placing, re-rolling, buying and locking, or the bonus."),
    MoveName("reroll CORE FACE", "Re-roll a core you just rolled, with a token laid here."),
    MoveName("unlock TIER ALGORITHM", "Free the core in that slot; those to its left slide right."),
    MoveName("make AMOUNT THING", "One Manufacture reward: `make 2 clips`, `make 1 core`."),
    MoveName("raise CORE", "Raise a core one level: `raise m1`, `raise m3 to ai`, `raise m1 showing 2`."),
    MoveName("lock CORE FACE", "Lock a core you just rolled into the right-most empty slot."),
    MoveName("gain CORE", "Choose the core of level IV that you won."),
    MoveName("roll FACES", "How the cores fall, in the order of their kinds (chance)."),
    MoveName("reveal PROJECT", "Which project comes up next (chance)."),
]


def decode(state: TotalEClips, seat: int, action: int) -> Move:
    parts = state.parts
    if action < 0 or (seat != CHANCE and action >= MOVES_END):
        raise ValueError(action)
    if seat == CHANCE:
        return _decode_chance(state, action)
    if action == DONE:
        return Move("done")
    if action == TAKE_BACK:
        return Move("take", "back")
    if action < LAY:
        place, kind = divmod(action - PUT, KINDS)
        return Move("put", KIND_NAMES[kind], "on", PLACE_NAMES[place])
    if action < AGAIN:
        place, token = divmod(action - LAY, MOST_TOKENS)
        return Move("put", parts.tokens[token].slug, "on", PLACE_NAMES[place])
    if action < FREE:
        return Move("reroll", *parts.core(action - AGAIN).split())
    if action < MAKE:
        algorithm, slot = divmod(action - FREE, MOST_ROLLED)
        return Move("unlock", f"t{parts.slots[algorithm][slot]}", PLACE_NAMES[UNLOCK + algorithm])
    if action < RAISE:
        return Move("make", *goods(parts.makes[action - MAKE]).split())
    if action < LOCK:
        return _decode_raise(parts, *divmod(action - RAISE, KINDS))
    if action < GAIN:
        return Move("lock", *parts.core(action - LOCK).split())
    return Move("gain", KIND_NAMES[action - GAIN])


def _decode_chance(state: TotalEClips, outcome: int) -> Move:
    if state.phase == REVEAL:
        return Move("reveal", state.parts.projects[outcome].slug)
    faces = []
    for kind in state.sides[state.roller()].rolling:
        faces.append(state.parts.face(kind * FACES + outcome % FACES))
        outcome //= FACES
    return Move("roll", *faces)


def _decode_raise(parts: Parts, source: int, kind: int) -> Move:
    old = source_kind(source)
    words = [KIND_NAMES[old]]
    if source >= ROLLED:
        words += ["showing", parts.face(source - ROLLED)]
    elif source >= KINDS:
        words += ["on", PLACE_NAMES[source // KINDS - 1]]
    if LEVEL[old] == TOP_LEVEL or LEVELS[LEVEL[old] + 1] != [kind]:
        words += ["to", KIND_NAMES[kind]]
    return Move("raise", *words)


def encode(state: TotalEClips, seat: int, move: Move) -> int:
    parts = state.parts
    match (move.verb, *move.words):
        case ("done",):
            return DONE
        case ("take", "back"):
            return TAKE_BACK
        case ("put", piece, "on", name):
            place = index(name, PLACE_NAMES, "place")
            if piece in KIND_NAMES:
                return put(KIND_NAMES.index(piece), place)
            names = [*KIND_NAMES, *[token.slug for token in parts.tokens]]
            return lay(index(piece, names, "core or token") - KINDS, place)
        case ("reroll", kind, face):
            return AGAIN + code(parts, kind, face)
        case ("lock", kind, face):
            return LOCK + code(parts, kind, face)
        case ("unlock", tier, name):
            algorithm = index(name, PLACE_NAMES[UNLOCK:], "algorithm")
            tiers = [f"t{known}" for known in parts.slots[algorithm]]
            return free(algorithm, index(tier, tiers, f"slot of {name}"))
        case ("make", *words):
            return MAKE + index(" ".join(words), [goods(reward) for reward in parts.makes], "reward")
        case ("raise", *_):
            raised = read_raise(move)
            source = KIND_NAMES.index(raised.old)
            if raised.on:
                source = waiting_source(source, index(raised.on, PLACE_NAMES, "place"))
            elif raised.showing:
                source = ROLLED + code(parts, raised.old, raised.showing)
            return lift(source, index(raised.new, KIND_NAMES, "core"))
        case ("gain", kind):
            return GAIN + index(kind, KIND_NAMES, "core")
        case ("reveal", slug):
            return index(slug, [project.slug for project in parts.projects], "project")
        case ("roll", *faces):
            return _encode_roll(state, faces)
    patterns = [name.pattern for name in MOVES]
    raise IllegalMove(f"`{move}` is not a move{nearest(str(move), patterns)}")


def index(name: str, names: list[str], thing: str) -> int:
    if name not in names:
        raise IllegalMove(f"There is no {thing} `{name}`{nearest(name, names)}")
    return names.index(name)


def code(parts: Parts, kind: str, face: str) -> int:
    """The code of a core that shows a face: of equal faces the first."""
    first = index(kind, KIND_NAMES, "core") * FACES
    shown = [parts.face(one) for one in range(first, first + FACES)]
    if face not in shown:
        raise IllegalMove(f"No face of {kind} shows {face or 'that'}; its faces are {', '.join(shown)}.")
    return first + shown.index(face)


def reward_of(parts: Parts, move: Move) -> Price:
    """The Manufacture reward that a move makes."""
    return next(reward for reward in parts.makes if goods(reward) == " ".join(move.words))


class Raising(NamedTuple):
    """A core to raise and its new kind; where it waits or what it shows, unless it is a spent one."""

    old: str
    on: str
    showing: str
    new: str


def read_raise(move: Move) -> Raising:
    """`m1`, with `on PLACE` or `showing FACE`, and `to CORE` where there is a choice."""
    wanted = re.fullmatch(r"(\S+)(?: (on|showing) (\S+))?(?: to (\S+))?", " ".join(move.words))
    if wanted is None:
        raise IllegalMove("Name a core: `raise m1`, `raise m3 to ai`, `raise m1 on c`, `raise m1 showing 2`.")
    name, how, which, target = wanted.groups()
    level = LEVEL[index(name, KIND_NAMES, "core")]
    if level == TOP_LEVEL:
        raise IllegalMove(f"{name} is of level IV already.")
    higher = [KIND_NAMES[kind] for kind in LEVELS[level + 1]]
    if target is None and len(higher) > 1:
        names = " or ".join(f"`to {kind}`" for kind in higher)
        raise IllegalMove(f"Say what {name} becomes: {names}.")
    return Raising(name, which if how == "on" else "", which if how == "showing" else "", target or higher[0])


def _encode_roll(state: TotalEClips, faces: list[str]) -> int:
    seat = state.roller()
    if seat == NOTHING:
        raise IllegalMove("No cores are rolling now.")
    rolling = state.sides[seat].rolling
    if len(faces) != len(rolling):
        kinds = ", ".join(KIND_NAMES[kind] for kind in rolling)
        who = state.parts.colours[seat].capitalize()
        raise IllegalMove(f"{who} rolls {kinds}: name {len(rolling)} faces, not {len(faces)}.")
    return sum(
        code(state.parts, KIND_NAMES[kind], face) % FACES * POWER[place]
        for place, (kind, face) in enumerate(zip(rolling, faces, strict=True))
    )


# What a move costs or brings.


def explain(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    """What a legal move costs or brings."""
    side, parts = state.sides[seat], state.parts
    match (move.verb, *move.words):
        case ("done",):
            return _explain_done(state, side)
        case ("take", "back"):
            return "start your placement anew"
        case ("put", _, "on", name):
            after = side.clone()
            place_piece(after, encode(state, seat, move))
            return odds(state, after, PLACE_NAMES.index(name))
        case ("reroll", kind, _):
            return f"on average {parts.cores[KIND_NAMES.index(kind)].mean():.1f}"
        case ("unlock", tier, name):
            algorithm = PLACE_NAMES.index(name) - UNLOCK
            core = side.locked[algorithm][parts.slots[algorithm].index(int(tier[1:]))]
            frees = f"frees {parts.core(core)}; {place_title(name)} takes one core more"
            price = parts.unlock_prices[int(tier[1:])]
            return f"{_cost(price.flops, price.trust)}: {frees}" if state.phase == BUY else frees
        case ("make", *_):
            reward = reward_of(parts, move)
            label = parts.track.label(min(side.position + reward.clips, parts.track.last))
            brings = f"to {label}" if reward.clips else "m1, for the next round"
            return f"{_cost(reward.flops, reward.trust)}: {brings}"
        case ("raise", *_):
            return _explain_raise(state, read_raise(move))
        case ("lock", kind, face):
            locked = len(side.locked[state.place - UNLOCK])
            value = parts.values[code(parts, kind, face)]
            tier = str(side.tier(state.place - UNLOCK, locked))
            return f"T{tier} counts {value} every round; one core less can be placed here"
    first = KIND_NAMES.index(move.words[0]) * FACES
    return f"shows {' '.join(parts.face(one) for one in range(first, first + FACES))}"


def _explain_done(state: TotalEClips, side: Side) -> str:
    if state.phase == PLACE:
        kept = sum(side.spent)
        return f"{count(kept, 'core')} kept back" if kept else "all cores are placed"
    if state.phase == REROLL:
        return "keep the roll"
    if state.phase == BUY:
        return f"{side.flops} FLOPS are lost" if side.flops and not side.locking else "lock nothing more"
    return "take no more"


def _explain_raise(state: TotalEClips, raised: Raising) -> str:
    old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
    cores = state.parts.cores
    better = f"on average {cores[old].mean():.1f} becomes {cores[new].mean():.1f}"
    price = state.parts.upgrade_prices[LEVEL[old]]
    return f"{_cost(price.flops, price.trust)}: {better}" if state.phase == BUY else better


def _cost(flops: int, trust: int) -> str:
    return cost(flops, trust).replace(" and", ",")


def odds(state: TotalEClips, side: Side, place: int) -> str:
    """The chance to reach each threshold of a place with what lies there; `5+ 61%`."""
    return ", ".join(f"{target}+ {percent(chance)}" for target, chance in chances(state, side, place))
