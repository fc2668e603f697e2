"""The moves of Total eClips: their names, what they cost or bring, and why one is refused."""

import re
from typing import NamedTuple

from quincunx.core.errors import nearest
from quincunx.core.move import Move, MoveName
from quincunx.core.state import CHANCE, IllegalMove
from quincunx.games.total_eclips import codes
from quincunx.games.total_eclips.codes import BONUS, BUY, PLACE, REROLL, REVEAL
from quincunx.games.total_eclips.cores import (
    FACES,
    KIND_NAMES,
    KINDS,
    LEVEL,
    LEVEL_NAMES,
    LEVELS,
    POWER,
    TOP_LEVEL,
)
from quincunx.games.total_eclips.names import cost, goods, place_title
from quincunx.games.total_eclips.odds import chances
from quincunx.games.total_eclips.parts import MOST_TOKENS, NOTHING, Parts, Price
from quincunx.games.total_eclips.places import MANUFACTURE, NO_CARD, PLACE_NAMES, PROJECTS, UNLOCK, UPGRADE
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import place as place_piece
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, count, percent

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
    if action < 0 or (seat != CHANCE and action >= codes.MOVES_END):
        raise ValueError(action)
    if seat == CHANCE:
        return _decode_chance(state, action)
    if action == codes.DONE:
        return Move("done")
    if action == codes.TAKE_BACK:
        return Move("take", "back")
    if action < codes.LAY:
        place, kind = divmod(action - codes.PUT, KINDS)
        return Move("put", KIND_NAMES[kind], "on", PLACE_NAMES[place])
    if action < codes.AGAIN:
        place, token = divmod(action - codes.LAY, MOST_TOKENS)
        return Move("put", parts.tokens[token].slug, "on", PLACE_NAMES[place])
    if action < codes.FREE:
        return Move("reroll", *parts.core(action - codes.AGAIN).split())
    if action < codes.MAKE:
        algorithm, slot = codes.freed_slot(action)
        return Move("unlock", f"t{parts.slots[algorithm][slot]}", PLACE_NAMES[UNLOCK + algorithm])
    if action < codes.RAISE:
        return Move("make", *goods(parts.makes[action - codes.MAKE]).split())
    if action < codes.LOCK:
        return _decode_raise(parts, *codes.lifted(action))
    if action < codes.GAIN:
        return Move("lock", *parts.core(action - codes.LOCK).split())
    return Move("gain", KIND_NAMES[action - codes.GAIN])


def _decode_chance(state: TotalEClips, outcome: int) -> Move:
    if state.phase == REVEAL:
        return Move("reveal", state.parts.projects[outcome].slug)
    faces = []
    for kind in state.sides[state.roller()].rolling:
        faces.append(state.parts.face(kind * FACES + outcome % FACES))
        outcome //= FACES
    return Move("roll", *faces)


def drawn_from(state: TotalEClips) -> list[list[str]]:
    """Return the projects left in the stage's deck, or the six faces of each core that is rolled."""
    if state.phase == REVEAL:
        return [[state.parts.projects[card].slug for card in state.left]]
    rolled = state.sides[state.roller()].rolling
    return [[state.parts.face(kind * FACES + face) for face in range(FACES)] for kind in rolled]


