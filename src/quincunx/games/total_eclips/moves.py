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
from quincunx.games.total_eclips.names import core_title, goods, in_words, place_title, showing, token_title
from quincunx.games.total_eclips.odds import reached
from quincunx.games.total_eclips.parts import MOST_TOKENS, NOTHING, Parts, Price
from quincunx.games.total_eclips.places import MANUFACTURE, NO_CARD, PLACE_NAMES, PROJECTS, UNLOCK, UPGRADE
from quincunx.games.total_eclips.rules.engine import TotalEClips
from quincunx.games.total_eclips.rules.placing import place as place_piece
from quincunx.games.total_eclips.state import Side
from quincunx.text.grammar import Voice, count

MOVES = [
    MoveName("put CORE on PLACE", "Place a core (m1, m2, m3, multi, ai, quantum) on a place."),
    MoveName("put TOKEN on PLACE", "Place a bonus token. On a project it needs a core of yours there."),
    MoveName("take back", "Take back all you have placed this round."),
    MoveName("done", "You are done here: with placing, re-rolling, buying and locking, or the bonus."),
    MoveName("reroll CORE FACE", "Re-roll a core you just rolled, with a token laid here."),
    MoveName("unlock TIER ALGORITHM", "Unlock the core in that slot; those to its left slide right."),
    MoveName("make AMOUNT THING", "One Manufacture reward: `make 2 clips`, `make 1 core`."),
    MoveName("raise CORE", "Upgrade a core one level: `raise m1`, `raise m3 to ai`, `raise m1 showing 2`."),
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
        raise IllegalMove(f"`{name}` is of level IV already.")
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
    """Return the cost and the effect of a legal move."""
    side, parts = state.sides[seat], state.parts
    match (move.verb, *move.words):
        case ("done",):
            return _explain_done(state, side)
        case ("take", "back"):
            return "start again"
        case ("put", _, "on", name):
            after = side.clone()
            place_piece(after, encode(state, seat, move))
            return reached(state, after, PLACE_NAMES.index(name))
        case ("reroll", kind, _):
            return f"{parts.cores[KIND_NAMES.index(kind)].mean():.1f} on average"
        case ("unlock", tier, name):
            algorithm = PLACE_NAMES.index(name) - UNLOCK
            core = side.locked[algorithm][parts.slots[algorithm].index(int(tier[1:]))]
            frees = f"frees {in_words([KIND_NAMES[core // FACES]], parts)}"
            return _bought(state, side, parts.unlock_prices[int(tier[1:])], frees)
        case ("make", *_):
            reward = reward_of(parts, move)
            label = parts.track.label(min(side.position + reward.clips, parts.track.last))
            brings = f"to {label}" if reward.clips else "to place from the next round on"
            return _bought(state, side, reward, brings)
        case ("raise", *_):
            raised = read_raise(move)
            old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
            better = f"{parts.cores[new].mean():.1f} on average, not {parts.cores[old].mean():.1f}"
            rolls = _rolls(parts, new) if LEVEL[new] == TOP_LEVEL else better
            return _bought(state, side, parts.upgrade_prices[LEVEL[old]], rolls)
        case ("lock", kind, face):
            algorithm = state.place - UNLOCK
            tier = f"T{side.tier(algorithm, len(side.locked[algorithm]))}"
            return f"{parts.values[code(parts, kind, face)]} FLOPS here every round, in slot {tier}"
    return _rolls(parts, KIND_NAMES.index(move.words[0]))


def _rolls(parts: Parts, kind: int) -> str:
    return f"rolls {' '.join(parts.face(code) for code in range(kind * FACES, (kind + 1) * FACES))}"


def _explain_done(state: TotalEClips, side: Side) -> str:
    if state.phase == PLACE:
        kept = sum(side.spent)
        return f"{count(kept, 'core')} kept back" if kept else "all cores placed"
    if state.phase == REROLL:
        return f"{side.total(state.place)} FLOPS"
    if state.phase == BUY:
        unspent = side.flops and not side.locking
        return f"{side.flops} FLOPS unspent" if unspent else f"{count(len(side.rolled), 'core')} not locked"
    return "the rest of the bonus is lost"


def _bought(state: TotalEClips, side: Side, price: Price, effect: str) -> str:
    """Return the price beside what the player has, and the effect; a bonus costs nothing."""
    if state.phase != BUY:
        return effect
    trust = f", {price.trust} of {side.trust} Trust" if price.trust else ""
    return f"{price.flops} of {side.flops} FLOPS{trust}; {effect}"


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
        return "First finish placing your cores and tokens."
    if move.verb == "reroll":
        return _why_not_reroll(state, *move.words)
    if state.phase == REROLL:
        return "Re-roll a core that you just rolled, or keep the roll."
    if move.verb == "raise" and LEVEL[KIND_NAMES.index(move.words[0])] == TOP_LEVEL:
        return f"A core of level {LEVEL_NAMES[TOP_LEVEL]} cannot be upgraded."
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
        return f"You have no {core_title(piece, side.parts)} left to place."
    if place < PROJECTS:
        return f"A project takes {side.parts.project_cores} of your cores, and they are there."
    slots, locked = len(side.parts.slots[place - UNLOCK]), len(side.locked[place - UNLOCK])
    room = count(slots - locked, "core")
    return f"{place_title(name)} takes {room} of yours: {locked} of its {slots} slots are locked."


def _why_not_lay(side: Side, slug: str, place: int) -> str:
    token = next(token for token, part in enumerate(side.parts.tokens) if part.slug == slug)
    part, title = side.parts.tokens[token], token_title(slug, side.parts)
    if not side.tokens[token]:
        return f"You have no {title} left to place."
    if place not in part.fits:
        return f"A {title} does not fit on {place_title(PLACE_NAMES[place])}."
    if place < PROJECTS and not side.count[place]:
        return "On a project a token needs a core of yours: put the core there first."
    return f"A place takes {side.parts.tokens_per_place} of your tokens, and they are there."


def _why_not_reroll(state: TotalEClips, kind: str, face: str) -> str:
    if state.phase != REROLL:
        return "Re-roll tokens are used right after the roll."
    return f"You rolled no {showing(kind, face, state.parts)} here; only cores just rolled can be re-rolled."


def _why_not_bonus(state: TotalEClips, side: Side, move: Move) -> str:
    part = state.project().due(state)
    assert part is not None
    verbs = {decode(state, state.winner, choice).verb for choice in part.choices(state, state.winner)}
    if move.verb in verbs:
        if move.verb == "gain" and LEVEL[KIND_NAMES.index(move.words[0])] == part.of:
            return f"Your supply has no {core_title(move.words[0], state.parts)} left."
        if move.verb == "raise":
            return _unable_to_raise(side, read_raise(move), part.of)
    stop = ", or take no more" if "done" in verbs else ""
    return f"{part.asks}{stop}."


def _why_not_unlock(state: TotalEClips, side: Side, tier: int, name: str) -> str:
    if state.phase != BUY or state.place != UNLOCK:
        return "Cores are unlocked in the Unlock phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    algorithm = PLACE_NAMES.index(name) - UNLOCK
    if side.parts.slots[algorithm].index(tier) >= len(side.locked[algorithm]):
        return f"No core is locked in slot T{tier} of {place_title(name)}."
    return _unpaid(side, side.parts.unlock_prices[tier], f"a T{tier} slot")


def _why_not_make(state: TotalEClips, side: Side, reward: Price) -> str:
    if state.place != MANUFACTURE:
        return "Clips and cores are made in the Manufacture phase."
    if side.locking:
        return "You make one thing a round, and locking comes last."
    unpaid = _unpaid(side, reward, goods(reward))
    if unpaid:
        return unpaid
    return (
        f"Your supply has no {core_title('m1', side.parts)} left."
        if reward.cores
        else "Your marker is at the end of the track."
    )


def _why_not_raise(state: TotalEClips, side: Side, raised: Raising) -> str:
    if state.place != UPGRADE:
        return "Cores are upgraded in the Upgrade phase."
    if side.locking:
        return "You have begun to lock cores, and locking comes last."
    level = LEVEL[KIND_NAMES.index(raised.old)]
    price = side.parts.upgrade_prices[level]
    wrong = _unpaid(side, price, f"upgrading a core of level {LEVEL_NAMES[level]}")
    return wrong or _unable_to_raise(side, raised, level)


def _unable_to_raise(side: Side, raised: Raising, level: int) -> str:
    old, new = KIND_NAMES.index(raised.old), KIND_NAMES.index(raised.new)
    core = core_title(raised.old, side.parts)
    if LEVEL[old] != level:
        return f"Only a core of level {LEVEL_NAMES[level]} can be upgraded now."
    sources = side.raisable(level)
    if raised.showing and codes.ROLLED + code(side.parts, raised.old, raised.showing) not in sources:
        return f"You rolled no {showing(raised.old, raised.showing, side.parts)} here."
    if raised.on and codes.waiting_source(old, PLACE_NAMES.index(raised.on)) not in sources:
        return f"No {core} of yours waits on {place_title(raised.on)}."
    if not raised.on and not raised.showing and old not in sources:
        return f"You have no free {core}; locked cores cannot be upgraded."
    if LEVEL[new] != level + 1:
        better = in_words([raised.new], side.parts)
        return f"A core is upgraded one level at a time: a {core} cannot become {better}."
    return f"Your supply has no {core_title(raised.new, side.parts)} left."


def _why_not_lock(state: TotalEClips, kind: str, face: str) -> str:
    if state.place < UNLOCK:
        return "Cores are locked in the phase of the algorithm they were rolled for."
    where = place_title(PLACE_NAMES[state.place])
    return f"You rolled no {showing(kind, face, state.parts)} on {where}, or have upgraded it since."


def _unpaid(side: Side, price: Price, thing: str) -> str:
    """Return a sentence about what is missing for a price; empty if nothing is."""
    if price.flops > side.flops:
        return f"You have {side.flops} FLOPS; {thing} costs {price.flops}."
    if price.trust > side.trust:
        return f"You have {side.trust} Trust; {thing} costs {price.trust}."
    return ""