def _decode_raise(parts: Parts, source: int, kind: int) -> Move:
    old = codes.source_kind(source)
    words = [KIND_NAMES[old]]
    if source >= codes.ROLLED:
        words += ["showing", parts.face(source - codes.ROLLED)]
    elif source >= KINDS:
        words += ["on", PLACE_NAMES[source // KINDS - 1]]
    if LEVEL[old] == TOP_LEVEL or LEVELS[LEVEL[old] + 1] != [kind]:
        words += ["to", KIND_NAMES[kind]]
    return Move("raise", *words)


def encode(state: TotalEClips, seat: int, move: Move) -> int:
    parts = state.parts
    match (move.verb, *move.words):
        case ("done",):
            return codes.DONE
        case ("take", "back"):
            return codes.TAKE_BACK
        case ("put", piece, "on", name):
            place = index(name, PLACE_NAMES, "place")
            if piece in KIND_NAMES:
                return codes.put(KIND_NAMES.index(piece), place)
            names = [*KIND_NAMES, *[token.slug for token in parts.tokens]]
            return codes.lay(index(piece, names, "core or token") - KINDS, place)
        case ("reroll", kind, face):
            return codes.AGAIN + code(parts, kind, face)
        case ("lock", kind, face):
            return codes.LOCK + code(parts, kind, face)
        case ("unlock", tier, name):
            algorithm = index(name, PLACE_NAMES[UNLOCK:], "algorithm")
            tiers = [f"t{known}" for known in parts.slots[algorithm]]
            return codes.free(algorithm, index(tier, tiers, f"slot of {name}"))
        case ("make", *words):
            return codes.MAKE + index(" ".join(words), [goods(reward) for reward in parts.makes], "reward")
        case ("raise", *_):
            raised = read_raise(move)
            source = KIND_NAMES.index(raised.old)
            if raised.on:
                source = codes.waiting_source(source, index(raised.on, PLACE_NAMES, "place"))
            elif raised.showing:
                source = codes.ROLLED + code(parts, raised.old, raised.showing)
            return codes.lift(source, index(raised.new, KIND_NAMES, "core"))
        case ("gain", kind):
            return codes.GAIN + index(kind, KIND_NAMES, "core")
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
    """Return the code of a core that shows a face: of equal faces the first."""
    first = index(kind, KIND_NAMES, "core") * FACES
    shown = [parts.face(one) for one in range(first, first + FACES)]
    if face not in shown:
        raise IllegalMove(f"No face of {kind} shows {face or 'that'}; its faces are {', '.join(shown)}.")
    return first + shown.index(face)


def reward_of(parts: Parts, move: Move) -> Price:
    """Return the Manufacture reward that a move makes."""
    return next(reward for reward in parts.makes if goods(reward) == " ".join(move.words))


class Raising(NamedTuple):
    """A core to raise and its new kind; also where it waits or the face it shows, unless it is spent."""

    old: str
    on: str
    showing: str
    new: str


def read_raise(move: Move) -> Raising:
    """Read a raise: `m1`, with `on PLACE` or `showing FACE`, and `to CORE` where there is a choice."""
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


# Explanations of moves.


def explain(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    """Return the cost or effect of a legal move."""
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
            shown = parts.face(core)
            frees = (
                f"frees one {KIND_NAMES[core // FACES]}{f' showing {shown}' * (shown != '0')}, and its slot"
            )
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
            return f"T{tier} counts {value} every round; one core less fits here"
    first = KIND_NAMES.index(move.words[0]) * FACES
    return f"shows {' '.join(parts.face(one) for one in range(first, first + FACES))}"


def _explain_done(state: TotalEClips, side: Side) -> str:
    if state.phase == PLACE:
        kept = sum(side.spent)
        return f"{count(kept, 'core')} kept back" if kept else "all cores placed"
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
    """Return the chance to reach each threshold of a place with the pieces there: `5+ 61%`."""
    return ", ".join(f"{target}+ {percent(chance)}" for target, chance in chances(state, side, place))


# Reasons for refusing a move.


def why_not(state: TotalEClips, seat: int, move: Move, voice: Voice) -> str:
    """Return the sentence for a move that a seat may not make."""
    if seat not in state.players_to_move():
        return "It is not your move."
    side = state.sides[seat]
    if move.verb in ("put", "take"):
        if state.phase != PLACE:
            return "Cores and tokens are placed at the start of a round; that is over."
        if move.verb == "take":
            return "You have placed nothing yet."
        return _why_not_put(state, side, *move.words)
    if state.phase == PLACE:
        return "First place your cores and tokens, then say `done`."
    if move.verb == "reroll":
        return _why_not_reroll(state, *move.words)
    if state.phase == REROLL:
        return "Re-roll a core that you just rolled, or say `done`."
    if move.verb == "raise" and LEVEL[KIND_NAMES.index(move.words[0])] == TOP_LEVEL:
        return f"A core of level {LEVEL_NAMES[TOP_LEVEL]} cannot be raised."
    if state.phase == BONUS:
        return _why_not_bonus(state, side, move)
    match (move.verb, *move.words):
        case ("unlock", tier, name):
            return _why_not_unlock(state, side, int(tier[1:]), name)
        case ("make", *_):
            return _why_not_make(state, side, reward_of(state.parts, move))
        case ("raise", *_):
            return _why_not_raise(state, side, read_raise(move))
        case ("lock", kind, face):
            return _why_not_lock(state, kind, face)
    return "You choose a core only when you win one."


def _why_not_put(state: TotalEClips, side: Side, piece: str, _: str, name: str) -> str:
    place = PLACE_NAMES.index(name)
    if piece not in KIND_NAMES:
        return _why_not_lay(side, piece, place)
    if place < PROJECTS and state.cards[place] == NO_CARD:
        return f"There is no card on {place_title(name)}."
    if not side.spent[KIND_NAMES.index(piece)]:
        return f"You have no {piece} left to place."
    if place < PROJECTS:
        return f"A project takes {side.parts.project_cores} of your cores, and they are there."
    slots, locked = len(side.parts.slots[place - UNLOCK]), len(side.locked[place - UNLOCK])
    has = f"{place_title(name)} has {slots} slots and {locked} locked cores"
    return f"{has}: it takes {slots - locked} more."


def _why_not_lay(side: Side, slug: str, place: int) -> str:
    token = next(token for token, part in enumerate(side.parts.tokens) if part.slug == slug)
    part = side.parts.tokens[token]
    if not side.tokens[token]:
        return f'You have no token "{part.name}" left to place.'
    if place not in part.fits:
        return f'The token "{part.name}" does not fit on {place_title(PLACE_NAMES[place])}.'
    if place < PROJECTS and not side.count[place]:
        return "On a project a token needs a core of yours: put the core there first."
    return f"A place takes {side.parts.tokens_per_place} of your tokens, and they are there."


def _why_not_reroll(state: TotalEClips, kind: str, face: str) -> str:
    if state.phase != REROLL:
        return "Re-roll tokens are used right after the roll."
    return f"You rolled no {kind} that shows {face} here; locked and unlocked cores cannot be re-rolled."


def _why_not_bonus(state: TotalEClips, side: Side, move: Move) -> str:
    part = state.project().due(state)
    assert part is not None
    verbs = {decode(state, state.winner, choice).verb for choice in part.choices(state, state.winner)}
    if move.verb in verbs:
        if move.verb == "gain" and LEVEL[KIND_NAMES.index(move.words[0])] == part.of:
            return f"Your supply has no {move.words[0]} left."
        if move.verb == "raise":
            return _unable_to_raise(side, read_raise(move), part.of)
    stop = ", or say `done`" if "done" in verbs else ""
    return f"{part.asks}{stop}."


def _why_not_unlock(state: TotalEClips, side: Side, tier: int, name: str) -> str:
    if state.phase != BUY or state.place != UNLOCK:
        return "Cores are freed in the Unlock phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    algorithm = PLACE_NAMES.index(name) - UNLOCK
    if side.parts.slots[algorithm].index(tier) >= len(side.locked[algorithm]):
        return f"No core is locked in T{tier} of {place_title(name)}."
    return _unpaid(side, side.parts.unlock_prices[tier], f"a T{tier} slot")


def _why_not_make(state: TotalEClips, side: Side, reward: Price) -> str:
    if state.place != MANUFACTURE:
        return "Clips and cores are made in the Manufacture phase."
    if side.locking:
        return "You make one thing a round, and locking comes last."
    unpaid = _unpaid(side, reward, goods(reward))
    if unpaid:
        return unpaid
    return "Your supply has no m1 left." if reward.cores else "Your marker is at the end of the track."


def _why_not_raise(state: TotalEClips, side: Side, raised: Raising) -> str:
    if state.place != UPGRADE:
        return "Cores are raised in the Upgrade phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    level = LEVEL[KIND_NAMES.index(raised.old)]
    price = side.parts.upgrade_prices[level]
    wrong = _unpaid(side, price, f"raising a core of level {LEVEL_NAMES[level]}")
    return wrong or _unable_to_raise(side, raised, level)


def _unable_to_raise(side: Side, raised: Raising, level: int) -> str:
    old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
    if LEVEL[old] != level:
        return f"Only a core of level {LEVEL_NAMES[level]} can be raised now."
    sources = side.raisable(level)
    if raised.showing and codes.ROLLED + code(side.parts, raised.old, raised.showing) not in sources:
        return f"You rolled no {raised.old} that shows {raised.showing} here."
    if raised.on and codes.waiting_source(old, PLACE_NAMES.index(raised.on)) not in sources:
        return f"You have no {raised.old} waiting on {place_title(raised.on)}."
    if not raised.on and not raised.showing and old not in sources:
        return f"You have no spent {raised.old}; cores in slots cannot be raised."
    if LEVEL[new] != level + 1:
        return f"A core is raised one level at a time: {raised.old} cannot become {raised.new}."
    return f"Your supply has no {raised.new} left."


def _why_not_lock(state: TotalEClips, kind: str, face: str) -> str:
    if state.place < UNLOCK:
        return "Cores are locked in the phase of the algorithm they were rolled for."
    where = place_title(PLACE_NAMES[state.place])
    return f"You rolled no {kind} that shows {face} for {where}, or it was raised since."


def _unpaid(side: Side, price: Price, thing: str) -> str:
    """Return a sentence about what is missing for a price; empty if nothing is."""
    if price.flops > side.flops:
        return f"You have {side.flops} FLOPS; {thing} costs {price.flops}."
    if price.trust > side.trust:
        return f"You have {side.trust} Trust; {thing} costs {price.trust}."
    return ""
